// The live view of a pair: slider, scores, curves and layers, all following one window.
// Every number shown was computed by the core and shipped; nothing is scored here.

import { hush, listen, say } from "./bus.js";
import { Curves } from "./curves.js";
import { Desk, drawing } from "./desk.js";
import { Details } from "./details.js";
import { html, theme, windowText } from "./draw.js";
import { Inspector } from "./inspector.js";
import { Layers } from "./layers.js";
import { unpack } from "./pack.js";
import { Readout, scoreText } from "./readout.js";
import { savePng, saveSvg, together } from "./save.js";
import { Say } from "./say.js";
import { Sketch } from "./sketch.js";
import { Summary } from "./summary.js";
import { tripletsAt } from "./triplets.js";
import { WindowSlider, nearestWindow } from "./window.js";

const VARIANTS = ["reduced", "full"];
const DRAW_HINT = "Double-click adds a boundary, dragging moves it (Alt: without snapping). Dots on the estimate's boundaries: what removing one does; dashes: a boundary of the reference that is missing; green raises T_F, red lowers it. Point at the strips to place q.";
const LESSON_HINT = "Dragging moves a boundary of the estimate, double-click adds one, Delete removes the chosen one.";
const PARTS = ["window", "scores", "reduced", "curves", "strips"]; // what a lesson may hide
const HINT = "Point or click to place q. What keeps its full colour on a layer shares its segment with q there; the rest is pale. Lines lead from q to i and to j over the segment they share: the lower, the closer. Grey under a hierarchy: q has no triplet there. Ctrl+wheel zooms, Shift+drag pans.";

export class Scope {
  constructor(root) {
    this.root = root;
    this.window = undefined;
    this.variant = 0;
    this.slider = new WindowSlider({
      move: (index) => this.#move(index),
      settle: () => this.#report(),
      type: (seconds) => this.#type(seconds),
    });
    this.readout = new Readout((variant) => this.#choose(variant), (measure, variant) => this.#reveal(measure, variant));
    this.curves = new Curves(root, (index) => {
      this.#move(index);
      this.#report();
    });
    this.layers = new Layers(root, {
      query: (time, settled) => {
        if (settled && this.scene) this.press("place", time); // a lesson may ask for it at once
        this.#ask(settled);
      },
      view: (start, end) => {
        this.send("view", [this.doc.pair, start, end]);
        this.#ask();
      },
      region: (text, settled) => this.#change("region", text, settled),
      step: (by) => this.inspector?.blocks.step(by),
    });
    this.details = new Details();
    this.say = new Say({
      direction: (name) => this.#change("direction", name),
      marks: (shown) => this.#change("marks", shown),
    });
    this.tools = this.#tools();
    this.body = html("div");
    this.element = html("div", { class: "scope" }, this.slider.element, this.body);
    root.append(this.element);
    // What is pressed elsewhere on the page finds the window as it is.
    this.pressed = () => this.resting && this.#tell();
    document.addEventListener("click", this.pressed, true);
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(this.element);
    this.quiet = listen("answer", (answer) => {
      this.answer = answer;
      if (this.sketch?.hear(answer)) this.#score();
      if (this.doc) this.show();
    });
  }

  // What stands where: scores and curves to compare, or what is lost and the panels behind it.
  #build({ mode, scene, fixed }) {
    this.mode = mode;
    this.scene = scene;
    const triplets = mode === "triplets";
    const lesson = mode === "lesson";
    const draw = mode === "draw" || lesson;
    this.sketch?.destroy();
    this.sketch = draw ? new Sketch(lesson ? new Desk(false) : drawing, lesson, fixed ?? [], {
      changed: () => this.#redraw(),
      chosen: () => this.layers.layout(),
      marked: () => this.sketch.editor.draw(this.layers),
      ask: () => this.#ask(),
      commit: (drawing) => this.send("drawing", drawing),
    }) : null;
    this.element.classList.toggle("drawing", draw);
    this.layers.edit(this.sketch?.editor ?? null);
    (draw ? this.sketch.board : this.say).line.append(this.tools);
    this.summary = triplets ? new Summary({
      layers: (text) => this.#change("layers", text),
      query: (time) => this.#place(time, null),
    }) : null;
    this.inspector = triplets ? new Inspector(this.root, {
      change: (name, value) => this.#change(name, value),
      pick: (row) => this.#place(row.query, row.run),
      query: (time, settled) => this.#place(time, null, settled),
    }) : null;
    this.body.replaceChildren(
      html("div", { class: "pair" },
        html("div", { class: "numbers" }, this.readout.element, this.details.element),
        triplets ? this.inspector.blocks.element : this.curves.element),
      draw ? this.sketch.board.element : this.say.element,
      this.layers.element, html("p", { class: "hint" }, lesson ? LESSON_HINT : draw ? DRAW_HINT : HINT),
      ...(draw && !lesson ? [this.sketch.ledger.element] : []),
      ...(triplets ? [html("div", { class: "inspector" }, this.summary.element, ...this.inspector.panels)] : []));
  }

  /** Take new data, or the same data under a new theme. */
  update(bytes, send, press) {
    this.send = send;
    this.press = press;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      const doc = unpack(bytes);
      const other = doc.pair !== this.doc?.pair;
      const parts = String(doc.hidden) !== String(this.doc?.hidden);
      this.doc = doc;
      if (this.window === undefined || doc.restored !== this.restored) {
        this.restored = doc.restored;
        this.window = doc.window;
        this.variant = VARIANTS.indexOf(doc.variant);
        this.layers.pinned = doc.query;
        const { direction, listed, outcome, layers, region, marks } = doc;
        this.state = { direction, listed, outcome, layers, region, marks };
      }
      const built = this.mode !== doc.mode || this.scene !== doc.scene;
      if (built) this.#build(doc);
      this.element.classList.toggle("scene", Boolean(doc.scene));
      for (const part of PARTS) this.element.classList.toggle(`without-${part}`, doc.hidden?.includes(part) ?? false);
      this.index = nearestWindow(this.doc, this.window);
      this.sketch?.take(doc);
      const view = this.sketch?.view(doc) ?? doc;
      for (const part of [this.slider, this.readout, this.curves]) part.load(view);
      if (this.sketch) this.#fit();
      else if (other || parts || built) this.layers.load(doc);
      if (other) {
        this.chosen = null;
        // What was filtered has no meaning for another pair.
        if (this.known) Object.assign(this.state, { layers: "any-any", region: "" });
        this.known = true;
      }
      this.inspector?.load(doc);
      const { start, end } = this.layers.view;
      // The strips must cover what is on screen, also where the zoom was kept or given up.
      if (other && (doc.range.start !== start || doc.range.end !== end)) this.layers.moved();
      this.#ask();
    }
    this.#layout();
  }

  destroy() {
    this.observer.disconnect();
    this.quiet();
    this.layers.destroy();
    this.say.destroy();
    this.sketch?.destroy();
    document.removeEventListener("click", this.pressed, true);
    clearTimeout(this.resting);
    clearTimeout(this.copying);
    clearTimeout(this.dimming);
    cancelAnimationFrame(this.frame);
    hush("ask");
    hush("answer");
  }

  #tools() {
    const button = (text, title, action) => {
      const element = html("button", { type: "button", title, "aria-label": title }, text);
      element.addEventListener("click", action);
      return element;
    };
    const sheet = () => {
      const colours = theme(this.root);
      const { svg } = this.layers;
      const below = this.inspector?.drawings(svg.width.baseVal.value, colours) ?? [this.curves.svg];
      return together([svg, ...below], this.#caption(), colours);
    };
    this.told = html("span", { class: "told", role: "status" });
    return html("span", { class: "tools" }, this.told,
      button("+", "Zoom in", () => this.layers.zoom(0.5)),
      button("−", "Zoom out", () => this.layers.zoom(2)),
      button("fit", "Show the whole track", () => this.layers.fit()),
      button("copy link", "Copy a link that restores what is on screen, on any machine", () => this.#link()),
      button("PNG", "Save the picture as PNG", () => savePng(sheet(), "hierscope")),
      button("SVG", "Save the picture as SVG", () => saveSvg(sheet(), "hierscope")));
  }

  // The address says all of it, but for a pair that is too long for one.
  async #link() {
    const [length, limit] = this.answer.long;
    this.told.textContent = length
      ? `The pair takes ${length.toLocaleString("en")} characters; servers and mail programs cut links of more than ${limit.toLocaleString("en")}. Export saves it as JAMS, with all that is on screen.`
      : await copied(this.#address) ? "The link is copied." : "This browser does not let pages copy: the link is in the address bar.";
    clearTimeout(this.copying);
    this.copying = setTimeout(() => (this.told.textContent = ""), length ? 20000 : 4000);
  }

  // A lesson's link names its step, and nothing of what the other pages show.
  get #address() {
    const { origin, pathname, href } = window.location;
    return this.doc.link ? `${origin}${pathname}?${this.doc.link}` : href;
  }

  // What the saved picture shows, in words, a line each.
  #caption() {
    const variant = VARIANTS[this.variant];
    const [recall, precision, f] = [0, 1, 2].map((at) => scoreText(this.doc.scores, this.index, 3 * this.variant + at));
    const scores = `${this.doc.words[this.index]}. ${variant}: recall ${recall}, precision ${precision}, F ${f}`;
    return [scores, ...(this.state.marks && !this.sketch ? this.say.sentences : [])];
  }

  #move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.#ask();
    });
  }

  #choose(variant) {
    this.variant = variant;
    this.press("variant", VARIANTS[variant]);
    this.chosen = null;
    this.state.layers = "any-any";
    this.#ask();
  }

  // The triplets behind a score; behind F, those of the side that loses more.
  #reveal(measure, variant) {
    if (this.scene) return; // a lesson stays where it is
    const { scores } = this.doc;
    const [recall, precision] = [0, 1].map((at) => scores[10 * this.index + 3 * variant + at]);
    const direction = measure === "f" ? (recall <= precision ? "recall" : "precision") : measure;
    if (this.mode !== "triplets") {
      this.press("show", { direction, variant: VARIANTS[variant] });
      return;
    }
    if (variant !== this.variant) this.#choose(variant);
    this.#change("direction", direction);
  }

  // A parameter other than window, variant and query.
  #change(name, value, settled = true) {
    if (name === "direction" && value !== this.state.direction) this.state.layers = "any-any";
    this.state[name] = value;
    if (name !== "marks") this.chosen = null;
    this.#ask(settled && this.layers.hovered === null);
  }

  // Put the query where a block or a picture says; `run` picks one of its blocks.
  #place(time, run, settled = true) {
    this.layers.place(Math.round(time * 1e6) / 1e6);
    this.chosen = run && { run, query: this.layers.query };
    this.#ask(settled);
  }

  // The layers as they are being drawn; their length may be another one.
  #fit() {
    const { pair } = this.sketch;
    this.layers.load({ ...this.doc, ...pair, duration: pair.reference.layers[0].boundaries.at(-1) });
  }

  // The numbers that go with them.
  #score() {
    const view = this.sketch.view(this.doc);
    this.readout.load(view);
    this.curves.load(view);
  }

  // Numbers that stay behind for long are dimmed; not those of a moment ago, which would flicker.
  #dim(behind) {
    if (!behind) {
      clearTimeout(this.dimming);
      this.dimming = null;
      this.element.classList.remove("late");
    } else this.dimming ??= setTimeout(() => this.element.classList.add("late"), 500);
  }

  #redraw() {
    this.element.dataset.drawn = this.sketch.drawn;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      if (this.sketch.editor.held) this.layers.reshape(this.sketch.pair);
      else this.#fit();
      this.#ask();
    });
  }

  // Tell Python once the window has rested; the drawing does not wait for it.
  #report() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#tell(), 120);
  }

  #tell() {
    clearTimeout(this.resting);
    this.resting = null;
    this.press("window", this.window === null ? "inf" : this.window);
  }

  #type(seconds) {
    this.window = seconds !== null && seconds >= this.doc.most ? null : seconds;
    // What is on screen stays until Python has scored a window that is not on the slider.
    const index = this.doc.windows.indexOf(this.window);
    if (index >= 0) this.#move(index);
    this.#report();
    return index >= 0;
  }

  // Ask Python for what the sweep does not hold, and draw what it does.
  #ask(settled = false) {
    const { layers, state, doc } = this;
    say("ask", {
      query: layers.query,
      settled,
      // A block that was chosen is of one query; where the mouse is meanwhile has its own.
      chosen: this.chosen?.query === layers.query ? this.chosen.run : null,
      shown: [doc.range.start, doc.range.end],
      whole: this.mode === "triplets",
      ...this.sketch?.question(`${this.window} ${this.variant}`),
      state: { ...state, marks: state.marks ? "1" : "0", window: this.window === null ? "inf" : String(this.window), variant: VARIANTS[this.variant] },
    });
    this.show();
  }

  #layout() {
    if (!this.doc) return;
    const colours = theme(this.root);
    for (const name of ["recall", "precision", "window", "i", "j", "gained", "lost"]) this.element.style.setProperty(`--${name}`, colours[name]);
    this.curves.layout();
    this.layers.layout();
    this.inspector?.layout();
    this.show();
  }

  /** Draw everything at the present window, variant and query. */
  show() {
    const { doc, index, variant } = this;
    if (index === undefined || !this.layers.stacks) return;
    this.slider.show(index);
    // An answer is for one sweep; one that belongs to the sweep before must not be shown.
    const answer = this.sketch ? this.sketch.answer : this.answer?.sweep === doc.sweep ? this.answer : null;
    const triplets = tripletsAt(answer, index);
    this.readout.show(index, variant, this.sketch ? null : triplets?.splits);
    this.curves.show(index, variant);
    const row = (measure) => {
      const drawn = this.sketch?.strip(index, 2 * variant + measure, doc.columns);
      if (drawn) return drawn;
      const start = (4 * index + 2 * variant + measure) * doc.columns;
      return doc.strips.subarray(start, start + doc.columns);
    };
    const { query } = this.layers;
    this.element.dataset.wanted = `${doc.windows[index]} ${query}`;
    const track = answer?.track ?? null;
    // Nor is an answer about the other side's triplets, or the other variant's.
    const meant = triplets?.direction === this.state.direction && triplets.variant === VARIANTS[variant];
    // Frames have times of their own; the mouse is between them until the answer comes.
    const named = answer?.query === query ? answer.triplets?.query ?? query : query;
    this.layers.show({ back: doc.back[index], ahead: doc.ahead[index], range: doc.range, strips: [row(0), row(1)], named, triplets: meant ? triplets : null, track, ...this.state });
    this.details.show(query, named, this.layers.stacks, answer, index, variant);
    this.say.show(triplets, this.state, meant ? `${doc.windows[index]} ${answer.query}` : "", meant);
    this.summary?.show(triplets, track, this.state);
    this.inspector?.show(triplets, track, this.state, query);
    if (this.sketch) {
      const { drawn, scored, shown } = this.sketch;
      Object.assign(this.element.dataset, { drawn, scored, shown });
      this.#dim(scored !== drawn);
      this.sketch.show(doc.windows[index] === null ? "∞" : `${windowText(doc.windows[index])} s`);
    }
  }
}

// Where the page is not served securely, browsers keep the clipboard to themselves.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
