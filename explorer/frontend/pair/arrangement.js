// What stands where: scores beside curves where there is room, and words over the layers or under them.

import { html } from "../shared/elements.js";
import { coloured } from "../shared/palette.js";
import { hint } from "./hints.js";

// What stands beside the scores, from which width of the view on (px); else it stands under the layers.
const BESIDE = [600, 1000];
const LOW = 560; // px of height, below which scores that stay in sight would leave no room for the layers
const USUAL = 800; // px of height of the window, for which all heights are written down
const STEEP = 0.6 / 280; // what each px more adds to them: 1.6 times as tall at 1080
const [LEAST, MOST] = [0.75, 2];
const OVER_WORDS = 0.75; // of a lesson's picture on a phone: it stands over the words, and leaves them room
const ALONE = 1.7; // of what a larger window adds to it, as little else is on it
const BARE = 2.3; // of layers without scores and curves above them
const HIDEABLE = ["window", "scores", "reduced", "curves", "strips"]; // what a lesson may hide

export class Arrangement {
  /** @param {import("./scope.js").Scope} view */
  constructor(view) {
    this.view = view;
    this.trouble = html("p", { class: "trouble", role: "status", hidden: "" });
    this.numbers = html("div", { class: "numbers" }, view.readout.element);
    this.pair = html("div", { class: "pair" });
    // It stays in sight while the rest scrolls.
    const { slider, brief } = view;
    this.top = html("div", { class: "top" }, slider.element, brief.element, this.trouble, this.pair);
    this.under = html("div", { class: "under" });
    this.body = html("div", { class: "body" });
    this.element = html("div", { class: "scope" }, this.top, this.body, view.presenting.element);
    this.resized = () => {
      if (this.measure()) view.layout();
    };
    window.addEventListener("resize", this.resized);
    this.watcher = new IntersectionObserver((seen) => {
      this.element.classList.toggle("away", !seen.at(-1).isIntersecting);
    }, { threshold: 0.5, rootMargin: "-110px 0px 0px 0px" });
    this.watcher.observe(this.numbers);
  }

  destroy() {
    this.watcher.disconnect();
    window.removeEventListener("resize", this.resized);
  }

  /** Say why numbers do not follow; nothing where they do. */
  complain(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }

  /** Take the parts that a document has: scores and curves, or what is lost and the panels behind it. */
  build() {
    const { layers, curves, details, sentence, editing, inspector, diagnosing, tools, explained } = this.view;
    const { mode } = this.view.choices.doc;
    const lesson = mode === "lesson";
    this.element.classList.toggle("editing", Boolean(editing));
    (editing ? editing.toolbar : sentence).line.append(tools.element);
    this.beside = [curves.element, ...(inspector ? [inspector.blocks.element] : []), details.element];
    this.words = editing ? editing.toolbar.element : sentence.element;
    this.places = null;
    this.body.replaceChildren(
      ...(explained ? [diagnosing.why.element] : []),
      layers.element, hint(lesson ? "lesson" : editing ? "draw" : "look"),
      this.under,
      ...(editing && !lesson ? [editing.below] : []),
      ...(inspector ? [html("div", { class: "inspector" }, ...inspector.panels)] : []));
    this.measure();
    this.#arrange();
  }

  mark(doc) {
    const { classList } = this.element;
    const { scene, triplet, placing, drawn, answered } = doc;
    const marks = { scene, "of-triplet": triplet, placing, drawn, answered };
    for (const [name, mark] of Object.entries(marks)) classList.toggle(name, Boolean(mark));
    for (const part of HIDEABLE) {
      classList.toggle(`without-${part}`, doc.hidden?.includes(part) ?? false);
    }
  }

  layout() {
    coloured(this.element, this.view.root);
    this.measure();
    this.#arrange();
    this.#gather();
  }

  /** How tall things may be; says whether that has changed. */
  measure() {
    const { layers, curves, choices } = this.view;
    const before = layers.heightScale;
    const narrow = this.element.clientWidth < BESIDE[0];
    const scale = choices.doc?.scene ? sceneScale(narrow, choices.doc.bare) : heightScale();
    layers.heightScale = curves.heightScale = scale;
    this.element.style.setProperty("--tall", String(scale));
    this.element.style.setProperty("--beside", `${curves.height}px`);
    this.element.classList.toggle("low", document.documentElement.clientHeight < LOW || narrow);
    return scale !== before;
  }

  // What has room beside the scores stands there, the rest under the layers, which come first where there is
  // little room.
  #arrange() {
    const { layers, sentence, editing, presenting, diagnosing: { why }, choices } = this.view;
    const { clientWidth } = this.element;
    const places = BESIDE.filter((width) => clientWidth >= width).length;
    if (places === this.places || presenting.active) return;
    this.places = places;
    this.pair.replaceChildren(this.numbers, ...this.beside.slice(0, places));
    this.under.replaceChildren(...this.beside.slice(places));
    const over = places === BESIDE.length || choices.doc.mode === "lesson";
    if (over) layers.element.before(this.words);
    else layers.element.after(this.words);
    // In the place of the triplet's words where these are over the layers.
    (over && !editing ? sentence : why).element.append(why.mending);
  }

  // What a room sees; also what the page has taken back.
  #gather() {
    const { presenting, tools, slider, sentence, readout, curves, layers, editing } = this.view;
    if (!presenting.active) return;
    presenting.gather({
      trouble: this.trouble,
      told: tools.told,
      slider: slider.element,
      ...(editing ? {} : { words: sentence.asked, aloud: sentence.status }),
      scores: readout.element,
      curves: curves.element,
      picture: layers.element,
    });
  }
}

/** What heights are multiplied by in this window; a phone's bars, which come and go, change nothing. */
function heightScale() {
  return Math.min(Math.max(1 + (document.documentElement.clientHeight - USUAL) * STEEP, LEAST), MOST);
}

/** The same of a lesson's picture, which may be of layers alone. */
function sceneScale(narrow, bare) {
  return narrow ? OVER_WORDS : (1 + (heightScale() - 1) * ALONE) * (bare ? BARE : 1);
}
