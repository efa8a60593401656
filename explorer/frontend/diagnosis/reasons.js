// Why the score is low, window by window, as far as it was asked: the nearest windows are asked next.

const AT_ONCE = 8; // what is wrong is sought once for all windows of a question, which takes longest

export class Reasons {
  constructor() {
    this.about("");
  }

  /** What is known of another pair, or another way to score it, is known no more. */
  about(key) {
    if (key === this.key) return;
    this.key = key;
    this.known = new Map();
  }

  /** Keep what is said of some windows from the `first` on. */
  take(first, diagnoses) {
    diagnoses.forEach((diagnosis, at) => this.known.set(first + at, diagnosis));
  }

  /** What is said of a window; undefined where it is not known. */
  at(index) {
    return this.known.get(index);
  }

  /** What to ask next, {first, count}: the window itself, then `others` if wanted; null for nothing. */
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
