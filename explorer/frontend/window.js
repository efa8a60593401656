// The window slider with typed entry.

import { html, windowText } from "./draw.js";

export class WindowSlider {
  /** `on` has move(index) at every move, settle(index) when it rests, type(seconds). */
  constructor(on) {
    this.range = html("input", { type: "range", min: 0, step: 1, id: "window", "aria-label": "Window w in seconds" });
    this.entry = html("input", { type: "text", class: "entry", inputmode: "decimal", autocomplete: "off", "aria-label": "Window in seconds, or inf", title: "Type seconds, or inf for the whole track" });
    this.words = html("span", { class: "words", role: "status" });
    this.element = html("div", { class: "bar" },
      html("label", { for: "window" }, "Window ", html("i", {}, "w")), this.range, html("span", { class: "typed" }, this.entry, html("span", {}, " s")), this.words);
    this.range.addEventListener("input", () => on.move(Number(this.range.value)));
    this.range.addEventListener("change", () => on.settle(Number(this.range.value)));
    const take = () => {
      const text = this.entry.value.trim().toLowerCase().replace(",", ".").replace(/\s*s$/, "");
      const seconds = ["inf", "∞", "infinity", "all"].includes(text) ? null : Number(text);
      const valid = seconds === null || (text !== "" && seconds > 0 && Number.isFinite(seconds));
      this.entry.classList.toggle("wrong", !valid);
      this.entry.setAttribute("aria-invalid", String(!valid));
      if (valid) on.type(seconds);
    };
    this.entry.addEventListener("change", take);
    this.entry.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const index = Math.min(Math.max(Number(this.range.value) + step, 0), this.doc.windows.length - 1);
      on.move(index);
      on.settle(index);
    });
  }

  load(doc) {
    this.doc = doc;
    this.range.max = doc.windows.length - 1;
  }

  show(index) {
    const window = this.doc.windows[index];
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", window === null ? "whole track" : `${windowText(window)} seconds`);
    const root = this.entry.getRootNode();
    if (root.activeElement !== this.entry || Number(this.entry.value) !== window) this.entry.value = windowText(window);
    this.entry.classList.remove("wrong");
    this.words.textContent = this.doc.words[index];
  }
}
