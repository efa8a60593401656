// T against w: recall, precision and F over all windows, with a marker at the present one.

import { html, set, svg } from "../shared/elements.js";
import { theme } from "../shared/palette.js";
import { isCounted } from "./readout.js";
import { valueOf } from "../shared/schema.js";
import { nearestPlace } from "../shared/window-slider.js";
import { windowText } from "../shared/times.js";

const MARGIN_LEFT = 34;
const MARGIN_RIGHT = 50; // room for the whole track, right of the last finite window
const TOP = 10;
const BOTTOM = 34;
const HEIGHT = 196;
const TICKS = [0.1, 0.5, 1, 3, 5, 10, 15, 30, 60, 120, 300, 600, 1800];
const MEASURES = { recall: "R", precision: "P", f_measure: "F" };
const VARIANTS = ["reduced", "full"];

export class Curves {
  /** `pick(index)` is called with the window under the pointer while it is dragged. */
  constructor(root, pick) {
    this.root = root;
    this.svg = svg("svg", { class: "curves", role: "img", "aria-label": "T-measures against the window; the same numbers are in the table" });
    this.element = html("div", { class: "curves-box" }, this.svg);
    this.static = svg("g");
    this.marker = svg("g", { class: "marker" });
    this.line = svg("line", { y1: TOP, y2: HEIGHT - BOTTOM, "stroke-width": 1.4 });
    this.dots = Object.keys(MEASURES).map(() => svg("circle", { r: 4, "stroke-width": 1.5 }));
    this.marker.append(this.line, ...this.dots);
    this.svg.append(this.static, this.marker);
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.dragging = true;
      pick(this.#nearest(event));
    });
    this.svg.addEventListener("pointermove", (event) => this.dragging && pick(this.#nearest(event)));
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, () => (this.dragging = false));
  }

  load(doc) {
    const alike = this.lines && this.doc?.windows === doc.windows;
    this.doc = doc;
    if (alike) return this.#plot();
    this.now = null; // of another sweep
    return this.layout();
  }

  #x(window) {
    const finite = this.doc.windows.filter((w) => w !== null);
    const right = this.width - MARGIN_RIGHT;
    if (window === null) return this.width - MARGIN_RIGHT / 2;
    const [low, high] = [Math.log(finite[0]), Math.log(Math.max(finite.at(-1), finite[0] * 1.01))];
    return MARGIN_LEFT + ((Math.log(window) - low) / (high - low)) * (right - MARGIN_LEFT);
  }

  #y(score) {
    return TOP + (1 - score) * (HEIGHT - TOP - BOTTOM);
  }

  #nearest(event) {
    return nearestPlace(this.places, event.clientX - this.svg.getBoundingClientRect().left);
  }

  layout() {
    this.width = this.element.clientWidth;
    if (!this.width || !this.doc) return;
    const colours = (this.colours = theme(this.root));
    const { windows } = this.doc;
    this.places = windows.map((window) => this.#x(window));
    set(this.svg, { width: this.width, height: HEIGHT, viewBox: `0 0 ${this.width} ${HEIGHT}`, "font-family": colours.font });
    const faint = { stroke: colours.text, "stroke-opacity": 0.14 };
    const label = { fill: colours.text, "fill-opacity": 0.75, "font-size": 11 };
    const children = [];
    for (const score of [0, 0.25, 0.5, 0.75, 1]) {
      const y = this.#y(score);
      children.push(svg("line", { x1: MARGIN_LEFT, x2: this.width - 8, y1: y, y2: y, ...faint }));
      if (score !== 0.25 && score !== 0.75) children.push(svg("text", { x: MARGIN_LEFT - 6, y: y + 4, "text-anchor": "end", ...label }, String(score)));
    }
    const last = windows.filter((w) => w !== null).at(-1);
    let previous = -Infinity;
    for (const tick of [...TICKS.filter((t) => t >= windows[0] && t <= last), null]) {
      const x = this.#x(tick);
      if (x - previous < 24) continue;
      previous = x;
      children.push(
        svg("line", { x1: x, x2: x, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 4, stroke: colours.text, "stroke-opacity": 0.5 }),
        svg("text", { x, y: HEIGHT - BOTTOM + 16, "text-anchor": "middle", ...label }, windowText(tick)),
      );
    }
    children.push(svg("text", { x: this.width - 8, y: HEIGHT - 4, "text-anchor": "end", ...label }, "window w (s), log scale"));
    const key = svg("text", { x: MARGIN_LEFT, y: HEIGHT - 4, ...label });
    for (const [measure, symbol] of Object.entries(MEASURES)) {
      key.append(svg("tspan", { fill: colours[measure], "fill-opacity": 1, "font-weight": 600, "font-style": "italic", dx: measure === "recall" ? 0 : 8, dy: measure === "recall" ? 0 : -3 }, "T", svg("tspan", { "font-size": 8, dy: 3 }, symbol)));
    }
    key.append(svg("tspan", { dx: 8, dy: -3 }, "solid: chosen row, dashed: the other"));
    children.push(key);
    this.lines = VARIANTS.flatMap((variant) => Object.keys(MEASURES).map((measure) => ({ variant, measure, line: svg("polyline", { fill: "none", stroke: colours[measure], "stroke-linejoin": "round" }) })));
    this.static.replaceChildren(...children, ...this.lines.map(({ line }) => line));
    set(this.line, { stroke: colours.window });
    this.#plot();
  }

  // The scores of every window, on axes that are drawn.
  #plot() {
    const { windows, scores } = this.doc;
    this.lines.forEach(({ line, variant, measure }) => {
      const points = windows.flatMap((_, index) => isCounted(scores, index, measure, variant) ? `${this.places[index].toFixed(1)},${this.#y(valueOf(scores, "scores", index, `${measure}_${variant}`)).toFixed(1)}` : []);
      line.setAttribute("points", points.join(" "));
    });
    if (this.now) this.#mark(...this.now);
  }

  /** Mark a window; `variant` 0 is reduced, 1 full, the other one is dimmed. */
  show(index, variant) {
    if (this.now?.[0] === index && this.now[1] === variant) return;
    this.now = [index, variant];
    if (this.lines) this.#mark(index, variant);
  }

  #mark(index, variant) {
    const x = this.places[index];
    set(this.line, { x1: x, x2: x });
    const { scores } = this.doc;
    const name = VARIANTS[variant];
    Object.keys(MEASURES).forEach((measure, at) => {
      set(this.dots[at], { cx: x, cy: this.#y(valueOf(scores, "scores", index, `${measure}_${name}`)), fill: this.colours[measure], stroke: this.colours.background, visibility: isCounted(scores, index, measure, name) ? "visible" : "hidden" });
    });
    this.lines.forEach(({ line, variant: of }) => {
      const shown = of === name;
      set(line, { "stroke-width": shown ? 2.2 : 1.2, "stroke-opacity": shown ? 1 : 0.35, "stroke-dasharray": shown ? null : "5 3" });
    });
  }
}
