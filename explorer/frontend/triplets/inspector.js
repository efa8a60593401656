// The panels about triplets: the list next to the scores; losses, matrices and trees below.

import { html } from "../shared/elements.js";
import { timesIn } from "../shared/times.js";
import { BlockList } from "./blocks.js";
import { Matrices } from "./matrices.js";
import { Summary } from "./summary.js";
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
    this.blocks.load([doc.reference, doc.estimate], timesIn(doc.reference.unit));
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

const MARGIN = "60px"; // beyond the screen, drawn as if on it
const REST = 200; // ms without another drawing

/**
 * Draws panels on the screen at once, others at rest or when they come near: drawing those below the screen
 * takes as long.
 */
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
