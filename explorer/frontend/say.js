// One triplet in words, and what the query counts.

import { html } from "./draw.js";

const DIRECTIONS = ["recall", "precision"];

export class Say {
  /** `on` has direction(name) and marks(shown); `tools` stand at the end of the first line. */
  constructor(on, tools) {
    this.radios = DIRECTIONS.map((name) => {
      const radio = html("input", { type: "radio", name: "direction", value: name });
      radio.addEventListener("change", () => on.direction(name));
      return radio;
    });
    this.marks = html("input", { type: "checkbox" });
    this.marks.addEventListener("change", () => on.marks(this.marks.checked));
    this.counts = html("span", { class: "counts" });
    this.bar = new Split();
    this.words = html("p", { class: "sentence" });
    this.cost = html("span", { class: "cost" });
    this.element = html("div", { class: "say" },
      html("div", { class: "line" },
        html("span", { class: "choice", role: "radiogroup", "aria-label": "Whose triplets" },
          ...this.radios.map((radio, index) => html("label", { class: DIRECTIONS[index], title: index ? "The estimate's triplets: does the reference agree?" : "The reference's triplets: does the estimate agree?" }, radio, ` ${DIRECTIONS[index]}`))),
        this.bar.element, this.counts,
        html("label", { class: "toggle", title: "Draw the costliest block of q, or the chosen one, over the layers" }, this.marks, " draw it"), tools),
      this.words);
  }

  /** What is said, a sentence each. */
  get sentences() {
    return this.words.textContent.split(/(?<=[.;]) /);
  }

  /** `shown` is what the words are for: the view is ahead of them while the query moves. */
  show(triplets, state, shown) {
    this.radios.forEach((radio) => (radio.checked = radio.value === state.direction));
    this.marks.checked = state.marks;
    this.element.classList.toggle("late", !triplets);
    if (!triplets) return;
    this.element.dataset.shown = shown;
    const { total, agree, tie, inverted, picked } = triplets;
    this.bar.show(agree, tie, inverted);
    this.counts.textContent = total
      ? `${countText(total)} triplets of q: ${percent(agree / total)} agree, ${percent(tie / total)} ties, ${percent(inverted / total)} inverted`
      : "no triplet at q";
    this.cost.textContent = picked && picked.outcome !== "agree" ? ` This block: ${countText(picked.count)} triplets, ${percent(picked.of_loss)} of what q loses.` : "";
    this.words.replaceChildren(triplets.words, this.cost);
  }
}

/** A bar of three parts: agree, tie, inverted. */
export class Split {
  constructor() {
    this.parts = ["agree", "tie", "inverted"].map((name) => html("span", { class: name }));
    this.element = html("span", { class: "split", "aria-hidden": "true" }, ...this.parts);
  }

  show(...amounts) {
    amounts.forEach((amount, index) => (this.parts[index].style.flexGrow = Math.max(amount, 0)));
    this.element.classList.toggle("none", !amounts.some((amount) => amount > 0));
  }
}

/** Write a count; seconds times seconds have digits. */
export function countText(count) {
  return Number.isInteger(count) ? count.toLocaleString("en") : `${count.toFixed(1)} s²`;
}

export function percent(share) {
  if (share === null) return "–";
  return `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;
}
