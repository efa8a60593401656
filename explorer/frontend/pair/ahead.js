// Requests answers about windows near the dragged one before the pointer reaches them. If such an answer
// is stored, everything that follows a move is drawn in the frame of the move.

const MOST = 300; // stored answers, of some kB each
const REACH = 8; // windows ahead of the pointer
const BESIDE = 3; // windows on each side of a pointer that has not moved yet
const MOVING = 1000; // ms after a move in which the next move is expected

export class Ahead {
  constructor() {
    this.kept = new Map();
    this.until = -Infinity;
    this.sign = 0;
  }

  /** Note that the pointer moved by a number of windows; 0 if it is about to move. */
  toward(by) {
    this.sign = Math.sign(by);
    this.until = performance.now() + MOVING;
  }

  next(index, count) {
    if (performance.now() > this.until) return [];
    const steps = this.sign
      ? Array.from({ length: REACH }, (_, step) => this.sign * (step + 1))
      : Array.from({ length: 2 * BESIDE }, (_, step) => (step % 2 ? -1 : 1) * (1 + (step >> 1)));
    return steps.map((step) => index + step).filter((place) => place >= 0 && place < count);
  }

  /** Store the answer to a question; if there are too many, the oldest is removed. */
  keep(key, answer) {
    this.kept.set(key, answer);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value);
  }

  find(key) {
    return this.kept.get(key);
  }

  forget() {
    this.kept.clear();
  }
}

/**
 * What the answer to a question depends on.
 * @param {Look} question
 */
export function keyOf({ about, query, shown, track, chosen, triplet, state }) {
  return JSON.stringify([about, query, shown, track, chosen, triplet, state]);
}
