// A slider over numbers that were computed, with typed entry: the nearest of them is taken.

import { html } from "./draw.js";

export class NumberSlider {
  /** `on` has move(index) at every move, settle(index) when it rests. */
  constructor(name, id, on) {
    this.range = html("input", { type: "range", min: 0, step: 1, id, "aria-label": name });
    this.entry = html("input", { type: "text", class: "entry", inputmode: "decimal", autocomplete: "off", "aria-label": `${name}, typed` });
    this.element = html("div", { class: "bar" }, html("label", { for: id }, name), this.range, html("span", { class: "typed" }, this.entry));
    this.range.addEventListener("input", () => on.move(Number(this.range.value)));
    this.range.addEventListener("change", () => on.settle());
    this.entry.addEventListener("input", () => (this.typing = true));
    this.entry.addEventListener("change", () => {
      const value = Number(this.entry.value.trim().replace(",", "."));
      const wrong = !(value > 0 && Number.isFinite(value));
      this.#mark(wrong);
      if (wrong) return;
      this.typing = false;
      on.move(this.nearest(value));
      on.settle();
    });
    this.entry.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.typing = false;
      // At once: the next press may come before the next frame.
      this.range.value = Number(this.range.value) + step;
      on.move(Number(this.range.value));
      on.settle();
    });
    this.entry.addEventListener("blur", () => {
      this.typing = false;
      this.#write(Number(this.range.value));
    });
  }

  #mark(wrong) {
    this.entry.classList.toggle("wrong", wrong);
    this.entry.setAttribute("aria-invalid", String(wrong));
  }

  #write(index) {
    this.entry.value = `${this.values[index]}`;
    this.#mark(false);
  }

  load(values, words) {
    this.values = values;
    this.words = words;
    this.range.max = values.length - 1;
  }

  nearest(value) {
    return this.values.reduce((best, each, at) => (Math.abs(each - value) < Math.abs(this.values[best] - value) ? at : best), 0);
  }

  show(index) {
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", this.words(this.values[index]));
    // What is being typed is the user's; a move of the slider ends it.
    if (index !== this.index) this.typing = false;
    this.index = index;
    if (!this.typing) this.#write(index);
  }
}
