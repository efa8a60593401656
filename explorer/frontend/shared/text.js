// Texts: measured and shortened for pictures, with symbols of scores as in papers, and numbers as
// core/wording.py formats them (cases are in tests/cases/numbers.json).

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

const ROUNDING = 1e-9; // tolerance for binary rounding

/** Parse a number, also with a decimal comma; NaN for other text. */
export function readNumber(text) {
  return text.trim() ? Number(text.replace(",", ".")) : NaN;
}

export function scoreOf(value, digits = 3) {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}

/** Format a difference with its sign; `zero` if there is none. */
export function signed(value, zero = "0.000") {
  const text = scoreOf(Math.abs(value));
  if (text === "0.000") return zero;
  return text === "–" ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Format a share, but never round up to 10, 50 or 100 %, because these may be limits. */
export function percent(share) {
  if (share === null) return "–";
  if (share > 0 && share < 0.0005) return "less than 0.1 %";
  const [tenths, whole] = [1000, 100].map((size) => Math.floor(share * size + 0.5 + ROUNDING));
  const below = Math.floor(share * 1000 + ROUNDING);
  if (tenths >= 100 && whole % 10 === 0 && below < 10 * whole) return `${below / 10} %`;
  return `${tenths < 100 ? tenths / 10 : whole} %`;
}

/** Format shares in whole percents that add up to the percent of their sum; not compared with limits. */
export function percents(...shares) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const exact = shares.map((share) => 100 * share + ROUNDING);
  const whole = exact.map(Math.floor);
  const rest = (at) => exact[at] - whole[at];
  const missing = Math.round(sum(exact)) - sum(whole);
  const order = [...whole.keys()].sort((first, second) => rest(second) - rest(first));
  for (const at of order.slice(0, missing)) whole[at]++;
  return whole.map((value, at) => {
    if (!value && exact[at] > 2 * ROUNDING) return "less than 1 %";
    return value === 100 && exact[at] < 100 ? "more than 99 %" : `${value} %`;
  });
}

/** Format a share that is never compared with a limit, with tenths below 10 %. */
export function rounded(share) {
  const text = (100 * share).toFixed(share < 0.0995 ? 1 : 0);
  if (share > 0 && text === "0.0") return "less than 0.1 %";
  return text === "100" && share < 1 - ROUNDING ? "more than 99 %" : `${+text} %`;
}

/** Format a count of triplets; without frames it is a product of two durations. */
export function countText(count, frameless) {
  return frameless ? `${+count.toPrecision(3)} s² of triplets` : `${count.toLocaleString("en")} triplets`;
}

export function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
