// The scapes of both sides, each under its layers.

import { listen } from "../shared/bus.js";
import { svg } from "../shared/elements.js";
import { BESIDE, NARROW_BESIDE, OF_LAYERS, Plane } from "./plane.js";

export class Planes {
  /** Place the scapes under the picture in `box`; moving parts are in `moving`, others in `group`. */
  constructor(box, moving) {
    this.both = [new Plane("recall"), new Plane("precision")];
    this.group = svg("g", {}, ...this.both.map(({ group }) => group));
    box.prepend(...this.both.map(({ canvas }) => canvas));
    moving.append(...this.both.map((plane) => plane.moving));
    this.unlisten = listen("room", ({ question, now }) => {
      for (const plane of this.both) plane.tick(now && question.picture.windows ? now.counts : []);
    });
  }

  remove() {
    this.unlisten();
    this.group.remove();
    for (const { canvas, moving } of this.both) {
      canvas.remove();
      moving.remove();
    }
  }

  /** The px next to the scapes for their scores, and for their layers if they are `layered`. */
  beside(narrow, layered) {
    this.layered = layered && !narrow;
    return narrow ? NARROW_BESIDE : BESIDE + (layered ? OF_LAYERS : 0);
  }

  /** Place them in the space that the stacks leave, from `tops` on. */
  layout(stacks, tops, layers, how) {
    this.both.forEach((plane, side) => {
      const { word, stripTop, stripHeight: height } = stacks[side];
      plane.layout({ ...how, top: tops[side] + stripTop, height,
        layers: this.layered ? layers[word] : null });
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

  get images() {
    return this.both.map(({ canvas, view: { left, width }, top, height }) => svg("image",
      { href: canvas.toDataURL(), x: left, y: top, width, height, preserveAspectRatio: "none" }));
  }
}
