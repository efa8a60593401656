// Buttons outside the live view that control it.

import { hush, publish } from "../shared/bus.js";
import { openMenu } from "../shared/around-streamlit.js";
import { html } from "../shared/elements.js";
import { copy } from "../shared/saving.js";

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

  /** Show the named buttons, and one for each text to copy, by its label. */
  update({ names, copies = {} }) {
    this.element.replaceChildren(...names.map((name) => {
      const [text, title] = BUTTONS[name];
      return html("button", { class: name, title, onclick: () => this.#act(name) }, text);
    }), ...Object.entries(copies).map(([label, text]) => html("button", { onclick: async () => {
      this.message.textContent = "";
      if (await copy(text, this.message)) this.message.textContent = "Copied.";
    } }, label)), this.message);
  }

  // The view may show a message next to the button.
  #act(name) {
    if (name === "theme") {
      openMenu();
      return;
    }
    publish("act", { name, message: this.message });
    hush("act");
  }
}
