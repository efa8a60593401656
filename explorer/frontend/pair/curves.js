// The window slider with its scores: curves of recall, precision and F over all windows, directly above the
// track and on its axis. A range input below the curves handles the keys; the curves handle the pointer.

import { levelLines, quiet, valuesBelow } from "../shared/axes.js";
import { dragging } from "../shared/dragging.js";
import { html, set, setText, svg } from "../shared/elements.js";
import { theme } from "../shared/palette.js";
import { isScored } from "./readout.js";
import { scale } from "../shared/scales.js";
import { MEASURES, PARTS, valueOf } from "../shared/schema.js";
import { timesIn, windowText } from "../shared/times.js";
import { WindowAxis } from "../shared/window-axis.js";

const LEFT = 18;
const RIGHT = 34;
const TOP = 6;
const PLOT = 62; // height of scores from 0 to 1, before scaling
const FOOT = 34; // height of the track and its values, below the score 0
const TRACK = 6;
const THUMB = 9;
const FEWEST = 4; // minimum number of values on the axis; powers of ten alone may be too few
const DECIMALS = 2; // of the range of chance
const LAST = 52; // px at the end of the axis for "whole track"

export class Curves {
  /** @param {import("./choices.js").Choices} choices */
  constructor(root, choices) {
    this.root = root;
    const label = "Scores against the window; the same numbers are in the table";
    this.svg = svg("svg", { class: "curves", role: "img", "aria-label": label,
      onpointerenter: () => choices.publish("near") });
    this.element = html("div", { class: "curves-box" }, this.svg);
    this.static = svg("g");
    this.marker = svg("g", { class: "marker" });
    this.range = svg("title");
    this.band = svg("polygon", { class: "chance", "fill-opacity": 0.14 }, this.range);
    this.line = svg("line", { "stroke-width": 1.4 });
    this.dots = PARTS.map(() => svg("circle", { r: 3.5, "stroke-width": 1.5 }));
    this.track = svg("rect", { class: "track", height: TRACK, rx: TRACK / 2 });
    this.passed = svg("rect", { class: "track", height: TRACK, rx: TRACK / 2 });
    this.thumb = svg("circle", { class: "thumb", r: THUMB });
    this.marker.append(this.line, ...this.dots);
    this.svg.append(this.static, this.track, this.passed, this.marker, this.thumb);
    this.heightScale = 1; // see arrangement.js
    dragging(this.svg, { over: () => true, move: ({ x }) => choices.move(this.axis.nearest(x)),
      rest: () => choices.publish("rest") });
  }

  get height() {
    return Math.round(TOP + PLOT * this.heightScale + FOOT);
  }

  load(doc) {
    const alike = this.lines && this.doc?.windows === doc.windows && this.drawn === this.height
      && !this.doc.chance === !doc.chance;
    this.doc = doc;
    if (alike) return this.#plot();
    this.now = null; // of another sweep
    return this.layout();
  }

  layout() {
    this.width = this.element.clientWidth;
    this.lines = null; // they may show another sweep
    if (!this.width || !this.doc) return;
    const colors = (this.colors = theme(this.root));
    const height = (this.drawn = this.height);
    const foot = height - FOOT;
    const track = foot + 7;
    const right = this.width - RIGHT;
    this.y = scale([0, 1], [foot, TOP]);
    const times = timesIn(this.doc.unit);
    this.axis = new WindowAxis(this.doc.windows, LEFT, right, times);
    set(this.svg, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}`,
      "font-family": colors.font });
    this.lines = MEASURES.flatMap(({ key: variant }) => PARTS.map((part) => {
      const look = { class: variant, fill: "none", stroke: colors[part], "stroke-linejoin": "round" };
      return { variant, part, line: svg("polyline", look) };
    }));
    const { powers, ticks } = this.axis;
    const named = (powers.length < FEWEST ? ticks : powers)
      .filter((tick) => tick === null || this.axis.x(tick) < right - LAST);
    const written = (tick) => tick === null
      ? "whole track"
      : tick === named[0] ? times.window(tick) : windowText(tick);
    this.static.replaceChildren(
      svg("g", { class: "levels" }, ...levelLines([0, 1], this.y, [LEFT, right], colors)),
      svg("g", { class: "axis", ...quiet(colors) },
        ...valuesBelow(named, (tick) => this.axis.x(tick), track + 4, colors, written)),
      ...(this.doc.chance ? [this.band] : []), ...this.lines.map(({ line }) => line));
    set(this.track, { x: LEFT, y: track, width: right - LEFT, fill: colors.text, "fill-opacity": 0.16 });
    set(this.passed, { x: LEFT, y: track, fill: colors.window });
    set(this.band, { fill: colors.text });
    set(this.thumb, { cy: track + TRACK / 2, fill: colors.window });
    set(this.line, { stroke: colors.window, y1: TOP - 4, y2: track });
    this.#plot();
  }

  #plot() {
    const { windows, scores } = this.doc;
    this.lines.forEach(({ line, variant, part }) => {
      const points = windows.flatMap((_, index) => {
        if (!isScored(scores, index, part, variant)) return [];
        const y = this.y(valueOf(scores, "scores", index, `${part}_${variant}`));
        return `${this.axis.places[index].toFixed(1)},${y.toFixed(1)}`;
      });
      line.setAttribute("points", points.join(" "));
    });
    this.shaded = null; // the range of F by chance that is drawn
    if (this.now) this.#mark(...this.now);
  }

  /** Mark a window; `variant` is the index of a measure, the others are dimmed. */
  show(index, variant) {
    if (this.now?.[0] === index && this.now[1] === variant) return;
    this.now = [index, variant];
    if (this.lines) this.#mark(index, variant);
  }

  // The range of F by chance, if Python sent one.
  #shade(index, name) {
    const range = this.doc.chance?.[name];
    if (range !== this.shaded) {
      this.shaded = range;
      const [low, high] = range ?? [[], []];
      const known = low.flatMap((value, at) => (value === null ? [] : [at]));
      const point = (bound, at) => `${this.axis.places[at].toFixed(1)},${this.y(bound[at]).toFixed(1)}`;
      set(this.band, { points: [...known.map((at) => point(low, at)),
        ...known.reverse().map((at) => point(high, at))].join(" ") });
    }
    const [from, to] = (range ?? []).map((bound) => bound[index]?.toFixed(DECIMALS));
    setText(this.range, from ? `By chance, T_F is between ${from} and ${to} at this window` : "");
  }

  #mark(index, variant) {
    const x = this.axis.places[index];
    set(this.line, { x1: x, x2: x });
    set(this.passed, { width: x - LEFT });
    set(this.thumb, { cx: x });
    const { scores } = this.doc;
    const { key: name } = MEASURES[variant];
    this.#shade(index, name);
    PARTS.forEach((part, at) => {
      const scored = isScored(scores, index, part, name);
      const cy = scored ? this.y(valueOf(scores, "scores", index, `${part}_${name}`)) : null;
      const visibility = scored ? "visible" : "hidden";
      set(this.dots[at], { cx: x, cy, visibility, fill: this.colors[part],
        stroke: this.colors.background });
    });
    this.lines.forEach(({ line, variant: of }) => {
      const shown = of === name;
      set(line, { "stroke-width": shown ? 2 : 1.2, "stroke-opacity": shown ? 1 : 0.35,
        "stroke-dasharray": shown ? null : "5 3" });
    });
  }
}
