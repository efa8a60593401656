// Describes the sound: the labels of both hierarchies, and a boundary that only one of them has.

const NEAR = 0.5; // s; nearer boundaries of the other side match
const AFTER = 1; // s after a boundary in which the caption notes that the other side has none

const joined = new WeakMap(); // by hierarchy: the boundaries of all layers in order

/** The last boundary until a time, of any layer, and the first after it; infinite if there is none. */
export function boundariesAround(hierarchy, time) {
  if (!joined.has(hierarchy)) {
    const inner = hierarchy.layers.flatMap(({ boundaries }) => boundaries.slice(1, -1));
    joined.set(hierarchy, Float64Array.from([-Infinity, ...inner, Infinity]).sort());
  }
  const boundaries = joined.get(hierarchy);
  const after = boundaries.findIndex((boundary) => boundary > time);
  return [boundaries[after - 1], boundaries[after]];
}

/** `name` is the moment of a triplet (q, i or j), if any; `pace` is the seconds per unit of time. */
export function captionAt(time, name, stacks, times, pace) {
  const labels = stacks.map((stack) => {
    const path = stack.segmentsAt(time).map(({ label }) => label).filter(Boolean);
    return ` · ${stack.word}: ${path.join(" › ") || "no label"}`;
  });
  const lacks = stacks.map(({ word, hierarchy }, side) => {
    const [last] = boundariesAround(stacks[1 - side].hierarchy, time);
    const lacking = time - last <= AFTER / pace
      && boundariesAround(hierarchy, last).every((edge) => Math.abs(edge - last) > NEAR / pace);
    return lacking ? ` Here the ${word} has no boundary.` : "";
  });
  return `${name ? `${name}, ` : ""}${times.at(time)}${labels.join("")}.${lacks.join("")}`;
}
