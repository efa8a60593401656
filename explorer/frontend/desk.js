// What is being drawn, with its past: lives as long as the tab, whatever page is shown, and is kept
// in the browser's storage. Python holds the last state that was committed.

const STORE = "hierscope.drawing";
const BEFORE = "hierscope.drawing.before";
const TOOLS = "hierscope.tools";
const KEPT = 50; // steps back that are stored too

const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/**
 * `pair` is {reference, estimate}; `revision` grows with every change of it; `committed` is the
 * one that was last sent to Python, `shown` the one that it last showed, as the pair `known`.
 */
export const desk = { pair: null, past: [], future: [], revision: 0, committed: 0, shown: 0, known: null, origin: null, session: null, storing: false, safe: true };

/** How one draws: the tool is chosen anew each time, the rest the browser keeps. */
export const tools = { nested: true, snap: "boundaries", grid: 0.5, ...read(TOOLS) };

export function keepTools(changes) {
  Object.assign(tools, changes);
  write(TOOLS, tools);
}

function read(key) {
  try {
    const kept = JSON.parse(window.localStorage.getItem(key));
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null; // no storage, or not ours
  }
}

function write(key, value) {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or forbidden
  }
}

/** What tells Python, and us again, which state a pair is. */
export function stamp() {
  return `${id}:${desk.revision}`;
}

/** The revision of a pair that came back from Python; null for one that is not from here. */
export function revisionOf(origin) {
  const [from, revision] = origin.split(":");
  return from === id ? Number(revision) : null;
}

/** Take the pair that Python shows, if it is not one of ours; it can be undone like an edit. */
export function adopt(origin, session, pair) {
  const again = desk.known && desk.session !== session && equal(desk.known, pair);
  const changed = origin !== desk.origin;
  Object.assign(desk, { origin, session, known: pair });
  if (!changed) return false;
  if (revisionOf(origin) !== null) {
    desk.shown = revisionOf(origin);
    return false;
  }
  if (again) {
    // A server that was started anew knows the address only: what was drawn since is sent again.
    desk.committed = desk.shown;
    return false;
  }
  const kept = desk.pair ? null : stored();
  if (desk.pair) desk.past.push(desk.pair);
  else if (kept && equal(kept.pair, pair)) Object.assign(desk, { past: kept.past, future: kept.future });
  if (desk.revision) desk.future = [];
  show(pair);
  desk.committed = desk.shown = desk.revision;
  return true;
}

/** Change the pair for good: `before` is what undo brings back. */
export function put(pair, before = desk.pair) {
  if (before) desk.past.push(before);
  desk.future = [];
  show(pair);
  store();
}

/** Change the pair for now, while something is being dragged. */
export function show(pair) {
  desk.pair = pair;
  desk.revision++;
}

/** Go one step back (-1) or forth (1); false where there is none. */
export function step(by) {
  const [from, to] = by < 0 ? [desk.past, desk.future] : [desk.future, desk.past];
  if (!from.length) return false;
  to.push(desk.pair);
  show(from.pop());
  store();
  return true;
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
  const partition = ({ boundaries, labels }) => Array.isArray(boundaries) && Array.isArray(labels) && labels.length > 0 && boundaries.length === labels.length + 1;
  const whole = (pair) => ["reference", "estimate"].every((word) => Array.isArray(pair?.[word]?.layers) && pair[word].layers.length > 0 && pair[word].layers.every((layer) => layer && partition(layer)));
  const steps = (pairs) => (Array.isArray(pairs) ? pairs.filter(whole) : []);
  return whole(kept?.pair) ? { ...kept, past: steps(kept.past), future: steps(kept.future) } : null;
}

export function forget() {
  try {
    window.localStorage.removeItem(STORE);
    window.localStorage.removeItem(BEFORE);
  } catch {
    return; // no storage, nothing to forget
  }
}

/** Whether two pairs are the same, but for their names. */
export function equal(one, other) {
  const content = ({ reference, estimate }) => JSON.stringify([reference, estimate].map(({ layers }) => layers.map((layer) => [layer.name, layer.boundaries, layer.labels])));
  return content(one) === content(other);
}

// `safe` is false where the browser refuses: then leaving the page must be asked about.
function store() {
  const { pair, past, future } = desk;
  // The first edit after another pair was opened: what is kept is not lost for it.
  const kept = desk.storing ? null : stored();
  if (kept && ![pair, ...past].some((each) => equal(each, kept.pair))) write(BEFORE, kept);
  desk.storing = true;
  const tries = [{ past: past.slice(-KEPT), future: future.slice(-KEPT) }, { past: [], future: [] }];
  desk.safe = tries.some((history) => write(STORE, { pair, ...history, at: Date.now() }));
}
