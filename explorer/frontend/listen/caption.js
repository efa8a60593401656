// Describes the sound: the labels of both hierarchies, and a boundary that only one of them has.

const NEAR = 0.5; // s; nearer boundaries of the other side match
const AFTER = 1; // s after a boundary in which the caption notes that the other side has none

/** `name` is the moment of a triplet (q, i or j), if any; `pace` is the seconds per unit of time. */
export function captionAt(time, name, stacks, times, pace) {
  const labels = stacks.map((stack) => {
    const path = stack.segmentsAt(time).map(({ label }) => label).filter(Boolean);
    return ` · ${stack.word}: ${path.join(" › ") || "no label"}`;
  });
  const edges = stacks.map(({ hierarchy: { layers } }) =>
    layers.flatMap(({ boundaries }) => boundaries.slice(1, -1)));
  const lacks = stacks.map(({ word }, side) => {
    const last = Math.max(...edges[1 - side].filter((edge) => edge <= time));
    const lacking = time - last <= AFTER / pace
      && edges[side].every((edge) => Math.abs(edge - last) > NEAR / pace);
    return lacking ? ` Here the ${word} has no boundary.` : "";
  });
  return `${name ? `${name}, ` : ""}${times.at(time)}${labels.join("")}.${lacks.join("")}`;
}
