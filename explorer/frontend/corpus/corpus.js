// A corpus against the window: distributions of scores, and every track at w. What is drawn for each
// window was computed by the core and shipped; a move of the slider asks nobody.

import { alone } from "../shared/alone.js";
import { Scrolled } from "../shared/around-streamlit.js";
import { flagOf, quiet } from "../shared/axes.js";
import { html, set, svg } from "../shared/elements.js";
import { coloured, strokeOf, theme } from "../shared/palette.js";
import { WindowAxis } from "../shared/window-axis.js";
import { either, saveButtons, toolButton } from "../shared/buttons.js";
import { Lengths } from "./lengths.js";
import { Losses } from "./losses.js";
import { BoxPlots } from "./box-plots.js";
import { Outliers } from "./outliers.js";
import { Scatter } from "./scatter.js";
import { SCORES, Tracks } from "./tracks.js";
import { scoreOf } from "../shared/numbers.js";
import { dragging, placeOn } from "../shared/dragging.js";
import { Picture } from "../shared/picture.js";
import { Rest } from "../shared/rest.js";
import { together } from "../shared/saving.js";
import { nearestPlace } from "../shared/scales.js";
import { MEASURES } from "../shared/schema.js";
import { nearestWindow, WindowSlider } from "../shared/window-slider.js";
import { windowParameter, windowText } from "../shared/times.js";

const LEFT = 46;
const FLAG = 24; // the row of the window's flag
const AXIS = 38;
const HEIGHTS = [300, 190, 160]; // of a row, by the number of methods

export class Corpus extends Picture {
  constructor(root) {
    super(root);
    this.scrolled = new Scrolled(() => this.doc?.source);
    this.turns = 0;
    this.slider = new WindowSlider({
      move: (index) => this.#move(index),
      settle: () => this.rest.begin(),
      type: (seconds) => this.#type(seconds),
    });
    this.tools = html("div", { class: "tools" });
    this.svg = svg("svg", { class: "plot", role: "group" });
    this.box = html("div", { class: "plot-box" }, this.svg);
    this.scatter = new Scatter((x, y) => this.#pair(x, y));
    this.outliers = new Outliers((row) => this.#open(row), (row) => this.#light(row));
    this.lengths = new Lengths();
    this.losses = new Losses(root);
    this.tip = html("div", { class: "tip", role: "status" });
    this.place(html("div", { class: "corpus" }, this.slider.element, this.tools, this.box, this.losses.element,
      html("div", { class: "below" }, this.scatter.element,
        html("div", {}, this.outliers.element, this.lengths.element)), this.tip), this.box, this.losses.box, this.scatter.box, this.lengths.box);
    this.rest = new Rest(() => this.press("window", windowParameter(this.window)));
    this.#listen();
  }

  take() {
    const { now, news: { first, given, other } } = this;
    if (given) this.window = now.window;
    if (first) Object.assign(this, { score: now.score, scores: now.scores });
    if (other) this.#build();
    // Back from a track.
    if (first && now.opened >= 0) this.scrolled.return(this.doc.source);
    this.index = this.#find(this.window);
  }

  destroy() {
    this.scrolled.close();
    super.destroy();
    this.rest.close();
  }

  #build() {
    const { doc } = this;
    this.tracks = new Tracks(doc);
    this.slider.load({ ...doc, least: this.now.least });
    this.scatter.load(this.tracks);
    this.lengths.load(doc);
    this.losses.load(doc);
    this.rows = doc.methods.map((_, method) => new BoxPlots(this.tracks, method));
    // The track that was opened last is ringed until another is pointed at.
    const opened = doc.rows.indexOf(this.now.opened);
    this.rests = opened < 0 ? null : opened;
    this.lit = this.rests;
    set(this.svg, { "aria-label": doc.label });
    this.#tool();
  }

  #tool() {
    const { variant, part: shown } = SCORES[this.score];
    const choose = (wanted) => this.#choose(SCORES.findIndex((each) => each.variant === wanted.variant && each.part === wanted.part));
    const parts = SCORES.filter((each) => each.variant === variant).map((each) => toolButton(symbolOf(each), `Score: ${each.part.replace("_", "-")}`, () => choose({ variant, part: each.part }), each.part === shown));
    const offered = MEASURES.filter(({ key }) => key === variant || this.doc.measures.includes(key));
    const variants = offered.map(({ key, title }) => toolButton(title, `Variant: ${title}`, () => choose({ variant: key, part: shown }), key === variant));
    const sheet = () => together([this.svg, ...(this.doc.diagnosed.length ? [this.losses.svg] : []), this.scatter.svg, ...(this.doc.segments ? [this.lengths.svg] : [])], [this.doc.caption, `At w = ${windowText(this.doc.windows[this.index], " s")}.`], theme(this.root));
    const focused = this.tools.getRootNode().activeElement?.getAttribute("aria-label");
    this.tools.replaceChildren(either("score", parts), either("variant", variants), html("span", { class: "gap" }),
      ...saveButtons(sheet, () => this.doc.file));
    if (focused) [...this.tools.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === focused)?.focus();
  }

  #choose(score) {
    if (score === this.score) return;
    this.score = score;
    this.#tool();
    this.layout();
    const { variant, part: shown } = SCORES[score];
    this.press("score", [variant, shown]);
  }

  #pair(x, y) {
    this.scores = [x, y];
    this.layout();
    this.press("scores", [x, y]);
  }

  // On the boxes a press moves the window; on a point it opens the track.
  #listen() {
    const overBoxes = ({ x }) => this.axis && x >= this.axis.left - 12 && x <= this.axis.right + 14;
    const point = (place) => this.rows?.map((row) => row.at(place)).find(Boolean) ?? null;
    const lit = (picture, found, event, otherwise = "default") => {
      picture.style.cursor = found && !alone ? "pointer" : otherwise;
      this.#light(found?.row ?? null, event);
    };
    dragging(this.svg, {
      over: (place) => (this.pressed = overBoxes(place)),
      move: ({ x }) => this.#move(nearestPlace(this.places, x)),
      rest: () => this.rest.begin(),
      hover: (place, event) => overBoxes(place) ? lit(this.svg, null, event, "ew-resize") : lit(this.svg, point(place), event),
    });
    const scatter = this.scatter.svg;
    scatter.addEventListener("pointermove", (event) => lit(scatter, this.scatter.at(placeOn(scatter, event)), event));
    for (const picture of [this.svg, scatter]) {
      picture.addEventListener("pointerleave", () => this.#light(null));
      picture.addEventListener("click", (event) => {
        const place = placeOn(picture, event);
        // A drag of the window may end over a point.
        const found = picture === scatter ? this.scatter.at(place) : this.pressed ? null : point(place);
        if (found) this.#open(found.row);
      });
    }
  }

  #open(row) {
    this.press("track", [this.doc.source, this.doc.rows[row]]);
  }

  // Ring a track wherever it is drawn, and name it beside the mouse.
  #light(row, event) {
    this.lit = row ?? this.rests;
    for (const each of [...(this.rows ?? []), this.scatter]) each.light(this.lit);
    this.tip.classList.toggle("shown", row !== null && Boolean(event));
    if (row === null || !event) return;
    const value = this.tracks.value(row, this.index, this.score);
    this.tip.textContent = `${this.tracks.name(row)}: ${SCORES[this.score].name.replace("_", "")} ${scoreOf(value)}`;
    const box = this.element.getBoundingClientRect();
    const x = Math.min(event.clientX - box.left + 14, box.width - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${x.toFixed(0)}px, ${(event.clientY - box.top + 12).toFixed(0)}px)`;
  }

  // The window nearest in proportion; the whole track only for itself.
  #find(window) {
    return nearestWindow({ windows: this.doc.windows, most: Infinity }, window);
  }

  #move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    this.rest.forget();
    this.later();
  }

  // Only windows that were scored can be shown: the nearest one is.
  #type(seconds) {
    this.#move(this.#find(seconds));
    this.rest.begin();
    return true;
  }

  /** Place and draw everything for the present width, score and theme. */
  layout() {
    const width = this.box.clientWidth;
    if (!width || !this.doc) return;
    const colours = (this.colours = coloured(this.element, this.root));
    const room = Math.min(Math.max(0.28 * width, 130), 340);
    const { windows, methods } = this.doc;
    const finite = windows.some((window) => window !== null);
    this.axis = new WindowAxis(finite ? windows : [1, null], "log", LEFT, width - room - 44);
    this.places = windows.map((window) => this.axis.x(window));
    const frame = { width, axis: this.axis, places: this.places, left: LEFT, strip: { left: width - room, right: width - 4 } };
    const strokes = methods.map((_, method) => strokeOf({ colour: method, dash: "" }, colours).colour);
    const height = HEIGHTS[Math.min(methods.length, HEIGHTS.length) - 1];
    let y = FLAG;
    this.rows.forEach((row, method) => {
      y = row.layout(y, height, frame, colours, strokes[method]) + 8;
      row.choose(this.score);
    });
    const bottom = y - 8;
    this.areas = this.rows.map(({ area }) => area);
    this.rule = svg("path", { stroke: colours.window, "stroke-width": 1.5, "stroke-opacity": 0.6, fill: "none", "pointer-events": "none" });
    this.flag = svg("g", { class: "flag", "pointer-events": "none" });
    const caption = svg("text", { x: frame.strip.left, y: bottom + 15, ...quiet(colours) }, "every track at w; left, the mean with its 95 % interval");
    const whole = bottom + AXIS;
    set(this.svg, { width, height: whole, viewBox: `0 0 ${width} ${whole}`, "font-family": colours.font });
    this.svg.replaceChildren(this.rule, ...this.rows.map(({ element }) => element), this.axis.labels(bottom, colours), room > 290 ? caption : "", this.flag);
    const across = this.scatter.box.clientWidth;
    this.scatter.choose(...this.scores);
    this.scatter.layout(across, Math.min(Math.max(0.72 * across, 260), 420), colours, strokes);
    this.lengths.layout(this.lengths.box.clientWidth, colours);
    this.losses.layout(this.losses.box.clientWidth, colours, SCORES[this.score].variant);
    this.show();
  }

  /** Draw everything at the present window. */
  show() {
    if (!this.axis || this.index === undefined) return;
    const { colours, doc, index } = this;
    const x = this.places[index];
    set(this.rule, { d: this.areas.map(([top, bottom]) => `M${x.toFixed(1)},${top}V${bottom}`).join("") });
    for (const row of this.rows) row.show(index);
    this.scatter.show(index);
    this.lengths.show(index);
    const window = doc.windows[index];
    this.losses.show(window);
    this.outliers.show(this.tracks, index, this.score, this.losses.find(window));
    const text = `w = ${windowText(window, " s")}`;
    this.flag.replaceChildren(...flagOf(text, x, [this.axis.left - 10, this.axis.right + 14], 2,
      { fill: colours.window, ink: colours.background, font: colours.font }));
    this.slider.show(index);
    this.turns += 1;
    for (const each of [...this.rows, this.scatter]) each.light(this.lit);
    Object.assign(this.element.dataset, { key: this.now.key, window: String(window), score: SCORES[this.score].name, drawn: String(this.turns) });
  }
}

// T with its index lowered.
function symbolOf({ symbol }) {
  const [letter, index] = symbol.split("_");
  return html("span", {}, html("i", {}, letter), html("sub", {}, index));
}
