// Both tests of two corpora, following the margin and the level. What is shown for each was computed by
// the core and shipped; a move of a slider asks nobody.

import { html, set, svg } from "../shared/elements.js";
import { coloured, theme } from "../shared/palette.js";
import { wrapped } from "../shared/text.js";
import { saveButtons } from "../shared/buttons.js";
import { MarginCurve } from "./margin-curve.js";
import { NullDistribution } from "./null-distribution.js";
import { Quadrants } from "./quadrants.js";
import { NumberSlider } from "./number-slider.js";
import { Picture } from "../shared/picture.js";
import { Rest } from "../shared/rest.js";
import { together } from "../shared/saving.js";

const WIDE = 760; // pixels from which both kinds of pictures stand side by side
const GAP = 30;
const MARGIN = "margin"; // of equivalence
const NULLS = [
  { id: "difference", lines: [{ name: "T", up: true }] },
  { id: "a", lines: [{ name: "T_I", up: true }, { name: "T_S", up: false }] },
  { id: "b", lines: [{ name: "T_I", up: true }, { name: "T_S", up: false }] },
];

export class Styles extends Picture {
  constructor(root) {
    super(root);
    this.turns = 0;
    this.sliders = {
      margin: this.#slider("Equivalence margin", "equivalence-margin", MARGIN),
      alpha: this.#slider("Level α", "level", "alpha"),
    };
    this.rests = Object.fromEntries(["margin", "alpha"].map((name) => [name, new Rest(() => this.#tell(name))]));
    this.index = {};
    this.value = {}; // what is meant; a typed one may not be computed yet
    this.quadrants = new Quadrants();
    this.curve = new MarginCurve((index) => this.#move(MARGIN, index), () => this.rests.margin.begin());
    this.nulls = NULLS.map((spec) => new NullDistribution(spec));
    this.tools = html("div", { class: "tools" }, html("span", { class: "gap" }), ...saveButtons(() => this.#sheet(), () => this.doc.file));
    this.svg = svg("svg", { class: "plot", role: "img" });
    this.svg.append(this.curve.element, ...this.nulls.map(({ element }) => element));
    this.box = html("div", { class: "plot-box" }, this.svg);
    this.place(html("div", { class: "styles" },
      html("div", { class: "bars" }, this.sliders.margin.element, this.sliders.alpha.element),
      this.quadrants.element, this.tools, this.box), this.box);
    this.curve.listen(this.svg);
  }

  #slider(words, id, name) {
    return new NumberSlider(words, id, name, { move: (index) => this.#move(name, index), settle: () => this.rests[name].begin(), type: (value) => this.#type(name, value) });
  }

  // What a saved picture holds.
  #sheet() {
    const colours = theme(this.root);
    const room = this.svg.width.baseVal.value - 24;
    const lines = [this.quadrants.text, this.doc.about].flatMap((text) => wrapped(text, room, 12, colours.font));
    return together([this.svg], lines, colours);
  }

  take() {
    const { doc, now, news: { given, other } } = this;
    if (other) {
      this.sliders.margin.name(doc.superior === null ? "Equivalence margin" : "Inferior margin");
      for (const [name, slider] of Object.entries(this.sliders)) slider.load(doc[`${name}s`]);
      for (const part of [this.quadrants, this.curve, ...this.nulls]) part.load(doc);
      set(this.svg, { "aria-label": doc.label });
    }
    // Another drawing starts where this one stood, unless Python says otherwise.
    if (given || other) this.#start(given ? now : this.value);
  }

  destroy() {
    super.destroy();
    Object.values(this.rests).forEach((rest) => rest.close());
    this.quadrants.destroy();
  }

  #start({ margin, alpha }) {
    this.#forget();
    this.value = { margin, alpha };
    this.index = { margin: this.sliders.margin.nearest(margin), alpha: this.sliders.alpha.nearest(alpha) };
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

  // One that is not offered is computed by Python, whose drawing then has it.
  #type(name, value) {
    const at = this.doc[`${name}s`].indexOf(value);
    if (at >= 0) this.#move(name, at);
    this.value[name] = value;
    this.#tell(name);
    return at >= 0;
  }

  #forget() {
    Object.values(this.rests).forEach((rest) => rest.forget());
  }

  /** Place and draw everything for the present width and theme. */
  layout() {
    const width = this.box.clientWidth;
    if (!width || !this.doc) return;
    const colours = (this.colours = coloured(this.element, this.root));
    const side = width >= WIDE ? Math.round(0.58 * width) : width;
    const below = this.curve.layout({ left: 0, top: 0, width: side, height: width >= WIDE ? 330 : 260 }, colours);
    const [left, room] = width >= WIDE ? [side + GAP, width - side - GAP] : [0, width];
    let y = width >= WIDE ? 0 : below + 10;
    for (const each of this.nulls) y = each.layout({ left, top: y, width: room, height: each.both ? 92 : 62 }, colours) + 6;
    const height = Math.max(below, y);
    set(this.svg, { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": colours.font });
    this.show();
  }

  /** Draw everything at the present margin and level. */
  show() {
    if (!this.colours) return;
    const { margin, alpha } = this.index;
    for (const part of [this.quadrants, this.curve, ...this.nulls]) part.show(margin, alpha);
    this.sliders.margin.show(margin);
    this.sliders.alpha.show(alpha);
    this.turns += 1;
    Object.assign(this.element.dataset, {
      key: this.now.key, margin: String(this.doc.margins[margin]), alpha: String(this.doc.alphas[alpha]),
      verdict: this.quadrants.name, drawn: String(this.turns),
    });
  }
}
