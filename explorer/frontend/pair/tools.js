// The buttons under the picture: zoom. On pages without a menu, also the link and pictures to save.

import { alone } from "../shared/alone.js";
import { listen } from "../shared/bus.js";
import { saveButtons, toolButton } from "../shared/buttons.js";
import { html } from "../shared/elements.js";
import { theme } from "../shared/palette.js";
import { copy, savePng, saveSvg, together } from "../shared/saving.js";
import { PARTS } from "../shared/schema.js";
import { described } from "../shared/window-slider.js";
import { scoreText } from "./readout.js";

const TRIPLET = "Zoom to the triplet, or to the window if there is none; again for the whole track (Z)";
const LINK = "Copy a link that restores what is on screen";
const OWN = "Link copied. It opens on this machine only; start hierscope --class to share it with a class.";

export class Tools {
  /**
   * `fold` unfolds the controls for listening. A saved picture has the pictures of content() `below`
   * the layers, or else the curves, and its `sentences`.
   * @param {import("./choices.js").Choices} choices
   * @param {import("./layers.js").Layers} layers
   */
  constructor(choices, layers, fold, content) {
    this.choices = choices;
    this.layers = layers;
    this.content = content;
    this.long = []; // if the address is too long: its length and the limit
    this.origin = ""; // the server's address for others, if it differs
    this.own = false; // whether only this machine reaches the server
    this.message = html("span", { class: "message", role: "status" });
    this.closer = toolButton("triplet", TRIPLET, () => layers.zoomIn());
    const closer = toolButton("+", "Zoom in", () => layers.zoom(0.5));
    this.less = toolButton("−", "Zoom out", () => layers.zoom(2));
    this.fit = toolButton("fit", "Show the whole track (0)", () => layers.fit());
    const file = () => "hierscope";
    /** Actions that the head of the page has, too. */
    const link = alone ? [] : [toolButton("copy link", LINK, () => this.link())];
    this.rest = html("span", { class: "rest" }, ...link, ...saveButtons(() => this.#sheet(), file));
    this.element = html("span", { class: "tools" }, this.message, fold,
      closer, this.less, this.fit, this.closer, this.rest);
    const acts = {
      link: (message) => this.link(message),
      present: () => choices.publish("present"),
      png: () => savePng(this.#sheet(), file()),
      svg: () => saveSvg(this.#sheet(), file()),
    };
    this.unlisten = listen("act", ({ name, message }) => acts[name](message));
    choices.listen("link", () => this.link());
  }

  destroy() {
    clearTimeout(this.copying);
    this.unlisten();
  }

  /** Dim the buttons without effect on the whole track; they keep their places. */
  show(whole) {
    for (const button of [this.less, this.fit]) button.ariaDisabled = String(whole);
  }

  /** Copy the address, which contains the whole state except for a pair that is too long. */
  async link(message = this.message) {
    const [length, limit] = this.long;
    clearTimeout(this.copying);
    const tell = (text, milliseconds) => {
      message.textContent = text;
      this.copying = setTimeout(() => (message.textContent = ""), milliseconds);
    };
    if (length) tell(this.#refusal(length.toLocaleString("en"), limit.toLocaleString("en")), 20000);
    else if (await copy(this.#address, message)) tell(this.own ? OWN : "Link copied.", this.own ? 2e4 : 4000);
    else message.prepend("This browser does not let pages copy. Copy the selected link: ");
  }

  #refusal(length, limit) {
    const [what, instead] = this.choices.doc.scene
      ? ["The lesson", "Save it as a file, on the list of lessons."]
      : ["The pair", "Save it as JAMS with Export instead."];
    const why = `Servers and mail programs cut links longer than ${limit}.`;
    return `${what} takes ${length} characters. ${why} ${instead}`;
  }

  // A lesson's link names its step, without the state of other pages.
  get #address() {
    const { origin, pathname, search } = window.location;
    const { link } = this.choices.doc;
    return `${this.origin || origin}${pathname}${link ? `?${link}` : search}`;
  }

  #sheet() {
    const { layers: { picture, root }, choices: { doc, index, measure } } = this;
    const colors = theme(root);
    const { below, sentences } = this.content(picture.width.baseVal.value, colors);
    // Also the legend of the curves.
    const scores = PARTS.map((part) => {
      const name = part.replace("f_measure", "F");
      return [`  ━ ${name} ${scoreText(doc.scores, index, part, measure)}`, colors[part]];
    });
    return together([picture, ...below],
      [[`${described(doc, index)}. ${measure}:`, ...scores], ...sentences], colors);
  }
}
