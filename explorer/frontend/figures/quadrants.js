// The verdict of both tests, with its numbers, which unfold.

import { html } from "../shared/elements.js";
import { filled } from "../shared/text.js";

const PLACES = ["different", "both", "neither", "equivalent"]; // row by row
const NUMBERS = ["p_eqv", "λ_A", "λ_B", "p_diff"];
const SYMBOL = /([pTλ])_(diff|eqv|[ISAB])/;

export class Quadrants {
  /** `opened` is called when the numbers unfold. */
  constructor(opened) {
    const cell = (name) => html("span", { class: "cell", "data-verdict": name }, name);
    const foot = (label) => html("span", { class: "foot" }, label);
    this.cells = new Map(PLACES.map((name) => [name, cell(name)]));
    const [different, both, neither, equivalent] = this.cells.values();
    this.grid = html("div", { class: "quadrants", "aria-hidden": "true" },
      html("span", { class: "side" }, "a difference", html("br"), "is found"), different, both,
      html("span", { class: "side" }, "none is found"), neither, equivalent,
      html("span"), foot("not shown to be equivalent"), foot("equivalent"));
    this.headline = html("p", { class: "headline" });
    this.places = html("p", { class: "places" });
    this.aloud = html("span", { class: "aloud", role: "status" });
    this.element = html("div", { class: "verdict-head" }, this.headline, this.places, this.aloud);
    this.sentence = html("p", { class: "verdict" });
    this.numbers = NUMBERS.map((name) => html("b", { "data-value": name }));
    const sided = (side) => html("p", { class: "quiet sided", "data-sided": side });
    this.sided = { a: sided("a"), b: sided("b") };
    this.flip = html("p", { class: "quiet" });
    const numbers = this.numbers.map((number, at) => html("span", {}, ...symbols(NUMBERS[at]), " ", number));
    this.details = html("details", { class: "tests", ontoggle: opened },
      html("summary", {}, "Numbers and tests"),
      html("div", { class: "verdict-box" }, this.grid, html("div", {}, this.sentence,
        html("p", { class: "numbers" }, ...numbers), this.sided.a, this.sided.b, this.flip)));
  }

  /** @param {import("./styles.js").TestsDrawing} doc */
  load(doc) {
    if (!this.doc && !doc.folded) this.details.open = true;
    this.doc = doc;
  }

  destroy() {
    clearTimeout(this.reading);
  }

  show(margin, alpha) {
    const { doc } = this;
    const at = alpha * doc.margins.length + margin;
    this.name = doc.verdicts[doc.verdict[at]];
    for (const [name, cell] of this.cells) cell.classList.toggle("here", name === this.name);
    this.headline.textContent = filled(doc.headlines[this.name], { margin: doc.margin_words[margin] });
    this.places.textContent = ["a", "b"].map((side) => doc.places[side][doc[`place_${side}`][at]])
      .filter(Boolean).join(" ");
    const shown = (verdict) => this.name === verdict || this.name === "both";
    const level = `${doc.alphas[alpha]}`;
    const p = (written, is) => filled(doc.sides[is ? "below" : "not_below"], { p: written, alpha: level });
    write(this.sentence, filled(doc.sentences[this.name], {
      diff: p(`p_diff ${doc.p_diff}`, shown("different")),
      eqv: p(`p_eqv ${doc.p_eqv[margin]}`, shown("equivalent")),
      margin: doc.margin_words[margin],
    }));
    [doc.p_eqv[margin], doc.lambda_a[margin], doc.lambda_b[margin], doc.p_diff]
      .forEach((value, at) => (this.numbers[at].textContent = value.replace("= ", "")));
    const cuts = doc.margins_written[margin];
    for (const [side, paragraph] of Object.entries(this.sided)) {
      const result = Object.values(doc.one_sided)[doc[`passed_${side}`][at]];
      write(paragraph, `${doc.medians[side]} ${filled(result, { alpha: level, ...cuts })}`);
    }
    const flips = doc.flips[alpha];
    this.flip.textContent = flips.length
      ? `At α = ${level} equivalence changes at ${flips.map(([at]) => `margin ${at}`).join(" and at ")}.`
      : `At α = ${level} equivalence is the same at every margin.`;
    clearTimeout(this.reading);
    const verdict = `${this.headline.textContent} ${this.places.textContent}`;
    this.reading = setTimeout(() => (this.aloud.textContent = verdict), 600);
  }
}

function write(paragraph, text) {
  paragraph.replaceChildren(...symbols(text));
}

/** The parts of a text, with symbols such as p_diff and T_I written as a letter and its index. */
function symbols(text) {
  const parts = text.split(SYMBOL);
  return parts.flatMap((part, at) => [[part], [html("i", {}, part)], [html("sub", {}, part)]][at % 3]);
}
