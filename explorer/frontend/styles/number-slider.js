// A slider over numbers that were computed, with typed entry: others are computed when typed.

import { html, write } from "../shared/elements.js";
import { nearestPlace } from "../shared/scales.js";

export class NumberSlider {
  /** `on` has move(index) at every move, settle() when it rests, type(value). */
  constructor(name, id, on) {
    this.range = html("input", { type: "range", min: 0, step: 1, id, "aria-label": name });
    this.entry = html("input", { type: "text", class: "entry", inputmode: "decimal", autocomplete: "off", "aria-label": `${name}, typed` });
    this.note = html("span", { class: "note", role: "alert" });
    this.label = html("label", { for: id }, name);
    this.element = html("div", { class: "bar" }, this.label, this.range, html("span", { class: "typed" }, this.entry), this.note);
    this.range.addEventListener("input", () => on.move(Number(this.range.value)));
    this.range.addEventListener("change", () => on.settle());
    this.entry.addEventListener("input", () => (this.typing = true));
    this.entry.addEventListener("change", () => {
      const text = this.entry.value.trim().replace(",", ".");
      const value = text ? Number(text) : NaN;
      this.wrong = !(value >= this.values[0] && value <= this.values.at(-1));
      this.#mark(this.wrong);
      if (this.wrong) return;
      // Until it is computed, the entry is the user's.
      this.typing = !this.values.includes(value);
      on.type(value);
    });
    this.entry.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return this.#restore();
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.typing = this.wrong = false;
      // At once: the next press may come before the next frame.
      this.range.value = Number(this.range.value) + step;
      on.move(Number(this.range.value));
      on.settle();
    });
  }

  #restore() {
    this.typing = this.wrong = false;
    this.#write(this.index);
  }

  #mark(wrong) {
    this.note.textContent = wrong ? `a number from ${this.values[0]} to ${this.values.at(-1)}` : "";
    this.entry.classList.toggle("wrong", wrong);
    this.entry.setAttribute("aria-invalid", String(wrong));
  }

  #write(index) {
    write(this.entry, `${this.values[index]}`);
    this.#mark(false);
  }

  name(text) {
    this.label.textContent = text;
  }

  load(values, words) {
    this.values = values;
    this.words = words;
    this.index = undefined;
    this.range.max = values.length - 1;
  }

  nearest(value) {
    return nearestPlace(this.values, value);
  }

  show(index) {
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", this.words(this.values[index]));
    // What is being typed is the user's; a move of the slider ends it.
    if (index !== this.index) this.typing = this.wrong = false;
    this.index = index;
    if (!this.typing && !this.wrong) this.#write(index);
  }
}
