// Depth of all pairs of moments in both hierarchies, and which pairs are lost; rows are queries.

import { dragging } from "../shared/dragging.js";
import { html, svg } from "../shared/elements.js";
import { channels, palette, theme } from "../shared/palette.js";
import { scale } from "../shared/scales.js";

const SPACE = 14; // px between saved pictures
const ABOUT = "Rows are moments q, columns other moments. Press a row or use the arrow keys to move q.";

export class Matrices {
  /** `pick(time, settled)` receives the query of a row. */
  constructor(root, pick) {
    this.root = root;
    this.depths = null;
    this.pick = pick;
    this.pictures = [
      { name: "reference", caption: "depth in the reference" },
      { name: "estimate", caption: "depth in the estimate" },
      { name: "loss", caption: "loss" },
    ].map((picture) => this.#canvas(picture));
    this.element = html("section", { class: "panel matrices" },
      html("h3", {}, "Depth of each pair of moments, and what is lost"),
      html("div", { class: "row" }, ...this.pictures.map(({ element }) => element)),
      html("p", { class: "quiet" }, ABOUT));
  }

  #canvas({ name, caption: text }) {
    const canvas = html("canvas", { tabindex: 0, role: "application",
      "aria-label": `${text}, by q (rows) and other moments (columns). Up and down move the query.`,
      "data-matrix": name });
    const caption = html("figcaption", {}, text);
    const time = ({ y, height }) => Math.min(Math.max(y / height, 0), 1) * this.duration;
    dragging(canvas, {
      over: () => Boolean(this.duration),
      move: (place) => this.pick(time(place), false),
      rest: (place) => this.pick(time(place), true),
    });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || !this.pixels) return;
      event.preventDefault();
      this.pick(Math.min(Math.max(this.query + (step * this.duration) / this.pixels, 0), this.duration),
        true);
    });
    return { name, canvas, caption, element: html("figure", {}, canvas, caption) };
  }

  load(doc) {
    const key = JSON.stringify([doc.pair, doc.how]);
    if (key !== this.key) this.depths = null;
    this.key = key;
    this.duration = doc.duration;
    this.images = {};
    this.levels = [doc.reference, doc.estimate].map((side) => side.layers.length);
  }

  depict({ pixels, ref_depths: reference, est_depths: estimate }) {
    this.pixels = pixels;
    this.depths = [reference, estimate];
    this.images = {};
  }

  layout() {
    this.images = {};
    this.colors = theme(this.root);
    // Reading a width at every move would make the browser compute the layout twice.
    this.size = Math.round(this.pictures[0].canvas.clientWidth * (window.devicePixelRatio || 1));
  }

  show(triplets, track, query, direction) {
    this.query = query;
    if (!this.depths) return;
    if (!this.size) this.layout();
    const { colors } = this;
    this.pictures.forEach((picture, index) => {
      const values = index < 2 ? this.depths[index] : track?.pixels;
      if (!values?.length) return;
      if (this.images[picture.name]?.values !== values) {
        this.images[picture.name] = { values,
          image: paint(values, this.pixels, channels(index < 2 ? colors.text : palette.outcomes.inverted),
            channels(colors.panel)) };
        picture.caption.textContent = index < 2
          ? `${picture.name}, stronger where two moments share a deeper segment (0 to ${this.levels[index]})`
          : `loss for ${direction}, stronger where more is lost (square-root scale)`;
      }
      this.#draw(picture, triplets, query, colors);
    });
  }

  picture(width, colors) {
    const size = Math.round((width - 4 * SPACE) / 3);
    const parts = this.pictures.flatMap(({ canvas, caption }, index) => {
      const x = SPACE + index * (size + SPACE);
      return [
        svg("image", { x, y: 0, width: size, height: size, href: canvas.toDataURL() }),
        svg("text", { x, y: size + 16, "font-size": 12, fill: colors.text }, caption.textContent),
      ];
    });
    return svg("svg", { width, height: size + 22, "font-family": colors.font }, ...parts);
  }

  #draw({ name, canvas }, triplets, query, colors) {
    const { size } = this;
    if (!size) return;
    if (canvas.width !== size) canvas.width = canvas.height = size;
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(this.images[name].image, 0, 0, size, size);
    const at = scale([0, this.duration], [0, size]);
    context.strokeStyle = colors.window;
    context.lineWidth = Math.max(1, size / 260);
    context.beginPath();
    context.moveTo(0, at(query));
    context.lineTo(size, at(query));
    context.moveTo(at(query), 0);
    context.lineTo(at(query), size);
    context.stroke();
    const picked = triplets?.picked;
    if (!picked) return;
    ["i", "j"].forEach((part, which) => {
      context.fillStyle = colors[part];
      context.strokeStyle = colors.background;
      context.beginPath();
      context.arc(at(picked.example[which]), at(query), Math.max(3, size / 55), 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    });
  }
}

function paint(values, pixels, full, none) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const context = canvas.getContext("2d");
  const image = context.createImageData(pixels, pixels);
  values.forEach((value, index) => {
    for (let part = 0; part < 3; part++) {
      image.data[4 * index + part] = none[part] + ((full[part] - none[part]) * value) / 255;
    }
    image.data[4 * index + 3] = 255;
  });
  context.putImageData(image, 0, 0);
  return canvas;
}
