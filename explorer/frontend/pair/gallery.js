// Small pictures of the sample pairs to choose from.

import { hush, listen, publish } from "../shared/bus.js";
import { html, svg } from "../shared/elements.js";
import { layerFills, theme } from "../shared/palette.js";
import { scale } from "../shared/scales.js";
import { Rest } from "../shared/rest.js";

const WIDTH = 132;
const ROW = 7;
const SHOWN = 60; // ms in which a sample is there

export class Gallery {
  constructor(root) {
    this.root = root;
    this.element = html("div", { class: "gallery", role: "radiogroup", "aria-label": "Sample pairs" });
    // The view asks for the sample itself: what the page does then must not come before its answer.
    this.telling = new Rest(() => this.press("chosen", this.chosen), SHOWN);
    root.append(this.element);
    this.unlisten = listen("beside", (by) => this.#step(by));
  }

  update({ samples, chosen }, press) {
    const colours = theme(this.root);
    const key = JSON.stringify([samples, colours.dark]);
    if (key !== this.key) {
      this.key = key;
      this.element.replaceChildren(...samples.map((sample) => this.#card(sample, colours)));
    }
    this.press = press;
    this.shown = chosen;
    for (const card of this.element.children) {
      const here = card.dataset.sample === chosen;
      card.setAttribute("aria-checked", String(here));
      card.tabIndex = here || (!chosen && card === this.element.firstElementChild) ? 0 : -1;
    }
  }

  destroy() {
    this.telling.close();
    this.unlisten();
  }

  // The sample beside the one on screen; a pair of one's own stays.
  #step(by) {
    const card = [...this.element.children].find(({ dataset }) => dataset.sample === this.shown);
    (by > 0 ? card?.nextElementSibling : card?.previousElementSibling)?.click();
  }

  #card(sample, colours) {
    const card = html("button", { type: "button", role: "radio", "data-sample": sample.id, title: sample.about },
      picture(sample, colours), html("span", { class: "name" }, sample.title));
    card.addEventListener("click", () => {
      publish("sample", sample.id);
      hush("sample"); // a view that comes later is of the sample already
      this.chosen = this.shown = sample.id;
      this.telling.begin();
    });
    card.addEventListener("keydown", (event) => {
      const step = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
      const other = step && card[step];
      if (!other) return;
      event.preventDefault();
      other.focus();
      other.click();
    });
    return card;
  }
}

function picture({ reference, estimate, duration }, colours) {
  const fill = layerFills(colours);
  const at = scale([0, duration], [0, WIDTH]);
  const rows = reference.layers.length + estimate.layers.length;
  const height = rows * ROW + 4;
  const image = svg("svg", { width: WIDTH, height: 44, viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  let y = 0;
  for (const { layers } of [reference, estimate]) {
    for (const { boundaries, labels } of layers) {
      labels.forEach((label, index) => {
        const x = at(boundaries[index]);
        image.append(svg("rect", { x, y, width: Math.max(0.4, at(boundaries[index + 1]) - x - 0.8), height: ROW - 1, fill: fill(label, index) }));
      });
      y += ROW;
    }
    y += 4;
  }
  return image;
}
