// The tools of drawing: everything that can be done to a pair, as buttons and fields.

import { equal, forget, keepTools, stored, storedBefore, tools } from "./history.js";
import { choice } from "../shared/buttons.js";
import { html, set } from "../shared/elements.js";
import { readNumber } from "../shared/numbers.js";
import { shownLabel } from "../shared/schema.js";

const TOOLS = [
  ["move", "Choose, move", "Click chooses, drag moves a boundary, double-click adds one"],
  ["add", "Add", "Click adds a boundary"],
  ["remove", "Remove", "Click on a boundary removes it"],
];
const STARTS = [
  ["copy", "estimate = copy of reference"], ["back", "reference = copy of estimate"],
  ["empty", "an empty pair"], ["reference", "an empty reference"], ["estimate", "an empty estimate"],
];
const SNAPS = [["boundaries", "other boundaries"], ["grid", "a grid"], ["off", "nothing"]];

export class Toolbar {
  /** `less`: only what a lesson needs. */
  constructor(editor, less) {
    this.editor = editor;
    this.history = editor.history;
    const { button, entry, select } = makers;
    this.tools = choice("Tool", "tool", TOOLS, (tool) => {
      editor.tool = tool;
      editor.on.chosen();
    });
    this.undo = button("Undo", "Undo (Ctrl+Z)", () => editor.step(-1));
    this.redo = button("Redo", "Redo (Ctrl+Shift+Z)", () => editor.step(1));
    this.snap = select("Snap to", SNAPS, (snap) => {
      keepTools({ snap });
      editor.on.chosen();
    });
    this.grid = entry("Grid", 4, (text) => {
      const step = readNumber(text);
      if (step > 0 && step <= 3600) keepTools({ grid: step });
      editor.on.chosen();
    });
    this.nested = select("Layers", [["1", "kept a refinement"], ["", "free"]],
      (nested) => editor.nest(Boolean(nested)));
    this.length = entry("Length of the track", 6, (text) => editor.length(editor.times.length(text)));
    this.start = select("Start from", STARTS, () => null);
    this.anew = button("Start", "Start from what is chosen; undo takes it back",
      () => editor.start(this.start.control.value));
    this.layer = select("Layer", [], (value) => {
      const [word, level] = value.split(" ");
      editor.pick(word, Number(level));
    });
    this.name = entry("Name of the layer", 9, (text) => editor.rename(text));
    // A time stays until a button takes it.
    this.time = entry("Time of the boundary", 7, null);
    this.time.control.addEventListener("keydown", (event) => {
      if (event.key === "Enter") editor.add(editor.times.read(this.time.control.value));
    });
    this.label = entry("Label of the segment", 7, (text) => editor.label(text));
    this.below = button("+ layer", "Add a layer below the chosen one", () => editor.layerBelow());
    this.drop = button("− layer", "Remove the chosen layer", () => editor.dropLayer());
    this.up = button("↑", "Move the chosen layer up", () => editor.shiftLayer(-1));
    this.down = button("↓", "Move the chosen layer down", () => editor.shiftLayer(1));
    this.previous = button("‹", "Choose the boundary before (,)", () => editor.pick(...this.#beside(-1)));
    this.next = button("›", "Choose the next boundary (.)", () => editor.pick(...this.#beside(1)));
    this.add = button("Add", "Add a boundary at the typed time",
      () => editor.add(editor.times.read(this.time.control.value)));
    this.move = button("Move here", "Move the chosen boundary to the typed time",
      () => editor.moveTo(editor.times.read(this.time.control.value)));
    this.remove = button("Remove", "Remove the chosen boundary (Delete)", () => editor.remove());
    this.mend = button("Insert them", "Insert the missing boundaries in the deeper layers",
      () => editor.mend());
    this.faults = html("span", { class: "faults" });
    this.faulty = html("div", { class: "line" }, this.faults, this.mend);
    this.status = html("span", { class: "status", role: "status" });
    this.restore = button("Restore it", "Show what was drawn before; undo brings this back",
      () => this.bring());
    this.discard = button("Discard it", "Forget what was drawn before", () => {
      forget();
      this.#offer(null);
    });
    this.rare = [
      html("div", { class: "line" }, this.name.element, this.below, this.drop, this.up, this.down,
        html("span", { class: "gap" }), this.nested.element, this.length.element),
      html("div", { class: "line" }, this.snap.element, this.grid.element, html("span", { class: "gap" }),
        this.start.element, this.anew)];
    this.more = button("More tools", "Layers, snapping, length, and what to start from", () => {
      keepTools({ more: !tools.more });
      this.#unfold();
    });
    this.offer = html("span");
    this.offered = html("div", { class: "line offer" }, this.offer, this.restore, this.discard);
    this.line = html("div", { class: "line" }, this.layer.element,
      ...(less ? [] : [this.label.element, this.more]), this.status);
    this.element = html("div", { class: "toolbar", role: "group", "aria-label": "Drawing" },
      this.offered,
      html("div", { class: "line" }, this.tools.element, html("span", { class: "gap" }), this.undo,
        this.redo, html("span", { class: "gap" }),
        this.previous, this.next, this.time.element, this.add, this.move, this.remove),
      this.line, ...(less ? [] : this.rare), this.faulty);
    this.#offer(null);
    this.#unfold();
  }

  // What is needed now and then.
  #unfold() {
    for (const line of this.rare) line.hidden = !tools.more;
    this.more.setAttribute("aria-expanded", String(tools.more));
  }

  /** Offer what the browser keeps from before, if it is another pair than the one on screen. */
  look() {
    const other = (kept) => kept && !equal(kept.pair, this.history.pair);
    this.#offer(!this.history.kept || this.history.past.length
      ? null
      : [stored(), storedBefore()].find(other) ?? null);
  }

  bring() {
    const kept = this.kept ?? stored();
    this.#offer(null);
    if (!kept) return;
    this.editor.take(kept.pair, "What was drawn before is back");
  }

  #offer(kept) {
    this.kept = kept;
    this.offered.hidden = !kept;
    if (!kept) return;
    const when = new Date(kept.at).toLocaleString();
    this.offer.textContent = `This browser keeps a drawing of ${when} (${kept.pair.reference.name}).`;
  }

  report(text) {
    this.status.textContent = text;
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
    set(this.time.control, { title: `${typed}; Enter adds a boundary there` });
    this.tools.show(editor.tool);
    off(this.undo, !this.history.past.length);
    off(this.redo, !this.history.future.length);
    this.snap.control.value = tools.snap;
    this.grid.control.disabled = tools.snap !== "grid";
    this.nested.control.value = editor.nested ? "1" : "";
    const sides = ["reference", "estimate"].filter((side) => !editor.fixed.includes(side));
    const rows = sides.flatMap((side) => this.history.pair[side].layers.map((layer, row) => [
      `${side} ${row}`, `${side} layer ${row + 1}${layer.name ? ` (${layer.name})` : ""}`]));
    this.layer.fill(rows, `${word} ${level}`);
    fill(this.grid, `${tools.grid}`);
    fill(this.length, times.musical
      ? `${+editor.duration.toFixed(3)}`
      : times.at(editor.duration, 2).replace(/\.?0+$/, ""));
    fill(this.name, editor.layer.name);
    this.name.control.placeholder = `layer ${level + 1}`;
    fill(this.time, editor.time === null ? "" : times.typed(editor.time));
    fill(this.label, shownLabel(editor.layer.labels[at]));
    for (const button of [this.move, this.remove]) off(button, editor.time === null);
    off(this.drop, editor.layers.length === 1);
    off(this.up, level === 0);
    off(this.down, level === editor.layers.length - 1);
    const faults = editor.nested ? [] : editor.faults;
    this.faulty.hidden = !faults.length;
    const named = faults.slice(0, 3)
      .map((fault) => `${fault.word} layer ${fault.level + 1} lacks ${times.at(fault.time)}`);
    const more = faults.length > 3 ? ` and ${faults.length - 3} more` : "";
    this.faults.textContent = `Not nested: ${named.join(", ")}${more}.`;
  }
}

// A button that does nothing now, and says so when it is pressed: disabled, it would lose the focus.
function off(button, nothing) {
  button.setAttribute("aria-disabled", nothing);
}

// What is being typed is the user's.
function fill({ control }, text) {
  if (!control.matches(":focus")) control.value = text;
  else if (control.dataset.was === control.value) control.value = text;
  control.dataset.was = text;
}

const makers = {
  button(text, title, action) {
    // What can be read is the button's name; a sign needs one.
    return html("button", { title, "aria-label": /\w/.test(text) ? null : title, onclick: action }, text);
  },

  entry(words, size, take) {
    const control = html("input", { type: "text", size, "aria-label": words, autocomplete: "off",
      maxlength: 500 });
    if (take) {
      control.addEventListener("change", () => {
        take(control.value);
        control.value = control.dataset.was; // what was not taken does not stay
      });
    }
    return { control, element: html("label", { class: "field" }, html("span", {}, words.split(" ")[0]),
      control) };
  },

  select(words, options, take) {
    const control = html("select", { "aria-label": words, onchange: () => take(control.value) });
    const fill = (rows, chosen) => {
      const key = JSON.stringify(rows);
      if (key !== control.dataset.key) {
        control.replaceChildren(...rows.map(([value, text]) => html("option", { value }, text)));
      }
      control.dataset.key = key;
      if (chosen !== undefined) control.value = chosen;
    };
    fill(options);
    return { control, fill, element: html("label", { class: "field" }, html("span", {}, words), control) };
  },
};
