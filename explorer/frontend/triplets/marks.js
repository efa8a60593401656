// One triplet on the music: how deep each moment meets q, and where q, i and j part.

import { halo } from "../shared/axes.js";
import { redraw, svg, upright } from "../shared/elements.js";

const BAR = 4; // the stretches of i and of j, under the layers
const BEND = 5;
const OVER_LABELS = 5; // from the top of a row to the line that runs in it
const AROUND_Q = 40; // half the width of the time of q

const tenths = (x) => +x.toFixed(1);
const onOneSide = ({ example: [i, j] }, query) => (i - query) * (j - query) > 0;

export class Marks {
  constructor() {
    this.element = svg("g", { class: "triplet", "pointer-events": "none" });
  }

  clear() {
    redraw(this.element, []);
  }

  /** Draw what the core answered; `tops` are where the stacks begin. */
  show(triplets, stacks, tops, view, colours) {
    const parts = stacks.flatMap((stack, side) =>
      this.#shared(triplets, stack, side, tops[side], view, colours));
    const { picked } = triplets;
    if (picked) {
      stacks.forEach((stack, side) =>
        parts.push(...this.#paths(picked, triplets.query, stack, side, tops[side], view, colours)));
      parts.push(...this.#names(picked, triplets.query, tops[0], view, colours));
    }
    redraw(this.element, parts);
  }

  // What meets q on the row of a layer has a frame; the rest a light veil.
  #shared(triplets, stack, side, top, view, colours) {
    const right = view.left + view.width;
    const [low, high] = triplets.reach;
    const rows = triplets.extents[side].map((stretches, index) => ({
      top: top + stack.title + index * stack.rowHeight,
      stretches: stretches.filter(([start, end]) => end > low && start < high)
        .map(([start, end]) => [view.clip(Math.max(start, low)), view.clip(Math.min(end, high))]),
    }));
    let veil = "";
    for (const { top: y, stretches } of rows) {
      const bottom = y + stack.rowHeight - 1;
      let bare = view.left;
      for (const [from, to] of [...stretches, [right, right]]) {
        if (from > bare) veil += `M${tenths(bare)} ${y}H${tenths(from)}V${bottom}H${tenths(bare)}Z`;
        bare = to;
      }
    }
    const frame = { d: rows.every(({ stretches }) => stretches.length === 1)
      ? steps(rows, stack.rowHeight)
      : boxes(rows, stack.rowHeight), fill: "none", "stroke-linejoin": "round" };
    return [
      ["path", { class: "veil", d: veil, fill: colours.background, "fill-opacity": colours.veil }],
      ["path", { class: "frame halo", ...frame, stroke: colours.background, "stroke-width": 4.5,
        "stroke-opacity": 0.75 }],
      ["path", { class: "frame", ...frame, stroke: colours.window, "stroke-width": 2 }],
    ];
  }

  // From q up to the row of the segment that it shares with i, and down to i: the lower, the closer.
  #paths(picked, query, stack, side, top, view, colours) {
    const base = top + stack.title + stack.layersHeight + 2;
    const parts = [];
    const levels = picked.segments[side].map(([level]) => level);
    const beside = onOneSide(picked, query);
    ["i", "j"].forEach((name, which) => {
      const [level, start, end, , other] = picked.segments[side][which];
      const colour = colours[name];
      const same = levels[0] === levels[1];
      // Ties share a row and meet at one height; lines that would cover each other run side by side.
      const row = level ? top + stack.title + (level - 1) * stack.rowHeight
        + Math.min(stack.rowHeight / 2, OVER_LABELS) : top + stack.title - 4;
      const y = row + (same && beside ? (which ? 2 : -2) : 0);
      if (level) {
        const inset = same && which ? 2.5 : 0;
        const height = Math.max(stack.rowHeight - 1, 3);
        // What is shared is one segment, or the label of two.
        const segments = other && other[0] !== start ? [[start, end], other] : [[start, end]];
        for (const [first, last] of segments) {
          const from = view.clip(first);
          parts.push(["rect", { class: `shared ${name}`, x: from + inset,
            y: top + stack.title + (level - 1) * stack.rowHeight + inset,
            width: Math.max(view.clip(last) - from - 2 * inset, 1), height: Math.max(height - 2 * inset, 1),
            fill: "none", stroke: colour, "stroke-width": 2, "stroke-dasharray": which ? "6 3" : null }]);
        }
      }
      const [x0, x1] = [view.clip(query) + (which ? 1.5 : -1.5), view.clip(picked.example[which])];
      const bend = Math.sign(x1 - x0) * Math.min(BEND, Math.abs(x1 - x0) / 2);
      const rise = Math.min(BEND, base - y);
      const line = `M${x0} ${base}V${y + rise}Q${x0} ${y} ${x0 + bend} ${y}` +
        `H${x1 - bend}Q${x1} ${y} ${x1} ${y + rise}V${base}`;
      // A halo keeps the line readable on any fill.
      parts.push(
        ["path", { class: `halo ${name}`, d: line, fill: "none", stroke: colours.background,
          "stroke-width": 4.5, "stroke-opacity": 0.75 }],
        ["path", { class: `arc ${name}`, d: line, fill: "none", stroke: colour, "stroke-width": 2,
          "stroke-dasharray": which ? "6 3" : null }],
      );
      const [low, high] = picked[name].map((time) => view.clip(time));
      if (high > low) {
        parts.push(["rect", { class: `run ${name}`, x: low, y: base + 1 + (which ? BAR / 2 : 0),
          width: Math.max(high - low, 1.5), height: BAR, rx: 1, fill: colour,
          "fill-opacity": which ? 0.75 : 0.95 }]);
      }
    });
    return parts;
  }

  #names(picked, query, top, view, colours) {
    const q = Math.min(Math.max(view.x(query), view.left + 24), view.left + view.width - 24);
    // Beside the time of q, not under it; one after the other where both are on one side.
    const sides = picked.example.map(
      (time) => (q - AROUND_Q < view.left || (time > query && q + AROUND_Q < view.left + view.width)
        ? 1
        : -1));
    const apart = sides[0] === sides[1] ? 12 : 0;
    return ["i", "j"].flatMap((name, which) => {
      const x = view.x(picked.example[which]);
      const beside = Math.abs(x - q) >= AROUND_Q ? x : q + sides[which] * (AROUND_Q + apart * which);
      if (x < view.left - 1 || x > view.left + view.width + 1) return [];
      return [
        ["line", { class: `mark ${name}`, ...upright(x, top + 2, top + 8), stroke: colours[name],
          "stroke-width": 2 }],
        ["text", { class: `mark ${name}`, x: beside, y: 12, "text-anchor": "middle", "font-size": 12,
          "font-weight": 700, "font-style": "italic", fill: colours[name], ...halo(colours) }, name],
      ];
    });
  }
}

/** The outline of nested stretches, one a row: a step a layer. */
function steps(rows, height) {
  let [down, up] = ["", ""]; // the left edge, and the right one
  rows.forEach(({ top, stretches: [[from, to]] }, index) => {
    const next = top + height;
    down += `${index ? "H" : `M${from.toFixed(1)} ${top}H`}${from.toFixed(1)}V${next}`;
    up = `H${to.toFixed(1)}V${top}${up}`;
  });
  return `${down}${up}Z`;
}

function boxes(rows, height) {
  return rows.flatMap(({ top, stretches }) => stretches.map(([from, to]) =>
    `M${from.toFixed(1)} ${top}H${to.toFixed(1)}V${top + height}H${from.toFixed(1)}Z`)).join("");
}
