// Symbols of scores in a text, written as in a paper: a letter and its index.

import { html } from "./elements.js";
import { MEASURES } from "./schema.js";

const NAMES = [...new Set(MEASURES.flatMap(({ symbols }) => Object.values(symbols)))];

/** A symbol such as T_R. */
export function symbol(name) {
  const [letter, index] = name.split("_");
  return html("span", {}, html("i", {}, letter, html("sub", {}, index)));
}

/** The pieces of a text, with its symbols written so. */
export function withSymbols(text) {
  return text.split(new RegExp(`(${NAMES.join("|")})`))
    .map((piece) => NAMES.includes(piece) ? symbol(piece) : piece);
}
