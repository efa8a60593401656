// p-values against the margin: where p_eqv falls below the level, the corpora are equivalent.

import { flagOf, levelLines, quiet, valuesBelow } from "../shared/axes.js";
import { dragging } from "../shared/dragging.js";
import { set, svg } from "../shared/elements.js";
import { measure } from "../shared/text.js";
import { holds } from "./quadrants.js";
import { nearestPlace, scale } from "../shared/scales.js";
import { valueOf } from "../shared/schema.js";

const [LEFT, RIGHT, FLAG, AXIS, LEGEND] = [46, 14, 24, 36, 22];
const NARROW = 420; // px, below which the whole of the axis' name finds no room
const LEVELS = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1];
const TWENTIETHS = Array.from({ length: 11 }, (_, at) => at / 20);
const LINES = [["p", "p_eqv"], ["a", "λ of A"], ["b", "λ of B"], ["d", "p_diff"]];

export class MarginCurve {
  /** `move` is called with the number of a margin, `rest` when it stays. */
  constructor(move, rest) {
    this.move = move;
    this.rest = rest;
    this.ground = svg("g");
    this.equal = svg("path", { "pointer-events": "none" });
    this.level = svg("g", { "pointer-events": "none" });
    this.marks = svg("g", { "pointer-events": "none" });
    this.rule = svg("path", { fill: "none", "stroke-width": 1.5, "pointer-events": "none" });
    this.dots = svg("g", { "pointer-events": "none" });
    this.flag = svg("g", { class: "flag", "pointer-events": "none" });
    this.lines = svg("g", { "pointer-events": "none" });
    this.element = svg("g", { class: "curve" }, this.equal, this.ground, this.level, this.marks, this.rule, this.lines, this.dots, this.flag);
  }

  /** Follow the pointer on a picture, where it is over the curves. */
  listen(picture) {
    const over = ({ x, y }) => this.area && x > this.area.left - 10 && x < this.area.right + 10 && y < this.area.bottom + 16;
    dragging(picture, {
      over,
      move: ({ x }) => this.move(nearestPlace(this.places, x)),
      rest: () => this.rest(),
      hover: (place) => (picture.style.cursor = over(place) ? "ew-resize" : "default"),
    });
  }

  load(doc) {
    this.doc = doc;
    const count = doc.margins.length;
    const all = (name) => Array.from({ length: count }, (_, at) => valueOf(doc.p, "p", at, name));
    this.values = {
      p: all("p_eqv"),
      a: all("lambda_a"),
      b: all("lambda_b"),
      d: Array(count).fill(doc.p_difference[0]),
    };
  }

  /** Place in a frame; gives the height at which it ends. */
  layout({ left, top, width, height }, colours) {
    this.colours = colours;
    this.area = { left: left + LEFT, right: left + width - RIGHT, top: top + FLAG, bottom: top + height - AXIS - LEGEND };
    const { area, doc } = this;
    this.x = scale([0, doc.margins.at(-1)], [area.left, area.right]);
    // Small p-values decide: the square root gives them room.
    this.y = scale([0, 1], [area.bottom, area.top], "root");
    this.places = doc.margins.map(this.x);
    const text = quiet(colours);
    const share = area.right - area.left < NARROW ? "" : ", as a share of the distances compared";
    this.ground.replaceChildren(
      ...levelLines(LEVELS, this.y, [area.left, area.right], colours),
      ...valuesBelow(TWENTIETHS.filter((tick) => tick <= doc.margins.at(-1)), this.x, area.bottom, colours, (tick) => (Math.round(20 * tick) % 2 ? "" : `${tick}`)),
      svg("text", { x: area.right, y: area.bottom + 29, "text-anchor": "end", ...text }, `equivalence margin${share}; p on a square-root scale`));
    this.ground.append(svg("path", { d: `M${this.x(doc.usual).toFixed(1)},${area.bottom}l-4,7h8z`, fill: colours.text, "fill-opacity": 0.6 }, svg("title", {}, `the margin that fits the paper's for corpora of this size: ${+doc.usual.toFixed(4)}`)));
    const strokes = this.#strokes();
    this.lines.replaceChildren(...["d", "p", "a", "b"].map((id) => svg("path", {
      d: this.values[id].map((p, at) => `${at ? "L" : "M"}${this.places[at].toFixed(1)},${this.y(p).toFixed(1)}`).join(""), fill: "none", "stroke-linejoin": "round", ...strokes[id] })));
    this.#legend(strokes, area.bottom + AXIS + 12, text);
    return top + height;
  }

  #strokes() {
    const { colours } = this;
    return {
      p: { stroke: colours.text, "stroke-width": 2.6 },
      a: { stroke: colours.recall, "stroke-width": 1.5 },
      b: { stroke: colours.precision, "stroke-width": 1.5 },
      d: { stroke: colours.text, "stroke-width": 1.5, "stroke-dasharray": "2 3" },
    };
  }

  #legend(strokes, y, text) {
    const { colours } = this;
    let x = this.area.left;
    this.numbers = {};
    for (const [id, name] of LINES) {
      const wide = measure(`${name} < 0.001`, 12, colours.font);
      this.numbers[id] = svg("tspan", { "font-weight": 600, "data-value": name });
      this.lines.append(svg("line", { x1: x, x2: x + 18, y1: y - 4, y2: y - 4, ...strokes[id] }),
        svg("text", { x: x + 23, y, ...text, "font-size": 12, "fill-opacity": 1 }, `${name} `, this.numbers[id]));
      x += 23 + wide + 22;
    }
  }

  show(margin, alpha) {
    const { doc, area, colours } = this;
    const level = doc.alphas[alpha];
    const x = this.places[margin];
    const y = this.y(level);
    // The ground of margins at which the corpora are equivalent.
    const there = doc.margins.map((_, at) => holds(doc.verdicts[doc.verdict[alpha * doc.margins.length + at]]).equivalent);
    const edges = [0, ...doc.flips[alpha].map(([at]) => at), doc.margins.at(-1)];
    const parts = edges.slice(0, -1).flatMap((from, at) => ((at % 2 === 0) === there[0] ? [[from, edges[at + 1]]] : []));
    set(this.equal, { d: parts.map(([from, to]) => `M${this.x(from).toFixed(1)},${area.top}H${this.x(to).toFixed(1)}V${area.bottom}H${this.x(from).toFixed(1)}Z`).join(""), fill: colours.window, "fill-opacity": 0.12 });
    const text = { "font-size": 11, fill: colours.text };
    this.level.replaceChildren(
      svg("line", { x1: area.left, x2: area.right, y1: y, y2: y, stroke: colours.lost, "stroke-width": 1.3, "stroke-dasharray": "6 3" }),
      svg("text", { x: area.right, y: y - 5, "text-anchor": "end", ...text, fill: colours.lost }, `α = ${level}`));
    this.marks.replaceChildren(...doc.flips[alpha].flatMap(([at, equivalent]) => {
      const place = this.x(at);
      const words = `${equivalent ? "equivalent from" : "not from"} ${at}`;
      const end = place + measure(words, 11, colours.font) + 8 > area.right;
      return [
        svg("line", { class: "flip", "data-margin": at, x1: place, x2: place, y1: area.top, y2: area.bottom, stroke: colours.text, "stroke-opacity": 0.7, "stroke-dasharray": "3 3" }),
        svg("text", { x: place + (end ? -5 : 5), y: area.top + 12, "text-anchor": end ? "end" : "start", ...text }, words),
      ];
    }));
    set(this.rule, { d: `M${x.toFixed(1)},${area.top - 4}V${area.bottom}`, stroke: colours.window });
    this.dots.replaceChildren(...["a", "b", "p"].map((id) => svg("circle", { cx: x, cy: this.y(this.values[id][margin]), r: id === "p" ? 4.5 : 3.4, fill: this.#strokes()[id].stroke, stroke: colours.background, "stroke-width": 1.2 })));
    const said = { p: doc.p_eqv[margin], a: doc.lambda_a[margin], b: doc.lambda_b[margin], d: doc.p_diff };
    for (const [id] of LINES) this.numbers[id].textContent = said[id].replace("= ", "");
    const words = `margin ${doc.margins[margin]}`;
    this.flag.replaceChildren(...flagOf(words, x, [area.left - 10, area.right + 8], area.top - 22,
      { fill: colours.window, ink: colours.background, font: colours.font }));
  }
}
