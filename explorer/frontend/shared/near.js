// Pictures on the screen are drawn at once, the others when the hand rests, or when they come near: what
// is below the screen takes as long to draw as what is on it.

const MARGIN = "60px"; // beyond the screen, what counts as on it
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

  /** Have an element drawn; what was meant to be drawn in it before is not drawn any more. */
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
