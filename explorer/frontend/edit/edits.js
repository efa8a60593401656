// Edits of a drawn pair, as pure functions that return a new pair or hierarchy. Every layer stays a partition
// of the track. core/editing.py has the same rules, without a minimum distance between boundaries: the
// pointer needs some room to grab a boundary again.

import { schema } from "../shared/schema.js";
import { segmentAt, timesIn } from "../shared/times.js";

const DECIMALS = 10 ** schema.boundary_decimals; // boundaries are equal to so many decimals, as in the core
export const CLOSE = 0.1; // of the unit; the minimum length of a drawn segment

const LONGEST = 400; // characters of a name
const EDITED = ", edited";

const same = (first, second) => Math.round(first * DECIMALS) === Math.round(second * DECIMALS);

const inner = (boundaries, index) => index > 0 && index < boundaries.length - 1;

/** The index of an inner boundary of a layer, or -1. */
export function boundaryAt({ boundaries }, time) {
  return boundaries.findIndex((boundary, index) => inner(boundaries, index) && same(boundary, time));
}

/** Add a boundary; in nested layers, also to every deeper layer. */
export function addBoundary(layers, level, time, nested) {
  return layers.map((layer, index) => {
    if (index !== level && !(nested && index > level)) return layer;
    if (boundaryAt(layer, time) >= 0) return layer;
    const at = segmentAt(layer, time);
    return {
      ...layer,
      boundaries: layer.boundaries.toSpliced(at + 1, 0, time),
      labels: layer.labels.toSpliced(at, 1, layer.labels[at], layer.labels[at]),
    };
  });
}

/** Why no boundary can be at a time; empty if one can. */
export function refusal(time, duration, times = timesIn()) {
  if (!Number.isFinite(time)) return `Type a time, such as ${times.example}`;
  if (time < CLOSE || time > duration - CLOSE) return "A boundary must be inside the track";
  return "";
}

/** The index of the inner boundary of a layer that is too close to a time, or -1. */
export function inTheWay({ boundaries }, time, room) {
  const near = (boundary) => Math.abs(boundary - time) < room - 1 / DECIMALS;
  return boundaries.findIndex((boundary, index) => inner(boundaries, index) && near(boundary));
}

/** Remove a boundary; in nested layers, also from every coarser layer. */
export function removeBoundary(layers, level, time, nested) {
  return layers.map((layer, index) => {
    const at = index === level || (nested && index < level) ? boundaryAt(layer, time) : -1;
    if (at < 0) return layer;
    return {
      ...layer,
      boundaries: layer.boundaries.toSpliced(at, 1),
      labels: layer.labels.toSpliced(at - 1, 2, layer.labels[at - 1] || layer.labels[at]),
    };
  });
}

/** Move a boundary, in nested layers in all that have it, as far as its neighbors in these allow. */
export function moveBoundary(layers, level, time, to, nested) {
  const places = layers.map((layer, index) => (index === level || nested ? boundaryAt(layer, time) : -1));
  const beside = (by) => layers.flatMap(({ boundaries }, index) =>
    (places[index] < 0 ? [] : [boundaries[places[index] + by]]));
  const low = Math.max(...beside(-1)) + CLOSE;
  const high = Math.min(...beside(1)) - CLOSE;
  if (low > high) return layers;
  const target = Math.min(Math.max(to, low), high);
  return layers.map((layer, index) => places[index] < 0
    ? layer
    : { ...layer, boundaries: layer.boundaries.with(places[index], target) });
}

/** The boundaries that a deeper layer lacks, so that layers are not nested. */
export function faults(layers) {
  return layers.flatMap((layer, level) => {
    const above = layers.slice(0, level).flatMap(({ boundaries }) => boundaries.slice(1, -1));
    const missing = above.filter((time) => boundaryAt(layer, time) < 0);
    return missing.filter((time, index) => missing.findIndex((other) => same(other, time)) === index)
      .map((time) => ({ level, time }));
  });
}

/** Make layers nested: each has all boundaries of the layers above. */
export function refine(layers) {
  return faults(layers).reduce((all, { level, time }) => addBoundary(all, level, time, false), layers);
}

export function blank(duration) {
  return { name: "", boundaries: [0, duration], labels: [""] };
}

/** Replace the layers of a side; its name notes this, unless it is one of the `analysts`. */
export function edited(side, layers, analysts) {
  const named = ["drawn", ...analysts].includes(side.name) || side.name.endsWith(EDITED);
  return { ...side, name: named ? side.name : `${side.name.slice(0, LONGEST) || "pair"}${EDITED}`, layers };
}

/** Empty one or both sides, or copy one to the other; also return a message. */
export function started(kind, { reference, estimate }, duration, analysts) {
  const empty = (word) =>
    ({ name: analysts[word], unit: timesIn(reference.unit).unit, layers: [blank(duration)] });
  const copy = (side) => edited(side, side.layers, []);
  return {
    empty: [{ reference: empty("reference"), estimate: empty("estimate") }, "Both sides are empty"],
    reference: [{ reference: empty("reference"), estimate }, "The reference is empty"],
    estimate: [{ reference, estimate: empty("estimate") }, "The estimate is empty"],
    copy: [{ reference, estimate: copy(reference) }, "The estimate is a copy of the reference"],
    back: [{ reference: copy(estimate), estimate }, "The reference is a copy of the estimate"],
  }[kind];
}

/** Add a layer below another: a copy of it, or undivided. */
export function addLayer(layers, level, nested) {
  const { boundaries } = layers[level];
  const below = nested
    ? { name: "", boundaries, labels: boundaries.slice(1).map(() => "") }
    : blank(boundaries.at(-1));
  return layers.toSpliced(level + 1, 0, below);
}

/** Change the length: cut layers, or extend the last segment. */
export function stretch(layers, duration) {
  return layers.map((layer) => {
    const starts = layer.boundaries.slice(0, -1)
      .filter((time, index) => index === 0 || time < duration - CLOSE);
    return { ...layer, boundaries: [...starts, duration], labels: layer.labels.slice(0, starts.length) };
  });
}

export function name(word, level) {
  return `${word} layer ${level + 1}`;
}

/** Name the layers that lost boundaries; in nested layers there may be several. */
export function shortened(word, before, after) {
  const levels = before.flatMap(({ boundaries }, level) =>
    (after[level].boundaries.length < boundaries.length ? [level] : []));
  const numbers = levels.map((level) => level + 1).join(" and ");
  return levels.length > 1 ? `${word} layers ${numbers}, which are nested` : name(word, levels[0]);
}
