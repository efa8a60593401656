// The live view of a pair: slider, scores, curves and layers, all following one window.
// Every number shown was computed by the core and shipped; nothing is scored here.

import { hush, listen, say } from "./bus.js";
import { Curves } from "./curves.js";
import { Details } from "./details.js";
import { html, theme } from "./draw.js";
import { Layers } from "./layers.js";
import { unpack } from "./pack.js";
import { Readout, scoreText } from "./readout.js";
import { savePng, saveSvg, together } from "./save.js";
import { WindowSlider } from "./window.js";

export class Scope {
  constructor(root) {
    this.root = root;
    this.window = undefined;
    this.variant = 0;
    this.slider = new WindowSlider({
      move: (index) => this.#move(index),
      settle: () => this.#report(),
      type: (seconds) => this.#type(seconds),
    });
    this.readout = new Readout((variant) => {
      this.variant = variant;
      this.show();
      this.send("variant", variant ? "full" : "reduced");
    });
    this.curves = new Curves(root, (index) => {
      this.#move(index);
      this.#report();
    });
    this.layers = new Layers(root, {
      query: (time, settled) => this.#ask(time, settled),
      view: (start, end) => this.send("view", [this.doc.pair, start, end]),
    });
    this.details = new Details();
    this.element = html("div", { class: "scope" },
      this.slider.element,
      html("div", { class: "pair" }, html("div", { class: "numbers" }, this.readout.element, this.details.element), this.curves.element),
      this.#tools(), this.layers.element);
    root.append(this.element);
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(this.element);
    this.quiet = listen("answer", (answer) => {
      this.answer = answer;
      this.#showDetails();
    });
  }

  /** Take new data, or the same data under a new theme. */
  update(bytes, send) {
    this.send = send;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      const doc = unpack(bytes);
      const other = doc.pair !== this.doc?.pair;
      this.doc = doc;
      if (this.window === undefined) {
        this.window = doc.window;
        this.variant = doc.variant === "full" ? 1 : 0;
        this.layers.pinned = doc.query;
      }
      this.index = this.#find(this.window);
      for (const part of [this.slider, this.readout, this.curves]) part.load(doc);
      if (other) this.layers.load(doc);
      const { view } = this.layers;
      // The strips must cover what is on screen, also where the zoom was kept or given up.
      if (other && (doc.range.start !== view.start || doc.range.end !== view.end)) this.layers.moved();
    }
    this.#layout();
  }

  destroy() {
    this.observer.disconnect();
    this.quiet();
    this.layers.destroy();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.frame);
    hush("ask");
    hush("answer");
  }

  #tools() {
    const button = (text, title, action) => {
      const element = html("button", { type: "button", title, "aria-label": title }, text);
      element.addEventListener("click", action);
      return element;
    };
    const sheet = () => together([this.layers.svg, this.curves.svg], this.#caption(), theme(this.root));
    return html("div", { class: "tools" },
      html("span", { class: "hint" }, "point or click to place q · grey under a hierarchy: no triplet there · Ctrl+wheel zooms, Shift+drag pans"),
      button("+", "Zoom in", () => this.layers.zoom(0.5)),
      button("−", "Zoom out", () => this.layers.zoom(2)),
      button("fit", "Show the whole track", () => this.layers.fit()),
      button("PNG", "Save the picture as PNG", () => savePng(sheet(), "hierscope")),
      button("SVG", "Save the picture as SVG", () => saveSvg(sheet(), "hierscope")));
  }

  // What the saved picture shows, in words.
  #caption() {
    const variant = this.variant ? "full" : "reduced";
    const [recall, precision, f] = [0, 1, 2].map((at) => scoreText(this.doc.scores, this.index, 3 * this.variant + at));
    return `${this.doc.words[this.index]}. ${variant}: recall ${recall}, precision ${precision}, F ${f}`;
  }

  // The window nearest in proportion; the whole track only for itself.
  #find(window) {
    const { windows } = this.doc;
    if (window === null || window >= this.doc.most) return windows.length - 1;
    let best = 0;
    windows.forEach((candidate, index) => {
      if (candidate === null) return;
      if (Math.abs(Math.log(candidate / window)) < Math.abs(Math.log(windows[best] / window))) best = index;
    });
    return best;
  }

  #move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.show();
    });
  }

  // Tell Python once the window has rested; the drawing does not wait for it.
  #report() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send("window", this.window === null ? "inf" : this.window), 120);
  }

  #type(seconds) {
    this.window = seconds !== null && seconds >= this.doc.most ? null : seconds;
    // What is on screen stays until Python has scored a window that is not on the slider.
    const index = this.doc.windows.indexOf(this.window);
    if (index >= 0) this.#move(index);
    this.#report();
    return index >= 0;
  }

  #ask(query, settled) {
    say("ask", { query, settled });
    this.show();
  }

  #layout() {
    if (!this.doc) return;
    const colours = theme(this.root);
    for (const name of ["recall", "precision", "window"]) this.element.style.setProperty(`--${name}`, colours[name]);
    this.curves.layout();
    this.layers.layout();
    this.show();
  }

  /** Draw everything at the present window, variant and query. */
  show() {
    const { doc, index, variant } = this;
    if (index === undefined || !this.layers.stacks) return;
    this.slider.show(index);
    this.readout.show(index, variant);
    this.curves.show(index, variant);
    const row = (measure) => {
      const start = (4 * index + 2 * variant + measure) * doc.columns;
      return doc.strips.subarray(start, start + doc.columns);
    };
    this.layers.show({ back: doc.back[index], ahead: doc.ahead[index], range: doc.range, strips: [row(0), row(1)] });
    this.#showDetails();
  }

  #showDetails() {
    if (!this.layers.stacks || this.index === undefined) return;
    // An answer is for one sweep; one that belongs to the sweep before must not be shown.
    const answer = this.answer?.sweep === this.doc.sweep ? this.answer : null;
    this.details.show(this.layers.query, this.layers.stacks, answer, this.index, this.variant);
  }
}
