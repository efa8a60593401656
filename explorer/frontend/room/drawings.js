// The drawings of a room, on the lecturer's screen: rows, where boundaries are, and how far they agree.

import { quiet, valuesBelow } from "../shared/axes.js";
import { listen, publish } from "../shared/bus.js";
import { placeOn } from "../shared/dragging.js";
import { html, set, svg, upright } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { Picture } from "../shared/picture.js";
import { scale, timeTicks } from "../shared/scales.js";
import { withSymbols } from "../shared/text.js";
import { clock, windowText } from "../shared/times.js";
import { WindowSlider, nearestWindow } from "../shared/window-slider.js";

const NAME = 118; // px for names of rows
const [DENSITY, PEAKS, AXIS] = [74, 30, 24]; // px of the curve, of the names above it, and of the axis
const [THIN, THICK] = [7, 16]; // px of a row of a drawing, and of the others
const WIDE = 900; // px; in narrower views the matrix is below the rows
const GAP = 10; // px between the columns of drawings and the others
const NEAR = 46; // px between the names of two peaks

const share = (value) => (value < 0 || value === null ? "–" : value.toFixed(2));

export class Drawings extends Picture {
  constructor(root) {
    super(root);
    this.slider = new WindowSlider({
      move: (index) => publish("window", { window: this.doc.windows[index] ?? this.doc.most }),
      settle: () => {},
      type: (window) => {
        publish("window", { window });
        return true;
      },
    });
    this.told = html("p", { class: "agreed", role: "status" });
    this.rows = svg("svg", { role: "img", class: "rows" });
    this.matrix = svg("svg", { role: "img", class: "matrix" });
    this.columns = html("p", { class: "columns" });
    this.cell = html("p", { class: "cell" }, "Press a cell of the matrix, or two rows, to compare them.");
    const element = html("div", { class: "drawings" }, this.slider.element, this.told,
      html("div", { class: "pictures" }, this.rows, html("div", {}, this.columns, this.matrix, this.cell)));
    this.place(element, element);
    this.cells = [];
    this.picked = null; // the row that was pressed
    this.quiet = listen("window", ({ window }) => {
      this.window = window;
      this.later();
    });
    this.matrix.onpointermove = (event) => this.#name(this.#cell(event));
    this.matrix.onclick = (event) => this.#compare(this.#cell(event));
    this.rows.onclick = (event) => this.#pick(placeOn(this.rows, event).y);
  }

  destroy() {
    this.quiet();
    super.destroy();
  }

  take() {
    const { doc, now, news: { first, restored } } = this;
    if (restored && (!first || this.window === undefined)) this.window = now.window;
    this.slider.load({ ...doc, least: now.least, window_texts: doc.windows.map(String), frames: "" });
  }

  layout() {
    const { doc, element } = this;
    const width = element.clientWidth;
    if (!doc || !width) return;
    if (!this.colors) element.scrollIntoView({ block: "nearest" }); // it was just asked for
    const beside = width >= WIDE;
    element.classList.toggle("beside", beside);
    this.colors = colored(element, this.root);
    this.size = Math.min(beside ? width * 0.36 : width, 420);
    this.width = beside ? width - this.size - 24 : width;
    let y = PEAKS + DENSITY + 6;
    this.tops = doc.names.map((_, at) => {
      const top = y;
      y += at < doc.people ? this.#thin : THICK + 3;
      if (at === doc.people - 1) y += 6;
      return top;
    });
    this.height = y;
    this.x = scale([0, doc.end], [NAME, this.width - 10]);
    this.#draw();
    this.later();
  }

  get #thin() {
    return Math.max(THIN, Math.min(THICK, 240 / this.doc.people));
  }

  #draw() {
    const { doc, colors, x, height, tops } = this;
    const { ticks, digits } = timeTicks(0, doc.end, 8);
    const whole = height + AXIS;
    set(this.rows, { width: this.width, height: whole, viewBox: `0 0 ${this.width} ${whole}`,
      "aria-label": `${doc.people} drawings. Peaks: ${
        doc.peaks.map(([at, people]) => `${clock(at)}, ${people} people`).join("; ")}` });
    const base = PEAKS + DENSITY;
    const y = scale([0, doc.people], [base, PEAKS]);
    const points = Array.from(doc.times, (time, at) =>
      `${x(Math.min(time, doc.end)).toFixed(1)} ${y(doc.counts[at]).toFixed(1)}`);
    const named = [];
    for (const [time, people] of doc.peaks) {
      const free = named.every((other) => Math.abs(x(other.time) - x(time)) >= NEAR);
      if (free) named.push({ time, people });
    }
    this.lines = doc.rows.map((layers, at) => {
      const own = at < doc.people;
      const low = own ? this.#thin - 1 : THICK;
      return svg("g", { class: "row" },
        svg("rect", { x: NAME, y: tops[at], width: x(doc.end) - NAME, height: low,
          fill: colors.text, "fill-opacity": 0.12 }),
        ...(own && this.#thin < 12 ? []
          : [svg("text", { ...quiet(colors), x: 0, y: tops[at] + low / 2 + 4 }, doc.names[at])]),
        ...layers.toReversed().flatMap((times, level) => times.slice(1, -1).map((time) =>
          svg("line", { ...upright(x(time), tops[at], tops[at] + low), stroke: colors.text,
            "stroke-width": level === layers.length - 1 ? 2.4 : 1, "stroke-opacity": own ? 0.75 : 1 }))));
    });
    this.rows.replaceChildren(
      svg("text", { ...quiet(colors), x: 0, y: PEAKS + 12 }, "people"),
      svg("polyline", { points: `${x(0)} ${base} ${points.join(" ")} ${x(doc.end)} ${base}`,
        fill: colors.window, "fill-opacity": 0.25, stroke: colors.window, "stroke-width": 1.5 }),
      ...named.map(({ time, people }) => svg("text", { x: x(time), y: y(people) - 5, "text-anchor": "middle",
        "font-size": 12, "font-weight": 600, fill: colors.text }, `${clock(time)} · ${people}`)),
      ...this.lines, ...valuesBelow(ticks, x, height, colors, (at) => clock(at, digits)));
  }

  show() {
    const { doc, colors, size } = this;
    if (!doc || !size) return;
    const at = nearestWindow(doc, this.window ?? null);
    const [n, all] = [doc.people, doc.names.length];
    this.at = at;
    this.slider.show(at);
    const side = (size - GAP) / all;
    set(this.matrix, { width: size, height: side * n, viewBox: `0 0 ${size} ${side * n}`,
      "aria-label": "T_F of each drawing with each other, the consensus and published annotations" });
    const { cells } = this;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < all; j++) {
        const value = doc.scores[(at * n + i) * all + j];
        const cell = cells[i * all + j] ??= this.matrix.appendChild(svg("rect"));
        set(cell, { x: j * side + (j >= n ? GAP : 0), y: i * side, width: side - 0.5, height: side - 0.5,
          fill: colors.window, "fill-opacity": value < 0 ? 0.03 : 0.06 + 0.94 * value });
      }
    }
    this.columns.replaceChildren(...withSymbols(
      `T_F of each drawing with each other; last columns: ${doc.names.slice(n).join(", ")}`));
    while (cells.length > n * all) cells.pop().remove();
    const medoid = doc.medoids[at];
    const window = doc.windows[at] === null ? "the whole track" : `w = ${windowText(doc.windows[at])} s`;
    this.told.replaceChildren(...withSymbols(`${n} drawings agree with a mean T_F of ${share(doc.means[at])} `
      + `at ${window}; random boundaries with ${share(doc.floors[at])}. `
      + `${doc.names[medoid]} is nearest to all others.`));
    this.lines.forEach((row, place) => {
      row.classList.toggle("medoid", place === medoid);
      row.classList.toggle("picked", place === this.picked);
    });
  }

  #cell(event) {
    const { x, y } = placeOn(this.matrix, event);
    const { people, names } = this.doc;
    const side = (this.size - GAP) / names.length;
    const [i, j] = [Math.floor(y / side), Math.floor((x > side * people ? x - GAP : x) / side)];
    return i >= 0 && i < this.doc.people && j >= 0 && j < this.doc.names.length && i !== j ? [i, j] : null;
  }

  #name(cell) {
    if (!cell) return;
    const { names, people, scores } = this.doc;
    const value = scores[(this.at * people + cell[0]) * names.length + cell[1]];
    this.cell.replaceChildren(...withSymbols(
      `${names[cell[0]]} and ${names[cell[1]]}: T_F ${share(value)}. Press to compare them.`));
  }

  #pick(y) {
    const row = this.tops.findLastIndex((top) => top <= y);
    if (row < 0 || y > this.height) return;
    const first = this.picked;
    this.picked = first === row ? null : row;
    if (first !== null && first !== row) this.#compare([first, row]);
    this.later();
  }

  #compare(cell) {
    if (cell) this.press("compare", cell);
  }
}
