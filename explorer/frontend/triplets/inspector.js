// The panels about triplets: the list next to the scores; losses, matrices and trees below.

import { html } from "../shared/elements.js";
import { BlockList } from "./blocks.js";
import { Matrices } from "./matrices.js";
import { Near } from "../shared/near.js";
import { Summary } from "./summary.js";
import { timesIn } from "../shared/times.js";
import { Tree } from "./tree.js";

export class Inspector {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(root, choices) {
    this.summary = new Summary(choices);
    this.blocks = new BlockList(choices);
    this.matrices = new Matrices(root,
      (query, settled) => choices.publish("place", { query, run: null, settled }));
    this.trees = [new Tree(root, "Reference"), new Tree(root, "Estimate")];
    const [reference, estimate] = this.trees;
    this.panels = [this.summary.element, this.matrices.element,
      html("section", { class: "panel trees" }, html("h3", {}, "The triplet in both trees"),
        html("div", { class: "row" }, reference.element, estimate.element))];
    this.near = new Near();
    this.near.watch(...this.panels);
  }

  pictures(width, colors) {
    this.near.all();
    return [this.matrices.picture(width, colors), ...this.trees.map((tree) => tree.svg)];
  }

  load(doc) {
    this.blocks.load(timesIn(doc.reference.unit));
    this.matrices.load(doc);
    this.trees.forEach((tree, side) => tree.load([doc.reference, doc.estimate][side], doc.duration));
  }

  destroy() {
    this.near.destroy();
    this.blocks.destroy();
  }

  layout() {
    this.matrices.layout();
    this.trees.forEach((tree) => tree.layout());
  }

  show(triplets, track, state, query) {
    this.blocks.show(triplets, track, state, query);
    const [summary, matrices, trees] = this.panels;
    const { direction, layers } = state;
    this.near.show(summary, () => this.summary.show(triplets, track, { direction, layers }));
    this.near.show(matrices, () => this.matrices.show(triplets, track, query, direction));
    this.near.show(trees, () => this.trees.forEach(
      (tree, side) => tree.show(triplets?.picked ?? null, query, side)));
  }
}
