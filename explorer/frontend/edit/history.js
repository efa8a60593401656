// The drawing, with its history. On Draw it exists as long as the tab, and is kept in the browser's storage;
// in a lesson, as long as the step. Python has the last committed state.

import { keep, read } from "../shared/storage.js";
import { SIDES } from "../shared/schema.js";

const STORE = "hierscope.drawing";
const BEFORE = "hierscope.drawing.before";
const TOOLS = "hierscope.tools";
const KEPT = 50; // stored undo steps

/** The user's settings for drawing and the names of the analysts, which the browser stores. */
export const tools = { nested: true, snap: "boundaries", grid: 0.5,
  analysts: { reference: "Analyst 1", estimate: "Analyst 2" }, ...read(TOOLS) };

export function keepTools(changes) {
  Object.assign(tools, changes);
  keep(TOOLS, tools);
}

/** The stored drawing, {pair, past, future, at}; null if absent or invalid. */
export function stored() {
  return sound(read(STORE));
}

/** The drawing that was stored before another pair was edited. */
export function storedBefore() {
  return sound(read(BEFORE));
}

function sound(kept) {
  const partition = ({ boundaries, labels }) => Array.isArray(boundaries) && Array.isArray(labels)
    && labels.length > 0 && boundaries.length === labels.length + 1;
  const whole = (pair) => SIDES
    .every((word) => Array.isArray(pair?.[word]?.layers) && pair[word].layers.length > 0
      && pair[word].layers.every((layer) => layer && partition(layer)));
  const steps = (pairs) => (Array.isArray(pairs) ? pairs.filter(whole) : []);
  return whole(kept?.pair) ? { ...kept, past: steps(kept.past), future: steps(kept.future) } : null;
}

export function forget() {
  for (const key of [STORE, BEFORE]) keep(key, null);
}

export function equal(first, second) {
  const content = ({ reference, estimate }) =>
    JSON.stringify([reference, estimate]
      .map(({ unit = "seconds", layers }) =>
        [unit, layers.map((layer) => [layer.name, layer.boundaries, layer.labels])]));
  return content(first) === content(second);
}

export class History {
  /** `kept`: whether the browser stores the drawing. */
  constructor(kept) {
    this.kept = kept;
    this.id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    this.pair = null;
    /** The side that is hidden while the other one is drawn; null shows both. */
    this.hidden = null;
    this.past = [];
    this.future = [];
    /** Grows with every change of the pair. */
    this.revision = 0;
    /** The revision last sent to Python, and the one it last showed, as the pair `known`. */
    this.committed = 0;
    this.shown = 0;
    this.known = null;
    this.origin = null;
    this.session = null;
    this.storing = false;
    this.safe = true;
    /** A replacement by another page, {of, pair, text}, used when the pair is next shown here. */
    this.next = null;
  }

  /** The sides that are not hidden. */
  get open() {
    return SIDES.filter((side) => side !== this.hidden);
  }

  /** Identifies a state of the pair, for Python and for us. */
  get stamp() {
    return `${this.id}:${this.revision}`;
  }

  /** The revision of a pair that Python returned; null if it is from elsewhere. */
  revisionOf(origin) {
    const [from, revision] = origin.split(":");
    return from === this.id ? Number(revision) : null;
  }

  /** Show the pair from Python, if it is not one of ours; this can be undone like an edit. */
  adopt(origin, session, pair) {
    const again = this.known && this.session !== session && equal(this.known, pair);
    const changed = origin !== this.origin;
    Object.assign(this, { origin, session, known: pair });
    if (!changed) return false;
    if (this.revisionOf(origin) !== null) {
      this.shown = this.revisionOf(origin);
      return false;
    }
    if (again) {
      // A restarted server knows only the address, so send later edits again.
      this.committed = this.shown;
      return false;
    }
    const kept = this.pair || !this.kept ? null : stored();
    if (this.pair) this.past.push(this.pair);
    else if (kept && equal(kept.pair, pair)) Object.assign(this, { past: kept.past, future: kept.future });
    if (this.revision) this.future = [];
    this.show(pair);
    this.committed = this.shown = this.revision;
    return true;
  }

  /** Change the pair; `before` is the state that undo restores. */
  put(pair, before = this.pair) {
    if (before) this.past.push(before);
    this.future = [];
    this.show(pair);
    this.#store();
  }

  /** Change the pair temporarily, during a drag. */
  show(pair) {
    this.pair = pair;
    this.revision++;
  }

  /** Go one step back (-1) or forward (1); return false if there is none, or if it changes a hidden side. */
  step(by) {
    const [from, to] = by < 0 ? [this.past, this.future] : [this.future, this.past];
    const there = from.at(-1);
    const { hidden } = this;
    if (!there || (hidden && !equal(there, { ...there, [hidden]: this.pair[hidden] }))) return false;
    to.push(this.pair);
    this.show(from.pop());
    this.#store();
    return true;
  }

  // `safe` is false if the browser refuses storage; then leaving the page needs a confirmation.
  #store() {
    if (!this.kept) return;
    const { pair, past, future } = this;
    // The first edit after another pair was opened keeps the stored drawing as the earlier one.
    const kept = this.storing ? null : stored();
    if (kept && ![pair, ...past].some((state) => equal(state, kept.pair))) keep(BEFORE, kept);
    this.storing = true;
    const tries = [{ past: past.slice(-KEPT), future: future.slice(-KEPT) }, { past: [], future: [] }];
    this.safe = tries.some((history) => keep(STORE, { pair, ...history, at: Date.now() }));
  }
}

export const drawHistory = new History(true);
