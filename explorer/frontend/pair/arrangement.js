// The places: headline and curves, all scores folded below them, the cause, the question, the layers.

import { html } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { hint } from "./hints.js";

const NARROW = 600; // px of width of the view: a phone's
const WIDE = 1000; // px from which the tools to draw stand over the layers
const LOW = 560; // px of height, below which scores that stay in sight would leave no room for the layers
const USUAL = 800; // px of height of the window, for which all heights are written down
const STEEP = 0.6 / 280; // what each px more adds to them: 1.6 times as tall at 1080
const [LEAST, MOST] = [0.75, 2];
const OVER_WORDS = 0.75; // of a lesson's picture on a phone: it stands over the words, and leaves them room
const ALONE = 1.7; // of what a larger window adds to it, as little else is on it
const BARE = 2.3; // of layers without scores and curves above them
const PRESENTED = 0.3; // of the curves where all is shown to a room, larger
const HIDEABLE = ["window", "scores", "reduced", "curves", "strips", "scape"]; // what a lesson may hide

export class Arrangement {
  /** @param {import("./scope.js").Scope} view */
  constructor(view) {
    this.view = view;
    this.trouble = html("p", { class: "trouble", role: "status", hidden: "" });
    const { slider, brief, curves, headline, sentence, scapes } = view;
    sentence.more.append(hint("reading"));
    curves.element.prepend(slider.range);
    this.steer = html("div", { class: "steer" }, curves.element, slider.element);
    // It stays in sight while the rest scrolls.
    this.top = html("div", { class: "top" }, headline.element, brief.element, this.steer, scapes.patch,
      this.trouble);
    this.body = html("div", { class: "body" });
    this.element = html("div", { class: "scope" }, this.top, headline.scores, this.body,
      view.presenting.element);
    this.resized = () => {
      if (this.measure()) view.layout();
    };
    window.addEventListener("resize", this.resized);
    this.watcher = new IntersectionObserver((seen) => {
      this.element.classList.toggle("away", !seen.at(-1).isIntersecting);
    }, { threshold: 0.5, rootMargin: "-110px 0px 0px 0px" });
    this.watcher.observe(headline.element);
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

  /** Take the parts that a document has: the scores, the picture, and the panels behind it. */
  build() {
    const { layers, sentence, editing, inspector, diagnosing, tools, explained, headline } = this.view;
    const { scapes } = this.view;
    const { mode, scene } = this.view.choices.doc;
    const [lesson, scape] = [mode === "lesson", mode === "windows"];
    this.element.classList.toggle("editing", Boolean(editing));
    // A lesson has the table beside the curves.
    if (scene) this.top.prepend(headline.scores);
    else this.top.after(headline.scores);
    this.over = null;
    this.body.replaceChildren(
      ...(explained ? [diagnosing.why.element] : []),
      ...(editing ? [] : [sentence.element]),
      layers.element,
      ...(lesson || inspector ? [] : [scapes.note]),
      html("div", { class: "foot" }, hint(lesson ? "lesson" : editing ? "draw" : scape ? "scape" : "look"),
        ...(lesson || inspector ? [] : [scapes.element]), tools.element),
      ...(editing && !lesson ? [editing.below] : []),
      ...(inspector
        ? [html("div", { class: "inspector" }, inspector.blocks.element, ...inspector.panels)]
        : []));
    (editing?.toolbar ?? sentence).element.prepend(diagnosing.why.mending);
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
    this.view.scapes.load(this.view.choices.doc, colored(this.element, this.view.root));
    this.measure();
    this.#arrange();
    this.#gather();
  }

  /** How tall things may be; says whether that has changed. */
  measure() {
    const { layers, curves, choices, presenting } = this.view;
    const before = layers.heightScale;
    const narrow = this.element.clientWidth < NARROW;
    const scale = choices.doc?.scene ? sceneScale(narrow, choices.doc.bare) : heightScale();
    layers.heightScale = scale;
    curves.heightScale = choices.doc?.scape || choices.doc?.hidden?.includes("curves") ? 0 // the slider alone
      : presenting.active ? PRESENTED : Math.min(scale, narrow ? LEAST : heightScale());
    this.element.style.setProperty("--tall", String(scale));
    this.element.style.setProperty("--curves", `${curves.height}px`);
    this.element.classList.toggle("low", document.documentElement.clientHeight < LOW || narrow);
    return scale !== before;
  }

  // Where there is little room, the layers come before the tools, and a fix stands at the foot of the window.
  #arrange() {
    const { layers, editing, presenting, choices, diagnosing: { why } } = this.view;
    const over = this.element.clientWidth >= WIDE || choices.doc.mode === "lesson";
    if (!editing || over === this.over || presenting.active) return;
    this.over = over;
    if (over) layers.element.before(editing.toolbar.element);
    else layers.element.after(editing.toolbar.element);
    if (over) editing.toolbar.element.prepend(why.mending);
    else this.body.append(why.mending);
  }

  // What a room sees; also what the page has taken back.
  #gather() {
    const { presenting, tools, sentence, layers, editing, headline } = this.view;
    if (!presenting.active) return;
    presenting.gather({
      trouble: this.trouble,
      told: tools.told,
      ...(editing ? {} : { words: sentence.asked, aloud: sentence.status }),
      scores: headline.element,
      curves: this.steer,
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
