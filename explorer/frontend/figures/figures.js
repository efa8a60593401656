// Plotly figures that Python made, under one slider. The line of w and the numbers follow the hand at once,
// figures with a frame a window a little later.

import { Scrolled } from "../shared/around-streamlit.js";
import { html } from "../shared/elements.js";
import { Rest } from "../shared/rest.js";
import { windowParameter } from "../shared/times.js";
import { nearestWindow, WindowSlider } from "../shared/window-slider.js";
import { Plotted } from "./plotted.js";

export class Figures extends Plotted {
  constructor(root) {
    super(root, {
      move: (index) => this.#move(index),
      rest: () => this.rest.begin(),
      open: (row) => this.press("track", [this.doc.source, row]),
    });
    this.scrolled = new Scrolled(() => this.doc?.source);
    this.slider = new WindowSlider({
      move: (index) => this.#move(index),
      settle: () => this.rest.begin(),
      type: (seconds) => this.#type(seconds),
    });
    this.numbers = html("table");
    this.note = html("p", { class: "quiet" });
    this.place(html("div", { class: "figures" }, this.slider.element, this.numbers, this.box, this.note),
      this.box);
    this.rest = new Rest(() => this.press("window", windowParameter(this.window)));
  }

  take() {
    const { doc, now, news: { first, given, other } } = this;
    if (given) this.window = now.window;
    if (other) {
      if (doc.windows) this.slider.load({ ...doc, least: now.least });
      else this.slider.element.remove();
    }
    if (first && now.opened >= 0) this.scrolled.return(doc.source); // back from a track
    if (doc.windows) this.index = this.#find(this.window);
  }

  destroy() {
    super.destroy();
    this.scrolled.close();
    this.rest.close();
  }

  // The window nearest in proportion; the whole track only for itself.
  #find(window) {
    return nearestWindow({ windows: this.doc.windows, most: Infinity }, window);
  }

  #move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    this.rest.forget();
    this.later();
  }

  // Only windows that were scored can be shown: the nearest one is.
  #type(seconds) {
    this.#move(this.#find(seconds));
    this.rest.begin();
    return true;
  }

  show() {
    const { doc, index } = this;
    if (!doc.windows || !this.ready) return;
    for (const plot of this.plots) plot.mark(index);
    this.slider.show(index);
    this.#tabulate(doc.numbers[index]);
    this.note.textContent = doc.notes[index];
    this.turns += 1;
    Object.assign(this.element.dataset, { window: String(doc.windows[index]), drawn: String(this.turns) });
    this.follow();
  }

  parts() {
    return this.plots.filter(({ frames }) => frames.length).map((plot) => () => plot.follow(this.index));
  }

  #tabulate(rows) {
    const line = (name, texts) => html("tr", {}, ...texts.map((text) => html(name, {}, text)));
    this.numbers.replaceChildren(html("thead", {}, line("th", Object.keys(rows[0]))),
      html("tbody", {}, ...rows.map((row) => line("td", Object.values(row)))));
  }
}
