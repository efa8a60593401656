// Names that Python and the browser share. The types of questions (Question, Look, ...) and of answers
// (LookAnswer, Track, ...) are those of questions.py and answers.py in explorer/messages:
// tests/test_frontend_rules.py declares them to TypeScript.

import { text } from "./alone.js";

/**
 * @typedef {"recall" | "precision" | "f_measure"} Part
 * @type {{ measures: { key: string, title: string, windowed: boolean, letter: string, needs: string,
 *   has_triplets: boolean, has_queries: boolean, names: Record<Part, string>, symbols: Record<Part, string>,
 *   terms: Record<Part, string> }[], parts: Part[], directions: string[], sides: string[],
 *   arrays: Record<string, string[]>, no_triplet: number, one: number, strip_columns: number,
 *   units: { unit: string, one: string, short: string, first: number }[],
 *   scape: { from: number, parts: number }, padding: string[], boundary_decimals: number,
 *   longest_question: number, longest_name: number, most_boundaries: number,
 *   state: { choices: Record<string, string | boolean>, listed: string[], asked: string[] } }}
 */
export const schema = JSON.parse(await text("schema.json"));

export const { measures: MEASURES, parts: PARTS, directions: DIRECTIONS, sides: SIDES } = schema;

/** A label as shown; added padding has none. */
export const shownLabel = (label) => (schema.padding.includes(label) ? "" : label);

/** A layer's name, or its number from the coarsest. */
export const layerName = (layers, index) => layers[index]?.name || `layer ${index + 1}`;

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
