// Answers about windows near the one that is dragged, asked before the hand is there: where one is
// here already, all that follows a move is drawn in the frame of the move.

const MOST = 300; // answers kept, of some kB each
const REACH = 8; // windows before the hand
const BESIDE = 3; // to either side of a hand that has not moved yet
const MOVING = 1000; // ms after a move in which the next one is expected

export class Ahead {
  constructor() {
    this.kept = new Map();
    this.until = -Infinity;
    this.sign = 0;
  }

  /** The hand moved by a number of windows; by none where it is only about to. */
  toward(by) {
    this.sign = Math.sign(by);
    this.until = performance.now() + MOVING;
  }

  /** The windows that may be shown next, the nearest first. */
  next(index, count) {
    if (performance.now() > this.until) return [];
    const steps = this.sign
      ? Array.from({ length: REACH }, (_, step) => this.sign * (step + 1))
      : Array.from({ length: 2 * BESIDE }, (_, step) => (step % 2 ? -1 : 1) * (1 + (step >> 1)));
    return steps.map((step) => index + step).filter((place) => place >= 0 && place < count);
  }

  /** Keep what a question was answered with; of too many, the one that was kept first goes. */
  keep(key, answer) {
    this.kept.set(key, answer);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value);
  }

  /** The answer to a question; undefined where it is not here. */
  find(key) {
    return this.kept.get(key);
  }

  forget() {
    this.kept.clear();
  }
}

/**
 * What a question's answer depends on.
 * @param {Look} question
 */
export function keyOf({ about, query, shown, track, chosen, triplet, state }) {
  return JSON.stringify([about, query, shown, track, chosen, triplet, state]);
}
