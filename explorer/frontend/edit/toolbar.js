// The drawing tools: every edit of a pair, as buttons and fields.

import { equal, forget, keepTools, stored, storedBefore, tools } from "./history.js";
import { CLOSE } from "./edits.js";
import { html, set, setText } from "../shared/elements.js";
import { readNumber } from "../shared/text.js";
import { SIDES, layerName, shownLabel } from "../shared/schema.js";
import { hint } from "../shared/hints.js";
import { folding, unfolding } from "../shared/buttons.js";

const STARTS = [
  ["empty", "two empty sides"], ["copy", "estimate = copy of reference"],
  ["back", "reference = copy of estimate"], ["reference", "an empty reference"],
  ["estimate", "an empty estimate"],
];
const SNAPS = [["boundaries", "boundaries and round times"], ["grid", "a grid"], ["off", "nothing"]];

export class Toolbar {
  /** `less`: only the tools that a lesson needs. */
  constructor(editor, less) {
    this.editor = editor;
    this.history = editor.history;
    const { button, entry, select } = makers;
    this.analysts = {
      reference: entry("Reference analyst", 8, (text) => editor.call("reference", text)),
      estimate: entry("Estimate analyst", 8, (text) => editor.call("estimate", text)),
    };
    this.start = select("Start from", STARTS, () => null);
    this.anew = button("Start", "Start from the selected option; Undo goes back",
      () => editor.start(this.start.control.value));
    this.length = entry("Length of the track", 5, (text) => editor.length(editor.times.length(text)));
    this.undo = button("Undo", "Undo (Ctrl+Z)", () => editor.step(-1));
    this.redo = button("Redo", "Redo (Ctrl+Shift+Z)", () => editor.step(1));
    for (const step of [this.undo, this.redo]) step.className = "step"; // hidden while it has no effect
    // In a lesson, the learner chooses the place: the middle may be the answer.
    const where = `where you pressed the segment${less ? "" : ", else in its middle"}`;
    this.add = button("Add", `Add a boundary ${where}`,
      () => less && editor.pressed === null
        ? this.report("First press a segment where the boundary should be")
        : editor.add(editor.opening));
    this.remove = button("Remove", "Remove the selected boundary (Delete)", () => editor.remove());
    this.layer = select("Layer", [], (value) => {
      const [word, level] = value.split(" ");
      editor.pick(word, Number(level));
    });
    this.below = button("+ layer", "Add a layer below the selected one", () => editor.layerBelow());
    this.label = entry("Label of the segment", 7, (text) => editor.label(text));
    this.label.control.title = "Enter: on to the next segment; Shift+Enter: stay; Escape: back to the layers";
    this.label.control.addEventListener("focus", () => this.label.control.select());
    this.label.control.addEventListener("keydown", (event) => this.#labelKey(event));
    this.previous = button("‹", "Select the previous boundary (,)", () => editor.pick(...this.#beside(-1)));
    this.next = button("›", "Select the next boundary (.)", () => editor.pick(...this.#beside(1)));
    // A typed time stays until it is used.
    this.time = entry("Time of the boundary", 7, null);
    const place = () => {
      const time = editor.times.read(this.time.control.value);
      // The next typed time is for another boundary.
      if (editor.time === null) editor.add(time, editor.chosen, CLOSE, false);
      else editor.moveTo(time);
      this.time.control.value = this.time.control.dataset.was;
    };
    this.time.control.addEventListener("keydown", ({ key }) => key === "Enter" && place());
    this.place = button("Add here", "Use the typed time (Enter)", place);
    this.snap = select("Snap to", SNAPS, (snap) => {
      keepTools({ snap });
      editor.on.chosen();
    });
    this.grid = entry("Grid", 4, (text) => {
      const step = readNumber(text);
      if (step > 0 && step <= 3600) keepTools({ grid: step });
      editor.on.chosen();
    });
    this.name = entry("Name of the layer", 9, (text) => editor.rename(text));
    this.drop = button("− layer", "Remove the selected layer", () => editor.dropLayer());
    this.up = button("↑", "Move the selected layer up", () => editor.shiftLayer(-1));
    this.down = button("↓", "Move the selected layer down", () => editor.shiftLayer(1));
    this.nested = select("Layers", [["1", "nested"], ["", "independent"]],
      (nested) => editor.nest(Boolean(nested)));
    this.faults = html("span", { class: "faults" });
    /** Missing boundaries of layers that are not nested; the view places it where it moves nothing. */
    this.faulty = html("div", { class: "line" }, this.faults,
      button("Insert them", "Insert the missing boundaries in the deeper layers", () => editor.refine()));
    this.status = html("span", { class: "status", role: "status" });
    this.restore = button("Restore it", "Show the earlier drawing; Undo goes back", () => this.bring());
    this.discard = button("Discard it", "Delete the earlier drawing", () => {
      forget();
      this.#offer(null);
    });
    this.blindly = html("span");
    this.over = button("Draw the other", "Hide this side, and draw the other one",
      () => editor.hide(this.drawn));
    this.blind = html("div", { class: "line offer" }, this.blindly, this.over,
      button("Show both", "Show both sides, with their scores", () => editor.hide(null)));
    const gap = () => html("span", { class: "gap" });
    const rare = html("div", { id: "rare" },
      html("div", { class: "line" }, this.previous, this.next, this.time.element, this.place, gap(),
        ...(less ? [] : [this.snap.element, this.grid.element])),
      ...(less ? [] : [html("div", { class: "line" }, this.name.element, this.drop, this.up, this.down, gap(),
        this.nested.element), hint("drawing")]));
    const more = unfolding("tools", "More tools", rare);
    this.offer = html("span");
    this.offered = html("div", { class: "line offer" }, this.offer, this.restore, this.discard);
    const analysts = Object.values(this.analysts).map(({ element }) => element);
    const beginning = html("div", { class: "line beginning", id: "beginning" }, ...analysts,
      this.length.element, gap(), this.start.element, this.anew, button("Draw blind",
        "For two people: hide the estimate while the reference is drawn", () => editor.hide("estimate")));
    /** Names, length and ways to start, in view while a side is empty. */
    this.setup = folding("Setup", beginning);
    const all = less ? [] : [this.below, this.label.element];
    this.line = html("div", { class: "line" }, this.add, this.remove, gap(), this.layer.element, ...all, more,
      ...(less ? [] : [this.setup.button]), gap(), this.undo, this.redo, this.status);
    this.element = html("div", { class: "toolbar", role: "group", "aria-label": "Drawing" }, this.offered,
      ...(less ? [] : [this.blind, beginning]), this.line, rare);
    this.#offer(null);
  }

  /** Offer the earlier drawing in the browser's storage, if it is not the pair on screen. */
  look() {
    const other = (drawing) => drawing && !equal(drawing.pair, this.history.pair);
    this.#offer(!this.history.kept || this.history.past.length
      ? null
      : [stored(), storedBefore()].find(other) ?? null);
  }

  bring() {
    const drawing = this.earlier ?? stored();
    this.#offer(null);
    if (drawing) this.editor.take(drawing.pair, "The earlier drawing is restored");
  }

  #offer(drawing) {
    this.earlier = drawing;
    this.offered.hidden = !drawing;
    if (!drawing) return;
    const when = new Date(drawing.at).toLocaleString();
    this.offer.textContent = `This browser has a drawing from ${when} (${drawing.pair.reference.name}).`;
  }

  report(text) {
    this.status.textContent = text;
  }

  #labelKey(event) {
    const { control } = this.label;
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") this.editor.label(control.value, !event.shiftKey);
    control.value = control.dataset.was;
    control.select();
    if (event.key === "Escape") this.editor.on.leave();
  }

  #beside(by) {
    const { word, level, at, edge } = this.editor.chosen;
    return [word, level, by < 0 && !edge ? at : at + by, true];
  }

  show() {
    const { editor } = this;
    const { times } = editor;
    const { word, level, at } = editor.chosen;
    set(this.grid.control, { "aria-label": `Grid in ${times.unit}` });
    const typed = times.musical ? `A ${times.one}` : "Seconds or m:ss";
    const action = editor.time === null ? "adds a boundary" : "moves the selected boundary";
    set(this.time.control, { title: `${typed}; Enter ${action} there` });
    setText(this.place, editor.time === null ? "Add here" : "Move here");
    const names = SIDES.map((side) => this.history.pair[side].name);
    // Two equal names are those of the file, not of analysts.
    SIDES.forEach((side, at) => fill(this.analysts[side], names[0] === names[1] ? "" : names[at]));
    const { hidden } = this.history;
    this.drawn = this.history.open[0];
    this.blind.hidden = !hidden;
    setText(this.blindly, `Draw the ${this.drawn}. The ${hidden} is hidden.`);
    setText(this.over, `Draw the ${hidden} next`);
    off(this.undo, !this.history.past.length);
    off(this.redo, !this.history.future.length);
    this.snap.control.value = tools.snap;
    this.grid.element.hidden = tools.snap !== "grid";
    this.nested.control.value = editor.nested ? "1" : "";
    const sides = SIDES.filter((side) => !editor.fixed.includes(side));
    const rows = sides.flatMap((side) => this.history.pair[side].layers.map((layer, row) => [
      `${side} ${row}`, `${side}: ${layer.name || `layer ${row + 1}`}`]));
    this.layer.fill(rows, `${word} ${level}`);
    this.layer.element.hidden = rows.length === 1;
    fill(this.grid, `${tools.grid}`);
    fill(this.length, times.musical
      ? `${+editor.duration.toFixed(3)}`
      : times.at(editor.duration, 2).replace(/\.?0+$/, ""));
    fill(this.name, editor.layer.name);
    this.name.control.placeholder = `layer ${level + 1}`;
    fill(this.time, editor.time === null ? "" : times.typed(editor.time));
    fill(this.label, shownLabel(editor.layer.labels[at]));
    off(this.remove, editor.time === null);
    off(this.drop, editor.layers.length === 1);
    off(this.up, level === 0);
    off(this.down, level === editor.layers.length - 1);
    const faults = editor.nested ? [] : editor.faults;
    this.faulty.hidden = !faults.length;
    const named = faults.slice(0, 3).map(({ word, level, time }) =>
      `${word}: ${layerName(this.history.pair[word].layers, level)} lacks ${times.at(time)}`);
    const more = faults.length > 3 ? ` and ${faults.length - 3} more` : "";
    this.faults.textContent = `Not nested: ${named.join(", ")}${more}.`;
  }
}

// A button without effect now, which says so when pressed; "disabled" would lose the focus.
function off(button, nothing) {
  button.setAttribute("aria-disabled", nothing);
}

// Do not replace text that is being typed or not used yet.
function fill({ control }, text) {
  const { was = "" } = control.dataset;
  if (control.value === was || (text !== was && !control.matches(":focus"))) control.value = text;
  control.dataset.was = text;
}

const makers = {
  button(text, title, action) {
    // A button's text is its name; a sign needs a name.
    return html("button", { title, "aria-label": /\w/.test(text) ? null : title, onclick: action }, text);
  },

  entry(name, size, take) {
    const control = html("input", { type: "text", size, "aria-label": name, autocomplete: "off",
      maxlength: 500 });
    if (take) {
      control.addEventListener("change", () => {
        take(control.value);
        control.value = control.dataset.was; // replaces refused text
      });
    }
    return { control, element: html("label", { class: "field" }, html("span", {}, name.split(" ")[0]),
      control) };
  },

  select(name, options, take) {
    const control = html("select", { "aria-label": name, onchange: () => take(control.value) });
    const fill = (rows, chosen) => {
      const key = JSON.stringify(rows);
      if (key !== control.dataset.key) {
        control.replaceChildren(...rows.map(([value, text]) => html("option", { value }, text)));
      }
      control.dataset.key = key;
      if (chosen !== undefined) control.value = chosen;
    };
    fill(options);
    return { control, fill, element: html("label", { class: "field" }, html("span", {}, name), control) };
  },
};
