// The known diagnoses of a pair by window; the nearest windows are asked for next.

const AT_ONCE = 8; // windows per question, because one search of causes serves all of them

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
