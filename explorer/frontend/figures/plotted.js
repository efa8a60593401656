// Pictures of plotly figures: drawn anew where the document or the colors of the page change.

import { Plot, Plotly, plotly, recolored } from "./plot.js";
import { html } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { Picture } from "../shared/picture.js";

const LATEST = 50; // ms until a part is drawn, however busy the browser is

// Safari has no idle time to give.
const idle = () => new Promise((then) =>
  globalThis.requestIdleCallback?.(then, { timeout: LATEST }) ?? setTimeout(then));

/**
 * What all messages with plotly figures hold; `figures` are their JSON.
 * @typedef {{ figures: Uint8Array, file: string }} Drawing
 */

/**
 * @template {Drawing} Doc
 * @template {{ key: string, restored?: number }} Now
 * @extends {Picture<Doc, Now>}
 */
export class Plotted extends Picture {
  /** `on` is that of each plot; a kind of picture has parts(), which draw what takes longer than the line. */
  constructor(root, on) {
    super(root);
    this.on = on;
    this.plots = [];
    this.box = html("div", { class: "grid" });
    this.homes = []; // of figures by their numbers, where it is not the box
    this.turns = 0;
    this.drawn = null; // what figures are drawn of, and in which colors
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

  // One drawing after the other: of two at once, plotly may finish the earlier one last.
  async #draw() {
    if (this.drawing) return;
    this.drawing = true;
    if (!Plotly) this.#places(this.drawn, this.colors); // nothing below moves when plotly has come
    await plotly();
    let drawn, look;
    while (this.drawn && (this.drawn !== drawn || this.look !== look)) {
      ({ drawn, look } = this);
      await this.#plot(drawn, this.colors);
    }
    this.drawing = false;
    if (!this.drawn) return;
    this.ready = true;
    this.redrawn();
    this.show();
  }

  #plot(doc, colors) {
    const specs = this.#places(doc, colors);
    return Promise.all(specs.map((spec, at) => this.plots[at].draw(spec, colors, doc.file, this.root)));
  }

  // The figures of a document; each has a place of its height.
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

  /** Draw what takes longer than the line, a part at a time, while the hand asks for nothing. */
  async follow() {
    if (this.following) return;
    this.following = true;
    for (let turn = 0; turn !== this.turns;) {
      turn = this.turns;
      for (const draw of this.parts()) {
        await idle();
        if (this.ready) draw();
      }
      await new Promise(requestAnimationFrame); // what plotly draws at its next frame is drawn then
    }
    this.following = false;
    this.element.dataset.followed = String(this.turns);
  }

  parts() {
    return [];
  }
}
