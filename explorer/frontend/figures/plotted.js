// Pictures of plotly figures: redrawn if the document or the colors of the page change.

import { Plot, Plotly, plotly, recolored } from "./plot.js";
import { html } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { Picture } from "../shared/picture.js";

const LATEST = 50; // maximum ms until a part is drawn, even on a busy browser

// Safari has no requestIdleCallback.
const idle = () => new Promise((then) =>
  globalThis.requestIdleCallback?.(then, { timeout: LATEST }) ?? setTimeout(then));

/**
 * The common fields of messages with plotly figures; `figures` are their JSON.
 * @typedef {{ figures: Uint8Array, file: string }} Drawing
 */

/**
 * @template {Drawing} Doc
 * @template {{ key: string, restored?: number }} Now
 * @extends {Picture<Doc, Now>}
 */
export class Plotted extends Picture {
  /** `on` is that of each plot; parts() of a kind of picture draws what takes longer than the line. */
  constructor(root, on) {
    super(root);
    this.on = on;
    this.plots = [];
    this.box = html("div", { class: "grid" });
    this.homes = []; // of figures by index, if not in the box
    this.turns = 0;
    this.drawn = null; // the data of the drawn figures, and their colors
    this.look = "";
    this.colors = null;
    this.drawing = false;
    this.ready = false;
  }

  destroy() {
    super.destroy();
    Object.assign(this, { drawn: null, ready: false });
    for (const plot of this.plots) plot.close();
  }

  layout() {
    if (!this.box.clientWidth || !this.doc) return;
    const colors = colored(this.element, this.root);
    const look = JSON.stringify(colors);
    if (this.drawn !== this.doc || this.look !== look) {
      Object.assign(this, { drawn: this.doc, colors, look, ready: false });
      this.#draw();
    } else if (this.ready) for (const plot of this.plots) plot.resize();
    this.show();
  }

  // Draw one after the other: of two simultaneous drawings, plotly may finish the older one last.
  async #draw() {
    if (this.drawing) return;
    this.drawing = true;
    if (!Plotly) this.#places(this.drawn, this.colors); // so that nothing below moves once plotly has loaded
    await plotly();
    let drawn, look, colors;
    while (this.drawn && (this.drawn !== drawn || this.look !== look)) {
      ({ drawn, look, colors } = this);
      const specs = this.#places(drawn, colors);
      await Promise.all(specs.map((spec, at) => this.plots[at].draw(spec, colors, drawn.file, this.root)));
    }
    this.drawing = false;
    if (!this.drawn) return;
    this.ready = true;
    this.redrawn();
    this.show();
  }

  #places(doc, colors) {
    const specs = JSON.parse(recolored(new TextDecoder().decode(doc.figures), colors));
    for (const plot of this.plots.splice(specs.length)) plot.close();
    while (this.plots.length < specs.length) {
      this.plots.push(new Plot(this.on));
      (this.homes[this.plots.length - 1] ?? this.box).append(this.plots.at(-1).element);
    }
    specs.forEach(({ layout }, at) => (this.plots[at].element.style.minHeight = `${layout.height}px`));
    return specs;
  }

  redrawn() {}

  /** Draw the slower parts one by one, while the user is idle. */
  async follow() {
    if (this.following) return;
    this.following = true;
    for (let turn = 0; turn !== this.turns;) {
      turn = this.turns;
      for (const draw of this.parts()) {
        await idle();
        if (this.ready) draw();
      }
      await new Promise(requestAnimationFrame); // plotly draws in its next frame
    }
    this.following = false;
    this.element.dataset.followed = String(this.turns);
  }

  parts() {
    return [];
  }
}
