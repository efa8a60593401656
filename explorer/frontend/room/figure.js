// The picture of a question, on which numbers are answered: layers over time, or the curve T(w).

import { levelLines, quiet, rowsOf, valuesBelow } from "../shared/axes.js";
import { set, svg, upright } from "../shared/elements.js";
import { scale, timeTicks } from "../shared/scales.js";
import { clock, windowText } from "../shared/times.js";
import { WindowAxis } from "../shared/window-axis.js";

const ABOVE = 40; // px for answers and names above the picture
const ROW = 22; // px of a layer, or of the name of a hierarchy
const CURVE = 100;
const [LEFT, RIGHT] = [30, 14];

export class Figure {
  constructor({ sides = [], fills, marks = {}, end, windows, curve }, numeric, width, colors) {
    this.colors = colors;
    this.top = numeric || "q" in marks ? ABOVE : 0;
    this.width = width;
    const rows = sides.length + sides.flatMap(({ layers }) => layers).length;
    this.bottom = this.top + (windows ? CURVE : rows * ROW);
    const height = this.bottom + 34;
    this.under = svg("g"); // a curve would give the answer away
    this.over = svg("g");
    const viewBox = `0 0 ${width} ${height}`;
    this.picture = svg("svg", { class: "figure", role: "img", width, height, viewBox });
    this.picture.append(
      ...(windows ? this.#windows(windows, curve) : this.#layers(sides, end, fills)), this.under,
      ...Object.entries(marks).flatMap(([name, time]) => this.#line(time, this.top - 6, this.bottom,
        { name, color: colors[name] ?? colors.window })), this.over);
  }

  /** Mark the answer of this phone, or those of the room with the vote before in gray; and the right one. */
  mark(mine, now, before, right = null) {
    const { colors: { window: color, text: gray }, top, bottom } = this;
    const tops = [now, before].flatMap((vote) => vote?.counts ?? []).map(([, count]) => count);
    const ticks = (vote, look) => (vote?.counts ?? []).flatMap(([answer, count]) =>
      this.#line(answer, top - (top - 18) * count / Math.max(...tops, 4), top, look));
    set(this.under, { visibility: now ? null : "hidden" });
    const middle = now?.votes ? median(now) : mine;
    const name = now?.votes ? `median ${this.write(middle)}` : "";
    set(this.picture, { "aria-label": name || "The picture of the question" });
    this.over.replaceChildren(
      ...ticks(before, { color: gray, width: 8, opacity: 0.3, class: "before" }),
      ...ticks(now, { color, width: 4, class: "tick" }),
      ...(middle === null ? [] : this.#line(middle, top - 4, bottom,
        { color, name })),
      ...(right === null ? []
        : this.#line(right, top - 4, bottom, { color: gray, name: "right", width: 3 })));
  }

  /** The answer at a pixel of the picture. */
  at(x) {
    return this.values.reduce((best, value) =>
      (Math.abs(this.x(value) - x) < Math.abs(this.x(best) - x) ? value : best));
  }

  #line(answer, top, bottom, { color, name = "", width = 2, opacity = 1, class: kind = null }) {
    const x = this.x(answer);
    return [
      svg("line", { ...upright(x, top, bottom), class: kind, stroke: color, "stroke-width": width,
        "stroke-opacity": opacity }),
      svg("text", { x, y: name.length > 1 ? 13 : this.top - 10, fill: color, "font-size": 14,
        "text-anchor": x < this.width / 4 ? "start" : x > this.width * 0.75 ? "end" : "middle" }, name),
    ];
  }

  #windows(windows, curve) {
    const [right, whole] = [this.width - RIGHT, windows.at(-1)];
    const axis = new WindowAxis([...windows.slice(0, -1), null], LEFT, right);
    this.values = windows;
    this.x = (window) => axis.x(window >= whole ? null : window);
    this.write = (window) => (window >= whole ? "the whole track" : `${windowText(window)} s`);
    const y = scale([0, 1], [this.bottom, this.top]);
    const points = windows.flatMap((window, at) =>
      (curve[at] === null ? [] : [`${this.x(window)} ${y(curve[at])}`]));
    this.under.append(svg("polyline", { points: points.join(" "), fill: "none", stroke: this.colors.text }));
    return [axis.labels(this.bottom, this.colors), ...levelLines([0, 0.5, 1], y, [LEFT, right], this.colors)];
  }

  #layers(sides, end, fills) {
    const { colors, bottom, width } = this;
    this.values = Array.from({ length: Math.floor(end * 10) + 1 }, (_, tenths) => tenths / 10);
    this.x = scale([0, end], [LEFT, width - RIGHT]);
    this.write = (time) => clock(time);
    const { ticks, digits } = timeTicks(0, end, 6);
    const names = sides.map(({ name }, side) => svg("text", { ...quiet(colors), x: LEFT,
      y: this.top + ROW * (side && sides[0].layers.length + 1) + ROW - 6 }, name));
    const look = { row: ROW, above: ROW, y: this.top, text: 12, fills };
    return [...rowsOf(sides, this.x, look, colors), ...names,
      ...valuesBelow(ticks, this.x, bottom, colors, (time) => clock(time, digits))];
  }
}

/** The median of values with their counts, in ascending order; the lower of two. */
function median({ counts, votes }) {
  let seen = 0;
  return counts.find(([, count]) => (seen += count) * 2 >= votes)[0];
}
