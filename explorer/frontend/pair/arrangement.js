// Places the parts: headline, curves, folded table of scores, cause, question, layers.

import { html } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { hint } from "../shared/hints.js";

const NARROW = 600; // px; a narrower view is a phone's
const WIDE = 1000; // px; in wider views, the drawing tools are above the layers
const LOW = 560; // px; in lower windows, scores scroll away, because they would leave no room for the layers
const USUAL = 800; // px; the window height for which all heights are defined
const STEEP = 0.6 / 280; // growth of heights per px of window height: 1.6 times as tall at 1080
const [LEAST, MOST] = [0.75, 2];
const [OVER_WORDS, OVER_SLIDER] = [0.75, 0.55]; // scale of a lesson's picture, or of its scape, on a phone
const ALONE = 1.7; // how much more a lesson's picture grows than others, because its page has little else
const BARE = 2.3; // scale of layers without scores and curves above them
const PRESENTED = 0.3; // scale of the curves while presenting, where everything is magnified
const HIDEABLE = ["window", "scores", "reduced", "curves", "strips", "scape"]; // parts that a lesson may hide

export class Arrangement {
  /**
   * `parts` are the parts of the view by name, which are placed here.
   * @param {import("./choices.js").Choices} choices
   */
  constructor(root, choices, parts) {
    this.root = root;
    this.choices = choices;
    this.parts = parts;
    this.trouble = html("p", { class: "trouble", role: "status", hidden: "" });
    const { slider, brief, curves, headline, sentence, scapes, presenting } = parts;
    sentence.more.append(hint("reading"));
    curves.element.prepend(slider.range);
    this.steer = html("div", { class: "steer" }, curves.element, slider.element);
    // This part stays visible while the rest scrolls.
    this.top = html("div", { class: "top" }, headline.element, brief.element, this.steer,
      scapes.reading, this.trouble);
    this.body = html("div", { class: "body" });
    this.element = html("div", { class: "scope" }, this.top, headline.scores, this.body,
      presenting.element);
    this.resized = () => {
      if (this.measure()) choices.publish("size");
    };
    window.addEventListener("resize", this.resized);
    this.watcher = new IntersectionObserver((seen) => {
      this.element.classList.toggle("away", !seen.at(-1).isIntersecting);
    }, { threshold: 0.5, rootMargin: "-110px 0px 0px 0px" });
    this.watcher.observe(headline.element);
    choices.listen("trouble", (text) => { // why numbers do not follow; empty if they do
      this.trouble.textContent = text;
      this.trouble.hidden = !text;
    });
  }

  destroy() {
    this.watcher.disconnect();
    window.removeEventListener("resize", this.resized);
  }

  /** Add the parts that a document has: scores, causes if `explained`, picture, and panels below it. */
  build(editing, inspector, explained) {
    this.editing = editing;
    const { layers, sentence, diagnosing, tools, headline, scapes, listen } = this.parts;
    const { mode, scene } = this.choices.doc;
    const [lesson, scape] = [mode === "lesson", mode === "windows"];
    this.element.classList.toggle("editing", Boolean(editing));
    if (scene) this.top.prepend(headline.scores);
    else this.top.after(headline.scores);
    this.over = null;
    this.body.replaceChildren(
      ...(explained ? [diagnosing.why.element] : []),
      ...(editing ? [] : [sentence.element]),
      layers.element,
      ...(lesson || inspector ? [] : [scapes.note]),
      // Listening takes the place of the hint, so that nothing moves under the pointer.
      html("div", { class: "foot" }, listen.element,
        hint(lesson ? "lesson" : editing ? "draw" : scape ? "scape" : "look"),
        ...(editing && !lesson ? [scapes.element] : []), tools.element),
      ...(editing && !lesson ? [editing.below] : []),
      ...(inspector
        ? [html("div", { class: "inspector" }, inspector.blocks.element, ...inspector.panels)]
        : []));
    (editing?.toolbar ?? sentence).element.prepend(diagnosing.why.fixing);
    this.measure();
    this.#arrange();
  }

  mark(doc) {
    const { classList } = this.element;
    const { scene, triplet, scape, placing, drawn, answered, moved } = doc;
    const windows = doc.mode === "windows";
    const marks = { scene, windows, "of-triplet": triplet, "of-scape": scape, placing, drawn, answered,
      moved };
    for (const [name, mark] of Object.entries(marks)) classList.toggle(name, Boolean(mark));
    for (const part of HIDEABLE) {
      classList.toggle(`without-${part}`, doc.hidden?.includes(part) ?? false);
    }
    this.measure();
  }

  layout() {
    this.parts.scapes.load(this.choices.doc, colored(this.element, this.root));
    this.measure();
    this.#arrange();
    this.#gather();
  }

  /** Set the scale of all heights; return whether it changed. */
  measure() {
    const { choices, parts: { layers, curves, presenting } } = this;
    const before = layers.heightScale;
    const narrow = this.element.clientWidth < NARROW;
    const zoom = this.element.currentCSSZoom ?? 1; // enlarges text, not the height
    const scale = choices.doc?.scene ? sceneScale(narrow, choices.doc) / zoom : heightScale();
    layers.heightScale = scale;
    curves.heightScale = choices.doc?.scape || choices.doc?.hidden?.includes("curves") ? 0 // only the slider
      : presenting.active ? PRESENTED : Math.min(scale, narrow ? LEAST : heightScale());
    this.element.style.setProperty("--tall", String(scale));
    this.element.style.setProperty("--curves", `${curves.height}px`);
    this.element.classList.toggle("low", document.documentElement.clientHeight < LOW || narrow);
    return scale !== before;
  }

  // If there is little room, the tools are below the layers, and a fix is at the bottom of the window.
  #arrange() {
    const { editing, choices, parts: { layers, presenting, diagnosing: { why } } } = this;
    const over = this.element.clientWidth >= WIDE || choices.doc.mode === "lesson";
    if (!editing || over === this.over || presenting.active) return;
    this.over = over;
    if (over) layers.element.before(editing.toolbar.element);
    else layers.element.after(editing.toolbar.element);
    if (over) editing.toolbar.element.prepend(why.fixing);
    else this.body.append(why.fixing);
  }

  // Give the presentation its parts, including those that the page has rearranged.
  #gather() {
    const { editing, parts: { presenting, tools, sentence, layers, headline } } = this;
    if (!presenting.active) return;
    presenting.gather({
      trouble: this.trouble,
      message: tools.message,
      ...(editing ? {} : { asked: sentence.asked, aloud: sentence.status }),
      scores: headline.element,
      curves: this.steer,
      picture: layers.element,
    });
  }
}

/** The scale of heights in this window; it ignores a phone's browser bars, which come and go. */
function heightScale() {
  return Math.min(Math.max(1 + (document.documentElement.clientHeight - USUAL) * STEEP, LEAST), MOST);
}

/** The scale of a lesson's picture, which may have only layers. */
function sceneScale(narrow, { bare, scape }) {
  return narrow ? (scape ? OVER_SLIDER : OVER_WORDS) : (1 + (heightScale() - 1) * ALONE) * (bare ? BARE : 1);
}
