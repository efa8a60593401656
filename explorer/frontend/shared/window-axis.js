// The axis of windows that all panels of a chart share; the whole track is at its right end.

import { quiet, valuesBelow } from "./axes.js";
import { svg } from "./elements.js";
import { heldScale, logTicks, nearestPlace } from "./scales.js";
import { timesIn, windowText } from "./times.js";

const WORDS = 5.5; // px per letter of the axis' name
const GAP = 30; // px from the last finite window to the whole track
const CLEAR = 26; // px between the centers of two labels

export class WindowAxis {
  /** The plots extend from `left` to `right`. */
  constructor(windows, left, right, times = timesIn()) {
    this.times = times;
    const finite = windows.filter((window) => window !== null);
    this.first = finite[0];
    this.last = Math.max(finite.at(-1), 1.01 * this.first);
    this.left = left;
    this.right = right;
    this.finite = heldScale([this.first, this.last], [left, right - GAP], "log");
    this.places = windows.map((window) => this.x(window));
  }

  x(window) {
    return window === null ? this.right : this.finite(window);
  }

  nearest(x) {
    return nearestPlace(this.places, x);
  }

  get powers() {
    return [...logTicks(this.first, this.last).filter((tick) => Number.isInteger(Math.log10(tick))), null];
  }

  get ticks() {
    const shown = [];
    for (const tick of logTicks(this.first, this.last)) {
      const x = this.x(tick);
      const clear = !shown.length || x - this.x(shown.at(-1)) >= CLEAR;
      if (clear && x <= this.right - CLEAR) shown.push(tick);
    }
    return [...shown, null];
  }

  /** The labels of the axis under a plot that ends at `y`, with its name. */
  labels(y, colors) {
    // In musical units the title omits "window", because the unit is longer.
    const name = `${this.times.musical ? "" : "window "}w (${this.times.short})`;
    const title = `${name}, log scale; ∞ is the whole track`;
    const fits = this.right - this.left > WORDS * title.length;
    return svg("g", { class: "axis" },
      ...valuesBelow(this.ticks, (tick) => this.x(tick), y, colors, windowText),
      svg("text", { x: fits ? this.right : this.left, y: y + 30, "text-anchor": fits ? "end" : "start",
        ...quiet(colors) }, title));
  }

  grid(top, bottom, colors) {
    const path = this.ticks.map((tick) => `M${this.x(tick).toFixed(1)},${top}V${bottom}`).join("");
    return svg("path", { d: path, stroke: colors.text, "stroke-opacity": 0.09, fill: "none" });
  }
}
