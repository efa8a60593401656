// Describes the query: its segments in both hierarchies, and its g(q).

import { html, set, setText, termLink } from "../shared/elements.js";
import { schema } from "../shared/schema.js";
import { scoreOf, withSymbols } from "../shared/text.js";
import { timesIn } from "../shared/times.js";

const DIRECTIONS = ["recall", "precision"];

export class Details {
  constructor() {
    this.place = html("strong", { class: "place" });
    // Both lines lead to the same place, so the Tab key stops only at the first.
    const stops = [{}, { tabindex: -1 }];
    this.segments = stops.map((stop) => termLink("layer", stop));
    this.g = stops.map((stop, side) =>
      termLink("g-of-q", { ...stop, class: DIRECTIONS[side], "data-g": DIRECTIONS[side] }));
    this.beside = html("p", { class: "beside" });
    this.element = html("div", { class: "details" },
      html("div", { class: "where" }, termLink("query", {}, this.place)),
      ...["reference", "estimate"].map(
        (word, side) => html("div", { class: "line" }, html("b", {}, `${word} `), this.g[side], " ",
          this.segments[side])),
      this.beside);
  }

  /** `named` is the time of the query's frame; `late`: the answer is for another query or window. */
  show(named, stacks, answer, late, variant, beside) {
    if (beside !== this.shownBeside) this.beside.replaceChildren(...withSymbols(beside));
    this.shownBeside = beside;
    const times = timesIn(stacks[0].hierarchy.unit);
    setText(this.place, `q = ${times.at(named)}`);
    this.element.classList.toggle("late", late);
    stacks.forEach((stack, side) => {
      const segments = stack.segmentsAt(named)
        .map(({ level, label, start, end }) =>
          `layer ${level}: ${label ? `${label} ` : ""}${times.span(start, end)}`)
        .reverse().join(" · ");
      setText(this.segments[side], segments);
      set(this.segments[side].parentElement, { title: segments });
      const word = DIRECTIONS[side];
      const value = answer?.g?.[schema.arrays.strips.indexOf(`${word}_${variant}`)];
      setText(this.g[side], value === undefined
        ? "…"
        : value === null ? `no triplet for ${word}` : `${word} g(q) = ${scoreOf(value)}`);
    });
  }
}
