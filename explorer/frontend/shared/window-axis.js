// The axis of windows that all panels of a chart share; the whole track stands at its right end.

import { set, svg, timeTicks } from "./elements.js";
import { nearestPlace } from "./window-slider.js";
import { windowText } from "./times.js";

const GAP = 30; // from the last finite window to the whole track
const CLEAR = 26; // between the middles of two labels

export class WindowAxis {
  /** `kind` is "log" or "linear"; `left` and `right` are where the plots begin and end. */
  constructor(windows, kind, left, right) {
    const finite = windows.filter((window) => window !== null);
    this.first = finite[0];
    this.last = Math.max(finite.at(-1), 1.01 * this.first);
    this.log = kind === "log";
    this.left = left;
    this.right = right;
    this.end = right - GAP;
    this.places = windows.map((window) => this.x(window));
  }

  /** The pixel of a window; null is the whole track. */
  x(window) {
    if (window === null) return this.right;
    const share = this.log ? Math.log(window / this.first) / Math.log(this.last / this.first) : window / this.last;
    return this.left + Math.min(Math.max(share, 0), 1) * (this.end - this.left);
  }

  /** The number of the window nearest to a pixel. */
  nearest(x) {
    return nearestPlace(this.places, x);
  }

  get ticks() {
    const wanted = this.log
      ? [-2, -1, 0, 1, 2, 3].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power))
      : timeTicks(0, this.last, Math.max(2, Math.floor((this.end - this.left) / 70))).ticks;
    const shown = [];
    for (const tick of wanted) {
      if (tick > this.last * 1.0001 || (this.log && tick < this.first * 0.9999)) continue;
      const x = this.x(tick);
      if (x > this.right - CLEAR || x - (shown.at(-1)?.x ?? -Infinity) < CLEAR) continue;
      shown.push({ x, text: windowText(tick) });
    }
    return [...shown, { x: this.right, text: "∞" }];
  }

  /** The labels of the axis under a plot that ends at `y`, with its name. */
  labels(y, colours) {
    const label = { fill: colours.text, "fill-opacity": 0.75, "font-size": 11 };
    const group = svg("g", { class: "axis" });
    for (const { x, text } of this.ticks) {
      group.append(
        svg("line", { x1: x, x2: x, y1: y, y2: y + 4, stroke: colours.text, "stroke-opacity": 0.5 }),
        svg("text", { x, y: y + 15, "text-anchor": "middle", ...label }, text));
    }
    const name = svg("text", { x: this.right, y: y + 30, "text-anchor": "end", ...label }, `window w (s), ${this.log ? "log" : "linear"} scale; ∞ is the whole track`);
    group.append(name);
    return group;
  }

  /** Faint lines at the labels, between two heights. */
  grid(top, bottom, colours) {
    const path = this.ticks.map(({ x }) => `M${x.toFixed(1)},${top}V${bottom}`).join("");
    const grid = svg("path", { d: path });
    set(grid, { stroke: colours.text, "stroke-opacity": 0.09, fill: "none" });
    return grid;
  }
}
