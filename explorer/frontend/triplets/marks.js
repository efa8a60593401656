// One triplet under the music: below each hierarchy an arc from q to i, one from q to j, and the answer.
// The flatter, solid arc leads to the closer moment, the dashed one to the farther; equal arcs are a tie.

import { halo } from "../shared/axes.js";
import { redraw, svg } from "../shared/elements.js";
import { palette } from "../shared/palette.js";
import { measure } from "../shared/text.js";

export const [ARCS, LOW_ARCS] = [40, 27]; // px: on the page, while presenting
const DOT = 6; // px from the layers to the center of the dots
const RADIUS = 4.5;
const DEPTHS = { closer: 12, equal: 19, farther: 27 };
const BEND = 4 / 3; // ratio of the control points' depth to the curve's depth
const LETTER = 9; // px from a dot to its letter
const APART = 20; // px between moments; closer ones have their letters on opposite sides
const EDGE = 12; // px to the right of the layers
const FARTHER = "6 4"; // dashes of what q shares with the farther moment
const FRAME = 3; // px of the frame of a shared segment
const CHIP = { height: 20, side: 10, size: 11.5, away: 20 };

export class Marks {
  constructor() {
    this.element = svg("g", { class: "triplet", "pointer-events": "none" });
  }

  clear() {
    redraw(this.element, []);
  }

  /** @param {Triplets} triplets */
  show({ picked, query }, stacks, tops, view, colors) {
    if (!picked) {
      this.clear();
      return;
    }
    const times = [query, ...picked.example];
    const bases = stacks.map((stack, side) => tops[side] + stack.title + stack.layersHeight + DOT);
    // Animate only a new answer to the same question.
    const place = String([times, view.start, view.end, view.width, bases]);
    this.element.classList.toggle("glide", place === this.place);
    this.place = place;
    redraw(this.element, stacks.flatMap((stack, side) => [
      ...lit(picked.segments[side], stack, tops[side], view, colors),
      ...this.#side(picked, times, side, bases[side], stack.foot, view, colors)]));
  }

  #side(picked, times, side, base, foot, view, colors) {
    const [xq, xi, xj] = times.map((time) => view.clip(time));
    const [[i], [j]] = picked.segments[side];
    const depths = i === j ? [DEPTHS.equal, DEPTHS.equal]
      : i > j ? [DEPTHS.closer, DEPTHS.farther] : [DEPTHS.farther, DEPTHS.closer];
    const arcs = [["i", xi], ["j", xj]].map(([name, x], which) => {
      const low = base + depths[which] * BEND * Math.min((foot - DOT) / (ARCS - DOT), 1);
      return ["path", { class: `arc ${name}`, d: `M${xq} ${base}C${xq} ${low} ${x} ${low} ${x} ${base}`,
        fill: "none", stroke: colors[name], "stroke-width": 2.5,
        "stroke-dasharray": depths[which] === DEPTHS.farther ? FARTHER : null }];
    });
    const parts = [];
    const visible = times.map((time) => time >= view.start && time <= view.end);
    ["q", "i", "j"].forEach((name, which) => {
      const fill = which ? colors[name] : colors.window;
      parts.push(["circle", { class: `dot ${name}`, cx: view.clip(times[which]), cy: base, r: RADIUS, fill,
        visibility: visible[which] ? "visible" : "hidden" }]);
      if (!which) return;
      const away = this.#away(which, xq, xi, xj);
      parts.push(["text", { class: `mark ${name}`, x: view.clip(times[which]) + away * LETTER, y: base + 4,
        "text-anchor": away > 0 ? "start" : "end", "font-size": 13, "font-weight": 700,
        "font-style": "italic", fill, ...halo(colors),
        visibility: visible[which] ? "visible" : "hidden" }, name]);
    });
    return [...arcs, ...parts, ...this.#chip(picked, side, [xq, xi, xj], base, view, colors)];
  }

  // The side of a dot on which its letter is: away from q, or from the other letter.
  #away(which, xq, xi, xj) {
    const [own, other] = which === 1 ? [xi, xj] : [xj, xi];
    const outward = own < xq ? -1 : 1;
    const near = Math.abs(xi - xj) < APART && Math.abs(own - xq) < Math.abs(other - xq);
    return near ? -outward : outward;
  }

  // Next to the arcs, preferably on the right, even beyond the layers; else within the wider arc.
  #chip(picked, side, places, base, view, colors) {
    const answer = picked.answers[side];
    const { height, side: padding, size, away } = CHIP;
    const width = measure(answer, size, colors.font) * 1.06 + 2 * padding; // for bold text
    const [first, last] = [Math.min(...places), Math.max(...places)];
    const right = view.left + view.width;
    const x = last + away + width < right + EDGE ? last + away
      : first - away - width > 0 ? first - away - width
        : Math.min(Math.max((first + last - width) / 2, view.left), right - width);
    const outcome = side === picked.own ? null : palette.outcomes[picked.outcome];
    const y = base + DEPTHS.equal / 2 - height / 2;
    return [
      ["rect", { class: "chip", x, y, width, height, rx: height / 2, fill: colors.background,
        stroke: outcome ?? colors.text, "stroke-width": outcome ? 2 : 1 }],
      ["text", { class: "chip", x: x + width / 2, y: y + height / 2 + 4, "text-anchor": "middle",
        "font-size": size, "font-weight": 600, fill: colors.text }, answer],
    ];
  }
}

// The segments that q shares with i and with j, as frames; the frame of i is within that of j.
function lit(segments, stack, top, view, colors) {
  return ["j", "i"].flatMap((name) => {
    const [level, start, end] = segments["ij".indexOf(name)];
    if (!level || stack.dense?.[level - 1] || start >= view.end || end <= view.start) return [];
    const inset = name === "i" ? FRAME : 0;
    const [x, right] = [view.clip(start) + inset, view.clip(end) - inset];
    const height = stack.rowHeight - 1 - 2 * inset;
    const farther = level < Math.max(segments[0][0], segments[1][0]);
    if (height <= 0 || right <= x) return [];
    return [["rect", { class: `lit ${name}`, x, y: top + stack.title + (level - 1) * stack.rowHeight + inset,
      width: right - x, height, fill: "none", stroke: colors[name], "stroke-width": FRAME,
      "stroke-dasharray": farther ? FARTHER : null }]];
  });
}
