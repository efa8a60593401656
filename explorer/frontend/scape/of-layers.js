// Next to a plane, at the same windows: the share that each layer decides, and durations of its segments.

import { quiet } from "../shared/axes.js";
import { svg, upright } from "../shared/elements.js";

export const OF_LAYERS = 104; // px
const [STRIP, GAP] = [42, 18];
const WIDEST = 12; // px for the durations of a layer
const DIGIT = 9; // px of a band that its layer's number fits in

/** Draw from `left` on. A layer has the color that it has in the plane of deciding layers. */
export function ofLayers({ durations, ends }, left, { top, bottom, y, colors, times }) {
  const { numbered_lines: lines } = colors;
  const middle = left + (STRIP + GAP + OF_LAYERS) / 2; // of the durations
  const step = Math.min(WIDEST, (OF_LAYERS - STRIP - GAP) / durations.length);
  const title = (x, text) => svg("text", { x, y: top - 8, "text-anchor": "middle", ...quiet(colors) }, text);
  // Without any row, no window has a triplet.
  const rows = ends.at(-1).flatMap((end, row) => (end === null ? [] : [row]));
  const height = (row) => bottom - (row / (ends[0].length - 1)) * (bottom - top);
  const edge = (layer) => rows.map((row) =>
    `${(left + STRIP * (ends[layer]?.[row] ?? 0)).toFixed(1)} ${height(row).toFixed(1)}`);
  return durations.flatMap(([low, median, high], layer) => {
    const fill = lines[layer % lines.length];
    const width = (row) => STRIP * (ends[layer][row] - (ends[layer - 1]?.[row] ?? 0));
    const widest = rows.reduce((best, row) => (width(row) > width(best) ? row : best), rows[0]);
    const x = middle + (layer + 0.5 - durations.length / 2) * step;
    const [short, usual, long] = [low, median, high].map((time) => times.window(time));
    const number = () => svg("text", { x: left + STRIP * ends[layer][widest] - width(widest) / 2,
      y: Math.min(Math.max(height(widest) + 4, top + 11), bottom - 4), "text-anchor": "middle",
      "font-size": 11, "font-weight": 600, fill: colors.background, "pointer-events": "none" }, layer + 1);
    const band = [...edge(layer - 1), ...edge(layer).reverse()].join("L") || "0 0";
    return [
      svg("path", { class: "decides", d: `M${band}`, fill, "fill-opacity": 0.85 },
        svg("title", {}, `Share of the comparisons that layer ${layer + 1} decides`)),
      ...(width(widest) >= DIGIT ? [number()] : []),
      svg("line", { class: "lasts", ...upright(x, y(low), y(high)), stroke: fill, "stroke-opacity": 0.45,
        "stroke-width": step / 2 },
        svg("title", {}, `Layer ${layer + 1}: segments last ${usual}, most of them ${short} to ${long}`)),
      svg("circle", { cx: x, cy: y(median), r: Math.min(2.5, 0.3 * step), fill, "pointer-events": "none" }),
    ];
  }).concat(title(left + STRIP / 2, "layers"), title(middle, "lengths"));
}
