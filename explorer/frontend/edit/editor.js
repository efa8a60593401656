// Drawing on the layers: selects, adds, moves and removes boundaries by mouse, touch and keys.

import { boundaryNear, snapped } from "./aim.js";
import { equal, keepTools, tools } from "./history.js";
import { redraw, svg } from "../shared/elements.js";
import { partsOf } from "./parts.js";
import { CLOSE, addBoundary, addLayer, boundaryAt, edited, faults, inTheWay, moveBoundary, name,
  refine, refusal, removeBoundary, shortened, started, stretch } from "./edits.js";
import { SIDES, shownLabel } from "../shared/schema.js";
import { segmentAt, timesIn } from "../shared/times.js";

const REACH = { mouse: 6, pen: 8, touch: 16 }; // pixels around a boundary in which a press selects it
const STILL = 3; // pixels that the pointer may move during a click
const TWICE = 400; // ms between the clicks of a double-click
const MOST_LAYERS = 100; // as in core/io

export class Editor {
  /** `fixed` sides can't be edited; `on` has changed(settled), chosen(), report(text), label(), leave(). */
  constructor(history, fixed, on) {
    this.history = history;
    this.locked = fixed;
    this.on = on;
    this.nested = tools.nested;
    this.chosen = { word: "estimate", level: 0, at: 0, edge: false };
    /** The time at which the selected segment was pressed, or null. */
    this.pressed = null;
    this.marks = [];
    /** The place of an edit under the pointer in a list, {level, time}, or null. */
    this.hint = null;
    this.frame = 0; // of the unit
    this.element = svg("g", { class: "edits", "pointer-events": "none" });
  }

  get layers() {
    return this.history.pair[this.chosen.word].layers;
  }

  get layer() {
    return this.layers[this.chosen.level];
  }

  get duration() {
    return this.layer.boundaries.at(-1);
  }

  get times() {
    return timesIn(this.history.pair.reference.unit);
  }

  /** The sides that can't be edited. */
  get fixed() {
    return [...this.locked, this.history.hidden];
  }

  /** Hide a side while the other one is drawn; null shows both. */
  hide(word) {
    this.history.hidden = word;
    this.choose(this.history.open[0]);
    this.on.changed(false);
    this.on.report(word ? "" : "Both sides are shown");
  }

  #open(pair) {
    return this.history.open.map((word) => pair[word]);
  }

  /** The time of the selected boundary; null if a segment is selected. */
  get time() {
    return this.chosen.edge ? this.layer.boundaries[this.chosen.at] : null;
  }

  /** The place of a new boundary: where the segment was pressed, else in its middle. */
  get opening() {
    const [from, to] = this.layer.boundaries.slice(this.chosen.at, this.chosen.at + 2);
    return this.pressed ?? Math.round((from + to) * 500) / 1000;
  }

  get faults() {
    const of = (word) => faults(this.history.pair[word].layers).map((fault) => ({ word, ...fault }));
    return this.history.open.flatMap(of);
  }

  /** Select a layer, and a segment, or with `edge` the boundary at its start; `pressed` is the time. */
  choose(word, level = 0, at = 0, edge = false, pressed = null) {
    const layers = this.history.pair[word].layers;
    const row = Math.min(Math.max(level, 0), layers.length - 1);
    const segment = Math.min(Math.max(at, 0), layers[row].labels.length - 1);
    this.chosen = { word, level: row, at: segment, edge: edge && segment > 0 };
    this.pressed = pressed;
    this.on.chosen();
  }

  pick(...place) {
    this.choose(...place);
    this.on.report(this.where);
  }

  get where() {
    const { word, level, at } = this.chosen;
    const { boundaries, labels } = this.layer;
    const { times } = this;
    if (this.time !== null) return `${name(word, level)}, boundary at ${times.at(this.time, 2)}`;
    const segment = `segment ${times.at(boundaries[at])} to ${times.at(boundaries[at + 1])}`;
    return `${name(word, level)}, ${segment}${shownLabel(labels[at]) ? `, ${labels[at]}` : ""}`;
  }

  /** The selection may be gone after a change from elsewhere. */
  check() {
    const { word, level, at, edge } = this.chosen;
    if (this.nested && this.faults.length) this.nested = false;
    this.choose(word, level, at, edge, this.pressed);
  }

  /**
   * Add a boundary, unless one is very close; select it, or the segment after it.
   * @param {number} time
   * @param {{word: string, level: number}} place
   */
  add(time, { word, level } = this.chosen, room = CLOSE, edge = true, step = null) {
    const { layers } = this.history.pair[word];
    const problem = refusal(time, this.duration, this.times);
    if (problem) return this.on.report(problem);
    const near = inTheWay(layers[level], time, room);
    if (near >= 0) {
      this.choose(word, level, near, true);
      return this.on.report(`A boundary is already at ${this.times.at(this.time, 2)}; it is now selected`);
    }
    this.#put(word, addBoundary(layers, level, time, this.nested),
      `Boundary at ${this.times.at(time)} added to ${name(word, level)}`, step);
    return this.choose(word, level, boundaryAt(this.history.pair[word].layers[level], time), edge);
  }

  /**
   * @param {number} time
   * @param {{word: string, level: number}} place
   */
  remove(time = this.time, { word, level } = this.chosen) {
    if (time === null) return this.on.report("Select a boundary first");
    const { layers } = this.history.pair[word];
    const left = removeBoundary(layers, level, time, this.nested);
    this.#put(word, left, `Boundary at ${this.times.at(time)} removed from ${shortened(word, layers, left)}`);
    return this.choose(word, level, segmentAt(this.history.pair[word].layers[level], time));
  }

  moveTo(time, step = null) {
    if (this.time === null) return this.on.report("Select a boundary first");
    if (!Number.isFinite(time)) return this.on.report(`Type a time, such as ${this.times.example}`);
    const { word, level, at } = this.chosen;
    const moved = moveBoundary(this.layers, level, this.time, Math.round(time * 1e6) / 1e6, this.nested);
    const there = moved[level].boundaries[at];
    const short = Math.abs(there - time) > 1e-3 ? ", stopped by the next boundary" : "";
    const message = `Boundary of ${name(word, level)} at ${this.times.at(there, 2)}${short}`;
    return this.#put(word, moved, message, step && `${word} ${level} ${at}`);
  }

  /** Label the selected segment; `next` selects the one after it. */
  label(text, next = false) {
    const { word, level, at } = this.chosen;
    const { labels } = this.layer;
    this.#put(word, this.layers.with(level, { ...this.layer, labels: labels.with(at, text) }),
      `Segment labeled ${text || "–"}`);
    if (next && at + 1 < labels.length) this.pick(word, level, at + 1);
  }

  rename(text) {
    const { word, level } = this.chosen;
    this.#put(word, this.layers.with(level, { ...this.layer, name: text }), `Layer renamed ${text || "–"}`);
  }

  layerBelow() {
    const { word, level } = this.chosen;
    if (this.layers.length >= MOST_LAYERS) {
      return this.on.report(`A hierarchy has at most ${MOST_LAYERS} layers`);
    }
    this.#put(word, addLayer(this.layers, level, this.nested), `Layer ${level + 2} added to the ${word}`);
    return this.choose(word, level + 1);
  }

  dropLayer() {
    const { word, level } = this.chosen;
    if (this.layers.length === 1) return this.on.report("A hierarchy needs at least one layer");
    this.#put(word, this.layers.toSpliced(level, 1), `Layer ${level + 1} of the ${word} removed`);
    return this.choose(word, level);
  }

  shiftLayer(by) {
    const { word, level } = this.chosen;
    const to = level + by;
    if (to < 0 || to >= this.layers.length) return this.on.report("The layer is already at the end");
    const layers = this.layers.toSpliced(level, 1).toSpliced(to, 0, this.layer);
    const broken = this.nested && faults(layers).length;
    if (broken) this.nested = false;
    const free = broken ? ". The layers are no longer nested" : "";
    this.#put(word, layers, `Layer ${level + 1} of the ${word} is now layer ${to + 1}${free}`);
    return this.choose(word, to);
  }

  length(time) {
    const least = Math.max(1, 2 * this.frame);
    if (!(time >= least && time <= 1e6)) {
      return this.on.report(`Type a length of at least ${this.times.lasting(least)}`);
    }
    const length = this.times.musical ? this.times.lasting(time) : this.times.at(time);
    return this.#takeBoth((layers) => stretch(layers, time), `The track lasts ${length}`);
  }

  /** Start one side or both anew: undivided, or as a copy of the other side. */
  start(kind) {
    this.take(...started(kind, this.history.pair, this.duration, tools.analysts));
    if (kind === "empty") this.choose("reference");
  }

  call(word, analyst) {
    if (!analyst) return this.on.report("Type a name");
    keepTools({ analysts: { ...tools.analysts, [word]: analyst } });
    const { pair } = this.history;
    this.stepped = null;
    const other = SIDES.find((side) => side !== word);
    // Two equal names are those of the file, not of analysts.
    const theirs = pair[other].name === pair[word].name ? "" : pair[other].name;
    const named = { [other]: { ...pair[other], name: theirs }, [word]: { ...pair[word], name: analyst } };
    this.history.put({ ...pair, ...named });
    this.on.changed(true);
    return this.on.report(`The ${word} is now by ${analyst}`);
  }

  /** Set whether layers are nested; if so, insert missing boundaries. */
  nest(nested) {
    this.nested = nested;
    keepTools({ nested });
    if (nested && this.faults.length) this.refine();
    this.on.chosen();
  }

  refine() {
    this.#takeBoth((layers, word) => (word === this.history.hidden ? layers : refine(layers)),
      `${this.faults.length} missing boundaries inserted`);
  }

  /** Replace layers, as one step of undo. */
  replace(pair, message) {
    this.#takeBoth((layers, word) => pair[word].layers, message);
  }

  // Change the layers of both sides; a side with unchanged layers keeps its name.
  #takeBoth(change, message) {
    const text = (layers) => JSON.stringify(layers);
    this.take(Object.fromEntries(SIDES.map((word) => {
      const side = this.history.pair[word];
      const layers = change(side.layers, word);
      return [word, text(layers) === text(side.layers) ? side : marked(side, layers)];
    })), message);
  }

  step(by) {
    this.stepped = null;
    if (!this.history.step(by)) return this.on.report(by < 0 ? "Nothing to undo" : "Nothing to redo");
    this.check();
    this.on.changed(true);
    return this.on.report(by < 0 ? "Undone" : "Redone");
  }

  #put(word, layers, message, step) {
    if (this.fixed.includes(word)) return this.on.report(`The ${word} cannot be edited here`);
    this.take({ ...this.history.pair, [word]: marked(this.history.pair[word], layers) }, message, step);
  }

  take(pair, message, step = null) {
    if (equal(pair, this.history.pair)) return this.on.report(message);
    // Repeated steps of one key are undone together.
    const same = step && this.stepped === step;
    this.stepped = step;
    this.history.put(pair, same ? null : this.history.pair);
    this.check();
    this.on.changed(true);
    return this.on.report(message);
  }

  /** Handle a press on the layers; return whether it was for the editor. */
  down({ x, y }, event, sheet) {
    const place = sheet.placeAt(y);
    if (!place || !this.history.pair) return false;
    if (this.dragged) return true; // by another finger
    const { word, level } = place;
    if (this.fixed.includes(word)) {
      this.on.report(`The ${word} cannot be edited here`);
      return true;
    }
    if (x < sheet.view.left) {
      this.pick(word, level);
      return true;
    }
    const layer = this.history.pair[word].layers[level];
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    const near = boundaryNear(layer, x, sheet, reach);
    const { last } = this;
    const twice = last && Math.hypot(x - last.x, y - last.y) < reach && event.timeStamp - last.at < TWICE;
    this.last = { at: event.timeStamp, x, y };
    if (near >= 0) {
      this.pick(word, level, near, true);
      this.dragged = { ...place, time: layer.boundaries[near], before: this.history.pair, x };
      return true;
    }
    const time = snapped(sheet.view.time(x), null, this.#open(this.history.pair), sheet, event.altKey);
    if (twice) {
      this.last = null;
      this.add(time, place);
    } else this.pick(word, level, segmentAt(layer, sheet.view.time(x)), false, time);
    return true;
  }

  /** Move the dragged boundary, always relative to its original place. */
  drag({ x }, event, sheet) {
    if (!this.dragged) return;
    const { word, level, time, before, x: from } = this.dragged;
    // A click is no drag, and a boundary keeps its distance to the pointer.
    if (this.dragged.to === undefined && Math.abs(x - from) < STILL) return;
    const aim = sheet.view.time(sheet.view.x(time) + x - from);
    const to = snapped(aim, time, this.#open(before), sheet, event.altKey);
    const layers = moveBoundary(before[word].layers, level, time, to, this.nested);
    const there = layers[level].boundaries[this.chosen.at];
    if (there === this.dragged.to) return;
    this.dragged.to = there;
    this.history.show({ ...before, [word]: marked(before[word], layers) });
    this.on.changed(false);
  }

  up() {
    const { dragged } = this;
    this.dragged = null;
    if (dragged?.to === undefined) return;
    if (dragged.to === dragged.time) this.history.show(dragged.before);
    else this.history.put(this.history.pair, dragged.before);
    this.stepped = null;
    this.on.changed(true);
    this.on.report(`Boundary of ${name(dragged.word, dragged.level)} at ${this.times.at(dragged.to, 2)}`);
  }

  /** The shape of the pointer over the layers; null elsewhere. */
  over({ x, y }, sheet) {
    const place = sheet.placeAt(y);
    if (!place || !this.history.pair || this.fixed.includes(place.word)) return null;
    if (x < sheet.view.left) return "pointer";
    const near = boundaryNear(this.history.pair[place.word].layers[place.level], x, sheet, REACH.mouse) >= 0;
    return near ? "ew-resize" : "default";
  }

  /** Handle a key on the layers, with the query at a time; return whether it was for the editor. */
  key(event, query) {
    // Ignore other keys while a boundary is dragged.
    if (this.dragged) {
      if (event.key === "Escape") this.cancel();
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey) return this.undoKey(event);
    if (event.altKey) return false;
    const { word, level, at, edge } = this.chosen;
    const by = event.shiftKey ? 1 : 0.1;
    const action = {
      ArrowUp: () => this.#row(-1),
      ArrowDown: () => this.#row(1),
      ",": () => this.pick(word, level, edge ? at - 1 : at, true),
      ".": () => this.pick(word, level, at + 1, true),
      a: () => this.add(query),
      Delete: () => this.remove(),
      Backspace: () => this.remove(),
      Enter: () => this.on.label(),
      ArrowLeft: edge ? () => this.moveTo(this.time - by, true) : null,
      ArrowRight: edge ? () => this.moveTo(this.time + by, true) : null,
    }[event.key];
    action?.();
    return Boolean(action);
  }

  undoKey(event) {
    const letter = event.key.toLowerCase();
    if (letter !== "z" && letter !== "y") return false;
    if (this.dragged) return true;
    this.step(letter === "y" || event.shiftKey ? 1 : -1);
    return true;
  }

  /** Cancel the drag of a boundary: it returns to its place. */
  cancel() {
    if (!this.dragged) return;
    this.history.show(this.dragged.before);
    this.dragged = null;
    this.on.changed(true);
    this.on.report("The boundary was put back");
  }

  #row(by) {
    const { word, level } = this.chosen;
    const rows = SIDES.filter((side) => !this.fixed.includes(side))
      .flatMap((side) => this.history.pair[side].layers.map((_, row) => [side, row]));
    const here = rows.findIndex(([side, row]) => side === word && row === level);
    const [side, row] = rows[Math.min(Math.max(here + by, 0), rows.length - 1)];
    this.pick(side, row);
  }

  draw(sheet) {
    redraw(this.element, partsOf(this, sheet));
  }
}

// An edited side, with a name that is still correct.
function marked(side, layers) {
  return edited(side, layers, Object.values(tools.analysts));
}
