// The user's choices for a pair: window, measure, query, listed triplets and their display. The parts of the
// view change them here, and tell each other about it.

import { Bus, listen, publish } from "../shared/bus.js";
import { MEASURES, schema, valueOf } from "../shared/schema.js";
import { windowParameter } from "../shared/times.js";
import { nearestWindow } from "../shared/window-slider.js";

const KEYS = MEASURES.map(({ key }) => key);
const { choices: DEFAULTS, listed: LISTED, asked: ASKED } = schema.state; // see explorer/state/pair.py

/**
 * What the parts tell each other. Choices: `ask` about them (true if the query was placed for good), `rest`
 * (they are final if nothing follows), `moved` (by how many windows), `near` (the pointer is at the slider).
 * Of the layers: `aim` and `seek` (the mouse is over a scape, and clicks it), `zoom` (to the triplet),
 * `place` (the query, and a run of its blocks). Of answers: `answer`, `scores`, `sample`, `trouble`.
 * Of a drawing: `edit`, `select`, `mark`, `commit`, `leave`. `draw` is in the next frame, `size` at once.
 * @typedef {{ ask: boolean, rest: void, moved: number, near: void, aim: void, seek: void, zoom: void,
 *   step: number, place: { query: number, run: number[] | null, settled?: boolean },
 *   reveal: { part: string, variant: number }, fix: { pair: FixAnswer, text: string },
 *   name: { side: string, name: string }, heard: string | null,
 *   scapes: void, stage: void, size: void, draw: void, link: void, present: void, answer: void, scores: void,
 *   sample: object, trouble: string, edit: void, select: void, mark: void, commit: object,
 *   leave: void }} Messages
 * @extends {Bus<Messages>}
 */
export class Choices extends Bus {
  constructor() {
    super();
    this.doc = null;
    this.window = undefined;
    this.index = undefined; // of the nearest window on the slider
    this.variant = 0;
    this.state = null;
    this.placed = false; // whether the user placed the query; before that, Python may choose one
    this.chosen = null; // a block of triplets, with its query
    this.flat = false; // whether Draw shows scapes instead of strips
    this.deciding = false; // whether scapes show the layers that decide
    /** Stop following the charts of the page. */
    this.close = listen("window", ({ window, rests }) => {
      if (this.doc && window !== this.window) this.move(nearestWindow(this.doc, window));
      if (rests) this.publish("rest");
    });
  }

  get measure() {
    return KEYS[this.variant];
  }

  /** Use another document, `anew` at the place that it names; return whether it restored all choices. */
  take(doc, anew) {
    const restored = this.window === undefined || doc.restored !== this.doc.restored;
    if (restored) {
      this.window = doc.window;
      this.variant = KEYS.indexOf(doc.variant);
      this.state = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, doc[name]]));
    } else if (anew) this.state.direction = doc.direction;
    if (restored || anew) this.placed = false;
    this.doc = doc;
    this.index = nearestWindow(doc, this.window);
    return restored;
  }

  /** Remove all filters, which mean nothing for another pair; return whether there were any. */
  unfilter() {
    const filters = ["layers", "region", "cause"].filter((name) => this.state[name] !== DEFAULTS[name]);
    for (const name of filters) this.state[name] = DEFAULTS[name];
    return filters.length > 0;
  }

  /** Move to a window by its number; `ask` is false if the query follows. */
  move(wanted, ask = true) {
    const index = Math.min(Math.max(wanted, 0), this.doc.windows.length - 1);
    this.publish("moved", index - this.index);
    this.index = index;
    this.window = this.doc.windows[index];
    const { doc, state: { direction } } = this;
    // If one side loses nothing, show the disagreements of the other.
    if (doc.mode === "compare" && this.#score(direction) >= 1) {
      this.#set("direction", this.behind("f_measure", this.variant));
    }
    publish("window", { window: this.window });
    if (ask) this.publish("ask", false);
  }

  /** Move to a window in seconds; the query follows. */
  moveTo(window) {
    this.move(nearestWindow(this.doc, window), false);
  }

  /** Use a typed window; return whether it is on the slider. If not, the screen waits for Python's scores. */
  type(window) {
    this.window = window;
    const index = this.doc.windows.indexOf(window);
    if (index >= 0) this.move(index);
    this.publish("rest");
    return index >= 0;
  }

  choose(variant) {
    this.variant = variant;
    this.chosen = null;
    this.state.layers = DEFAULTS.layers;
    this.publish("rest");
    this.publish("ask", false);
  }

  /** Change another choice; not settled during a brush. */
  change(name, value, settled = true) {
    this.#set(name, value);
    if (settled) this.publish("rest");
    this.publish("ask", false);
  }

  #set(name, value) {
    if (name === "direction" && value !== this.state.direction) this.state.layers = DEFAULTS.layers;
    this.state[name] = value;
    if (LISTED.includes(name)) this.chosen = null;
  }

  /** The side whose triplets explain a score; for F, the one that loses more. */
  behind(part, variant) {
    if (part !== "f_measure") return part;
    return this.#score("recall", variant) <= this.#score("precision", variant) ? "recall" : "precision";
  }

  #score(side, variant = this.variant) {
    return valueOf(this.doc.scores, "scores", this.index, `${side}_${KEYS[variant]}`) || 0; // NaN without one
  }

  /** The choices that Python receives when the pointer rests, without the query. */
  get settled() {
    const { state, window, measure: variant } = this;
    return { ...state, marks: state.marks ? "1" : "0", window: windowParameter(window), variant };
  }

  asked(index) {
    const { state, doc, measure: variant } = this;
    const all = { ...state, ...doc.how, window: windowParameter(doc.windows[index]), variant };
    return Object.fromEntries(ASKED.map((name) => [name, all[name]]));
  }
}
