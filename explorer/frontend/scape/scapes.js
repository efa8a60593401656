// The options of scapes: on Draw whether they are shown, and whether they show g or the deciding layers.

import { html, setText } from "../shared/elements.js";
import { layerName } from "../shared/schema.js";
import { withSymbols } from "../shared/text.js";
import { toolButton } from "../shared/buttons.js";

const TITLES = {
  flat: ["scape", "Show the score of each moment at each window"],
  deciding: ["deciding layers", "Color each moment and window by the layer that decides"],
};

const HATCHED = " Hatched: no score.";
const SCORES = " Right of each row: its mean, the score at this w (dashed: T_F), and the share of the " +
  "track scored (gray).";
const LAYERS = " Layers: how many of the comparisons each decides. Lengths: how long most of its segments " +
  "last (dot: the median).";
const COLORS = ["Strong color: the analyses disagree.", "Color: the layer that decides most comparisons."];

export class Scapes {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    this.key = html("span", { class: "key" });
    this.patch = html("p", { role: "status" });
    this.buttons = Object.fromEntries(Object.entries(TITLES).map(([name, [text, title]]) =>
      [name, toolButton(text, title, () => {
        choices[name] = !choices[name];
        this.#show();
        choices.publish("scapes");
      }, false)]));
    this.colors = html("span");
    this.legend = html("span", {}, this.colors, HATCHED);
    this.reading = html("div", { class: "patch" }, this.patch);
    this.note = html("p", { class: "hint" });
    this.element = html("div", { class: "tools scapes" }, ...Object.values(this.buttons), this.key);
  }

  load({ mode, reference, estimate }, { numbered_lines: lines }) {
    this.mode = mode;
    const layers = reference.layers.length > estimate.layers.length ? reference.layers : estimate.layers;
    this.key.replaceChildren(...layers.map((_, at) => {
      const swatch = html("i");
      swatch.style.background = lines[at % lines.length]; // an attribute would be an inline style
      return html("span", {}, swatch, `${layerName(layers, at)} `);
    }));
    const alone = mode === "windows"; // where layers are beside the scapes, and words above
    if (alone) this.reading.prepend(this.legend, this.element);
    this.note.replaceChildren(...(alone ? [] : [this.legend]), ...withSymbols(SCORES),
      ...(alone ? [html("span", { class: "of-layers" }, LAYERS)] : []));
    this.#show();
  }

  #show() {
    const { choices: { flat, deciding }, mode, buttons } = this;
    const shown = mode === "windows" || flat;
    buttons.flat.hidden = mode !== "draw";
    buttons.deciding.hidden = this.note.hidden = !shown;
    setText(this.colors, COLORS[Number(deciding)]);
    this.key.hidden = !shown || !deciding;
    for (const [name, button] of Object.entries(buttons)) button.ariaPressed = String(this.choices[name]);
  }
}
