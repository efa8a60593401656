// The scapes of both sides, each under its layers.

import { svg } from "../shared/elements.js";
import { BESIDE, NARROW_BESIDE, Plane } from "./plane.js";

export class Planes {
  /** Stand under the picture in `box`; what moves is drawn in `moving`, what stays in `group`. */
  constructor(box, moving) {
    this.both = [new Plane("recall"), new Plane("precision")];
    this.group = svg("g", {}, ...this.both.map(({ group }) => group));
    box.prepend(...this.both.map(({ canvas }) => canvas));
    moving.append(...this.both.map((plane) => plane.moving));
  }

  remove() {
    this.group.remove();
    for (const { canvas, moving } of this.both) {
      canvas.remove();
      moving.remove();
    }
  }

  /** What is left of a width beside them. */
  beside(narrow) {
    return narrow ? NARROW_BESIDE : BESIDE;
  }

  /** Stand in the places that the stacks leave, which begin at `tops`. */
  layout(stacks, tops, durations, how) {
    this.both.forEach((plane, side) => {
      const { word, stripTop, stripHeight: height } = stacks[side];
      plane.layout({ ...how, top: tops[side] + stripTop, height, durations: durations?.[word] ?? [] });
    });
    return this.group;
  }

  show({ scape, scored, index, measure }) {
    this.both.forEach((plane, side) => {
      if (scape) plane.paint(scape, side);
      plane.mark(scored, index, measure);
    });
  }

  at(y) {
    return this.both.find((plane) => plane.has(y));
  }

  /** What is painted, for a picture that is saved. */
  get images() {
    return this.both.map(({ canvas, view: { left, width }, top, height }) => svg("image",
      { href: canvas.toDataURL(), x: left, y: top, width, height, preserveAspectRatio: "none" }));
  }
}
