// A line under the layers that explains how to use and read them, for a mouse or for fingers.

import { alone } from "./alone.js";
import { html } from "./elements.js";
import { withSymbols } from "./text.js";

const ZOOM = ["Ctrl+wheel zooms, Shift+drag pans.", "Two fingers zoom. Then one finger moves the picture."];
const ARCS = "Solid: the closer moment; dashed: the farther; equal arcs: a tie. Thin lines: boundaries of " +
  "the other side. Hatched: nothing to compare within the window.";
const HINTS = {
  look: [["Click", "Tap"], "a layer to move q.",
    ...(alone ? ["The strips show g(q) of all queries at the window.", ZOOM] : [])],
  reading: [ARCS, ZOOM],
  draw: [["Double-click a row to add a boundary, drag one to move it.",
    "Tap twice to add a boundary, drag one to move it."]],
  drawing: [["Alt+drag ignores snapping. Enter labels the segment, then goes on to the next.", ""],
    ["Point at the strips to place q.", "Tap on the strips to place q."], ZOOM],
  scape: [["Drag to move q and w. Click a patch for its worst point.", "Tap a patch."], ZOOM],
  lesson: [[
    "Drag a boundary of the estimate to move it. Double-click to add one; Delete removes the selected one.",
    "Drag a boundary of the estimate to move it. Tap twice to add one.",
  ]],
};

/** @param {"look" | "reading" | "draw" | "drawing" | "scape" | "lesson"} kind */
export function hint(kind) {
  const parts = HINTS[kind].flatMap((part) => Array.isArray(part)
    ? ["for-mouse", "for-fingers"].map((name, at) => html("span", { class: name }, `${part[at]} `))
    : withSymbols(`${part} `));
  return html("p", { class: "hint" }, ...parts);
}
