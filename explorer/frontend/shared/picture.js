// The base of pictures with a slider: they receive packed data from Python, and draw once per frame.

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
   * A kind of picture has take() for `doc` (the data) and `now` (how it is viewed), layout() for its width
   * and theme, and show() for the choices. take() also learns whether this is the `first` data, whether `doc`
   * is an `other` one, and whether `now` is `restored` and overrides the choices here.
   */
  constructor(root) {
    this.root = root;
    this.observer = new ResizeObserver(() => this.layout());
  }

  /** Put the element on the page, and redraw when its boxes change size. */
  place(element, ...boxes) {
    this.element = element;
    this.root.append(element);
    for (const box of boxes) this.observer.observe(box);
  }

  /** Receive new data, or the same data under a new theme. */
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

  /** Draw in the next frame, once for all moves before it. */
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
