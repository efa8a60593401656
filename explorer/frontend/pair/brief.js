// The scores in one line, while the headline is scrolled out of view.

import { html, setText } from "../shared/elements.js";
import { scoreText } from "./readout.js";
import { MEASURES, PARTS } from "../shared/schema.js";

export class Brief {
  constructor() {
    this.name = html("span");
    this.scores = PARTS.map(() => html("b"));
    this.letters = PARTS.map(() => html("span"));
    this.element = html("div", { class: "brief", "aria-hidden": "true" }, html("div", {}, this.name,
      ...PARTS.map((part, at) => {
        const [, index] = MEASURES[0].symbols[part].split("_");
        return html("span", { class: part === "f_measure" ? "f" : part },
          html("i", {}, this.letters[at], html("sub", {}, index)), " ", this.scores[at]);
      })));
  }

  show(doc, index, variant) {
    const { key, title, letter } = MEASURES[variant];
    this.letters.forEach((element) => setText(element, letter));
    setText(this.name, title);
    PARTS.forEach((part, at) => setText(this.scores[at], scoreText(doc.scores, index, part, key, 2)));
  }
}
