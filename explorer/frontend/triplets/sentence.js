// One triplet in words, and what the query counts.

import { choice } from "../shared/buttons.js";
import { html, setText, termLink } from "../shared/elements.js";
import { countText, percent } from "../shared/numbers.js";

const DIRECTIONS = [
  ["recall", "recall", "The reference's triplets: does the estimate agree?"],
  ["precision", "precision", "The estimate's triplets: does the reference agree?"],
];
const OUTCOMES = { agree: "agree", tie: "ties", inverted: "inverted" };

export class Sentence {
  /** change(name, value) is called for a direction, and for whether marks are drawn. */
  constructor(change) {
    this.direction = choice("Whose triplets", "direction", DIRECTIONS, (value) => change("direction", value));
    this.marks = html("input", { type: "checkbox", onchange: () => change("marks", this.marks.checked) });
    // The Tab key stops at the first of these links, whose term leads to those of the others.
    this.total = termLink("triplet");
    this.keys = Object.keys(OUTCOMES).map((name) => termLink(name, { class: `key ${name}`, tabindex: -1 }));
    this.counts = html("span", { class: "counts" }, this.total, ...this.keys);
    this.bar = new Split();
    this.about = html("span");
    this.cost = termLink("block", { class: "cost", tabindex: -1 });
    this.words = html("p", { class: "words" }, this.about, this.cost);
    this.status = html("span", { class: "aloud", role: "status" });
    const title = "Draw the costliest block of q, or the chosen one, over the layers";
    this.line = html("div", { class: "line" }, this.direction.element, this.bar.element, this.counts,
      html("label", { class: "toggle", title }, this.marks, " draw triplet"));
    this.element = html("div", { class: "sentence" }, this.line, this.words, this.status);
  }

  destroy() {
    clearTimeout(this.reading);
  }

  /** What is said, a sentence each. */
  get sentences() {
    return this.words.textContent.split(/(?<=[.;]) /);
  }

  /** `shown` is what the words are for, which the view is ahead of; `lack` says why there is no score. */
  show(triplets, state, shown, meant, { title, has_triplets: listed }, lack) {
    this.direction.show(state.direction);
    this.marks.checked = state.marks;
    const written = listed && !lack;
    this.element.classList.toggle("late", !meant && written);
    this.line.style.display = written ? "" : "none";
    if (!written) {
      this.cost.hidden = true;
      setText(this.about, lack || `Triplets of ${title} are not listed.`);
      return;
    }
    if (!triplets) return;
    this.element.dataset.shown = shown;
    const { total, agree, tie, inverted, picked, frameless } = triplets;
    this.bar.show(agree, tie, inverted);
    setText(this.total, total ? `${countText(total, frameless)} of q: ` : "no triplet at q");
    Object.entries(OUTCOMES).forEach(([name, words], index) => {
      this.keys[index].hidden = !total;
      setText(this.keys[index], total ? `${percent(triplets[name] / total)} ${words}` : "");
    });
    this.cost.hidden = !picked;
    setText(this.cost, !picked ? "" : picked.outcome === "agree"
      ? ` This block: ${countText(picked.count, frameless)}, ${percent(picked.count / total)} of those of q.`
      : ` This block: ${countText(picked.count, frameless)}, ${percent(picked.of_loss)} of what q loses.`);
    setText(this.about, triplets.words);
    // Read aloud once it stays.
    if (this.status.textContent === triplets.words) return;
    clearTimeout(this.reading);
    this.reading = setTimeout(() => (this.status.textContent = triplets.words), 600);
  }
}

/** A bar of parts: agree, tie, inverted, and what has no triplet. */
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
