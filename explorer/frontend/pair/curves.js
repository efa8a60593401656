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
    const label = "Scores against the window; the same numbers are in the table";
    this.svg = svg("svg", { class: "curves", role: "img", "aria-label": label });
    this.element = html("div", { class: "curves-box" }, this.svg);
    this.static = svg("g");
    this.marker = svg("g", { class: "marker" });
    this.line = svg("line", { "stroke-width": 1.4 });
    this.dots = PARTS.map(() => svg("circle", { r: 4, "stroke-width": 1.5 }));
    this.marker.append(this.line, ...this.dots);
    this.svg.append(this.static, this.marker);
    this.heightScale = 1; // see arrangement.js
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
    set(this.svg, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}`,
      "font-family": colours.font });
    const key = svg("text", { x: LEFT, y: height - 4, ...quiet(colours) });
    this.letters = PARTS.map(() => svg("tspan"));
    for (const [at, part] of PARTS.entries()) {
      const [, index] = MEASURES[0].symbols[part].split("_");
      const look = { fill: colours[part], "fill-opacity": 1, "font-weight": 600, "font-style": "italic" };
      const place = { dx: at ? 8 : 0, dy: at ? -3 : 0 };
      key.append(svg("tspan", { ...look, ...place }, this.letters[at],
        svg("tspan", { "font-size": 8, dy: 3 }, index)));
    }
    if (this.width >= ROOMY) {
      key.append(svg("tspan", { dx: 8, dy: -3 },
        `solid: chosen row, dashed: the other${MEASURES.length > 2 ? "s" : ""}`));
    }
    this.lines = MEASURES.flatMap(({ key: variant }) => PARTS.map((part) => {
      const look = { class: variant, fill: "none", stroke: colours[part], "stroke-linejoin": "round" };
      return { variant, part, line: svg("polyline", look) };
    }));
    const right = this.width - 8;
    const written = (score) => (score % 0.5 ? "" : `${score}`);
    this.static.replaceChildren(...levelLines(SHARES, this.y, [LEFT, right], colours, written),
      this.axis.labels(foot, colours, "", right), key, ...this.lines.map(({ line }) => line));
    set(this.line, { stroke: colours.window, y1: TOP, y2: foot });
    this.#plot();
  }

  // The scores of every window, on axes that are drawn.
  #plot() {
    const { windows, scores } = this.doc;
    this.lines.forEach(({ line, variant, part }) => {
      const points = windows.flatMap((_, index) => {
        if (!isCounted(scores, index, part, variant)) return [];
        const y = this.y(valueOf(scores, "scores", index, `${part}_${variant}`));
        return `${this.axis.places[index].toFixed(1)},${y.toFixed(1)}`;
      });
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
    this.letters.forEach((element) => (element.textContent = letter));
    PARTS.forEach((part, at) => {
      const cy = this.y(valueOf(scores, "scores", index, `${part}_${name}`));
      const visibility = isCounted(scores, index, part, name) ? "visible" : "hidden";
      set(this.dots[at], { cx: x, cy, visibility, fill: this.colours[part],
        stroke: this.colours.background });
    });
    this.lines.forEach(({ line, variant: of }) => {
      const shown = of === name;
      set(line, { "stroke-width": shown ? 2.2 : 1.2, "stroke-opacity": shown ? 1 : 0.35,
        "stroke-dasharray": shown ? null : "5 3" });
    });
  }
}
