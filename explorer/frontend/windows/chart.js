// Curves over the window; all charts of the page share one window.
// The core computed every number; nothing is scored here.

import { hush, listen, publish } from "../shared/bus.js";
import { WindowAxis } from "../shared/window-axis.js";
import { measure } from "../shared/text.js";
import { LinesPanel } from "./lines-panel.js";
import { saveButtons } from "../shared/buttons.js";
import { flagOf } from "../shared/axes.js";
import { html, set, svg, upright } from "../shared/elements.js";
import { colored, theme } from "../shared/palette.js";
import { dragging, placeOn } from "../shared/dragging.js";
import { Picture } from "../shared/picture.js";
import { together } from "../shared/saving.js";
import { nearestWindow } from "../shared/window-slider.js";
import { timesIn } from "../shared/times.js";

const LEFT = 46;
const SIDE = 262; // px for the readouts next to the panel
const WIDE = 820; // px; in narrower views the readouts are below the panel
const FLAG = 22; // px of the window's flag
const MARK = 15; // px of a row of labels of marks

export class Chart extends Picture {
  constructor(root) {
    super(root);
    this.svg = svg("svg", { class: "plot", role: "group" });
    this.tools = html("div", { class: "tools" });
    this.box = html("div", { class: "plot-box" }, this.svg);
    this.place(html("div", { class: "chart" }, this.tools, this.box), this.box);
    this.quiet = listen("window", ({ window }) => { // all charts and the pair share it
      this.window = window;
      if (!this.doc) return;
      this.index = nearestWindow(this.doc, window);
      this.later();
    });
    this.#listen();
  }

  take() {
    const { now, news: { first, restored, other } } = this;
    // Another chart may have changed the window while this one was created.
    if (restored && (!first || this.window === undefined)) this.window = now.window;
    if (other) this.#build();
    this.index = nearestWindow(this.doc, this.window);
  }

  destroy() {
    super.destroy();
    this.quiet();
    hush("window");
  }

  #build() {
    const { doc } = this;
    set(this.svg, { "aria-label": doc.label });
    this.panel = new LinesPanel(doc);
    const at = () => `At w = ${timesIn(doc.unit).window(this.window)}.`;
    const sheet = () => together([this.svg], [doc.caption, at()], theme(this.root));
    this.tools.replaceChildren(html("span", { class: "gap" }), ...saveButtons(sheet, () => doc.file));
  }

  #listen() {
    // The place on the screen is kept, since the page may change under a resting mouse.
    const rest = (event) => {
      this.mouse = event?.pointerType === "touch" ? null : event;
      this.later();
    };
    dragging(this.svg, {
      over: (place) => this.#over(place),
      move: ({ x }) => publish("window", { window: this.doc.windows[this.axis.nearest(x)] }),
      rest: () => publish("window", { window: this.window, rests: true }),
    });
    for (const name of ["pointerenter", "pointermove"]) this.svg.addEventListener(name, rest);
    this.svg.addEventListener("pointerleave", () => rest(null));
  }

  #over({ x }) {
    return this.axis && x >= this.axis.left - 12 && x <= this.axis.right + 14;
  }

  // The index of the window under the mouse, or of w. Values are of this window.
  get #pointed() {
    const place = this.mouse && placeOn(this.svg, this.mouse);
    return place && this.#over(place) ? this.axis.nearest(place.x) : this.index;
  }

  layout() {
    const width = this.box.clientWidth;
    if (!width || !this.doc) return;
    const colors = (this.colors = colored(this.element, this.root));
    const wide = width >= WIDE;
    const frame = { width, wide, left: LEFT, side: SIDE };
    const { doc: { windows, unit } } = this;
    this.axis = new WindowAxis(windows, LEFT, width - (wide ? SIDE + 22 : 20), timesIn(unit));
    const [marks, head] = this.#marks();
    const { panel } = this;
    const height = 2 + panel.draw(head, frame, this.axis, colors);
    this.ends = [head - 2, panel.bottom];
    const behind = svg("g", { "pointer-events": "none" }, ...this.doc.marks.map(({ window, advised }) =>
      svg("line", { ...upright(this.axis.x(window), ...this.ends),
        stroke: advised ? colors.gained : colors.text, "stroke-opacity": advised ? 0.9 : 0.4,
        "stroke-dasharray": advised ? "6 3" : "2 3" })));
    this.rule = svg("line", { class: "rule", stroke: colors.window, "stroke-width": 2 });
    this.pointer = svg("line", { class: "pointer", stroke: colors.text, "stroke-opacity": 0.45 });
    this.flag = svg("g", { class: "flag" });
    set(this.svg, { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": colors.font });
    this.svg.replaceChildren(behind, panel.element, this.pointer, this.rule, panel.title,
      marks, this.axis.labels(panel.bottom, colors), this.flag);
    this.element.dataset.key = this.now.key;
    this.show();
  }

  // Draw the labels of the marks in as many rows as needed; also return the top of the panel.
  #marks() {
    const { axis, colors } = this;
    const group = svg("g", { class: "marks" });
    const ends = [];
    for (const { window, text, advised } of this.doc.marks) {
      const half = measure(text, 11, colors.font) / 2 + 4;
      const x = Math.min(Math.max(axis.x(window), axis.left + half), axis.right + 14 - half);
      let row = ends.findIndex((end) => end <= x - half);
      if (row < 0) row = ends.length;
      ends[row] = x + half;
      group.append(svg("text", { x, y: FLAG + 11 + row * MARK, "text-anchor": "middle", "font-size": 11,
        "font-weight": advised ? 600 : null, fill: advised ? colors.gained : colors.text,
        "fill-opacity": advised ? 1 : 0.75 }, text));
    }
    return [group, FLAG + 4 + ends.length * MARK];
  }

  show() {
    const { axis, doc, index, colors } = this;
    if (!axis || index === undefined) return;
    const pointed = this.#pointed;
    set(this.rule, upright(axis.places[index], ...this.ends));
    set(this.pointer, upright(axis.places[pointed], ...this.ends));
    this.panel.show(pointed);
    const [name, fill, ink] = pointed === index
      ? ["w =", colors.window, colors.background] : ["at", colors.panel, colors.text];
    this.flag.replaceChildren(...flagOf(`${name} ${timesIn(doc.unit).window(doc.windows[pointed])}`,
      axis.places[pointed], [axis.left - 10, axis.right + 14], 2, { fill, ink, font: colors.font }));
    this.element.dataset.window = String(doc.windows[index]);
  }
}
