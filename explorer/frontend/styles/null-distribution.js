// What random labellings give, and what was observed: the part of them that p counts is filled.

import { quiet } from "../shared/axes.js";
import { set, svg } from "../shared/elements.js";
import { heldScale } from "../shared/scales.js";
import { valueOf } from "../shared/schema.js";

const HEAD = 18;
const PAD = 8;

export class NullDistribution {
  /** `spec` has an id, and one or two lines of labellings: the second is drawn downwards. */
  constructor(spec) {
    this.spec = spec;
    this.both = spec.lines.length > 1;
    this.ground = svg("g");
    this.bars = svg("path");
    this.tail = svg("path");
    this.seen = svg("g");
    this.title = svg("text", { "font-size": 12, "font-weight": 600 });
    this.element = svg("g", { class: "null", "data-null": spec.id }, this.bars, this.tail, this.ground, this.seen, this.title);
  }

  load(doc) {
    this.doc = doc;
    const [low, high] = doc.nulls[this.spec.id];
    this.low = low;
    this.high = high;
    this.counts = doc[`null_${this.spec.id}`];
    this.counted = doc[`counted_${this.spec.id}`];
    this.bins = this.counts.length / (this.both ? 2 * doc.margins.length : 1);
  }

  /** Place in a frame; gives the height at which it ends. */
  layout({ left, top, width, height }, colours) {
    this.x = heldScale([this.low, this.high], [left + PAD, left + width - PAD]);
    this.colours = colours;
    this.top = top + HEAD;
    this.height = height;
    // Where bars stand, or hang.
    this.base = this.both ? this.top + height / 2 : this.top + height;
    const text = quiet(colours);
    const foot = this.top + height + 13;
    const colour = { difference: colours.text, a: colours.recall, b: colours.precision }[this.spec.id];
    set(this.title, { x: left + PAD, y: top + 12, fill: colours.text });
    set(this.bars, { fill: colour, "fill-opacity": colours.dark ? 0.5 : 0.3 });
    set(this.tail, { fill: colours.lost, "fill-opacity": 0.85 });
    const digits = this.both ? 2 : 3;
    this.ground.replaceChildren(
      svg("path", { d: `M${left},${this.base}H${left + width}`, stroke: colours.text, "stroke-opacity": 0.4 }),
      ...[this.low, this.high].map((value, at) => svg("text", { x: this.x(value), y: foot, "text-anchor": at ? "end" : "start", ...text }, value.toFixed(digits).replace("-", "−"))));
    return foot + 3;
  }

  show(margin) {
    const { doc, spec } = this;
    const observed = this.both
      ? ["inferior", "superior"].map((which) => valueOf(doc.observed, "observed", margin, `${which}_${spec.id}`))
      : [doc.observed_difference];
    const most = Math.max(...this.#row(this.counts, margin, 0), ...(this.both ? this.#row(this.counts, margin, 1) : []), 1);
    const [bars, tail] = [[], []];
    spec.lines.forEach(({ up }, at) => {
      // What p counts stands in front of all.
      for (const [values, paths] of [[this.counts, bars], [this.counted, tail]]) {
        this.#row(values, margin, at).forEach((count, bin) => count && paths.push(this.#bar(bin, count / most, up)));
      }
    });
    set(this.bars, { d: bars.join("") });
    set(this.tail, { d: tail.join("") });
    this.seen.replaceChildren(...spec.lines.flatMap((line, at) => this.#mark(line, observed[at])));
    this.title.textContent = this.#words(observed);
  }

  #row(values, margin, at) {
    const start = this.both ? (2 * margin + at) * this.bins : 0;
    return values.subarray(start, start + this.bins);
  }

  #bar(bin, share, up) {
    const [from, to] = [bin, bin + 1].map((edge) => this.x(this.low + (edge / this.bins) * (this.high - this.low)));
    const reach = (this.both ? this.height / 2 - 2 : this.height - 4) * share;
    return `M${(from + 0.4).toFixed(1)},${this.base}V${(this.base + (up ? -reach : reach)).toFixed(1)}H${(to - 0.4).toFixed(1)}V${this.base}Z`;
  }

  // The observed value; an arrow where it lies beyond the picture.
  #mark({ up }, value) {
    if (value === null) return [];
    const { colours } = this;
    const x = this.x(value);
    const [from, to] = this.both ? [this.base, up ? this.top : this.top + this.height] : [this.base, this.top];
    const beyond = value < this.low ? -1 : value > this.high ? 1 : 0;
    const middle = (from + to) / 2;
    return [
      svg("line", { x1: x, x2: x, y1: from, y2: to, stroke: colours.lost, "stroke-width": 2 }),
      ...(beyond ? [svg("path", { d: `M${x},${middle - 4}l${5 * beyond},4l${-5 * beyond},4z`, fill: colours.lost })] : []),
    ];
  }

  #words(observed) {
    const { doc, spec } = this;
    const labellings = doc.labellings.toLocaleString("en");
    if (!this.both) return `T = ${observed[0] === null ? "∞" : observed[0].toFixed(4)} among ${doc.exact ? "all " : ""}${labellings} labellings`;
    const name = spec.id.toUpperCase();
    const [inferior, superior] = observed.map((value) => value.toFixed(3).replace("-", "−"));
    return `w_${name}, b_AB: T_I/L = ${inferior} ↑, T_S/L = ${superior} ↓`;
  }
}
