// The stretch of time on screen: seconds to pixels and back, zoom and pan.

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
