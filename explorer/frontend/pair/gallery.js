// The name of the pair on screen, and a fold with small pictures of the samples.

import { hush, listen, publish } from "../shared/bus.js";
import { html, svg } from "../shared/elements.js";
import { text } from "../shared/alone.js";
import { theme } from "../shared/palette.js";
import { rowsOf } from "../shared/axes.js";
import { scale } from "../shared/scales.js";
import { naming } from "./naming.js";
import { Rest } from "../shared/rest.js";
import { folding } from "../shared/buttons.js";

const SAMPLES = JSON.parse(await text("samples.json"));
const WIDTH = 132;
const ROW = 7;
const SHOWN = 60; // ms after which a sample is shown

export class Gallery {
  constructor(root) {
    this.root = root;
    this.name = html("button", { class: "name" });
    naming(this.name, {
      label: "Rename this pair",
      name: () => this.title,
      take: (title) => {
        this.title = title;
        this.#mark(this.shown);
        this.press("named", title);
      },
    });
    this.cards = html("div", { id: "samples", class: "cards", role: "radiogroup",
      "aria-label": "Sample pairs" });
    this.fold = folding("All samples", this.cards);
    this.element = html("div", { class: "gallery" },
      html("div", { class: "line" }, this.name, this.fold.button), this.cards);
    // The view requests the sample itself; the page must not react before the view's answer.
    this.telling = new Rest(() => this.press("chosen", this.chosen), SHOWN);
    root.append(this.element);
    // The user's own pair stays on screen.
    this.unlisten = listen("beside", (by) => this.shown && this.#step(by));
  }

  update({ chosen, own, title }, press) {
    const colors = theme(this.root);
    const { dark } = colors;
    if (dark !== this.dark) {
      this.cards.replaceChildren(...SAMPLES.map((sample) => this.#card(sample, colors)));
    }
    this.press = press;
    this.own = own;
    // A run that started before a click still sends the old choice.
    const marks = JSON.stringify([dark, chosen, own, title]);
    if (marks !== this.marks) {
      this.title = title;
      this.#mark(chosen);
    }
    this.marks = marks;
    this.dark = dark;
  }

  destroy() {
    this.telling.close();
    this.unlisten();
  }

  #mark(chosen) {
    this.shown = chosen;
    const sample = SAMPLES.find(({ id }) => id === chosen);
    const title = this.title || (sample?.title ?? this.own);
    const [name, ...about] = title.split(" · ");
    this.name.replaceChildren(html("b", {}, name), html("span", {}, about.join(" · ")));
    publish("pair-name", title);
    for (const card of this.cards.children) {
      const here = card.dataset.sample === chosen;
      card.setAttribute("aria-checked", String(here));
      card.tabIndex = here || (!chosen && card === this.cards.firstElementChild) ? 0 : -1;
    }
  }

  // Choose the next or previous sample; from the user's own pair, the first or the last.
  #step(by) {
    const { length } = SAMPLES;
    const at = SAMPLES.findIndex(({ id }) => id === this.shown);
    this.#choose(SAMPLES[at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length].id);
  }

  #choose(id) {
    publish("sample", id);
    hush("sample"); // a view that is created later already shows the sample
    this.chosen = id;
    this.title = "";
    this.#mark(id);
    this.telling.begin();
  }

  #card(sample, colors) {
    const card = html("button", { role: "radio", "data-sample": sample.id, title: sample.about },
      picture(sample, colors), html("span", { class: "name" }, sample.title));
    card.addEventListener("click", ({ detail }) => {
      this.#choose(sample.id);
      if (!detail) return; // keyboard users may continue to other samples
      this.fold.show(false);
      this.fold.button.focus();
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

function picture({ reference, estimate, duration, fills }, colors) {
  const at = scale([0, duration], [0, WIDTH]);
  const rows = reference.layers.length + estimate.layers.length;
  const height = rows * ROW + 4;
  const image = svg("svg", { width: WIDTH, height: 44, viewBox: `0 0 ${WIDTH} ${height}`,
    preserveAspectRatio: "none", "aria-hidden": "true" });
  image.append(...rowsOf([reference, estimate], at, { row: ROW, above: 4, y: -4, fills }, colors));
  return image;
}
