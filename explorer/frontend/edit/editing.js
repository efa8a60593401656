// What the live view adds on Draw: tools, effects of boundaries, and scores that follow the pointer. Python
// scores every state; this matches answers with states.

import { Toolbar } from "./toolbar.js";
import { tools } from "./history.js";
import { blank, boundaryAt } from "./edits.js";
import { Editor } from "./editor.js";
import { EffectsTable } from "./effects-table.js";
import { html } from "../shared/elements.js";
import { Rest } from "../shared/rest.js";
import { width } from "../shared/schema.js";
import { unfolding } from "../shared/buttons.js";

const REST = 250; // ms without a change, after which effects are requested
const NONE = [];
const TYPED = "input:not([type=radio], [type=checkbox], [type=range]), textarea, [contenteditable]";
const TWICE = matchMedia("(pointer: coarse)").matches ? "Tap twice on" : "Double-click";
const COMMIT = 100; // ms without a change, after which the page stores the pair

export class Editing {
  /**
   * `history` has the drawn pair. In lessons some sides are `fixed`, and effects of boundaries are hidden,
   * because the reader should find them.
   * @param {import("../pair/choices.js").Choices} choices
   */
  constructor(history, lesson, fixed, choices) {
    this.history = history;
    this.lesson = lesson;
    this.choices = choices;
    this.editor = new Editor(history, fixed, {
      changed: (settled) => {
        choices.publish("edit");
        if (settled) this.committing.begin();
      },
      chosen: () => {
        if (!this.history.pair || !this.doc) return;
        this.toolbar.show();
        choices.publish("select");
      },
      report: (text) => this.toolbar.report(text),
      label: () => this.toolbar.label.control.focus(),
      leave: () => choices.publish("leave"),
    });
    this.toolbar = new Toolbar(this.editor, lesson);
    this.table = new EffectsTable((kind, level, time) => this.#apply(kind, level, time), (hint) => {
      this.editor.hint = hint;
      choices.publish("select");
    });
    // Effects are computed and marked on the layers while their table is open.
    const fold = unfolding("effects", "effect of each boundary", this.table.element);
    fold.addEventListener("click", () => choices.publish("ask", false));
    /** The element under the layers, where it moves nothing. */
    this.below = html("div", { class: "below" }, this.toolbar.faulty, fold, this.table.element);
    this.leaving = (event) => this.history.safe || event.preventDefault();
    window.addEventListener("beforeunload", this.leaving);
    this.committing = new Rest(() => this.#commit(), COMMIT);
    this.undoing = (event) => this.#undo(event);
    document.addEventListener("keydown", this.undoing);
  }

  destroy() {
    window.removeEventListener("beforeunload", this.leaving);
    document.removeEventListener("keydown", this.undoing);
    clearTimeout(this.resting);
    this.committing.close();
  }

  // Undo and redo work from anywhere; text fields have their own.
  #undo(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
    const field = event.composedPath()[0];
    const typing = field.matches?.(TYPED) && field.dataset.was !== field.value;
    if (!typing && this.editor.undoKey(event)) event.preventDefault();
  }

  /** Show a pair from Python: another pair, or our own state with its scores. */
  take(doc, restore) {
    // The last edit may have been lost in a change of page.
    if (!this.doc) this.history.committed = this.history.shown;
    this.doc = doc;
    if (this.lesson) this.history.hidden = doc.blind ? "reference" : null;
    this.fills = doc.fills;
    this.editor.frame = doc.step;
    if (this.answer && !this.#fits(this.answer)) this.answer = null;
    if (this.history.adopt(doc.origin, doc.session, { reference: doc.reference, estimate: doc.estimate })) {
      this.effects = null;
      this.table.clear();
      this.editor.nested = this.lesson || tools.nested;
      this.toolbar.look();
      this.toolbar.setup.show(Boolean(this.vacancy()));
      if (restore) this.toolbar.bring();
    }
    this.editor.check();
    const { next } = this.history;
    this.history.next = null;
    if (next?.of === doc.pair) this.editor.replace(next.pair, next.text);
    if (this.history.committed !== this.history.revision && !this.editor.dragged) this.#commit();
  }

  /** Whether Python has scored the current pair. */
  get settled() {
    return this.history.shown === this.history.revision;
  }

  /** The pair as a question describes it; `place` names what else the effects depend on. */
  question(place) {
    const { nested } = this.editor;
    const key = `${this.history.stamp} ${place} ${nested} ${this.doc.rules}`;
    if (key !== this.key) {
      this.key = key;
      this.rested = false;
      clearTimeout(this.resting);
      this.resting = setTimeout(() => {
        this.rested = !this.editor.dragged;
        if (this.rested) this.choices.publish("ask", false);
      }, REST);
    }
    const wanted = this.#open && this.rested && !this.editor.dragged && !this.#complete;
    return { document: this.history.pair, drawn: this.history.stamp, nested, effects: wanted ? key : "",
      first: this.#arrived.length };
  }

  /** The i and j of the triplet on screen, which stay while boundaries move; null at another place. */
  triplet(query, { window, variant }) {
    const { answer } = this;
    const same = answer?.query === query && answer.window === window && answer.triplets.variant === variant;
    return same ? answer.triplets.picked?.example ?? null : null;
  }

  get #open() {
    return !this.lesson && !this.table.element.hidden;
  }

  // The effects that have arrived for the state on screen.
  get #arrived() {
    return this.effects?.key === this.key ? this.effects.rows : [];
  }

  get #complete() {
    return this.effects?.key === this.key && this.effects.rows.length >= this.effects.total;
  }

  // The effects of deep estimates arrive in parts.
  #collect({ key, first, rows, total }) {
    const before = this.#arrived;
    if (key !== this.key || before.length !== first) return;
    this.effects = { key, total, rows: [...before, ...rows] };
    this.ranked = this.effects.rows.toSorted(([, , , gain], [, , , other]) => other - gain);
    if (!this.#complete) setTimeout(() => this.choices.publish("ask", false));
  }

  /** Use an answer; return whether the scores on screen come from it. */
  hear(answer) {
    if (answer.drawn === undefined || this.history.revisionOf(answer.drawn) === null) return false;
    if (answer.effects) this.#collect(answer.effects);
    this.fills = answer.fills;
    this.answer = this.#fits(answer) ? { ...answer, scores: whole(answer) } : null;
    return this.answer !== null && !this.settled;
  }

  // Another length has other windows, so its scores arrive with the next view.
  #fits({ rules, end, count }) {
    const { doc } = this;
    return rules === doc.rules && end === doc.duration && count === doc.windows.length;
  }

  /** The pair as it may be seen: a hidden side is blank. */
  get seen() {
    const { hidden, pair } = this.history;
    return hidden ? { ...pair, [hidden]: { ...pair[hidden], name: "hidden",
      layers: [blank(this.editor.duration)] } } : pair;
  }

  /** The view's data with the scores that have arrived for the current pair. */
  view(doc) {
    const { answer } = this;
    if (this.settled || !answer) return doc;
    const says = { ...doc.says, coverage: answer.coverage };
    return { ...doc, says, scores: answer.scores, delta: null };
  }

  /** How to begin if a side has no boundary, or only copies of a layer; empty if it can be scored. */
  vacancy(measure) {
    const sides = Object.entries(this.history.pair ?? {});
    const empty = sides.filter(([, { layers }]) => layers.every(({ labels }) => labels.length === 1));
    const row = empty.length > 1 ? "a row" : `a row of the ${empty[0]?.[0]}`;
    if (empty.length) return `No score yet. ${TWICE} ${row} to add a boundary.`;
    const [side] = (measure === "reduced" && sides.find(([, { layers }]) => alike(layers))) || [];
    return side ? `No score yet: all layers of the ${side} are alike. ${TWICE} the lowest to divide it.` : "";
  }

  /** The revision whose scores are on screen. */
  get scored() {
    return this.settled || !this.answer ? this.history.shown : this.history.revisionOf(this.answer.drawn);
  }

  /** `letter` is that of the measure whose changes are listed. */
  show(window, letter) {
    const late = this.effects?.key !== this.key;
    const marks = late || !this.#open ? NONE : this.#marks();
    if (marks !== this.editor.marks) {
      this.editor.marks = marks;
      this.choices.publish("mark");
    }
    if (this.effects) {
      this.table.show(this.ranked, this.effects.total, late, `At w = ${window}:`, this.editor.times, letter);
    }
    if (!this.editor.dragged) this.toolbar.show();
  }

  // The size of a mark, relative to the largest.
  #marks() {
    if (this.marked !== this.effects) {
      this.marked = this.effects;
      const most = Math.max(...this.effects.rows.map(([, , , gain]) => Math.abs(gain)), 1e-9);
      this.marks = this.effects.rows.map(
        ([kind, level, time, gain]) => ({ kind, level: level - 1, time, gain, size: Math.abs(gain) / most }));
    }
    return this.marks;
  }

  #apply(kind, level, time) {
    if (this.effects?.key !== this.key) return; // of another state
    const place = { word: "estimate", level };
    if (kind === "add") this.editor.add(time, place, 0);
    else if (boundaryAt(this.history.pair.estimate.layers[level], time) >= 0) this.editor.remove(time, place);
  }

  #commit() {
    this.committing.forget();
    this.history.committed = this.history.revision;
    this.choices.publish("commit", { stamp: this.history.stamp, ...this.history.pair });
  }
}

// Whether several layers all have the same boundaries: then no moment is one layer closer than another.
function alike([first, ...others]) {
  return others.length > 0 && others.every((layer) => String(layer.boundaries) === String(first.boundaries));
}

// The scores of all windows, NaN where there are none, so that curves omit them.
function whole({ at, scores, count }) {
  const columns = width("scores");
  const table = new Float64Array(count * columns).fill(NaN);
  at.forEach((index, row) => table.set(scores.subarray(row * columns, (row + 1) * columns), index * columns));
  return table;
}
