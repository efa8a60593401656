// The drawing, with its past. Draw's lives as long as the tab and is kept in the browser's storage; a
// lesson's lives as long as its step. Python holds the last state that was committed.

import { keep, read } from "../shared/storage.js";

const STORE = "hierscope.drawing";
const BEFORE = "hierscope.drawing.before";
const TOOLS = "hierscope.tools";
const KEPT = 50; // steps back that are stored too

/** How a person draws, and the names of the two analysts: the browser keeps it. */
export const tools = { nested: true, snap: "boundaries", grid: 0.5,
  analysts: { reference: "Analyst 1", estimate: "Analyst 2" }, ...read(TOOLS) };

export function keepTools(changes) {
  Object.assign(tools, changes);
  keep(TOOLS, tools);
}

/** What the browser keeps from before: {pair, past, future, at}; null for nothing, or for rubbish. */
export function stored() {
  return sound(read(STORE));
}

/** What was kept when something else began to be drawn. */
export function storedBefore() {
  return sound(read(BEFORE));
}

function sound(kept) {
  const partition = ({ boundaries, labels }) => Array.isArray(boundaries) && Array.isArray(labels)
    && labels.length > 0 && boundaries.length === labels.length + 1;
  const whole = (pair) => ["reference", "estimate"]
    .every((word) => Array.isArray(pair?.[word]?.layers) && pair[word].layers.length > 0
      && pair[word].layers.every((layer) => layer && partition(layer)));
  const steps = (pairs) => (Array.isArray(pairs) ? pairs.filter(whole) : []);
  return whole(kept?.pair) ? { ...kept, past: steps(kept.past), future: steps(kept.future) } : null;
}

export function forget() {
  for (const key of [STORE, BEFORE]) keep(key, null);
}

export function equal(one, other) {
  const content = ({ reference, estimate }) =>
    JSON.stringify([reference, estimate]
      .map(({ unit = "seconds", layers }) =>
        [unit, layers.map((layer) => [layer.name, layer.boundaries, layer.labels])]));
  return content(one) === content(other);
}

export class History {
  /** `kept`: whether the browser keeps what is drawn. */
  constructor(kept) {
    this.kept = kept;
    this.id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    /** What is drawn now, {reference, estimate}. */
    this.pair = null;
    this.past = [];
    this.future = [];
    /** Grows with every change of the pair. */
    this.revision = 0;
    /** The revision that was last sent to Python, and the one that it last showed, as the pair `known`. */
    this.committed = 0;
    this.shown = 0;
    this.known = null;
    this.origin = null;
    this.session = null;
    this.storing = false;
    this.safe = true;
    /** What another page puts in the place of a pair, {of, pair, words}, when that is next shown here. */
    this.next = null;
  }

  /** What tells Python, and us again, which state a pair is. */
  get stamp() {
    return `${this.id}:${this.revision}`;
  }

  /** The revision of a pair that came back from Python; null for one that is not from here. */
  revisionOf(origin) {
    const [from, revision] = origin.split(":");
    return from === this.id ? Number(revision) : null;
  }

  /** Take the pair that Python shows, if it is not one of ours; it can be undone like an edit. */
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
      // A server that was started anew knows the address only: what was drawn since is sent again.
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

  /** Change the pair for good: `before` is what undo brings back. */
  put(pair, before = this.pair) {
    if (before) this.past.push(before);
    this.future = [];
    this.show(pair);
    this.#store();
  }

  /** Change the pair for now, while something is being dragged. */
  show(pair) {
    this.pair = pair;
    this.revision++;
  }

  /** Go one step back (-1) or forth (1); false where there is none. */
  step(by) {
    const [from, to] = by < 0 ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return false;
    to.push(this.pair);
    this.show(from.pop());
    this.#store();
    return true;
  }

  // `safe` is false where the browser refuses: then leaving the page must be asked about.
  #store() {
    if (!this.kept) return;
    const { pair, past, future } = this;
    // The first edit after another pair was opened: what is kept is not lost for it.
    const kept = this.storing ? null : stored();
    if (kept && ![pair, ...past].some((state) => equal(state, kept.pair))) keep(BEFORE, kept);
    this.storing = true;
    const tries = [{ past: past.slice(-KEPT), future: future.slice(-KEPT) }, { past: [], future: [] }];
    this.safe = tries.some((history) => keep(STORE, { pair, ...history, at: Date.now() }));
  }
}

export const drawHistory = new History(true);
