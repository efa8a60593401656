// A slider over values that are here, with typed entry. Text stays as typed until the slider moves.

import { alone } from "./alone.js";
import { html, set, setText, write } from "./elements.js";

export class Slider {
  /**
   * A kind of slider says how values are read(text, doc), NaN where they are none, and written(value), what
   * is spoken(value, doc) and told about(index, doc), which is nearest(value, doc), and the rule(doc) for
   * what is typed. `on` has move(index) at every move, settle(index) when it rests, type(value), which says
   * whether it is here already, and, if wanted, near() before a move.
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
      // At once: the next press may come before the next frame.
      this.range.value = String(this.place + step);
      this.#move();
      on.settle(this.place);
    });
  }

  get place() {
    return Number(this.range.value);
  }

  // What is typed after it, in the same frame too, is the user's.
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
    // One that is not on the slider must be computed first; until then the entry is the user's.
    // Where nobody computes, the nearest is taken.
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
    // The same words again are read aloud again.
    if (this.wrong) this.note.textContent = this.kind.rule(this.doc);
    else setText(this.note, this.kind.about(this.index, this.doc));
  }

  /** Take values, and what else the kind needs. */
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
