// The legend of a panel, which is also its readout: one row per curve, with its value at the window.

import { across, set, setText, svg } from "../shared/elements.js";
import { fit, symbols } from "../shared/text.js";

export const ROW = 16;
const SWATCH = 22;
const MORE = 58; // px for a second number
const NARROW = 214; // px of a column if the legend is below its panel

export class Legend {
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
