// The main number of a pair: F at the window, its recall and precision, and the share of the track scored.
// Pressing recall and precision unfolds all other scores.

import { unfolding } from "../shared/buttons.js";
import { html, set, setText, termLink } from "../shared/elements.js";
import { DIRECTIONS, MEASURES, PARTS, SIDES, schema, valueOf } from "../shared/schema.js";
import { filled, percent, rounded, scoreOf, withSymbols } from "../shared/text.js";
import { timesIn } from "../shared/times.js";
import { described } from "../shared/window-slider.js";
import { COUNTED, SCORED, isScored, nameAt, scoreText } from "./readout.js";

const DECIMALS = 2;
const NOTHING = "Nothing to compare within the window";
const meaningOf = (side, own, other) => html("div", {}, html("b", { class: side }, side),
  `: how often the ${other} agrees where the ${own} calls one of two moments closer.`);

export class Headline {
  /** `parts` are the elements that recall and precision unfold. */
  constructor(...parts) {
    this.window = termLink("window");
    this.counting = html("p", { class: "counting" }, this.window);
    this.scores = html("div", { class: "pair", id: "scores" }, ...parts, this.counting);
    this.numbers = Object.fromEntries(PARTS.map((part) => [part, html("b", { "data-headline": part })]));
    this.numbers.f_measure.className = "large";
    this.letter = html("i");
    this.how = html("span");
    this.reduced = termLink("reduced", { class: "about", "aria-label": "What reduced means" }, "?");
    // Pointing or the Tab key explains recall, precision, the share scored and "reduced".
    const meaning = html("div", { class: "meaning", role: "tooltip", id: "meaning" },
      meaningOf("recall", "reference", "estimate"), meaningOf("precision", "estimate", "reference"),
      html("div", {}, html("b", {}, "track scored"), `: ${SCORED}`),
      html("div", {}, html("b", {}, "reduced"), ` ${COUNTED.reduced} `, html("b", {}, "full"),
        ` ${COUNTED.full} Labels count only in L.`));
    const sides = unfolding("scores", html("span", { class: "more" }, "all scores"), this.scores);
    sides.classList.add("sides");
    sides.setAttribute("aria-describedby", meaning.id);
    sides.prepend(...DIRECTIONS.flatMap(
      (side) => [html("span", { class: side }, `${side} `, this.numbers[side]), " "]));
    this.coverage = html("p", { class: "coverage" });
    this.element = html("div", { class: "headline" }, this.numbers.f_measure,
      html("div", { class: "parts" },
        html("div", {}, html("span", { class: "symbol" }, this.letter, html("sub", {}, "F")),
          html("span", { class: "how" }, this.how, this.reduced)),
        sides),
      this.coverage, meaning);
    // A pointer that rests where a menu closed does not ask for it.
    this.element.onmousemove = () => this.element.classList.add("pointed");
    this.element.onmouseleave = () => this.element.classList.remove("pointed");
  }

  load(doc) {
    this.doc = doc;
    this.shown = "";
  }

  show(index, variant) {
    const { doc: { scores, windows, window_texts: texts, says } } = this;
    const { key, letter, title, windowed } = MEASURES[variant];
    const now = `${index} ${key}`;
    if (now === this.shown) return;
    this.shown = now;
    const whole = windows[index] === null;
    const moments = whole ? "moments of the whole track" : `moments up to ${texts[index].slice(1)} from q`;
    setText(this.window, `Window: ${described(this.doc, index)}.`);
    setText(this.letter, letter);
    const name = variant && title !== letter ? ` ${title}` : "";
    setText(this.how, windowed || whole
      ? `${name}, ${moments}`
      : `, ${moments.replace("moments ", "")}: hierscope's own`);
    this.reduced.hidden = variant > 0;
    for (const [part, element] of Object.entries(this.numbers)) {
      const scored = isScored(scores, index, part, key);
      const nothing = part === "f_measure" ? "no score" : "none";
      setText(element, scored ? scoreText(scores, index, part, key, DECIMALS) : nothing);
      set(element, { title: scored ? scoreText(scores, index, part, key) : NOTHING });
      element.classList.toggle("none", !scored);
    }
    const shares = DIRECTIONS.map((side) => valueOf(scores, "scores", index, `${side}_share_${key}`));
    this.#cover(says.coverage, key, shares);
  }

  // If a score rests on less than half of the track, this is shown first.
  #cover({ least, enough, whole, little }, key, shares) {
    const short = DIRECTIONS.filter((_, at) => shares[at] < least);
    const [recall, precision] = shares.map((share) => (short.length ? percent : rounded)(share));
    const text = short.length
      ? little[key][short.length > 1 ? "f_measure" : short[0]]
      : shares.every((share) => share === 1) ? whole : enough;
    this.coverage.classList.toggle("short", short.length > 0);
    setText(this.coverage, filled(text, { recall, precision }));
  }
}

/** The scores in one line, while the headline is scrolled out of view. */
export class Brief {
  constructor() {
    this.name = html("span");
    this.scores = PARTS.map(() => html("b"));
    this.letters = PARTS.map(() => html("span"));
    this.element = html("div", { class: "brief", "aria-hidden": "true" }, html("div", {}, this.name,
      ...PARTS.map((part, at) => {
        const [, index] = MEASURES[0].symbols[part].split("_");
        return html("span", { class: part === "f_measure" ? "f" : part },
          html("i", {}, this.letters[at], html("sub", {}, index)), " ", this.scores[at]);
      })));
  }

  show(doc, index, variant) {
    const { key, letter } = MEASURES[variant];
    this.letters.forEach((element) => setText(element, letter));
    setText(this.name, nameAt(MEASURES[variant], doc.windows[index]));
    PARTS.forEach((part, at) => setText(this.scores[at], scoreText(doc.scores, index, part, key, 2)));
  }
}

/** Describes the query: its segments in both hierarchies, and its g(q). */
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
      ...SIDES.map(
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
        .map(({ name, label, start, end }) =>
          `${name}: ${label ? `${label} ` : ""}${times.span(start, end)}`)
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
