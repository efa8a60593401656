// What a pointer over the layers aims at: a boundary within reach, or the time where a new one goes.

import { tools } from "./history.js";
import { nearestPlace } from "../shared/scales.js";

const PULL = 7; // pixels in which a boundary snaps to another

/** The index of the inner boundary within reach of a pixel; -1 where there is none. */
export function boundaryNear({ boundaries }, x, { view }, reach) {
  const places = boundaries.slice(1, -1).map((time) => view.x(time));
  const best = nearestPlace(places, x);
  return Math.abs(places[best] - x) <= reach ? best + 1 : -1;
}

/** Snap a time to a boundary nearby, but for `own`, or to the grid; `loose`: to nothing. */
export function snapped(time, own, { reference, estimate }, { view }, loose) {
  if (loose || tools.snap === "off") return time;
  if (tools.snap === "grid") return Math.round(Math.round(time / tools.grid) * tools.grid * 1e6) / 1e6;
  const others = [...reference.layers, ...estimate.layers].flatMap(({ boundaries }) => boundaries)
    .filter((boundary) => boundary !== own);
  const reach = (PULL / view.width) * (view.end - view.start);
  const near = others.filter((boundary) => Math.abs(boundary - time) <= reach);
  return near[nearestPlace(near, time)] ?? time;
}
