// Buttons outside the live view that control it.

import { hush, publish } from "../shared/bus.js";
import { closePopover, openMenu } from "../shared/around-streamlit.js";
import { html } from "../shared/elements.js";

const BUTTONS = {
  link: ["Copy link", "Copy a link that restores what is on screen"],
  present: ["Present", "Show the picture alone, large (F)"],
  theme: ["Theme, print", "Light or dark; print the page or record it"],
  png: ["PNG", "Save the picture as PNG"],
  svg: ["SVG", "Save the picture as SVG"],
};

export class Actions {
  constructor(root) {
    this.message = html("span", { class: "message", role: "status" });
    this.element = html("div", { class: "actions" });
    root.append(this.element);
  }

  update({ names }) {
    this.element.replaceChildren(...names.map((name) => {
      const [text, title] = BUTTONS[name];
      return html("button", { class: name, title, onclick: () => this.#act(name) }, text);
    }), this.message);
  }

  destroy() {}

  // The view may show a message next to the button.
  #act(name) {
    if (name === "theme") {
      openMenu();
      return;
    }
    publish("act", { name, message: this.message });
    hush("act");
    if (name === "present") closePopover();
  }
}
