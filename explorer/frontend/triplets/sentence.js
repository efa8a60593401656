// The question of a triplet, the answer of each hierarchy, and the verdict; the reasons unfold.

import { choice, unfolding } from "../shared/buttons.js";
import { html, setText, termLink } from "../shared/elements.js";
import { countText, percents, rounded } from "../shared/text.js";

const DIRECTIONS = [
  ["recall", "recall", "The reference's triplets: does the estimate agree?"],
  ["precision", "precision", "The estimate's triplets: does the reference agree?"],
];
const OUTCOMES = { agree: "agree", tie: "ties", inverted: "opposite" };
const SIDES = ["Reference", "Estimate"];

export class Sentence {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(choices) {
    const change = (name, value) => choices.change(name, value);
    this.direction = choice("Whose triplets", "direction", DIRECTIONS, (value) => change("direction", value));
    this.marks = html("input", { type: "checkbox", onchange: () => change("marks", this.marks.checked) });
    // The Tab key stops only at the first of these links; its term links to the others.
    this.total = termLink("triplet");
    this.keys = Object.keys(OUTCOMES).map((name) => termLink(name, { class: `key ${name}`, tabindex: -1 }));
    this.counts = html("span", { class: "counts" }, this.total, ...this.keys);
    this.bar = new Split();
    this.moments = ["q", "i", "j"].map((name) => html("b", { class: name }));
    const [q, i, j] = this.moments;
    this.question = html("span", { class: "question" }, "At ", q, ", which is closer: ", i, " or ", j, "?");
    this.chips = SIDES.map(() => html("span", { class: "chip" }));
    this.verdict = html("b", { class: "verdict" });
    this.asked = html("p", { class: "asked" }, this.question, ...this.chips, this.verdict);
    this.about = html("span");
    this.cost = termLink("block", { class: "cost", tabindex: -1 });
    this.reasons = html("p", { class: "explanation" }, this.about, this.cost);
    this.status = html("span", { class: "aloud", role: "status" });
    const title = "Draw a triplet of the chosen block, or of the costliest one, under the layers";
    this.tally = html("div", { class: "tally" }, this.direction.element, this.bar.element, this.counts,
      html("label", { class: "toggle", title }, this.marks, " draw triplet"),
      html("button", { class: "unfold", onclick: () => choices.publish("zoom") }, "zoom to triplet (Z)"));
    this.more = html("div", { class: "reasons", id: "reasons" }, this.reasons, this.tally);
    this.place = html("span");
    const stepper = (sign, title, by) =>
      html("button", { title, "aria-label": title, onclick: () => choices.publish("step", by) }, sign);
    this.steps = html("span", { class: "steps" }, stepper("‹", "Costlier block (P)", -1), this.place,
      stepper("›", "Next block (N)", 1));
    this.fold = unfolding("words", "in words", this.more);
    this.line = html("div", { class: "line" }, this.asked, this.fold, this.steps);
    this.element = html("div", { class: "sentence" }, this.line, this.more, this.status);
    this.#ask(null, ""); // until the first answer
    choices.listen("heard", (name) => this.hear(name));
  }

  destroy() {
    clearTimeout(this.reading);
  }

  get sentences() {
    const asked = this.question.hidden ? [] : [this.question.textContent];
    return [...asked, ...this.reasons.textContent.split(/(?<=\.) /)];
  }

  /** `shown` identifies what the text is about; `lack` is the reason why there is no score. */
  show(triplets, state, shown, meant, { title, has_triplets: listed }, lack) {
    this.direction.show(state.direction);
    this.marks.checked = state.marks;
    this.asked.classList.toggle("drawn", state.marks); // the answers are then under the layers
    const asked = listed && !lack;
    this.element.classList.toggle("late", !meant && asked);
    this.tally.hidden = !asked;
    if (!asked) {
      this.#ask(null, lack || `Triplets of ${title} are not listed.`);
      return;
    }
    if (!triplets) return;
    this.element.dataset.shown = shown;
    this.#ask(triplets.picked, triplets.sentence);
    this.#count(triplets);
    // Screen readers read it once it has settled.
    const parts = this.question.hidden ? [this.verdict] : [this.question, ...this.chips, this.verdict];
    const aloud = parts.map((part) => part.textContent).join(" ");
    if (this.status.textContent === aloud) return;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => (this.status.textContent = aloud), 600);
  }

  /** Mark which moment is heard, q, i or j; null for none. */
  hear(name) {
    this.moments.forEach((moment) => moment.classList.toggle("heard", moment.className[0] === name));
  }

  /** Show the rank of the drawn block among a side's costliest, counted from 0. */
  tell(at, length, state) {
    this.steps.hidden = !length;
    this.place.className = state.direction;
    const listed = state.outcome === "agree" ? "agreement" : "disagreement";
    setText(this.place, at < 0 ? listed : `${listed} ${at + 1} of ${length}, costliest first`);
  }

  /**
   * Show the question; without a triplet, the reason.
   * @param {DrawnTriplet | null} picked
   */
  #ask(picked, text) {
    for (const part of [this.question, ...this.chips]) part.hidden = !picked;
    this.cost.hidden = !picked;
    setText(this.about, text);
    setText(this.verdict, picked ? picked.verdict : text);
    this.element.classList.toggle("unasked", !picked);
    if (!picked) return;
    const [q, i, j] = picked.moments;
    [q, `i ${i}`, `j ${j}`].forEach((text, at) => setText(this.moments[at], text));
    this.asked.dataset.outcome = picked.outcome ?? "none";
    this.chips.forEach((chip, side) => {
      chip.classList.toggle("other", side !== picked.own);
      setText(chip, `${SIDES[side]}: ${picked.answers[side]}`);
    });
  }

  /** @param {QueryTriplets} triplets */
  #count({ total, agree, tie, inverted, picked, frameless }) {
    this.bar.show(agree, tie, inverted);
    setText(this.total, total ? `${countText(total, frameless)} of q: ` : "no triplet at q");
    const shares = total ? percents(agree / total, tie / total, inverted / total) : [];
    Object.values(OUTCOMES).forEach((name, index) => {
      this.keys[index].hidden = !total;
      setText(this.keys[index], total ? `${shares[index]} ${name}` : "");
    });
    if (!picked) return;
    const [share, whole] = picked.outcome === "agree"
      ? [picked.count / total, "all triplets of q"]
      : [picked.of_loss, "what q loses"];
    const alike = `${countText(picked.count, frameless)} like this one`;
    setText(this.cost, ` ${alike}: ${rounded(share)} of ${whole}.`);
  }
}

/** A bar of shares: agree, tie, inverted, and no triplet. */
export class Split {
  constructor() {
    this.parts = ["agree", "tie", "inverted", "none"].map((name) => html("span", { class: name }));
    this.element = html("span", { class: "split", "aria-hidden": "true" }, ...this.parts);
  }

  show(...amounts) {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    amounts.forEach((amount, index) => (this.parts[index].style.flexGrow = total > 0 ? amount / total : 0));
  }
}
