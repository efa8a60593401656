// Pictures on the screen are drawn at once, others at rest or when they come near: drawing those below the
// screen takes as long.

const MARGIN = "60px"; // beyond the screen, drawn as if on it
const REST = 200; // ms without another drawing

export class Near {
  constructor() {
    this.near = new Set();
    this.waiting = new Map();
    this.watching = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) this.near.delete(target);
        else {
          this.near.add(target);
          this.#draw(target);
        }
      }
    }, { rootMargin: MARGIN });
  }

  watch(...elements) {
    for (const element of elements) this.watching.observe(element);
  }

  /** Draw an element; this replaces an earlier drawing of it that waits. */
  show(element, draw) {
    this.waiting.set(element, draw);
    if (this.near.has(element)) this.#draw(element);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.all(), REST);
  }

  all() {
    for (const element of this.waiting.keys()) this.#draw(element);
  }

  destroy() {
    this.watching.disconnect();
    clearTimeout(this.resting);
  }

  #draw(element) {
    const draw = this.waiting.get(element);
    this.waiting.delete(element);
    draw?.();
  }
}
