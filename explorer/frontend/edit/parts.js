// What an editor draws over the layers: the selection, the effect of each boundary, and nesting faults.

import { upright } from "../shared/elements.js";
import { halo } from "../shared/axes.js";
import { palette } from "../shared/palette.js";
import { sign } from "./effects-table.js";

/**
 * The parts of the drawing, in drawing order.
 * @param {import("./editor.js").Editor} editor
 * @returns {[string, object, string?][]}
 */
export function partsOf(editor, sheet) {
  const { chosen, layer, history: { pair: { estimate } } } = editor;
  const { view, colors } = sheet;
  const inside = (time) => time >= view.start && time <= view.end;
  const { y, height } = sheet.row(chosen.word, chosen.level);
  /** @type {[string, object, string?][]} */
  const parts = [["rect", {
    class: "row", x: view.left - 2, y: y - 1, width: view.width + 4, height: height + 1, rx: 2,
    fill: "none", stroke: colors.window, "stroke-width": 2,
  }]];
  for (const fault of editor.nested ? [] : editor.faults.filter(({ time }) => inside(time))) {
    const row = sheet.row(fault.word, fault.level);
    const x = view.x(fault.time);
    parts.push(["line", {
      class: "fault", ...upright(x, row.y, row.y + row.height - 1),
      stroke: colors.lost, "stroke-width": 2, "stroke-dasharray": "3 2",
    }]);
  }
  for (const { kind, level, time, gain, size } of editor.marks) {
    if (level >= estimate.layers.length || !inside(time)) continue;
    const row = sheet.row("estimate", level);
    const x = view.x(time);
    // Filled: raises the score. Hollow red: lowers it. Hollow gray: changes nothing that is printed.
    const color = { gain: colors.gained, loss: colors.lost, "": colors.text }[sign(gain)];
    const hollow = sign(gain) !== "gain";
    parts.push(kind === "add" ? ["path", {
      class: "effect add", d: `M${x} ${row.y + 1}V${row.y + row.height - 2}`,
      stroke: color, "stroke-width": 1 + 2 * size, "stroke-dasharray": hollow ? "2 5" : "5 2",
    }] : ["circle", {
      class: "effect remove", cx: x, cy: row.y + row.height / 2, r: Math.min(2 + 3.5 * size, row.height / 2),
      fill: hollow ? colors.background : color,
      stroke: hollow ? color : palette.rim, "stroke-width": hollow ? 2 : 1,
    }]);
  }
  const { hint } = editor;
  if (hint && hint.level < estimate.layers.length && inside(hint.time)) {
    const row = sheet.row("estimate", hint.level);
    parts.push(["circle", {
      class: "hint", cx: view.x(hint.time), cy: row.y + row.height / 2, r: 11,
      fill: "none", stroke: colors.text, "stroke-width": 2,
    }]);
  }
  const time = editor.dragged?.to ?? editor.time;
  const ends = layer.boundaries.slice(chosen.at, chosen.at + 2);
  if (time !== null && inside(time)) {
    const x = view.x(time);
    const middle = Math.min(Math.max(x, view.left + 24), view.left + view.width - 24);
    parts.push(["rect", {
      class: "handle", x: x - 3.5, y: y - 3, width: 7, height: height + 5, rx: 3,
      fill: colors.window, stroke: palette.rim, "stroke-width": 1.5,
    }], ["text", {
      class: "dragged", x: middle, y: y - 6, "text-anchor": "middle", "font-size": 11, "font-weight": 600,
      fill: colors.window, ...halo(colors),
    }, editor.times.bare(time, 2)]);
  } else if (ends.some(inside)) {
    const [from, to] = ends.map((end) => view.clip(end));
    parts.push(["rect", {
      class: "segment", x: from + 1, y: y + 1,
      width: Math.max(to - from - 2, 1), height: Math.max(height - 3, 1),
      fill: colors.window, "fill-opacity": 0.22,
    }]);
    if (editor.pressed !== null && inside(editor.pressed)) {
      const x = view.x(editor.pressed);
      parts.push(["path", {
        class: "pressed", d: `M${x} ${y}V${y + height - 1}m-4 0h8M${x - 4} ${y}h8`,
        fill: "none", stroke: palette.ink, "stroke-width": 1.5,
      }]);
    }
  }
  return parts;
}
