// Names that Python and the browser share. The types of questions (Question, Look, Sample) are those of
// explorer/messages/questions.py: tests/test_frontend_rules.py declares them to TypeScript.

import { text } from "./files.js";

/**
 * An answer for a window and a query, and the parts of the question that are stored with it.
 * @typedef {{query: number, window: string, g?: object, triplets: object, strips?: Float64Array,
 *   shown?: number[], track?: { rows: object[] }, track_key?: string,
 *   loss?: Float64Array, pixels?: Uint8Array,
 *   drawn?: string, effects?: object, coverage?: object}} Answer
 */

/**
 * @typedef {"recall" | "precision" | "f_measure"} Part
 * @type {{ measures: { key: string, title: string, letter: string, needs: string, has_triplets: boolean,
 *   has_queries: boolean, names: Record<Part, string>, symbols: Record<Part, string>,
 *   terms: Record<Part, string> }[], parts: Part[], arrays: Record<string, string[]>,
 *   units: { unit: string, one: string, short: string, first: number }[], no_triplet: number, one: number,
 *   strip_columns: number, scape: { from: number, parts: number }, padding: string[],
 *   boundary_decimals: number }}
 */
export const schema = JSON.parse(await text("schema.json"));

export const { measures: MEASURES, parts: PARTS } = schema;

/** A label as shown; added padding has none. */
export const shownLabel = (label) => (schema.padding.includes(label) ? "" : label);

export function column(array, name) {
  const at = schema.arrays[array].indexOf(name);
  if (at < 0) throw new Error(`${array} has no column ${name}`);
  return at;
}

export function width(array) {
  return schema.arrays[array].length;
}

/** A value of an array with one row per index. */
export function valueOf(values, array, index, name) {
  return values[width(array) * index + column(array, name)];
}
