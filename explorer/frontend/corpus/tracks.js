// The tracks of a corpus as the core described them: scores, quartiles, densities, a set a window.

import { svg } from "../shared/elements.js";
import { MEASURES, PARTS, schema } from "../shared/schema.js";

/** All scores, in the order of the shipped columns. */
export const SCORES = MEASURES.flatMap(({ key, symbols, words }) => PARTS.map((part) => ({ variant: key, part, symbol: symbols[part], name: words[part] })));

const STATS = schema.arrays.stats;
const BYTES = Math.ceil(SCORES.length / 8); // a bit a score

export class Tracks {
  /** `doc` is what explorer/messages/corpus.py packs. */
  constructor(doc) {
    this.doc = doc;
    this.steps = doc.windows.length;
    this.count = doc.tracks.length;
    this.bins = doc.bins;
    this.rows = doc.methods.map((_, method) => [...doc.method.keys()].filter((row) => doc.method[row] === method));
  }

  /** A score; NaN where no query has a triplet. */
  value(row, index, score) {
    return this.doc.values[(row * this.steps + index) * SCORES.length + score];
  }

  /** Whether a score lies beyond the whiskers of its method. */
  beyond(row, index, score) {
    const bits = this.doc.beyond[(row * this.steps + index) * BYTES + (score >> 3)];
    return Boolean(bits & (1 << (score & 7)));
  }

  /** The distribution of a score in a method, in numbers. */
  stats(method, index, score) {
    const start = ((method * this.steps + index) * SCORES.length + score) * STATS.length;
    return Object.fromEntries(STATS.map((name, at) => [name, this.doc.stats[start + at]]));
  }

  /** How dense a score lies in each of the bins from 0 to 1; the densest is 1. */
  density(method, index, score) {
    const start = ((method * this.steps + index) * SCORES.length + score) * this.bins;
    return Array.from(this.doc.density.subarray(start, start + this.bins), (share) => share / 255);
  }

  /** What lowers T_F of a track most, at a window by its number among the diagnosed ones; empty for nothing. */
  cause(row, at, variant) {
    const { first, texts, diagnosed, variants } = this.doc;
    if (at < 0) return "";
    return texts[first[(row * variants.length + Math.max(0, variants.indexOf(variant))) * diagnosed.length + at]] ?? "";
  }

  /** What a track is called; with several methods also whose estimate it is. */
  name(row) {
    const { tracks, method, methods } = this.doc;
    return methods.length > 1 ? `${tracks[row]}, ${methods[method[row]]}` : tracks[row];
  }
}

/** A path that draws a dot at each point, once it is stroked with round ends. */
export function dotsPath(points) {
  return points.map(({ x, y }) => `M${x.toFixed(1)},${y.toFixed(1)}h0`).join("") || "M-9,-9";
}

/** An empty layer of dots. */
export function dotsLayer(size, attributes) {
  return svg("path", { fill: "none", "stroke-linecap": "round", "stroke-width": size, "pointer-events": "none", ...attributes });
}

/** The point nearest to a place, if one lies within reach; in pixels. */
export function nearestPoint(points, x, y, reach = 9) {
  let best = null;
  let least = reach ** 2;
  for (const point of points) {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (distance <= least) [best, least] = [point, distance];
  }
  return best;
}
