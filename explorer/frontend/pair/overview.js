// The bar under the time axis that shows which part of the track is on screen.

import { svg } from "../shared/elements.js";
import { scale } from "../shared/scales.js";

export const OVERVIEW = 14; // px of height, with the room below

export function gripOf(view, y) {
  const at = scale([0, view.duration], [view.left, view.left + view.width]);
  return { y, from: at(view.start), to: at(view.end) };
}

export function barOf(view, { y, from, to }, { text: fill }) {
  const bar = { y, height: OVERVIEW - 4, rx: 4, fill };
  const shown = { x: from, width: to - from, "fill-opacity": view.whole ? 0 : 0.35 };
  return [
    svg("rect", { ...bar, x: view.left, width: view.width, "fill-opacity": 0.1 }),
    svg("rect", { ...bar, class: "grip", ...shown }),
  ];
}
