// What both tests say together: one of four quadrants, and a sentence.

import { html } from "../shared/elements.js";

const PLACES = ["different", "both", "neither", "equivalent"]; // row by row
const NUMBERS = ["p_eqv", "λ of A", "λ of B", "p_diff"];

export class Quadrants {
  constructor() {
    this.cells = new Map(PLACES.map((name) => [name, html("span", { class: "cell", "data-verdict": name }, name)]));
    const [different, both, neither, equivalent] = this.cells.values();
    this.grid = html("div", { class: "quadrants", "aria-hidden": "true" },
      html("span", { class: "side" }, "a difference", html("br"), "is found"), different, both,
      html("span", { class: "side" }, "none is found"), neither, equivalent,
      html("span"), html("span", { class: "foot" }, "not shown to be equivalent"), html("span", { class: "foot" }, "equivalent"));
    this.words = html("p", { class: "verdict" });
    this.numbers = NUMBERS.map((name) => html("b", { "data-value": name }));
    this.sided = Object.fromEntries(["a", "b"].map((side) => [side, html("p", { class: "quiet sided", "data-sided": side })]));
    this.flip = html("p", { class: "quiet" });
    this.aloud = html("span", { class: "aloud", role: "status" });
    this.element = html("div", { class: "said" }, this.grid, html("div", { class: "words" }, this.words, html("p", { class: "numbers" }, ...this.numbers.map((number, at) => html("span", {}, `${NUMBERS[at]} `, number))), ...Object.values(this.sided), this.flip), this.aloud);
  }

  load(doc) {
    this.doc = doc;
  }

  destroy() {
    clearTimeout(this.reading);
  }

  show(margin, alpha) {
    const { doc } = this;
    this.name = doc.verdicts[doc.verdict[alpha * doc.margins.length + margin]];
    for (const [name, cell] of this.cells) cell.classList.toggle("here", name === this.name);
    const { different, equivalent } = holds(this.name);
    const level = `${doc.alphas[alpha]}`;
    const p = (name, words, is) => doc.sides[is ? "below" : "not_below"].replace("{p}", `${name} ${words}`).replace("{alpha}", level);
    this.words.textContent = doc.sentences[this.name]
      .replace("{diff}", p("p_diff", doc.p_diff, different))
      .replace("{eqv}", p("p_eqv", doc.p_eqv[margin], equivalent))
      .replace("{margin}", doc.margin_words[margin]);
    [doc.p_eqv[margin], doc.lambda_a[margin], doc.lambda_b[margin], doc.p_diff]
      .forEach((value, at) => (this.numbers[at].textContent = value.replace("= ", "")));
    const cuts = doc.margins_written[margin];
    for (const [side, words] of Object.entries(this.sided)) {
      const said = Object.values(doc.one_sided)[doc[`passed_${side}`][alpha * doc.margins.length + margin]];
      words.textContent = `${doc.medians[side]} ${said.replace("{alpha}", level).replace("{inferior}", cuts.inferior).replace("{superior}", cuts.superior)}`;
    }
    const flips = doc.flips[alpha];
    this.flip.textContent = flips.length
      ? `At α = ${level} the answer to equivalence changes at ${flips.map(([at]) => `margin ${at}`).join(" and at ")}.`
      : `At α = ${level} the answer to equivalence is the same at every ${doc.superior === null ? "" : "inferior "}margin here.`;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => (this.aloud.textContent = this.words.textContent), 600);
  }
}

/** Which of both tests a verdict says to be significant. */
function holds(name) {
  return { different: name === "different" || name === "both", equivalent: name === "equivalent" || name === "both" };
}
