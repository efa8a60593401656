// The style of axes, and the flag at a chosen place on them.

import { across, svg, upright } from "./elements.js";
import { palette } from "./palette.js";
import { measure } from "./text.js";

const { opacity } = palette;
const plainly = (value) => `${value}`;

export function quiet(colors) {
  return { "font-size": 11, fill: colors.text, "fill-opacity": opacity.label };
}

/** An outline that keeps text readable on any background. */
export function halo({ background }) {
  return { stroke: background, "stroke-width": 4, "paint-order": "stroke" };
}

function ruled(value, colors) {
  return { stroke: colors.text, "stroke-opacity": value ? opacity.grid : opacity.base };
}

/** Draw horizontal lines from one pixel to another, with their values on the left. */
export function levelLines(values, y, [left, right], colors, write = plainly) {
  return values.flatMap((value) => [
    svg("line", { ...across(y(value), left, right), ...ruled(value === values[0] ? 0 : value, colors) }),
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end", ...quiet(colors) }, write(value)),
  ]);
}

export function valuesBelow(values, x, bottom, colors, write = plainly) {
  return values.flatMap((value) => [
    svg("line", { ...upright(x(value), bottom, bottom + 4), stroke: colors.text,
      "stroke-opacity": opacity.tick }),
    svg("text", { x: x(value), y: bottom + 15, "text-anchor": "middle", ...quiet(colors) }, write(value)),
  ]);
}

/** The flag above `x`, kept between two pixels: text on a colored background. */
export function flagOf(text, x, [left, right], top, { fill, ink, font }) {
  const half = measure(text, 12, font) / 2 + 9;
  const middle = Math.min(Math.max(x, left + half), right - half);
  return [
    svg("rect", { x: middle - half, y: top, width: 2 * half, height: 18, rx: 9, fill }),
    svg("text", { x: middle, y: top + 13, "text-anchor": "middle", "font-size": 12, "font-weight": 600,
      fill: ink }, text),
  ];
}
