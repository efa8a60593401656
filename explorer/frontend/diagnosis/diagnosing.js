// Why the score is low: what is asked about it, and what of that is shown. It follows the window; a pair
// that is being drawn is asked about once the hand lets go.

import { Line } from "../shared/channel.js";
import { Reasons } from "./reasons.js";
import { Why } from "./why.js";

const LONG = 100; // ms without an answer, after which it is said that it is computed
const SLOW = 60; // ms for one window, from which on it is asked only when the hand rests
const REST = 200; // ms without a move
const PACE = 100; // ms between two questions while the hand moves: what follows it waits for each

export class Diagnosing {
  /** `on` has change(name, value) for a cause or a part, mend(mended, words), and shown() for an answer. */
  constructor(on) {
    this.on = on;
    this.reasons = new Reasons();
    this.mends = new Map(); // by the names of causes
    this.why = new Why({ change: on.change, mend: () => on.mend(this.changes, this.cause.text) });
    /** The chosen cause at the window on screen; null where none is. */
    this.cause = null;
    this.asked = null;
    this.at = -Infinity; // when it was asked
    this.place = ""; // what was to be asked last, and since when
    this.since = 0;
    this.line = new Line({
      answer: (answer, question) => this.#hear(answer, question),
      refused: (words) => this.#hear({ refused: words }, this.asked),
    });
  }

  destroy() {
    this.line.close();
    clearTimeout(this.waiting);
    clearTimeout(this.resting);
  }

  /** Ask what is not known of window `index`, or with time for `others` of those; `key` tells pairs apart. */
  ask({ key, ...question }, pair, index, total, moving, others) {
    if (key !== this.reasons.key) {
      this.reasons.about(key);
      this.mends.clear();
      this.refused = "";
      this.cause = null;
    }
    if (this.asked || this.refused) return;
    const { cause } = this;
    if (cause && !this.mends.has(cause.name)) {
      this.#put({ ...question, key, kind: "mend", cause: cause.name }, pair);
    } else {
      const next = this.reasons.next(index, total, others && !moving && !this.slow);
      if (next && this.#due(`${key} ${index}`, moving)) {
        this.#put({ ...question, key, kind: "diagnose", ...next }, pair);
      }
    }
  }

  // Whether it is time to ask; if not, it will be.
  #due(place, moving) {
    const now = performance.now();
    if (place !== this.place) {
      this.place = place;
      this.since = now;
    }
    const wait = this.slow ? this.since + REST - now : moving ? this.at + PACE - now : 0;
    clearTimeout(this.resting);
    if (wait > 0) this.resting = setTimeout(() => this.on.shown(), wait);
    return wait <= 0;
  }

  #put(question, pair) {
    this.asked = question;
    this.at = performance.now();
    this.line.ask(question, pair);
  }

  /** Show what is known of a window, where a cause may be chosen. */
  show(index, chosen, inDraw) {
    const diagnosis = this.reasons.at(index);
    if (diagnosis || !chosen) this.cause = diagnosis?.causes.find(({ name }) => name === chosen) ?? null;
    if (this.refused) this.why.refuse(this.refused);
    else if (diagnosis) this.why.show(diagnosis, chosen);
    if (diagnosis || this.refused) {
      clearTimeout(this.waiting);
      this.waiting = null;
    } else {
      this.why.dim(true);
      this.waiting ??= setTimeout(() => this.why.wait(), LONG);
    }
    if (diagnosis || !chosen) this.why.mend(diagnosis?.scores, this.cause, this.changes, inDraw);
  }

  /** What mending the chosen cause changes, once it is known; null where none is chosen. */
  get changes() {
    return (this.cause && this.mends.get(this.cause.name)) ?? null;
  }

  #hear(answer, { key, kind, count }) {
    if (count === 1) this.slow = performance.now() - this.at > SLOW;
    this.asked = null;
    if (key === this.reasons.key) {
      if (answer.refused) this.refused = answer.refused;
      else if (kind === "mend") this.mends.set(answer.cause, answer);
      else this.reasons.take(answer.first, answer.found);
    }
    this.on.shown();
  }
}
