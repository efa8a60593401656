// The scape of a side: g(q) over time and window, on a canvas under the picture of the layers. Next to it
// are the score at each window (the mean of a row), the share that each layer decides, and durations of its
// segments; above it the mean loss of each moment over all windows.

import { halo, quiet } from "../shared/axes.js";
import { listen } from "../shared/bus.js";
import { across, html, set, setText, svg, upright } from "../shared/elements.js";
import { channels } from "../shared/palette.js";
import { heldScale } from "../shared/scales.js";
import { MEASURES, schema, valueOf } from "../shared/schema.js";
import { scoreOf, symbols } from "../shared/text.js";
import { windowText } from "../shared/times.js";

const BESIDE = 150; // px for the scores next to the plane, and on a phone
const NARROW_BESIDE = 52;
const COST = 20;
const GAP = 4;
const TICKS = [0.5, 1, 3, 7, 15, 30, 60, 120, 300, 900, 3600];
const APART = 13; // px between the values of the axis

const OF_LAYERS = 104; // px
const [STRIP, BETWEEN] = [42, 18];
const WIDEST = 12; // px for the durations of a layer
const DIGIT = 9; // px of a band that its layer's number fits in

const tables = new Map(); // parsing color names is too slow for each move of a boundary

/** The pixel of each value: g from 0 to 1, or layers by number. */
function tableOf(names, deciding) {
  const key = `${names} ${deciding}`;
  if (tables.has(key)) return tables.get(key);
  const stops = names.map(channels);
  const table = new Uint8ClampedArray(4 * 256); // values without a triplet stay transparent
  for (let value = 0; value <= schema.one; value++) {
    const place = deciding ? value % stops.length : (value / schema.one) * (stops.length - 1);
    const [low, high] = [stops[Math.floor(place)], stops[Math.ceil(place)]];
    table.set([...low.map((channel, at) => channel + (high[at] - channel) * (place % 1)), 255], 4 * value);
  }
  tables.set(key, new Uint32Array(table.buffer));
  return tables.get(key);
}

/** The context of a canvas with a size; setting a size clears the canvas and takes time. */
function sized(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  return canvas.getContext("2d");
}

class Plane {
  constructor(part) {
    this.part = part;
    this.canvas = html("canvas", { class: `plane ${part}`, "aria-hidden": "true" });
    this.source = document.createElement("canvas");
    this.scored = this.measure = null; // for the curves next to the plane
    this.view = this.times = this.colors = null;
    this.top = this.height = 0;
    this.group = svg("g", { class: "scape" });
    this.line = svg("line", { class: "at-window", "stroke-width": 1.6 });
    this.dot = svg("circle", { class: "mean", r: 4, "stroke-width": 1.5 });
    this.value = svg("text", { class: "mean", "font-size": 12, "font-weight": 600 });
    this.votes = svg("path", { class: "votes", "stroke-width": 3 });
    this.moving = svg("g", { class: "scape" }, this.votes, this.line, this.dot, this.value);
  }

  /** Place the plane at `top`, `height` px high, with the losses above; curves and layers end at `right`. */
  layout({ view, top, height, right, colors, times, layers }) {
    Object.assign(this, { view, colors, top: top + COST + GAP, height: height - COST - GAP });
    this.scored = null;
    const { duration } = view;
    const lowest = (this.lowest = Math.min(schema.scape.from, duration / schema.scape.parts));
    this.bottom = this.top + this.height;
    this.y = heldScale([lowest, duration], [this.bottom, this.top], "log");
    this.right = view.left + view.width;
    this.beside = this.right + 10;
    this.end = right - 10 - (layers ? OF_LAYERS + 16 : 0);
    const thin = { stroke: colors.text, "stroke-opacity": 0.25 };
    let last = Infinity;
    const named = TICKS.filter((tick) => {
      const fits = tick >= lowest && tick <= duration && last - this.y(tick) >= APART;
      if (fits) last = this.y(tick);
      return fits;
    });
    this.cost = svg("path", { class: "cost", fill: colors[this.part], "fill-opacity": 0.5 });
    this.share = svg("path", { class: "means", fill: colors.text, "fill-opacity": 0.12 });
    this.symbol = svg("text", { x: (this.beside + this.end) / 2, y: this.top - GAP - 4,
      "text-anchor": "middle", "font-size": 12, fill: colors[this.part] });
    this.both = svg("path", { class: "means", fill: "none", stroke: colors.f_measure, "stroke-width": 1,
      "stroke-dasharray": "3 2" });
    this.curve = svg("path", { class: "means", fill: "none", stroke: colors[this.part],
      "stroke-width": 1.8 });
    this.group.replaceChildren(
      svg("line", { ...across(this.top - GAP, view.left, this.right), ...thin }), this.cost,
      svg("text", { x: view.left - 6, y: this.top - GAP - 4, "text-anchor": "end", ...quiet(colors) },
        "mean loss", svg("title", {}, "What each moment loses, on average over all windows")),
      ...named.flatMap((tick) => [
        svg("line", { ...across(this.y(tick), view.left - 3, view.left), ...thin }),
        svg("text", { x: view.left - 6, y: this.y(tick) + 4, "text-anchor": "end", ...quiet(colors) },
          tick === named[0] ? `w = ${times.window(tick)}` : windowText(tick)),
      ]),
      this.share,
      ...[this.beside, this.end].map((x) => svg("line", { ...upright(x, this.top, this.bottom), ...thin })),
      svg("text", { x: this.beside - 3, y: this.top - GAP - 4, ...quiet(colors) }, "0"),
      svg("text", { x: this.end, y: this.top - GAP - 4, "text-anchor": "middle", ...quiet(colors) }, "1"),
      this.symbol,
      this.both, this.curve, ...(layers ? ofLayers(layers, this.end + 16, { ...this, times }) : []));
    const { style } = this.canvas;
    style.setProperty("--none", colors.scape.none);
    for (const [name, px] of Object.entries({ left: view.left, top: this.top, width: view.width,
      height: this.height })) style[name] = `${px}px`;
    set(this.line, { stroke: colors.window, x1: view.left, x2: right });
    set(this.dot, { fill: colors[this.part], stroke: colors.background });
    set(this.value, { fill: colors[this.part], ...halo(colors) });
    this.drawn = null;
    this.tick(this.chosen ?? []);
  }

  /** Mark the windows that a room has chosen, at the left. */
  tick(counts) {
    this.chosen = counts;
    if (!this.view) return; // not placed yet
    const marks = counts.map(([window]) => `M${this.view.left} ${this.y(window)}h14`);
    set(this.votes, { d: marks.join("") || null, stroke: this.colors.window });
  }

  // The scores of all windows, next to the plane.
  #score({ windows, scores }, measure) {
    Object.assign(this, { scored: scores, measure });
    const { symbols: names } = MEASURES.find(({ key }) => key === measure);
    this.symbol.replaceChildren(...symbols(names[this.part]));
    const rows = windows.flatMap((window, index) => (window === null ? [] : [index]));
    const at = (share) => this.beside + share * (this.end - this.beside);
    const read = (index, name) => valueOf(scores, "scores", index, `${name}_${measure}`);
    const points = (name, shown) => shown.map((index) =>
      `${at(read(index, name)).toFixed(1)} ${this.y(windows[index]).toFixed(1)}`).join("L");
    const curve = (name) => {
      const shown = rows.filter((index) => !Number.isNaN(read(index, name)));
      return shown.length ? `M${points(name, shown)}` : "M0 0";
    };
    set(this.curve, { d: curve(this.part) });
    set(this.both, { d: curve("f_measure") });
    // While a boundary is dragged, some windows are not scored.
    const share = `${this.part}_share`;
    const counted = rows.filter((index) => read(index, share) > 0);
    set(this.share, { d: counted.length
      ? `M${this.beside} ${this.bottom}L${points(share, counted)}V${this.top}H${this.beside}Z` : "M0 0" });
  }

  paint(scape, side) {
    if (this.drawn === scape) return;
    this.drawn = scape;
    this.canvas.dataset.drawn = scape.deciding ? "layers" : "g";
    const { rows, shown: [start, end], planes, costs, deciding } = scape;
    const columns = costs.length / 2;
    const size = rows * columns;
    const { scape: scales, numbered_lines: lines } = this.colors;
    const table = tableOf(deciding ? lines : scales[this.part], deciding);
    const image = new ImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let row = 0; row < rows; row++) {
      const from = side * size + row * columns;
      const to = (rows - 1 - row) * columns; // the largest window is on top
      for (let column = 0; column < columns; column++) pixels[to + column] = table[planes[from + column]];
    }
    sized(this.source, columns, rows).putImageData(image, 0, 0);
    const { view, canvas } = this;
    const dots = window.devicePixelRatio || 1;
    const context = sized(canvas, Math.round(view.width * dots), Math.round(this.height * dots));
    context.clearRect(0, 0, canvas.width, canvas.height);
    const [x0, x1] = [start, end].map((time) => (view.x(time) - view.left) * dots);
    context.drawImage(this.source, x0, 0, x1 - x0, canvas.height);
    const foot = this.top - GAP;
    let path = `M${view.clip(start).toFixed(1)} ${foot}`;
    for (let column = 0; column < columns; column++) {
      const value = costs[side * columns + column];
      const cost = value === schema.no_triplet ? 0 : (value / schema.one) * COST;
      const to = view.clip(start + ((column + 1) * (end - start)) / columns);
      path += `V${(foot - cost).toFixed(1)}H${to.toFixed(1)}`;
    }
    set(this.cost, { d: `${path}V${foot}` });
  }

  mark(doc, index, measure) {
    const { windows, scores } = doc;
    if (this.scored !== scores || this.measure !== measure) this.#score(doc, measure);
    const y = this.y(windows[index] ?? Infinity);
    const score = valueOf(scores, "scores", index, `${this.part}_${measure}`);
    const counted = !Number.isNaN(score);
    set(this.line, { y1: y, y2: y });
    set(this.dot, { cx: this.beside + (counted ? score : 0) * (this.end - this.beside), cy: y,
      visibility: counted ? "visible" : "hidden" });
    set(this.value, { x: this.beside + 4, y: y - this.top < 16 ? y + 14 : y - 5 });
    setText(this.value, scoreOf(score));
  }

  has(y) {
    return y >= this.top && y <= this.bottom;
  }

  windowAt(y) {
    const { lowest, view: { duration } } = this;
    const place = Math.min(Math.max((this.bottom - y) / this.height, 0), 1);
    return lowest * (duration / lowest) ** place;
  }
}

// Draw the layers' shares and durations, from `left` on, in the colors of the plane of deciding layers.
function ofLayers({ durations, ends }, left, { top, bottom, y, colors, times }) {
  const { numbered_lines: lines } = colors;
  const middle = left + (STRIP + BETWEEN + OF_LAYERS) / 2; // of the durations
  const step = Math.min(WIDEST, (OF_LAYERS - STRIP - BETWEEN) / durations.length);
  const title = (x, text) => svg("text", { x, y: top - 8, "text-anchor": "middle", ...quiet(colors) }, text);
  // Without any row, no window has a triplet.
  const rows = ends.at(-1).flatMap((end, row) => (end === null ? [] : [row]));
  const height = (row) => bottom - (row / (ends[0].length - 1)) * (bottom - top);
  const edge = (layer) => rows.map((row) =>
    `${(left + STRIP * (ends[layer]?.[row] ?? 0)).toFixed(1)} ${height(row).toFixed(1)}`);
  return durations.flatMap(([low, median, high], layer) => {
    const fill = lines[layer % lines.length];
    const width = (row) => STRIP * (ends[layer][row] - (ends[layer - 1]?.[row] ?? 0));
    const widest = rows.reduce((best, row) => (width(row) > width(best) ? row : best), rows[0]);
    const x = middle + (layer + 0.5 - durations.length / 2) * step;
    const [short, usual, long] = [low, median, high].map((time) => times.window(time));
    const number = () => svg("text", { x: left + STRIP * ends[layer][widest] - width(widest) / 2,
      y: Math.min(Math.max(height(widest) + 4, top + 11), bottom - 4), "text-anchor": "middle",
      "font-size": 11, "font-weight": 600, fill: colors.background, "pointer-events": "none" }, layer + 1);
    const band = [...edge(layer - 1), ...edge(layer).reverse()].join("L") || "0 0";
    return [
      svg("path", { class: "decides", d: `M${band}`, fill, "fill-opacity": 0.85 },
        svg("title", {}, `Share of the comparisons that layer ${layer + 1} decides`)),
      ...(width(widest) >= DIGIT ? [number()] : []),
      svg("line", { class: "lasts", ...upright(x, y(low), y(high)), stroke: fill, "stroke-opacity": 0.45,
        "stroke-width": step / 2 },
        svg("title", {}, `Layer ${layer + 1}: segments last ${usual}, most of them ${short} to ${long}`)),
      svg("circle", { cx: x, cy: y(median), r: Math.min(2.5, 0.3 * step), fill, "pointer-events": "none" }),
    ];
  }).concat(title(left + STRIP / 2, "layers"), title(middle, "lengths"));
}

/** The scapes of both sides, each under its layers. */
export class Planes {
  /** Place the scapes under the picture in `box`; moving parts are in `moving`, others in `group`. */
  constructor(box, moving) {
    this.both = [new Plane("recall"), new Plane("precision")];
    this.group = svg("g", {}, ...this.both.map(({ group }) => group));
    box.prepend(...this.both.map(({ canvas }) => canvas));
    moving.append(...this.both.map((plane) => plane.moving));
    this.unlisten = listen("room", ({ question, now }) => {
      for (const plane of this.both) plane.tick(now && question.picture.windows ? now.counts : []);
    });
  }

  remove() {
    this.unlisten();
    this.group.remove();
    for (const { canvas, moving } of this.both) {
      canvas.remove();
      moving.remove();
    }
  }

  /** The px next to the scapes for their scores, and for their layers if they are `layered`. */
  beside(narrow, layered) {
    this.layered = layered && !narrow;
    return narrow ? NARROW_BESIDE : BESIDE + (layered ? OF_LAYERS : 0);
  }

  /** Place them in the space that the stacks leave, from `tops` on. */
  layout(stacks, tops, layers, how) {
    this.both.forEach((plane, side) => {
      const { word, stripTop, stripHeight: height } = stacks[side];
      plane.layout({ ...how, top: tops[side] + stripTop, height,
        layers: this.layered ? layers[word] : null });
    });
    return this.group;
  }

  show({ scape, scored, index, measure }) {
    this.both.forEach((plane, side) => {
      if (scape) plane.paint(scape, side);
      plane.mark(scored, index, measure);
    });
  }

  at(y) {
    return this.both.find((plane) => plane.has(y));
  }

  get images() {
    return this.both.map(({ canvas, view: { left, width }, top, height }) => svg("image",
      { href: canvas.toDataURL(), x: left, y: top, width, height, preserveAspectRatio: "none" }));
  }
}
