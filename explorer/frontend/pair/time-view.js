// The stretch of time on screen: seconds to pixels and back, zoom and pan.

import { svg } from "../shared/elements.js";
import { scale } from "../shared/scales.js";

export const CLOSEST = 0.5; // seconds; the maximum zoom
const NEXT = 20; // pixels between two fingers that touch

export class TimeView {
  constructor(duration) {
    this.duration = duration;
    this.start = 0;
    this.end = duration;
    this.left = 0;
    this.width = 1;
  }

  x(time) {
    return this.left + ((time - this.start) / (this.end - this.start)) * this.width;
  }

  clip(time) {
    return Math.min(Math.max(this.x(time), this.left), this.left + this.width);
  }

  time(x) {
    const time = this.start + ((x - this.left) / this.width) * (this.end - this.start);
    return Math.min(Math.max(Math.round(time * 1000) / 1000, 0), this.duration);
  }

  get whole() {
    return this.start === 0 && this.end === this.duration;
  }

  show(start, end) {
    const length = this.#length(end - start);
    this.start = Math.min(Math.max(start, 0), this.duration - length);
    this.end = this.start + length;
  }

  #length(wanted) {
    return Math.min(Math.max(wanted, CLOSEST), this.duration);
  }

  zoom(factor, around = (this.start + this.end) / 2) {
    this.show(around - (around - this.start) * factor, around + (this.end - around) * factor);
  }

  pan(seconds) {
    this.show(this.start + seconds, this.end + seconds);
  }

  /** Follow two fingers: the time between them stays between them. */
  pinch(from, to) {
    const [before, after] = [from, to]
      .map(([a, b]) => ({ middle: (a.x + b.x) / 2,
          apart: Math.max(Math.hypot(a.x - b.x, a.y - b.y), NEXT) }));
    const length = this.#length(((this.end - this.start) * before.apart) / after.apart);
    const start = this.time(before.middle) - ((after.middle - this.left) / this.width) * length;
    this.show(start, start + length);
  }
}

export const OVERVIEW = 14; // px of height, with the room below

export function gripOf(view, y) {
  const at = scale([0, view.duration], [view.left, view.left + view.width]);
  return { y, from: at(view.start), to: at(view.end) };
}

export function barOf(view, { y, from, to }, { text: fill }) {
  const bar = { y, height: OVERVIEW - 4, rx: 4, fill };
  const shown = { x: from, width: to - from, "fill-opacity": view.whole ? 0 : 0.35 };
  return [
    svg("rect", { ...bar, x: view.left, width: view.width, "fill-opacity": 0.1 }),
    svg("rect", { ...bar, class: "grip", ...shown }),
  ];
}
