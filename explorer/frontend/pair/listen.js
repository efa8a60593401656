// The place of the controls for listening under the layers; the player is loaded when it is first unfolded.

import { html } from "../shared/elements.js";
import { hearing } from "../shared/hearing.js";
import { unfolding } from "../shared/buttons.js";

const KEYS = " l12e;";
const SOON = 500; // ms after a tune is shown, when the player is loaded

export class Listen {
  /** @param {import("./layers.js").Layers} layers */
  constructor(layers) {
    this.layers = layers;
    this.element = html("div", { class: "listen", id: "listen", role: "group", "aria-label": "Listen" });
    this.fold = unfolding("listen", "listen", this.element);
    this.fold.addEventListener("click", () => this.#load());
    this.loading = this.listening = null;
    layers.listen = this;
    for (const target of [layers.element, this.element]) {
      target.addEventListener("dragover", (event) => event.preventDefault());
      target.addEventListener("drop", (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        this.#open((listening) => listening.open(file));
      });
    }
    if (!this.element.hidden) this.#load();
    // Nothing else on the page uses Space while nothing has the focus.
    this.pressed = (event) => {
      if (event.key !== " " || event.target !== document.body || !layers.tune) return;
      event.preventDefault();
      this.key(event);
    };
    document.addEventListener("keydown", this.pressed);
  }

  async #load() {
    this.loading ??= hearing();
    const Listening = await this.loading;
    this.listening ??= this.closed ? null : new Listening(this.layers, this.element);
    if (this.element.hidden) this.listening?.stop();
    this.layout();
  }

  /** Handle a key on the layers; return whether it was for listening. */
  key({ key }) {
    const known = KEYS.includes(key.toLowerCase());
    if (known) this.#open((listening) => listening.press(key.toLowerCase()));
    return known;
  }

  async #open(use) {
    if (this.element.hidden) this.fold.click();
    await this.#load();
    if (!this.closed) use(this.listening);
  }

  layout() {
    const { doc, view, colors } = this.layers;
    if (doc?.tune && !this.loading && !this.waiting) { // it must sound at once when it is asked for
      this.waiting = setTimeout(() => this.#load(), SOON);
    }
    if (view && colors) this.listening?.layout();
  }

  show() {
    this.listening?.show();
  }

  destroy() {
    this.closed = true;
    clearTimeout(this.waiting);
    document.removeEventListener("keydown", this.pressed);
    this.listening?.destroy();
  }
}
