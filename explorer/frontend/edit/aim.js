// What the pointer over the layers aims at: a boundary within reach, or the time of a new one.

import { tools } from "./history.js";
import { nearestPlace } from "../shared/scales.js";

const PULL = 7; // pixels within which a boundary snaps to another
const ROUND = [0.1, 0.5, 1, 5, 10, 60]; // of the unit: times snap to the first step that a pixel resolves

/** The index of the inner boundary within reach of a pixel, or -1. */
export function boundaryNear({ boundaries }, x, { view }, reach) {
  const places = boundaries.slice(1, -1).map((time) => view.x(time));
  const best = nearestPlace(places, x);
  return Math.abs(places[best] - x) <= reach ? best + 1 : -1;
}

const rounded = (time, step) => Math.round(Math.round(time / step) * step * 1e6) / 1e6;

/** Snap a time to a boundary of the sides except `own`, else to a round time; or to a grid; or to nothing. */
export function snapped(time, own, sides, { view }, loose) {
  if (loose || tools.snap === "off") return time;
  if (tools.snap === "grid") return rounded(time, tools.grid);
  const others = sides.flatMap(({ layers }) => layers).flatMap(({ boundaries }) => boundaries)
    .filter((boundary) => boundary !== own);
  const pixel = (view.end - view.start) / view.width;
  const near = others.filter((boundary) => Math.abs(boundary - time) <= PULL * pixel);
  return near[nearestPlace(near, time)] ?? rounded(time, ROUND.find((step) => step >= pixel) ?? ROUND.at(-1));
}
