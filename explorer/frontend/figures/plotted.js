// Pictures of plotly figures: drawn anew where the document or the colors of the page change.

import { Plot, plotly, recolored } from "./plot.js";
import { html } from "../shared/elements.js";
import { coloured } from "../shared/palette.js";
import { Picture } from "../shared/picture.js";

export class Plotted extends Picture {
  /** `on` is that of each plot. */
  constructor(root, on) {
    super(root);
    this.on = on;
    this.plots = [];
    this.box = html("div", { class: "grid" });
    this.turns = 0;
    this.drawn = null; // what figures are drawn of, and in which colors
    this.look = "";
    this.colors = null;
    this.ready = false;
  }

  destroy() {
    super.destroy();
    this.ready = false;
    for (const plot of this.plots) plot.close();
  }

  layout() {
    if (!this.box.clientWidth || !this.doc) return;
    const colors = coloured(this.element, this.root);
    const look = JSON.stringify(colors);
    if (this.drawn !== this.doc || this.look !== look) this.#draw(colors, look);
    else if (this.ready) for (const plot of this.plots) plot.resize();
    this.show();
  }

  async #draw(colors, look) {
    const { doc } = this;
    Object.assign(this, { drawn: doc, look, ready: false });
    const specs = JSON.parse(recolored(new TextDecoder().decode(doc.figures), colors));
    const stale = () => this.doc !== doc || this.look !== look; // others came meanwhile
    await plotly();
    if (stale()) return;
    for (const plot of this.plots.splice(specs.length)) plot.close();
    while (this.plots.length < specs.length) {
      this.plots.push(new Plot(this.on));
      this.box.append(this.plots.at(-1).element);
    }
    await Promise.all(specs.map((spec, at) => this.plots[at].draw(spec, colors, doc.file, this.root)));
    if (stale()) return;
    Object.assign(this, { colors, ready: true });
    this.redrawn();
    this.show();
  }

  redrawn() {}
}
