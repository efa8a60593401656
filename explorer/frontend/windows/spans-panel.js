// A panel of durations on the axis of windows: a row a layer, a bar from one share to another.

import { quiet } from "../shared/axes.js";
import { svg, upright } from "../shared/elements.js";
import { fit } from "../shared/text.js";
import { TITLE, titleOf } from "./lines-panel.js";

const WIDE = 17;
const NARROW = 30; // the words stand above the bar there

export class SpansPanel {
  constructor(spec) {
    this.spec = spec;
    this.element = svg("g", { class: "panel", "data-panel": spec.id });
  }

  draw(y, frame, axis, colours) {
    const { spec } = this;
    const { wide } = frame;
    const text = { "font-size": 12, fill: colours.text };
    const step = wide ? WIDE : NARROW;
    const top = y + TITLE;
    const bottom = top + spec.rows.length * step + 4;
    this.area = [top, bottom];
    this.title = titleOf(spec.title, y, frame, colours);
    this.element.replaceChildren(axis.grid(top, bottom, colours));
    if (wide) {
      this.element.append(svg("text",
        { x: frame.width - 4, y: y + 13, "text-anchor": "end", ...quiet(colours) },
        `median, 5 % to 95 % (${axis.times.short})`));
    }
    spec.rows.forEach((row, at) => {
      const middle = top + at * step + (wide ? step / 2 + 2 : 22);
      const colour = colours[row.side === "reference" ? "recall" : "precision"];
      const [from, to, median] = [row.p5, row.p95, row.median].map((time) => axis.x(time));
      const name = row.gap ? row.text : `${row.side} ${row.text}`;
      const group = svg("g", { class: "span", "data-row": name }, svg("title", {}, row.words ?? row.text));
      const line = { y: wide ? middle + 4 : middle - 8 };
      if (!row.gap) {
        group.append(
          svg("rect", { class: "reach", x: from - 1, y: middle - 4, width: Math.max(to - from, 1) + 2,
            height: 8, rx: 2, fill: colour, "fill-opacity": 0.4 }),
          svg("line", { ...upright(median, middle - 6, middle + 6), stroke: colour, "stroke-width": 2.4 }));
      }
      const x = wide ? frame.width - frame.side : frame.left;
      const tail = wide ? 104 : 150;
      const room = (wide ? frame.side : frame.width - frame.left) - tail - 8;
      group.append(svg("text", { ...line, x, ...text, "fill-opacity": row.gap ? 0.7 : 1 },
        fit(name, row.gap ? room + tail : room, 12, colours.font)));
      if (!row.gap) {
        group.append(svg("text", { ...line, x: frame.width - 4, "text-anchor": "end", ...text,
          class: "value" }, svg("tspan", { "font-weight": 600 }, row.numbers[0]),
          svg("tspan", { dx: 7, "fill-opacity": 0.8 }, row.numbers[1])));
      }
      this.element.append(group);
    });
    return bottom + frame.below;
  }

  /** Durations are the same at every window. */
  show() {}
}
