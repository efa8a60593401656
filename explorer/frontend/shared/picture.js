// What pictures with a slider have in common: they take what Python packs, and draw once a frame.

import { unpack } from "./pack.js";

/**
 * @template Doc
 * @template {{ key: string, restored?: number }} Now
 */
export class Picture {
  /** @type {Doc} */
  doc;
  /** @type {Now} */
  now;

  /**
   * A kind of picture has take() of `doc`, what is drawn, and of `now`, how it is looked at; layout() for
   * its width and theme; and show() for what is chosen. The news are whether these are the `first`,
   * `doc` is an `other` one, and `now` is `restored` and goes before what was chosen here.
   */
  constructor(root) {
    this.root = root;
    this.observer = new ResizeObserver(() => this.layout());
  }

  /** Put the element on the page, and follow the size of boxes in it. */
  place(element, ...boxes) {
    this.element = element;
    this.root.append(element);
    for (const box of boxes) this.observer.observe(box);
  }

  /** Take new data, or the same data under a new theme. */
  update(bytes, press) {
    this.press = press;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      const { drawing, ...now } = unpack(bytes);
      const before = this.now;
      const other = now.key !== before?.key;
      this.now = now;
      if (other) this.doc = unpack(drawing);
      this.news = { first: !before, restored: now.restored !== before?.restored, other };
      this.take();
    }
    this.layout();
  }

  /** Draw at the next frame, once, however many moves come before it. */
  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.show();
    });
  }

  destroy() {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  take() {}

  layout() {}

  show() {}
}
