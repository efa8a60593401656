// The panels that look into triplets: the list beside the scores; matrices and trees below.

import { html } from "./draw.js";
import { BlockList } from "./blocks.js";
import { Matrices } from "./matrix.js";
import { Tree } from "./tree.js";

export class Inspector {
  /** `on` has change(name, value), pick(row) and query(time, settled). */
  constructor(root, on) {
    this.blocks = new BlockList(on);
    this.matrices = new Matrices(root, on.query);
    this.trees = [new Tree(root, "Reference"), new Tree(root, "Estimate")];
    this.panels = [this.matrices.element,
      html("section", { class: "panel trees" }, html("h4", {}, "The triplet on the trees"),
        html("div", { class: "row" }, ...this.trees.map(({ element }) => element)))];
  }

  /** What is saved with the layers. */
  drawings(width, colours) {
    return [this.matrices.drawing(width, colours), ...this.trees.map((tree) => tree.svg)];
  }

  /** Whether the pictures of depth are here. */
  get pictured() {
    return this.matrices.depths !== null;
  }

  /** Take the pictures of depth. */
  depths(answer) {
    this.matrices.depict(answer);
  }

  /** Take another pair; its pictures of depth come later. */
  load(doc) {
    this.matrices.load(doc);
    this.trees.forEach((tree, side) => tree.load([doc.reference, doc.estimate][side], doc.duration));
  }

  destroy() {
    this.blocks.destroy();
  }

  layout() {
    this.matrices.layout();
    this.trees.forEach((tree) => tree.layout());
  }

  show(triplets, track, state, query) {
    this.blocks.show(triplets, track, state, query);
    this.matrices.show(triplets, track, query, state.direction);
    this.trees.forEach((tree, side) => tree.show(triplets?.picked ?? null, query, side));
  }
}
