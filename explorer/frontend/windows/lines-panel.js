// A panel of curves over the window.

import { levelLines } from "../shared/axes.js";
import { set, svg } from "../shared/elements.js";
import { strokeOf } from "../shared/palette.js";
import { Legend } from "./legend.js";
import { symbols } from "../shared/text.js";
import { scoreOf, signed } from "../shared/numbers.js";
import { SHARES, heldScale } from "../shared/scales.js";

const TITLE = 20;
const AXIS = 36;

const FORMS = { score: scoreOf, signed };

function written(value, form) {
  return Number.isFinite(value) ? FORMS[form](value) : "–";
}

/** The title, readable over lines; a halo per part would cover the part before. */
function titleOf(text, y, { left: x }, { background, text: fill }) {
  const place = { x, y: y + 13, "font-size": 12, "font-weight": 600, "pointer-events": "none" };
  const outline = { stroke: background, "stroke-width": 4, "stroke-linejoin": "round", fill: "none" };
  return svg("g", {}, svg("text", { ...place, ...outline, "aria-hidden": "true" }, ...symbols(text)),
    svg("text", { ...place, fill }, ...symbols(text)));
}

export class LinesPanel {
  constructor(doc) {
    this.spec = doc.panel;
    this.doc = doc;
    this.element = svg("g", { class: "panel", "data-panel": this.spec.id });
  }

  value(row, index) {
    return this.doc.values[row * this.doc.windows.length + index];
  }

  /** Draw from a height on; return the height at which the panel ends. */
  draw(y, frame, axis, colors) {
    const { spec } = this;
    this.axis = axis;
    this.colors = colors;
    this.top = y + TITLE;
    const lines = spec.lines.map((line) =>
      ({ ...line, ...strokeOf(line, colors), width: line.width ?? 1.6 }));
    this.legend = new Legend(lines, lines.some((line) => line.more !== undefined));
    const beside = frame.wide ? lines.length * 16 : 0;
    this.bottom = this.top + Math.max(spec.height, beside);
    this.ticks = spec.ticks ?? SHARES;
    this.y = heldScale([this.ticks[0], this.ticks.at(-1)], [this.bottom, this.top]);
    this.title = titleOf(spec.title, y, frame, colors);
    this.element.replaceChildren(...this.#ground());
    const paths = lines.map((line, row) => this.#line(line, row));
    this.dots = lines.map((line) =>
      svg("circle", { r: 3.4, fill: line.color, stroke: colors.background, "stroke-width": 1.2,
          visibility: "hidden" }));
    this.element.append(...paths, ...this.dots);
    const below = this.bottom + 3 + AXIS;
    const rows = this.legend.layout(frame, frame.wide ? this.top - 4 : below, colors);
    this.element.append(this.legend.element);
    return frame.wide ? below : below + rows + 14;
  }

  #ground() {
    const { spec, axis, colors } = this;
    return [axis.grid(this.top, this.bottom, colors),
      ...levelLines(this.ticks, this.y, [axis.left, axis.right + 8], colors, (tick) =>
        `${spec.form === "signed" && tick > 0 ? "+" : ""}${tick}`.replace("-", "−"))];
  }

  #line(line, row) {
    const { axis, doc: { windows } } = this;
    let open = false;
    const d = windows.map((_, index) => {
      const value = this.value(row, index);
      const before = open;
      open = Number.isFinite(value);
      if (!open) return "";
      return `${before ? "L" : "M"}${axis.places[index].toFixed(1)},${this.y(value).toFixed(1)}`;
    }).join("");
    return svg("path", { class: "line", "data-line": line.name, d: d || "M0,0", fill: "none",
      stroke: d ? line.color : "none", "stroke-width": line.width, "stroke-dasharray": line.dash || null,
      "stroke-linejoin": "round", "stroke-linecap": line.dash ? null : "round" });
  }

  show(index) {
    const { spec } = this;
    spec.lines.forEach((line, number) => {
      const value = this.value(number, index);
      const more = line.more === undefined ? "" : written(this.value(line.more, index), "signed");
      this.legend.write(number, written(value, spec.form), more);
      set(this.dots[number], Number.isFinite(value)
        ? { cx: this.axis.places[index], cy: this.y(value), visibility: "visible" }
        : { visibility: "hidden" });
    });
    if (this.spec.ranked) {
      const row = (array) => [...array.subarray(index * spec.lines.length, (index + 1) * spec.lines.length)];
      this.legend.order(row(this.doc.order), row(this.doc.rank));
    }
  }
}
