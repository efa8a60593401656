// The user's choices for a pair: window, measure, query, listed triplets and their display.

import { MEASURES, schema, valueOf } from "../shared/schema.js";
import { windowParameter } from "../shared/times.js";
import { nearestWindow } from "../shared/window-slider.js";

const KEYS = MEASURES.map(({ key }) => key);
const { choices: DEFAULTS, listed: LISTED, asked: ASKED } = schema.state; // see explorer/state/pair.py

export class Choices {
  constructor() {
    this.doc = null;
    this.window = undefined;
    this.index = undefined; // of the nearest window on the slider
    this.variant = 0;
    this.state = null;
    this.placed = false; // whether the user placed the query; before that, Python may choose one
    this.chosen = null; // a block of triplets, with its query
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

  move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    const { doc, state: { direction } } = this;
    // If one side loses nothing, show the disagreements of the other.
    if (doc.mode === "compare" && this.#score(direction) >= 1) {
      this.change("direction", this.behind("f_measure", this.variant));
    }
  }

  type(window) {
    this.window = window;
    return this.doc.windows.indexOf(window);
  }

  choose(variant) {
    this.variant = variant;
    this.chosen = null;
    this.state.layers = DEFAULTS.layers;
  }

  change(name, value) {
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
    return valueOf(this.doc.scores, "scores", this.index, `${side}_${KEYS[variant]}`);
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
