// Lines that continue each boundary across the other hierarchy: solid from the reference, dashed from the
// estimate. Boundaries that agree form one line.

import { svg } from "../shared/elements.js";
import { palette } from "../shared/palette.js";

export class Guides {
  constructor() {
    this.element = svg("g", { class: "guides", "pointer-events": "none" });
    this.clear();
  }

  clear() {
    this.lines = new Map();
    this.element.replaceChildren();
  }

  /** Draw the lines of two stacks, whose upper ends are `tops`; existing lines stay. */
  show(stacks, tops, view) {
    const stale = new Set(this.lines.keys());
    const rows = stacks.map((stack, side) => {
      const top = tops[side] + stack.title;
      return `${top}V${top + stack.layersHeight}`;
    });
    stacks.forEach((stack, side) => {
      const dash = side ? "3 3" : null;
      const seen = new Set();
      stack.hierarchy.layers.forEach((layer, level) => {
        for (const time of stack.dense[level] ? [] : layer.boundaries.slice(1, -1)) {
          if (seen.has(time) || time < view.start || time > view.end) continue;
          seen.add(time);
          const key = `${dash} ${level} ${time}`;
          // Painting takes the longest, so unchanged lines are not touched.
          if (stale.delete(key)) continue;
          const x = view.x(time);
          this.lines.set(key, svg("path", { d: rows.map((row) => `M${x} ${row}`).join(""),
            stroke: palette.ink, "stroke-opacity": Math.max(0.14, 0.42 - 0.12 * level),
            "stroke-width": 0.9, "stroke-dasharray": dash }));
          this.element.append(this.lines.get(key));
        }
      });
    });
    for (const key of stale) {
      this.lines.get(key).remove();
      this.lines.delete(key);
    }
  }
}
