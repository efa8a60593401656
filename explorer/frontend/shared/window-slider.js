// The window slider with typed entry.

import { html, setText, write } from "./elements.js";
import { termLink } from "./glossary-link.js";
import { nearest } from "./scales.js";
import { readTime, windowText } from "./times.js";

/** The number of the window nearest in proportion; the whole track only for itself. */
export function nearestWindow({ windows, most }, window) {
  if (window === null || window >= most) return windows.length - 1;
  return nearest(windows, (candidate) => candidate === null ? Infinity : Math.abs(Math.log(candidate / window)));
}

export class WindowSlider {
  /** `on` has move(index), settle(index) when it rests, type(seconds) and, if wanted, near() before a move. */
  constructor(on) {
    this.range = html("input", { type: "range", min: 0, step: 1, id: "window", "aria-label": "Window w in seconds" });
    this.entry = html("input", { type: "text", class: "entry", inputmode: "decimal", autocomplete: "off", "aria-label": "Window in seconds, or inf", title: "Type seconds, or inf for the whole track" });
    this.words = html("span", { class: "words", role: "status" });
    this.element = html("div", { class: "bar" },
      html("label", { for: "window" }, "Window ", termLink("window", { tabindex: -1 }, html("i", {}, "w"))), this.range, html("span", { class: "typed" }, this.entry, html("span", {}, " s")), this.words);
    for (const kind of ["pointerenter", "focus"]) this.range.addEventListener(kind, () => on.near?.());
    this.range.addEventListener("input", () => on.move(Number(this.range.value)));
    this.range.addEventListener("change", () => on.settle(Number(this.range.value)));
    this.entry.addEventListener("input", () => (this.typing = true));
    this.entry.addEventListener("change", () => this.#take());
    this.entry.addEventListener("blur", () => {
      if (this.wrong || this.pending) return;
      this.typing = false;
      this.show(Number(this.range.value));
    });
    this.entry.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#settle(Number(this.range.value));
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const index = Math.min(Math.max(Number(this.range.value) + step, 0), this.doc.windows.length - 1);
      this.typing = false;
      on.move(index);
      on.settle(index);
    });
    this.on = on;
  }

  // Take what was typed: seconds, m:ss, or the whole track.
  #take() {
    const text = this.entry.value.trim().toLowerCase();
    const whole = ["inf", "∞", "infinity", "all"].includes(text);
    // A window of an hour is the whole track.
    const seconds = whole ? null : /:.*:/.test(text) ? NaN : readTime(text);
    this.wrong = seconds !== null && !(seconds >= this.doc.least && Number.isFinite(seconds));
    this.#mark();
    if (this.wrong) {
      this.words.textContent = `type seconds (at least ${this.doc.least}), m:ss, or inf`;
      return;
    }
    // A window that is not on the slider must be scored first; until then the entry is the user's.
    this.typing = !this.on.type(seconds);
    this.pending = this.typing;
  }

  #settle(index) {
    this.typing = this.wrong = false;
    this.show(index);
  }

  #mark() {
    this.entry.classList.toggle("wrong", Boolean(this.wrong));
    this.entry.setAttribute("aria-invalid", String(Boolean(this.wrong)));
  }

  load(doc) {
    this.doc = doc;
    if (this.pending) this.typing = this.pending = false;
    this.range.max = doc.windows.length - 1;
  }

  show(index) {
    const window = this.doc.windows[index];
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", window === null ? "whole track" : `${windowText(window)} seconds`);
    // What is being typed is the user's; a move of the slider ends it.
    if (index !== this.index) this.typing = this.wrong = this.pending = false;
    this.index = index;
    if (this.typing || this.wrong) return;
    write(this.entry, windowText(window));
    this.#mark();
    setText(this.words, described(this.doc, index));
  }
}

/** Say in words what is computed at a window. */
export function described({ words, frames }, index) {
  return `${words[index]}, ${frames}`;
}
