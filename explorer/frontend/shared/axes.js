// Common parts of pictures: the style of axes, the flag at a chosen place on them, and layers as plain rows.

import { across, svg, upright } from "./elements.js";
import { palette, fillsOf } from "./palette.js";
import { measure, fit } from "./text.js";

const { opacity } = palette;
const HATCH = 7; // px between lines of a pattern
const plainly = (value) => `${value}`;

export function quiet(colors) {
  return { "font-size": 11, fill: colors.text, "fill-opacity": opacity.label };
}

/** An outline that keeps text readable on any background. */
export function halo({ background }) {
  return { stroke: background, "stroke-width": 4, "paint-order": "stroke" };
}

/** Draw horizontal lines from one pixel to another, with their values on the left. */
export function levelLines(values, y, [left, right], colors, write = plainly) {
  return values.flatMap((value) => [
    svg("line", { ...across(y(value), left, right), stroke: colors.text,
      "stroke-opacity": value && value !== values[0] ? opacity.grid : opacity.base }),
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

/** The box of a segment in its color, under lines in its pattern; a segment without a label is an outline. */
export function boxOf({ x, y, width, height }, [fill, hatch], colors) {
  const outlined = fill === colors.background && { stroke: colors.text, "stroke-opacity": opacity.base };
  const box = svg("rect", { x, y, width, height, fill, "fill-opacity": colors.fill, ...outlined });
  const slopes = { "": [], x: ["/", "\\"] }[hatch] ?? [hatch];
  const starts = Array.from({ length: Math.ceil((width + height) / HATCH) }, (_, at) => at * HATCH);
  const lines = slopes.flatMap((slope) => starts.map((start) => {
    const ends = [start - height, start].map((end) => Math.min(Math.max(end, 0), width));
    const points = ends.map((end) => [x + end, y + (slope === "/" ? start - end : end - start + height)]);
    return `M${points.join("L")}`;
  }));
  return lines.length ? [box, svg("path", { class: "hatch", d: lines.join(""), stroke: palette.ink,
    "stroke-opacity": opacity.base, "pointer-events": "none" })] : [box];
}

/** Draw rows of `row` px, after `above` px for each side; labels are written if they fit into `text` px. */
export function rowsOf(sides, x, { row, above, y = 0, text = 0, fills }, colors) {
  const fill = fillsOf(fills, colors);
  return sides.flatMap(({ layers }, side) => {
    const before = side ? sides[0].layers.length * row : 0;
    return layers.flatMap(({ boundaries, labels }, layer) => labels.flatMap((label, at) => {
      const [left, right] = [x(boundaries[at]), x(boundaries[at + 1])];
      const top = y + before + layer * row + above * (side + 1);
      const cell = boxOf({ x: left, y: top, width: Math.max(0.4, right - left - 0.8), height: row - 1 },
        fill(label), colors);
      if (!text || right - left < text) return cell;
      return [...cell, svg("text", { x: (left + right) / 2, y: top + row - 7, "font-size": text,
        "text-anchor": "middle", fill: palette.ink }, fit(label, right - left - 4, text, colors.font))];
    }));
  });
}
