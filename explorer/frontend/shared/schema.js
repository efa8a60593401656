// The names that Python and the browser have in common: columns of arrays; and what is asked and answered.

import { text } from "./files.js";

/**
 * What the browser asks, with the fields that explorer/live/questions.py reads; `about` and `key` stay here.
 * @typedef {{reference: object, estimate: object}} Pair
 * @typedef {{pair: string, told: Pair | null, state: Record<string, string>, about?: string}} OfPair
 * @typedef {{query: number, shown: number[]}} OfView
 * @typedef {OfPair & OfView & {kind: "look", strips: boolean, track: "none" | "splits" | "whole", held: string,
 *   chosen: number[] | null, triplet: number[] | null}} Look
 * @typedef {OfPair & OfView & {kind: "draw", drawn: string, nested: boolean, effects: string, first: number,
 *   extra: number | null}} Draw
 * @typedef {OfPair & {kind: "depths", held: string}} Depths
 * @typedef {OfPair & {kind: "diagnose", key: string, extra: number | null, first: number, count: number}} Diagnose
 * @typedef {OfPair & {kind: "mend", key: string, cause: string}} Mend
 * @typedef {{kind: "sample", sample: string, state: Record<string, string>, pair?: string, told?: null}} Sample
 * @typedef {Look | Draw | Depths | Diagnose | Mend | Sample} Question
 */

/**
 * What is answered about a window and a query, and what of the question is kept with it.
 * @typedef {{query: number, window: string, g?: object, triplets: object, strips?: Float64Array,
 *   shown?: number[], track?: object, track_key?: string, loss?: Float64Array, pixels?: Uint8Array,
 *   drawn?: string, effects?: object}} Answer
 */

/** What schema.json holds. */
export const schema = JSON.parse(await text("schema.json"));

/** The table of measures, and the three scores that each has. */
export const { measures: MEASURES, parts: PARTS } = schema;

/** The number of a column of an array. */
export function column(array, name) {
  const at = schema.arrays[array].indexOf(name);
  if (at < 0) throw new Error(`${array} has no column ${name}`);
  return at;
}

/** How many columns an array has. */
export function width(array) {
  return schema.arrays[array].length;
}

/** A value of an array that has a row an index. */
export function valueOf(values, array, index, name) {
  return values[width(array) * index + column(array, name)];
}
