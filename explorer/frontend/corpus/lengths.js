// How long the small-scale segments of the references are, and how many of them w holds.

import { quiet, valuesBelow } from "../shared/axes.js";
import { html, set, svg } from "../shared/elements.js";
import { heldScale, logTicks } from "../shared/scales.js";
import { windowText } from "../shared/times.js";

const [LEFT, RIGHT, TOP, HEIGHT, BELOW] = [8, 8, 18, 96, 34];

export class Lengths {
  constructor() {
    this.words = html("p", { class: "quiet" });
    this.svg = svg("svg", { class: "lengths-plot", role: "img" });
    this.box = html("div", { class: "lengths-box" }, this.svg);
    this.element = html("div", { class: "lengths" }, html("h3", {}, "Small-scale segments"), this.words, this.box);
    this.ground = svg("g");
    this.rule = svg("path", { "stroke-width": 1.5, fill: "none" });
    this.svg.append(this.ground, this.rule);
  }

  /** `doc` is what explorer/messages/corpus.py packs. */
  load(doc) {
    this.doc = doc;
    this.element.hidden = !doc.segments;
  }

  layout(width, colours) {
    if (!width || !this.doc.segments) return;
    this.width = width;
    const { edges, lengths, middle, p95 } = this.doc;
    const span = [edges[0], edges.at(-1)];
    this.x = heldScale(span, [LEFT, width - RIGHT], "log");
    const bottom = TOP + HEIGHT;
    const most = Math.max(...lengths);
    const text = quiet(colours);
    const bars = [...lengths].map((share, bin) => {
      const [x, end] = [this.x(edges[bin]), this.x(edges[bin + 1])];
      return `M${(x + 0.5).toFixed(1)},${bottom}V${(bottom - (share / most) * HEIGHT).toFixed(1)}H${(end - 0.5).toFixed(1)}V${bottom}Z`;
    });
    const mark = (seconds, name, anchor, shift) => [
      svg("path", { d: `M${this.x(seconds).toFixed(1)},${bottom}V${TOP - 2}`, stroke: colours.text, "stroke-opacity": 0.6, "stroke-dasharray": "3 3" }),
      svg("text", { x: this.x(seconds) + shift, y: TOP - 6, "text-anchor": anchor, ...text }, `${name} ${seconds.toFixed(2)} s`),
    ];
    set(this.svg, { width, height: bottom + BELOW, viewBox: `0 0 ${width} ${bottom + BELOW}`, "font-family": colours.font, "aria-label": `Durations of ${this.doc.segments} small-scale segments: median ${middle.toFixed(2)} s, 95th percentile ${p95.toFixed(2)} s` });
    this.ground.replaceChildren(
      svg("path", { d: bars.join(""), fill: colours.text, "fill-opacity": 0.28 }),
      svg("path", { d: `M${LEFT},${bottom}H${width - RIGHT}`, stroke: colours.text, "stroke-opacity": 0.4 }),
      ...mark(middle, "median", "end", 4), ...mark(p95, "95th percentile", "start", -4), ...valuesBelow(logTicks(...span), this.x, bottom, colours),
      svg("text", { x: width - RIGHT, y: bottom + 29, "text-anchor": "end", ...text }, "duration (s), log scale"));
    set(this.rule, { stroke: colours.window });
  }

  /** Mark one window. */
  show(index) {
    const { doc } = this;
    if (!this.width || !doc.segments) return;
    const window = doc.windows[index];
    const x = window === null ? this.width - RIGHT : this.x(window);
    set(this.rule, { d: `M${x.toFixed(1)},${TOP + HEIGHT}V${TOP - 2}` });
    const share = Math.floor(1000 * doc.shorter[index] + 1e-9) / 10;
    this.words.textContent = `${doc.segments.toLocaleString("en")} segments of the references' finest layers; ${share} % are no longer than w = ${windowText(window, " s")}.`;
  }
}
