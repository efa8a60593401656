// A panel of curves over the window.

import { levelLines } from "../shared/axes.js";
import { set, svg, across, setText } from "../shared/elements.js";
import { strokeOf } from "../shared/palette.js";
import { SHARES, heldScale } from "../shared/scales.js";
import { scoreOf, signed, symbols, fit } from "../shared/text.js";

const TITLE = 20;
const AXIS = 36;
const ROW = 16; // px of the legend
const SWATCH = 22;
const MORE = 58; // px for a second number
const NARROW = 214; // px of a column if the legend is below its panel

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
    this.element.replaceChildren(axis.grid(this.top, this.bottom, colors),
      ...levelLines(this.ticks, this.y, [axis.left, axis.right + 8], colors, (tick) =>
        `${spec.form === "signed" && tick > 0 ? "+" : ""}${tick}`.replace("-", "−")));
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

/** The curves' names and values: at the side, or below if the panel is narrow. */
class Legend {
  /** `rows` have name, color, dash and width; `second` is whether they have two numbers. */
  constructor(rows, second) {
    this.rows = rows;
    this.second = second;
    this.element = svg("g", { class: "legend" });
  }

  /** Place the rows at the side, or in columns below; return their height. */
  layout(frame, top, colors) {
    const { wide, width, side, left } = frame;
    this.columns = wide ? 1 : Math.max(1, Math.floor((width - left) / NARROW));
    this.lines = Math.ceil(this.rows.length / this.columns);
    this.step = wide ? side : (width - left) / this.columns;
    this.origin = { x: wide ? width - side : left, y: top };
    const inner = this.step - (wide ? 4 : 18);
    const tail = 44 + (this.second ? MORE : 0);
    const label = { fill: colors.text, "font-size": 12 };
    this.parts = this.rows.map(({ name, color, dash, width: stroke }, index) => {
      const value = svg("text", { x: inner - (this.second ? MORE : 0), y: 4, "text-anchor": "end", ...label,
        "font-weight": 600, class: "value", "data-value": name });
      const more = svg("text", { x: inner, y: 4, "text-anchor": "end", ...label, "fill-opacity": 0.8,
        "data-more": name });
      const rank = svg("text", { x: SWATCH + 4, y: 4, ...label, "fill-opacity": 0.7, class: "rank" });
      const text = svg("text", { y: 4, x: SWATCH + 5, ...label },
        ...symbols(fit(name, inner - SWATCH - 8 - tail, 12, colors.font)), svg("title", {}, name));
      const swatch = svg("line", { ...across(0, 0, SWATCH - 2), stroke: color, "stroke-width": stroke,
        "stroke-dasharray": dash || null });
      const row = svg("g", { "data-row": name }, swatch, rank, text, value, more);
      this.#place(row, index);
      return { row, value, more, rank, text };
    });
    this.element.replaceChildren(...this.parts.map(({ row }) => row));
    return this.lines * ROW;
  }

  #place(row, at) {
    const [column, line] = [at % this.columns, Math.floor(at / this.columns)];
    const [x, y] = [this.origin.x + column * this.step, this.origin.y + line * ROW + 8];
    set(row, { transform: `translate(${x.toFixed(1)} ${y})` });
  }

  write(index, value, more = "") {
    const part = this.parts[index];
    setText(part.value, value);
    setText(part.more, more);
  }

  /** Sort the rows, with ranks before the names; 0 is no rank. */
  order(order, ranks) {
    order.forEach((index, at) => {
      const { row, rank, text } = this.parts[index];
      this.#place(row, at);
      rank.textContent = ranks[at] ? `${ranks[at]}` : "–";
      text.setAttribute("x", SWATCH + 22);
      set(row, { "data-rank": ranks[at], "data-place": at });
    });
  }
}
