// The diagnoses of a pair, window by window, as far as they were asked for; the nearest windows come next.

const AT_ONCE = 8; // windows of a question: the causes are searched once for all of them

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

  /** The diagnosis of a window; undefined where it is not known. */
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
