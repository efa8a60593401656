// What stands at the query: its segments in both hierarchies and its g(q).

import { clock, html } from "./draw.js";

export class Details {
  constructor() {
    this.place = html("strong", { class: "place" });
    this.segments = [html("span"), html("span")];
    this.g = [html("span", { class: "recall", "data-g": "recall" }), html("span", { class: "precision", "data-g": "precision" })];
    this.element = html("div", { class: "details" },
      html("div", { class: "where" }, this.place),
      html("div", {}, html("b", {}, "reference "), this.segments[0], " ", this.g[0]),
      html("div", {}, html("b", {}, "estimate "), this.segments[1], " ", this.g[1]));
  }

  /** `answer` holds g(q) for every window, as the core computed it for this query. */
  show(query, stacks, answer, index, variant) {
    this.place.textContent = `q = ${clock(query)}`;
    stacks.forEach((stack, side) => {
      this.segments[side].textContent = stack.segmentsAt(query)
        .map(({ level, label, start, end }) => `${level}: ${label ? `${label} ` : ""}${clock(start)}–${clock(end)}`)
        .slice(0, 6).join(" · ") + (stack.hierarchy.layers.length > 6 ? " · …" : "");
      const word = side ? "precision" : "recall";
      const value = answer ? answer.g[4 * index + 2 * variant + side] : undefined;
      this.g[side].textContent = value === undefined ? "" : `${word} g(q) = ${Number.isNaN(value) ? "no triplet" : value.toFixed(3)}`;
    });
  }
}
