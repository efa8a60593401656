// Both tests of two corpora, for each margin and level. The core computed everything in advance, so moving a
// slider needs no server.

import { html } from "../shared/elements.js";
import { Rest } from "../shared/rest.js";
import { nearestPlace } from "../shared/scales.js";
import { Slider } from "../shared/slider.js";
import { readNumber } from "../shared/text.js";
import { Plotly, recolored } from "./plot.js";
import { Plotted } from "./plotted.js";
import { Quadrants } from "./quadrants.js";

const MARGIN = "margin"; // the equivalence margin

/**
 * See explorer/messages/styles.py: by margin, by level (`flips`, `marks`) or both (arrays, level by level).
 * @typedef {import("./plotted.js").Drawing & { margins: number[], margin_words: string[], alphas: number[],
 *   p_diff: string, p_eqv: string[], lambda_a: string[], lambda_b: string[],
 *   sides: Record<"below" | "not_below", string>, sentences: Record<string, string>,
 *   medians: Record<"a" | "b", string>, margins_written: Record<string, string>[],
 *   one_sided: Record<string, string>, headlines: Record<string, string>,
 *   places: Record<"a" | "b", string[]>, verdicts: string[], flips: [number, boolean][][],
 *   marks: object[], folded: boolean, verdict: Uint8Array, passed_a: Uint8Array, passed_b: Uint8Array,
 *   place_a: Uint8Array, place_b: Uint8Array }} TestsDrawing
 * @typedef {{ key: string, margin: number, alpha: number, restored: number }} Start
 */

/** @extends {Plotted<TestsDrawing, Start>} */
export class Styles extends Plotted {
  constructor(root) {
    super(root, { move: (index) => this.#move(MARGIN, index), rest: () => this.rests.margin.begin() });
    this.marks = []; // of levels
    this.marked = null;
    this.sliders = {
      margin: this.#slider("Equivalence margin", "equivalence-margin", MARGIN),
      alpha: this.#slider("Level α", "level", "alpha"),
    };
    this.rests = Object.fromEntries(
      [MARGIN, "alpha"].map((name) => [name, new Rest(() => this.#tell(name))]));
    this.index = { margin: 0, alpha: 0 };
    this.value = { margin: 0, alpha: 0 }; // the user's choice; a typed value may not be computed yet
    this.quadrants = new Quadrants(() => this.layout());
    this.homes[1] = this.quadrants.details; // of the labelings
    this.box.append(
      html("div", { class: "bars" }, this.sliders.margin.element, this.sliders.alpha.element));
    this.place(html("div", { class: "styles figures" },
      this.quadrants.element, this.box, this.quadrants.details), this.box);
  }

  #slider(label, id, name) {
    return new NumberSlider(label, id, name,
      { move: (index) => this.#move(name, index), settle: () => this.rests[name].begin(),
        type: (value) => this.#type(name, value) });
  }

  take() {
    const { doc, now, news: { restored, other } } = this;
    if (other) {
      for (const [name, slider] of Object.entries(this.sliders)) slider.load(doc[`${name}s`]);
      this.quadrants.load(doc);
    }
    // A new drawing starts with the current values, unless Python sends others.
    if (!restored && !other) return;
    const { margin, alpha } = restored ? now : this.value;
    Object.values(this.rests).forEach((rest) => rest.forget());
    this.value = { margin, alpha };
    this.index = { margin: this.sliders.margin.nearest(margin), alpha: this.sliders.alpha.nearest(alpha) };
  }

  destroy() {
    super.destroy();
    Object.values(this.rests).forEach((rest) => rest.close());
    this.quadrants.destroy();
  }

  #move(name, index) {
    this.index[name] = index;
    this.value[name] = this.doc[`${name}s`][index];
    this.rests[name].forget();
    this.later();
  }

  #tell(name) {
    this.rests[name].forget();
    this.press(name, this.value[name]);
  }

  // Python computes a value that is not offered; the next drawing then has it.
  #type(name, value) {
    const at = this.doc[`${name}s`].indexOf(value);
    if (at >= 0) this.#move(name, at);
    this.value[name] = value;
    this.#tell(name);
    return at >= 0;
  }

  redrawn() {
    this.marks = JSON.parse(recolored(JSON.stringify(this.doc.marks), this.colors));
    this.marked = null;
  }

  /** Show everything at the current margin and level; slower parts slightly later. */
  show() {
    const { margin, alpha } = this.index;
    this.quadrants.show(margin, alpha);
    this.sliders.margin.show(margin);
    this.sliders.alpha.show(alpha);
    if (!this.ready) return;
    this.plots[0].mark(margin);
    this.turns += 1;
    Object.assign(this.element.dataset, {
      key: this.now.key, margin: String(this.doc.margins[margin]), alpha: String(this.doc.alphas[alpha]),
      verdict: this.quadrants.name, drawn: String(this.turns),
    });
    this.follow();
  }

  parts() {
    const { open } = this.quadrants.details;
    return [() => this.#mark(), ...(open ? [() => this.plots[1].follow(this.index.margin)] : [])];
  }

  #mark() {
    const marks = this.marks[this.index.alpha];
    if (this.marked !== marks) Plotly.relayout(this.plots[0].box, marks);
    this.marked = marks;
  }
}

/** A slider over computed numbers. */
class NumberSlider extends Slider {
  /** `word` names a value for screen readers. */
  constructor(name, id, word, on) {
    super({
      id,
      name: () => name,
      label: () => [name],
      typed: () => ({ "aria-label": `${name}, typed` }),
      note: { class: "note", role: "alert" },
      written: String,
      spoken: (value) => `${word} ${value}`,
      about: () => "",
      nearest: (value, values) => nearestPlace(values, value),
      rule: (values) => `a number from ${values[0]} to ${values.at(-1)}`,
      read: (text, values) => {
        const value = readNumber(text);
        return value >= values[0] && value <= values.at(-1) ? value : NaN;
      },
    }, on);
  }

  /** Use other numbers; typed text stays, unless it waits for these. */
  load(values) {
    const typing = this.typing && !this.pending;
    this.index = typing ? values.indexOf(this.values[this.index]) : undefined;
    super.load(values);
  }

  nearest(value) {
    return nearestPlace(this.values, value);
  }
}
