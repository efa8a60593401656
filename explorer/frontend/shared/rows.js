// The layers of hierarchies as plain rows, for small pictures.

import { svg } from "./elements.js";
import { layerFills, palette } from "./palette.js";
import { fit } from "./text.js";

/** Draw rows of `row` px, after `above` px for each side; labels are written if they fit into `text` px. */
export function rowsOf(sides, x, { row, above, y = 0, text = 0 }, colors) {
  const fill = layerFills(colors);
  return sides.flatMap(({ layers }, side) => {
    const before = side ? sides[0].layers.length * row : 0;
    return layers.flatMap(({ boundaries, labels }, layer) => labels.flatMap((label, at) => {
      const [left, right] = [x(boundaries[at]), x(boundaries[at + 1])];
      const top = y + before + layer * row + above * (side + 1);
      const cell = svg("rect", { x: left, y: top, width: Math.max(0.4, right - left - 0.8), height: row - 1,
        fill: fill(label, at) });
      if (!text || right - left < text) return [cell];
      return [cell, svg("text", { x: (left + right) / 2, y: top + row - 7, "font-size": text,
        "text-anchor": "middle", fill: palette.ink }, fit(label, right - left - 4, text, colors.font))];
    }));
  });
}
