// Measures and shortens texts in pictures, and sets symbols of scores with an index, as papers do.

import { html, svg } from "./elements.js";
import { MEASURES } from "./schema.js";

const NAMES = [...new Set(MEASURES.flatMap(({ symbols }) => Object.values(symbols)))];

let canvas;

/** Shorten a text to a width in pixels, at a font size, by omitting its middle. */
export function fit(text, room, size, font) {
  if (measure(text, size, font) <= room) return text;
  for (let kept = text.length - 1; kept > 0; kept--) {
    const [head, tail] = [Math.ceil(kept / 2), Math.floor(kept / 2)];
    const short = `${text.slice(0, head).trimEnd()}…${text.slice(text.length - tail).trimStart()}`;
    if (measure(short, size, font) <= room) return short;
  }
  return "…";
}

export function measure(text, size, font) {
  canvas ??= document.createElement("canvas").getContext("2d");
  canvas.font = `${size}px ${font}`;
  return canvas.measureText(text).width;
}

/** The SVG parts of a text, with symbols such as T_R and L_F. */
export function symbols(text) {
  const parts = text.split(/([TL])_([RPF])/);
  return parts.flatMap((part, at) => {
    if (at % 3 === 1) return [svg("tspan", { "font-style": "italic" }, part)];
    if (at % 3 === 2) return [svg("tspan", { "font-size": "75%", dy: 3, "font-style": "italic" }, part)];
    return part ? [svg("tspan", { dy: at ? -3 : 0 }, part)] : [];
  });
}

export function symbol(name) {
  const [letter, index] = name.split("_");
  return html("span", {}, html("i", {}, letter, html("sub", {}, index)));
}

/** The HTML parts of a text, with its symbols. */
export function withSymbols(text) {
  return text.split(new RegExp(`(${NAMES.join("|")})`))
    .map((piece) => NAMES.includes(piece) ? symbol(piece) : piece);
}
