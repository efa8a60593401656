// The magnified view for a room: title, scores, curves, sentence, picture; controlled by keys or a clicker.

import { alone, text } from "../shared/alone.js";
import { hush, listen, publish } from "../shared/bus.js";
import { html, setText } from "../shared/elements.js";
import { palette, theme } from "../shared/palette.js";

import { LessonStage } from "./lesson-stage.js";
import { Notes } from "./notes.js";

const sheet = await new CSSStyleSheet().replace(await text("presenting.css"));

const AWAKE = 2500; // ms after a pointer move in which the buttons are visible
const LARGER = 1.8; // minimum magnification
const ROOMY = { width: 914, height: 514 }; // px of the page at which text has its maximum size
const WIDE = matchMedia("(min-width: 800px)"); // as in presenting.css; excludes phones that open a link
const TYPED = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";
const PLACES = ["trouble", "name", "asked", "aloud", "scores", "curves", "picture", "message"];
const OF_PICTURE = "+=-0znp12le "; // keys of the picture, which work wherever the focus is
const KEYS = [
  ["Page Down, Page Up, or a clicker", "next and previous triplet, costliest first"],
  ["→ ←", "the same; after a click in the picture, move q; after a click on the curves, change w"],
  ["↓ ↑", "next and previous sample"],
  ["+ − 0 Z", "zoom in, zoom out, the whole track; to the triplet and back"],
  ["Space, 1, 2, E, L", "play from q; q then i; q then j; the nearest boundary; loop the segment"],
  ["S", "the speaker's notes: the plan of the lecture, and a clock"],
  ["B or .", "a blank screen; any key brings the picture back"],
  ["?", "show or hide this list"],
  ["F or Escape", "back to the page"],
];

export class Presenting {
  /** @param {import("./choices.js").Choices} choices */
  constructor(root, choices) {
    this.root = root;
    this.choices = choices;
    this.active = false;
    this.notes = new Notes(root);
    this.lesson = new LessonStage(this.notes, () => this.choices.publish("stage"));
    this.places = new Map(); // the original place of each part
    this.cells = Object.fromEntries(PLACES.map((name) => [name, html("div", { class: `${name}-cell` })]));
    const { trouble, name, asked, aloud, scores, curves, picture } = this.cells;
    this.show = html("div", { class: "show" }, trouble,
      html("div", { class: "above" }, name, scores, curves, html("div", { class: "asking" }, asked, aloud)),
      picture);
    this.unlisten = listen("pair-name", (text) => setText(name, text));
    this.help = html("div", { class: "keys", hidden: "" },
      html("dl", {}, ...KEYS.flatMap(([keys, what]) => [html("dt", {}, keys), html("dd", {}, what)])));
    this.blank = html("div", { class: "blank", hidden: "", onclick: () => (this.blank.hidden = true) });
    this.step = html("span", { class: "step" });
    const leave = html("button", { class: "leave", title: "Back to the page (Escape)",
      onclick: () => this.leave() }, "×");
    this.screen = html("div", { class: "screen", tabindex: -1 }, this.show, leave, this.#controls(),
      this.help, this.blank);
    // A modal dialog covers the whole page and makes the rest inert.
    this.element = html("dialog", { class: "stage",
      "aria-label": "The pair, presented; ? lists the keys" }, this.screen);
    const sheets = root.getRootNode().adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
    this.observer = new ResizeObserver(() => {
      if (!this.active) return;
      this.#size();
      this.choices.publish("size");
    });
    this.observer.observe(this.screen);
    this.observer.observe(picture); // longer text leaves less height for the picture
    choices.listen("present", () => this.enter(true));
    this.#listen();
  }

  /** Take what is on screen; a lesson is presented as the page that it is. */
  allow({ scene, planned }) {
    this.ofLesson = Boolean(scene);
    this.notes.about(planned);
    if (scene) this.leave();
    else this.lesson.leave();
  }

  /** The height of the layers while presenting; null on the page. */
  room(layers, below) {
    if (this.lesson.active) return this.lesson.room(layers, below);
    return this.active ? this.cells.picture.clientHeight : null;
  }

  /** Fill the screen; without a press, browsers allow only the window. */
  enter(full) {
    if (this.active || alone || !WIDE.matches) return;
    if (this.ofLesson) return void this.lesson.enter();
    this.active = true;
    // Projectors lose contrast, so use black and white.
    const [background, text] = theme(this.root).dark ? palette.strong.toReversed() : palette.strong;
    this.#host.setProperty("--st-text-color", text);
    this.#host.setProperty("--st-background-color", background);
    this.element.parentElement.style.minHeight =
      `${this.element.parentElement.clientHeight}px`; // keeps the page's scroll position
    this.element.showModal();
    this.screen.classList.toggle("offering", !full && document.fullscreenEnabled);
    this.screen.focus();
    publish("stage", this.screen);
    this.#size();
    if (full) this.#fill();
    this.choices.publish("stage");
  }

  leave() {
    if (!this.active) return;
    this.active = false;
    if (this.screen.matches(":fullscreen")) document.exitFullscreen();
    this.#close();
    this.choices.publish("stage");
  }

  destroy() {
    this.active = false;
    this.lesson.leave();
    this.#close();
    this.notes.destroy();
    this.unlisten();
    this.observer.disconnect();
    clearTimeout(this.waking);
    document.removeEventListener("keydown", this.entering);
  }

  /** Move the view's parts here, by name, including those that the page has rearranged. */
  gather(parts) {
    for (const [name, element] of Object.entries(parts)) {
      if (!element || this.element.contains(element)) continue;
      const place = document.createComment(name);
      element.replaceWith(place);
      this.places.set(element, place);
      this.cells[name].append(element);
    }
  }

  tell(at, length) {
    setText(this.step, at < 0 ? "" : `triplet ${at + 1} of ${length}`);
  }

  #size() {
    const { clientWidth: width, clientHeight: height } = this.screen;
    const fitting = Math.min(width / ROOMY.width, height / ROOMY.height);
    this.show.style.setProperty("zoom", String(Math.max(LARGER, fitting)));
  }

  #close() {
    publish("stage", null);
    for (const [element, place] of this.places) {
      element.remove();
      place.replaceWith(element);
    }
    this.places.clear();
    this.help.hidden = this.blank.hidden = true;
    if (this.element.open) this.element.close();
    this.element.parentElement.style.minHeight = "";
    this.#host.removeProperty("--st-text-color");
    this.#host.removeProperty("--st-background-color");
  }

  get #host() {
    return (this.root.host ?? this.root).style;
  }

  #fill() {
    this.screen.classList.remove("offering");
    this.screen.requestFullscreen({ navigationUI: "hide" }).catch(() => null); // then it fills the window
  }

  #controls() {
    const button = (text, title, action, name = null) => {
      const onclick = () => {
        this.screen.focus(); // the keys work again
        action();
      };
      return html("button", { title, class: name, onclick }, text);
    };
    return html("div", { class: "controls" }, this.step,
      button("‹ triplet", "Previous triplet (Page Up)", () => this.#to(-1)),
      button("triplet ›", "Next triplet (Page Down)", () => this.#to(1)),
      button("‹ sample", "Previous sample (↑)", () => beside(-1)),
      button("sample ›", "Next sample (↓)", () => beside(1)),
      button("copy link", "Copy a link that opens what is on screen like this",
        () => this.choices.publish("link")),
        this.cells.message,
      button("keys ?", "List the keys (?)", () => this.#toggle(this.help)),
      button("full screen", "Fill the screen", () => this.#fill(), "fill"));
  }

  // Escape first hides the list of keys and the notes; return whether one was on screen.
  #hidden() {
    const shown = [this.notes.hide(), !this.help.hidden].includes(true);
    this.help.hidden = true;
    return shown;
  }

  #to(by) {
    this.choices.publish("step", by);
  }

  #toggle(element) {
    element.hidden = !element.hidden;
  }

  #listen() {
    const { element, screen } = this;
    // Keys work anywhere on the page, except in text fields.
    this.entering = (event) => {
      const key = event.key?.toLowerCase();
      if (event.repeat || pressedWith(event) || event.composedPath()[0].matches?.(TYPED)) return;
      if (key === "s" && (this.active || this.lesson.active)) this.notes.toggle();
      if (key !== "f") return;
      if (this.active) this.leave();
      else if (this.lesson.active) this.lesson.leave();
      else this.enter(true);
    };
    document.addEventListener("keydown", this.entering);
    // A clicker's keys work wherever the focus is.
    element.addEventListener("keydown", (event) => {
      screen.classList.remove("offering");
      if (pressedWith(event)) return;
      const blank = !this.blank.hidden && event.key !== "Escape";
      if (blank) this.blank.hidden = true;
      const by = { PageDown: 1, PageUp: -1 }[event.key];
      if (!by && !blank) return;
      event.preventDefault();
      event.stopPropagation();
      if (!blank) this.#to(by);
    }, true);
    element.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || pressedWith(event) || event.target.matches(TYPED)) return;
      const keys = {
        b: () => this.#toggle(this.blank),
        ".": () => this.#toggle(this.blank),
        "?": () => this.#toggle(this.help),
        ...(event.target.matches("input") ? {} : { // sliders use the arrow keys themselves
          ArrowRight: () => this.#to(1),
          ArrowLeft: () => this.#to(-1),
          ArrowDown: () => beside(1),
          ArrowUp: () => beside(-1),
        }),
      };
      if (OF_PICTURE.includes(event.key) && !(event.key === " " && event.target.matches("button"))) {
        this.cells.picture.querySelector(".layers")
          .dispatchEvent(new KeyboardEvent("keydown", { key: event.key }));
      }
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    element.addEventListener("cancel", (event) => {
      if (this.#hidden()) event.preventDefault();
    });
    element.addEventListener("close",
      () => element.open || this.leave()); // the browser closes it on Escape
    screen.addEventListener("fullscreenchange", () => {
      if (!screen.matches(":fullscreen") && !this.#hidden()) this.leave();
    });
    screen.addEventListener("pointermove", () => {
      screen.classList.add("awake");
      clearTimeout(this.waking);
      this.waking = setTimeout(() => screen.classList.remove("awake"), AWAKE);
    });
  }
}

// The gallery knows all samples, and which is on screen.
function beside(by) {
  publish("beside", by);
  hush("beside");
}

function pressedWith(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}
