// Asks why the score is low, and shows the answer. It follows the window; an edited pair is diagnosed once
// the pointer is released.

import { Line } from "../shared/channel.js";
import { Why } from "./why.js";

const LONG = 100; // ms without an answer, after which "computing" is shown
const SLOW = 60; // ms per window; slower pairs are diagnosed only when the slider rests
const REST = 200; // ms without a move
const AT_ONCE = 8; // windows per question, because one search of causes serves all of them
const PACE = 100; // ms between two questions while the slider moves, so that other questions do not wait

export class Diagnosing {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    this.reasons = new Reasons();
    this.fixes = new Map(); // by names of causes
    this.why = new Why(choices, () => choices.publish("fix", { pair: this.changes, text: this.cause.text }));
    /** The chosen cause at the window on screen, or null. */
    this.cause = null;
    this.asked = null;
    this.at = -Infinity; // time of the last question
    this.place = ""; // the last wanted question, and since when
    this.since = 0;
    this.line = new Line({
      answer: (answer, question) => this.#hear(answer, question),
      refused: (reason) => this.#hear({ refused: reason }, this.asked),
    });
  }

  destroy() {
    this.line.close();
    clearTimeout(this.waiting);
    clearTimeout(this.resting);
  }

  /** Ask about window `index` if it is not known, or about `others` if wanted; `key` names the pair. */
  ask({ key, ...question }, pair, index, total, moving, others) {
    if (key !== this.reasons.key) {
      this.reasons.about(key);
      this.fixes.clear();
      this.refused = "";
      this.cause = null;
    }
    if (this.asked || this.refused) return;
    const { cause } = this;
    if (cause && !this.fixes.has(cause.name)) {
      this.#put({ ...question, key, kind: "fix", cause: cause.name }, pair);
    } else {
      const next = this.reasons.next(index, total, others && !moving && !this.slow);
      if (next && this.#due(`${key} ${index}`, moving)) {
        this.#put({ ...question, key, kind: "diagnose", ...next }, pair);
      }
    }
  }

  // Whether to ask now; if not, ask later.
  #due(place, moving) {
    const now = performance.now();
    if (place !== this.place) {
      this.place = place;
      this.since = now;
    }
    const wait = this.slow ? this.since + REST - now : moving ? this.at + PACE - now : 0;
    clearTimeout(this.resting);
    if (wait > 0) this.resting = setTimeout(() => this.choices.publish("draw"), wait);
    return wait <= 0;
  }

  #put(question, pair) {
    this.asked = question;
    this.at = performance.now();
    this.line.ask(question, pair);
  }

  /** Show the diagnosis of a window, with the chosen cause if any; `vacancy` is shown instead. */
  show(index, chosen, inDraw, vacancy = "") {
    const diagnosis = vacancy ? null : this.reasons.at(index);
    const refused = vacancy || this.refused;
    const known = diagnosis || !chosen;
    if (known) this.cause = diagnosis?.causes.find(({ name }) => name === chosen) ?? null;
    if (refused) this.why.refuse(refused);
    else if (diagnosis) this.why.show(diagnosis, chosen);
    if (diagnosis || refused) {
      clearTimeout(this.waiting);
      this.waiting = null;
    } else {
      this.why.dim(true);
      this.waiting ??= setTimeout(() => this.why.wait(), LONG);
    }
    if (known) this.why.fix(diagnosis?.scores, this.cause, this.changes, inDraw);
  }

  /** The fix of the chosen cause once it is known, or null. */
  get changes() {
    return (this.cause && this.fixes.get(this.cause.name)) ?? null;
  }

  #hear(answer, { key, kind, count }) {
    if (count === 1) this.slow = performance.now() - this.at > SLOW;
    this.asked = null;
    if (key === this.reasons.key) {
      if (answer.refused) this.refused = answer.refused;
      else if (kind === "fix") this.fixes.set(answer.cause, answer);
      else this.reasons.take(answer.first, answer.diagnoses);
    }
    this.choices.publish("draw");
  }
}

/** The known diagnoses of a pair by window; the nearest windows are asked for next. */
export class Reasons {
  constructor() {
    this.about("");
  }

  /** Forget all diagnoses if `key` names another pair or another way to score. */
  about(key) {
    if (key === this.key) return;
    this.key = key;
    this.known = new Map();
  }

  take(first, diagnoses) {
    diagnoses.forEach((diagnosis, at) => this.known.set(first + at, diagnosis));
  }

  at(index) {
    return this.known.get(index);
  }

  /** The next question, {first, count}: the window itself, then `others` if wanted; null for none. */
  next(index, total, others) {
    if (!this.known.has(index)) return { first: index, count: 1 };
    if (!others) return null;
    const free = (place) => place >= 0 && place < total && !this.known.has(place);
    for (let far = 1; far < total; far++) {
      for (const by of [1, -1]) {
        const start = index + by * far;
        let count = 0;
        while (count < AT_ONCE && free(start + by * count)) count++;
        if (count) return { first: by > 0 ? start : start - count + 1, count };
      }
    }
    return null;
  }
}
