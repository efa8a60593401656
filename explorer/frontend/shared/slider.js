// A slider over given values, with a text field. Typed text stays until the slider moves.

import { alone } from "./alone.js";
import { html, set, setText, write } from "./elements.js";

export class Slider {
  /**
   * A kind of slider has read(text, doc), NaN for wrong text; written(value); spoken(value, doc) for screen
   * readers; about(index, doc) for the tooltip; nearest(value, doc); and rule(doc) about the format of text.
   * `on` has move(index) for each move, settle(index) at rest, type(value), which returns whether the value
   * is already computed, and optionally near() before a move.
   */
  constructor(kind, on) {
    const { id, label, note } = kind;
    this.kind = kind;
    this.on = on;
    this.range = html("input", {
      type: "range", min: 0, step: 1, id, oninput: () => this.#move(), onchange: () => on.settle(this.place),
      onpointerenter: () => on.near?.(), onfocus: () => on.near?.(),
    });
    this.entry = html("input", {
      type: "text", class: "entry", inputmode: "decimal", autocomplete: "off",
      oninput: () => (this.typing = true), onchange: () => this.#take(),
      onblur: () => this.wrong || this.pending || this.#restore(),
    });
    this.label = html("label", { for: id }, ...label());
    this.note = html("span", note);
    this.unit = html("span");
    this.element = html("div", { class: "bar" }, this.label, this.range,
      html("span", { class: "typed" }, this.entry, this.unit), this.note);
    this.entry.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#restore();
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      // Do this at once: the next press may come before the next frame.
      this.range.value = String(this.place + step);
      this.#move();
      on.settle(this.place);
    });
  }

  get place() {
    return Number(this.range.value);
  }

  // Text typed after this is the user's, even in the same frame.
  #move() {
    this.typing = this.wrong = this.pending = false;
    this.index = this.place;
    this.on.move(this.place);
  }

  #take() {
    const value = this.kind.read(this.entry.value.trim(), this.doc);
    this.wrong = Number.isNaN(value);
    this.#mark();
    if (this.wrong) return;
    // A value that is not on the slider must be computed first; until then the typed text stays. Without a
    // server, the nearest value is used.
    this.typing = this.pending = !this.on.type(
      alone ? this.values[this.kind.nearest(value, this.doc)] : value);
  }

  #restore() {
    this.typing = this.wrong = false;
    this.show(this.place);
  }

  #mark() {
    this.entry.classList.toggle("wrong", Boolean(this.wrong));
    this.entry.setAttribute("aria-invalid", String(Boolean(this.wrong)));
    // Setting the same words again would make screen readers repeat them.
    if (this.wrong) this.note.textContent = this.kind.rule(this.doc);
    else setText(this.note, this.kind.about(this.index, this.doc));
  }

  /** Set values, and other data that the kind needs. */
  load(values, doc = values) {
    this.values = values;
    this.doc = doc;
    set(this.range, { "aria-label": this.kind.name(doc) });
    set(this.entry, this.kind.typed(doc));
    if (this.pending) this.typing = this.pending = false;
    this.range.max = String(values.length - 1);
  }

  show(index) {
    const value = this.values[index];
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", this.kind.spoken(value, this.doc));
    if (index !== this.index) this.typing = this.wrong = this.pending = false;
    this.index = index;
    if (this.typing || this.wrong) return;
    write(this.entry, this.kind.written(value));
    this.#mark();
  }
}
