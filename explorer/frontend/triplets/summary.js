// The loss of the whole track: by outcome, and by pair of layers.

import { html, setText, termLink } from "../shared/elements.js";
import { percents, rounded, scoreOf } from "../shared/text.js";
import { MEASURES } from "../shared/schema.js";
import { Split } from "./sentence.js";

const SYMBOLS = { recall: "R", precision: "P" };
const WHITE = 0.89; // share of the "inverted" color above which white text is more readable than black

export class Summary {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    this.lines = Object.keys(SYMBOLS).map((direction) => {
      const bar = new Split();
      const split = termLink("lost", { tabindex: -1 }, "…");
      const letter = html("i", {}, "T");
      const name = termLink(direction, {}, letter, html("sub", {}, SYMBOLS[direction]));
      const element = html("div", { class: "lost", "data-split": direction },
        html("b", { class: direction }, name), bar.element, split);
      return { direction, bar, split, letter, element };
    });
    // The Tab key stops once; the arrow keys move within.
    this.grid = html("table", { class: "pairs", onkeydown: (event) => this.#walk(event) });
    this.about = html("p", { class: "quiet" });
    this.element = html("div", { class: "summary" },
      ...this.lines.map(({ element }) => element),
      html("div", { class: "depths" },
        html("h3", {}, termLink("depth", {}, "Loss by depth of i and j, in %")), this.grid, this.about));
  }

  show(triplets, track, state) {
    const splits = track?.splits[triplets?.variant];
    if (!splits) return;
    for (const { direction, bar, split, letter, element } of this.lines) {
      setText(letter, MEASURES.find(({ key }) => key === triplets.variant).letter);
      const { score, tie, inverted, uncounted } = splits[direction];
      const none = uncounted >= 1 - 1e-9;
      bar.show(score, tie, inverted, uncounted);
      const [ties, opposite, nothing] = percents(tie, inverted, uncounted);
      const parts = [`${ties} ties`, `${opposite} opposite`];
      if (uncounted) parts.push(`${nothing} where there is nothing to compare`);
      const lost = `${scoreOf(score)} · ${percents(score, 1 - score)[1]} lost: ${parts.join(", ")}`;
      setText(split, none ? "– · nothing to compare" : lost);
      element.classList.toggle("chosen", direction === state.direction);
    }
    const side = state.direction === "recall" ? "reference" : "estimate";
    const depths = `Rows: depth of i; columns: depth of j in the ${side}.`;
    setText(this.about, `${depths} Press a cell to list its blocks.`);
    if (track !== this.known) {
      this.known = track;
      this.#pairs(track.layers);
    }
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(state.layers === button.dataset.layers));
    }
  }

  // Rows are depths of i, columns depths of j, in the hierarchy whose triplets are counted.
  #pairs([ties, inverted]) {
    const depth = ties.length - 1;
    const size = Math.max(3, Math.min(30, 190 / (depth + 1)));
    const key = JSON.stringify([ties, inverted]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.buttons = [];
    const loss = (i, j) => ties[i][j] + inverted[i][j];
    const most = Math.max(...ties.flatMap((row, i) => row.map((_, j) => loss(i, j))), 1e-12);
    const named = size >= 18;
    const head = html("tr", {}, html("th", {}, named ? "i \\ j" : ""),
      ...ties.slice(0, depth).map((_, j) => html("th", {}, named ? String(j) : "")));
    const rows = ties.slice(1).map((_, index) => {
      const i = index + 1;
      return html("tr", {}, html("th", {}, named ? String(i) : ""), ...ties.slice(0, depth).map((_, j) => {
        const cell = html("td");
        if (j >= i) return cell;
        const text = `${i}-${j}`;
        const share = loss(i, j);
        const parts = `${rounded(ties[i][j])} ties, ${rounded(inverted[i][j])} opposite`;
        const title = `i at depth ${i}, j at depth ${j}: ${rounded(share)} of the score lost (${parts})`;
        const button = html("button", {
          title, "aria-label": title, "data-layers": text, tabindex: this.buttons.length ? -1 : 0,
          onclick: () => this.choices.change("layers", button.ariaPressed === "true" ? "any-any" : text),
        });
        this.buttons.push(button);
        button.classList.toggle("full", Math.sqrt(share / most) > WHITE);
        button.style.setProperty("--share", `${100 * Math.sqrt(share / most)}%`);
        if (named && share > 0) button.textContent = (100 * share).toFixed(share < 0.0995 ? 1 : 0);
        cell.append(button);
        return cell;
      }));
    });
    this.grid.style.setProperty("--size", `${size}px`);
    this.grid.replaceChildren(head, ...rows);
  }

  #walk(event) {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const from = this.buttons.find((button) => button === event.target);
    if (!move || !from) return;
    event.preventDefault();
    const [i, j] = from.dataset.layers.split("-").map(Number);
    const to = this.buttons.find((button) => button.dataset.layers === `${i + move[0]}-${j + move[1]}`);
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}
