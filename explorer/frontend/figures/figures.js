// Plotly figures made by Python: a ranking, and figures with a window slider on the axis of the first. The
// line of w and the ranking follow the pointer at once, figures with a frame per window slightly later.

import { Scrolled } from "../shared/around-streamlit.js";
import { html, set } from "../shared/elements.js";
import { Rest } from "../shared/rest.js";
import { withSymbols } from "../shared/text.js";
import { windowParameter, windowText } from "../shared/times.js";
import { nearestWindow, WindowSlider } from "../shared/window-slider.js";
import { Plotted } from "./plotted.js";

/**
 * See explorer/corpus/computed.py; a figure that does not depend on the window has none of these.
 * @typedef {import("./plotted.js").Drawing & { source?: string, windows?: (number | null)[],
 *   window_texts: string[], frames: string, score: string, variant: string, methods: string[],
 *   numbers: { [column: string]: string }[][] }} CorpusDrawing
 * @typedef {{ key: string, window: number | null, restored: number, least: number, opened?: number }} Start
 */

/** @extends {Plotted<CorpusDrawing, Start>} */
export class Figures extends Plotted {
  constructor(root) {
    super(root, {
      move: (index) => this.#move(index),
      rest: () => this.rest.begin(),
      open: (row) => this.press("track", [this.doc.source, row]),
      placed: () => this.#align(),
    });
    this.scrolled = new Scrolled(() => this.doc?.source);
    this.slider = new WindowSlider({
      move: (index) => this.#move(index),
      settle: () => this.rest.begin(),
      type: (seconds) => {
        this.#move(this.#find(seconds)); // only scored windows can be shown
        this.rest.begin();
        return true;
      },
    });
    this.ranking = html("table", { class: "ranking" });
    this.place(html("div", { class: "figures" }, this.ranking, this.slider.element, this.box), this.box);
    this.rest = new Rest(() => this.press("window", windowParameter(this.window)));
  }

  take() {
    const { doc, now, news: { first, restored, other } } = this;
    if (restored) this.window = now.window;
    if (other) {
      if (doc.windows) this.slider.load({ ...doc, least: now.least });
      else {
        this.slider.element.remove();
        this.ranking.remove();
      }
    }
    if (first && now.opened >= 0) this.scrolled.return(doc.source); // back from a track
    if (doc.windows) this.index = this.#find(this.window);
  }

  destroy() {
    super.destroy();
    this.scrolled.close();
    this.rest.close();
  }

  // The proportionally nearest window; the whole track only matches itself.
  #find(window) {
    return nearestWindow({ windows: this.doc.windows, most: Infinity }, window);
  }

  #move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    this.rest.forget();
    this.later();
  }

  show() {
    const { doc, index } = this;
    if (!doc.windows) return;
    this.slider.show(index);
    this.#rank(doc.numbers[index]);
    if (!this.ready) return;
    for (const plot of this.plots) plot.mark(index);
    this.#align();
    this.turns += 1;
    Object.assign(this.element.dataset, { window: String(doc.windows[index]), drawn: String(this.turns) });
    this.follow();
  }

  parts() {
    return this.plots.filter(({ frames }) => frames.length).map((plot) => () => plot.follow(this.index));
  }

  // Align the slider with the windows of the first figure.
  #align() {
    const { ends } = this.plots[0];
    if (ends) set(this.slider.element, { style: `--from: ${ends[0]}px; --across: ${ends[1] - ends[0]}px` });
  }

  #rank(rows) {
    const line = (name, cells) => html("tr", {}, ...cells.map((cell) => html(name, {}, ...[cell].flat())));
    const { windows, score, variant } = this.doc;
    const window = windows[this.index];
    const at = window === null ? "for the whole track" : `at ${windowText(window)} s`;
    const { numbered_lines: colors } = this.colors ?? { numbered_lines: ["currentColor"] };
    const colorOf = (method) => colors[this.doc.methods.indexOf(method) % colors.length];
    this.ranking.replaceChildren(
      html("caption", {}, "Mean ", ...withSymbols(`${score} ${at}${variant && ", "}${variant}`)),
      html("thead", {}, line("th", Object.keys(rows[0]))),
      html("tbody", {}, ...rows.map((row) => line("td", Object.entries(row).map(([name, text]) => (
        name === "mean" ? [text, bar(text, colorOf(row.method))] : text))))));
  }
}

// A score as a bar from 0 to 1, in the color of its method.
function bar(score, color) {
  const style = `width: ${100 * (Number(score) || 0)}%; background: ${color}`;
  return html("span", { class: "score" }, html("span", { style }));
}
