// What is chosen of a pair: window, measure and query, which triplets are listed, and what is drawn of them.

import { MEASURES, valueOf } from "../shared/schema.js";
import { windowParameter } from "../shared/times.js";
import { nearestWindow } from "../shared/window-slider.js";

const KEYS = MEASURES.map(({ key }) => key);
const ASIDE = ["part", "cause", "marks"]; // what has nothing to do with the block that was chosen
// To Python, beside window and query.
const TOLD = ["direction", "listed", "outcome", "layers", "region", "part", "cause", "marks"];

export class Choices {
  constructor() {
    this.doc = null;
    this.window = undefined;
    this.index = undefined; // of the window on the slider that is nearest
    this.variant = 0;
    this.state = null;
    this.placed = false; // whether the query is the hand's; before, Python may choose one
    this.chosen = null; // a block of triplets, and the query that it is of
  }

  get measure() {
    return KEYS[this.variant];
  }

  /** Take another document, `anew` at the place that it names; says whether all is chosen as it restores. */
  take(doc, anew) {
    const restored = this.window === undefined || doc.restored !== this.doc.restored;
    if (restored) {
      this.window = doc.window;
      this.variant = KEYS.indexOf(doc.variant);
      this.state = Object.fromEntries(TOLD.map((name) => [name, doc[name]]));
    } else if (anew) this.state.direction = doc.direction;
    if (restored || anew) this.placed = false;
    this.doc = doc;
    this.index = nearestWindow(doc, this.window);
    return restored;
  }

  /** List everything: what was filtered has no meaning for another pair. Says whether that is a change. */
  unfilter() {
    const { layers, region, cause } = this.state;
    Object.assign(this.state, { layers: "any-any", region: "", cause: "" });
    return Boolean(layers !== "any-any" || region || cause);
  }

  move(index) {
    this.index = index;
    this.window = this.doc.windows[index];
    const { doc, state: { direction } } = this;
    // Where one side loses nothing, what disagrees is on the other.
    if (doc.mode === "compare" && this.#score(direction) >= 1) {
      this.change("direction", this.behind("f_measure", this.variant));
    }
  }

  /** Take a window that was typed; gives its place on the slider, -1 where it has none. */
  type(window) {
    this.window = window;
    return this.doc.windows.indexOf(window);
  }

  choose(variant) {
    this.variant = variant;
    this.chosen = null;
    this.state.layers = "any-any";
  }

  /** Change a parameter other than window, variant and query. */
  change(name, value) {
    if (name === "direction" && value !== this.state.direction) this.state.layers = "any-any";
    this.state[name] = value;
    if (!ASIDE.includes(name)) this.chosen = null;
  }

  /** The side whose triplets are behind a score; behind F, the one that loses more. */
  behind(part, variant) {
    if (part !== "f_measure") return part;
    return this.#score("recall", variant) <= this.#score("precision", variant) ? "recall" : "precision";
  }

  #score(side, variant = this.variant) {
    return valueOf(this.doc.scores, "scores", this.index, `${side}_${KEYS[variant]}`);
  }

  /** What Python is told, beside the query. */
  get told() {
    const { state, window, measure: variant } = this;
    return { ...state, marks: state.marks ? "1" : "0", window: windowParameter(window), variant };
  }

  /** What questions about one of the windows say of it. */
  asked(index) {
    const { state, doc, measure: variant } = this;
    const window = windowParameter(doc.windows[index]);
    return { ...state, marks: undefined, cause: undefined, ...doc.how, window, variant };
  }
}
