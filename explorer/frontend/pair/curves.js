// Scores against w: recall, precision and F over all windows, with a marker at the present one.

import { levelLines, quiet } from "../shared/axes.js";
import { dragging } from "../shared/dragging.js";
import { html, set, svg } from "../shared/elements.js";
import { theme } from "../shared/palette.js";
import { isCounted } from "./readout.js";
import { scale, SHARES } from "../shared/scales.js";
import { MEASURES, PARTS, valueOf } from "../shared/schema.js";
import { timesIn } from "../shared/times.js";
import { WindowAxis } from "../shared/window-axis.js";

const LEFT = 34;
const RIGHT = 20;
const ROOMY = 450; // px of width that the whole legend takes
const HEIGHT = 128; // times what there is room for
const TOP = 8;
const FOOT = 34; // below the lowest score: windows, and what lines mean

export class Curves {
  /** `pick(index)` is called with the window under the pointer while it is dragged. */
  constructor(root, pick) {
    this.root = root;
    this.svg = svg("svg", { class: "curves", role: "img", "aria-label": "Scores against the window; the same numbers are in the table" });
    this.element = html("div", { class: "curves-box" }, this.svg);
    this.static = svg("g");
    this.marker = svg("g", { class: "marker" });
    this.line = svg("line", { "stroke-width": 1.4 });
    this.dots = PARTS.map(() => svg("circle", { r: 4, "stroke-width": 1.5 }));
    this.marker.append(this.line, ...this.dots);
    this.svg.append(this.static, this.marker);
    this.heightScale = 1; // see room.js
    dragging(this.svg, { over: () => true, move: ({ x }) => pick(this.axis.nearest(x)) });
  }

  get height() {
    return Math.round(HEIGHT * this.heightScale);
  }

  load(doc) {
    const alike = this.lines && this.doc?.windows === doc.windows;
    this.doc = doc;
    if (alike) return this.#plot();
    this.now = null; // of another sweep
    return this.layout();
  }

  layout() {
    this.width = this.element.clientWidth;
    this.lines = null; // what was drawn may be of another sweep
    if (!this.width || !this.doc) return;
    const colours = (this.colours = theme(this.root));
    const { height } = this;
    const foot = height - FOOT;
    this.y = scale([0, 1], [foot, TOP]);
    this.axis = new WindowAxis(this.doc.windows, "log", LEFT, this.width - RIGHT, timesIn(this.doc.unit));
    set(this.svg, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}`, "font-family": colours.font });
    const key = svg("text", { x: LEFT, y: height - 4, ...quiet(colours) });
    this.letters = PARTS.map(() => svg("tspan"));
    for (const [at, part] of PARTS.entries()) {
      const [, index] = MEASURES[0].symbols[part].split("_");
      key.append(svg("tspan", { fill: colours[part], "fill-opacity": 1, "font-weight": 600, "font-style": "italic", dx: part === "recall" ? 0 : 8, dy: part === "recall" ? 0 : -3 }, this.letters[at], svg("tspan", { "font-size": 8, dy: 3 }, index)));
    }
    if (this.width >= ROOMY) key.append(svg("tspan", { dx: 8, dy: -3 }, `solid: chosen row, dashed: the other${MEASURES.length > 2 ? "s" : ""}`));
    this.lines = MEASURES.flatMap(({ key: variant }) => PARTS.map((part) => ({ variant, part, line: svg("polyline", { class: variant, fill: "none", stroke: colours[part], "stroke-linejoin": "round" }) })));
    this.static.replaceChildren(...levelLines(SHARES, this.y, [LEFT, this.width - 8], colours, (score) => (score % 0.5 ? "" : `${score}`)), this.axis.labels(foot, colours, "", this.width - 8), key, ...this.lines.map(({ line }) => line));
    set(this.line, { stroke: colours.window, y1: TOP, y2: foot });
    this.#plot();
  }

  // The scores of every window, on axes that are drawn.
  #plot() {
    const { windows, scores } = this.doc;
    this.lines.forEach(({ line, variant, part }) => {
      const points = windows.flatMap((_, index) => isCounted(scores, index, part, variant) ? `${this.axis.places[index].toFixed(1)},${this.y(valueOf(scores, "scores", index, `${part}_${variant}`)).toFixed(1)}` : []);
      line.setAttribute("points", points.join(" "));
    });
    if (this.now) this.#mark(...this.now);
  }

  /** Mark a window; `variant` is the number of a measure, the others are dimmed. */
  show(index, variant) {
    if (this.now?.[0] === index && this.now[1] === variant) return;
    this.now = [index, variant];
    if (this.lines) this.#mark(index, variant);
  }

  #mark(index, variant) {
    const x = this.axis.places[index];
    set(this.line, { x1: x, x2: x });
    const { scores } = this.doc;
    const { key: name, letter } = MEASURES[variant];
    this.letters.forEach((each) => (each.textContent = letter));
    PARTS.forEach((part, at) => {
      set(this.dots[at], { cx: x, cy: this.y(valueOf(scores, "scores", index, `${part}_${name}`)), fill: this.colours[part], stroke: this.colours.background, visibility: isCounted(scores, index, part, name) ? "visible" : "hidden" });
    });
    this.lines.forEach(({ line, variant: of }) => {
      const shown = of === name;
      set(line, { "stroke-width": shown ? 2.2 : 1.2, "stroke-opacity": shown ? 1 : 0.35, "stroke-dasharray": shown ? null : "5 3" });
    });
  }
}
