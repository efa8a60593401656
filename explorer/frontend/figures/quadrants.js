// What both tests say together: one of four quadrants, and a sentence.

import { html } from "../shared/elements.js";
import { filled } from "../shared/numbers.js";

const PLACES = ["different", "both", "neither", "equivalent"]; // row by row
const NUMBERS = ["p_eqv", "λ of A", "λ of B", "p_diff"];

export class Quadrants {
  constructor() {
    const cell = (name) => html("span", { class: "cell", "data-verdict": name }, name);
    const foot = (words) => html("span", { class: "foot" }, words);
    this.cells = new Map(PLACES.map((name) => [name, cell(name)]));
    const [different, both, neither, equivalent] = this.cells.values();
    this.grid = html("div", { class: "quadrants", "aria-hidden": "true" },
      html("span", { class: "side" }, "a difference", html("br"), "is found"), different, both,
      html("span", { class: "side" }, "none is found"), neither, equivalent,
      html("span"), foot("not shown to be equivalent"), foot("equivalent"));
    this.words = html("p", { class: "verdict" });
    this.numbers = NUMBERS.map((name) => html("b", { "data-value": name }));
    const sided = (side) => html("p", { class: "quiet sided", "data-sided": side });
    this.sided = { a: sided("a"), b: sided("b") };
    this.flip = html("p", { class: "quiet" });
    this.aloud = html("span", { class: "aloud", role: "status" });
    const numbers = this.numbers.map((number, at) => html("span", {}, `${NUMBERS[at]} `, number));
    const words = html("div", { class: "words" }, this.words, html("p", { class: "numbers" }, ...numbers),
      this.sided.a, this.sided.b, this.flip);
    this.element = html("div", { class: "said" }, this.grid, words, this.aloud);
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
    const p = (words, is) => filled(doc.sides[is ? "below" : "not_below"], { p: words, alpha: level });
    this.words.textContent = filled(doc.sentences[this.name], {
      diff: p(`p_diff ${doc.p_diff}`, different),
      eqv: p(`p_eqv ${doc.p_eqv[margin]}`, equivalent),
      margin: doc.margin_words[margin],
    });
    [doc.p_eqv[margin], doc.lambda_a[margin], doc.lambda_b[margin], doc.p_diff]
      .forEach((value, at) => (this.numbers[at].textContent = value.replace("= ", "")));
    const cuts = doc.margins_written[margin];
    for (const [side, words] of Object.entries(this.sided)) {
      const sentence = Object.values(doc.one_sided)[
        doc[`passed_${side}`][alpha * doc.margins.length + margin]];
      words.textContent = `${doc.medians[side]} ${filled(sentence, { alpha: level, ...cuts })}`;
    }
    const flips = doc.flips[alpha];
    const answer = `At α = ${level} the answer to equivalence`;
    this.flip.textContent = flips.length
      ? `${answer} changes at ${flips.map(([at]) => `margin ${at}`).join(" and at ")}.`
      : `${answer} is the same at every ${doc.superior === null ? "" : "inferior "}margin here.`;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => (this.aloud.textContent = this.words.textContent), 600);
  }
}

/** Which of both tests a verdict says to be significant. */
function holds(name) {
  const both = name === "both";
  return { different: both || name === "different", equivalent: both || name === "equivalent" };
}
