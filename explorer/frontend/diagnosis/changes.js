// Marks the fix of a cause on the layers: added boundaries are dashed with a plus, removed ones crossed out,
// moved ones have an arrow. The core computes them.

import { redraw, svg } from "../shared/elements.js";
import { palette } from "../shared/palette.js";

const SIGN = 4; // half the width of a plus or a cross, if the row has room
const HEAD = 7; // length of an arrowhead, drawn even for tiny moves
const TICK = 14; // px of the boundaries of an inserted layer
const BESIDE = 12; // px from the ends of the layers to the arrows of exchanged layers

export class Changes {
  constructor() {
    this.element = svg("g", { class: "fixed", "pointer-events": "none" });
  }

  clear() {
    redraw(this.element, []);
  }

  /**
   * Draw the fix of a cause; `row(side, level)` returns the place of a row, {y, height}.
   * @param {FixAnswer} fix
   */
  show({ marks, inserted, dropped, turned }, stacks, row, view, colors) {
    const paths = { added: "", plus: "", removed: "", moved: "", heads: "", layers: "", gone: "", turn: "" };
    const right = view.left + view.width;
    const inside = (time) => time >= view.start && time <= view.end;
    for (const [change, side, level, time, to] of marks) {
      if (!inside(time) && !(change === "moved" && inside(to))) continue;
      const x = view.x(time);
      // An inserted layer is drawn on the edge of the row below it.
      const edge = inserted.length > 0 && change === "added";
      const { y, height } = edge ? this.#edge(level, row, stacks[1]) : row(side, level);
      const middle = y + height / 2;
      const sign = edge ? SIGN + 1 : Math.min(SIGN, height / 2 - 1);
      if (change === "added") {
        paths.added += `M${f(x)} ${f(y)}V${f(y + height - 1)}`;
        paths.plus += `M${f(x - sign)} ${f(middle)}h${f(2 * sign)}m${f(-sign)} ${f(-sign)}v${f(2 * sign)}`;
      } else if (change === "removed") {
        const [by, back] = [f(2 * sign), f(-2 * sign)];
        paths.removed += `M${f(x - sign)} ${f(middle - sign)}l${by} ${by}m${back} 0l${by} ${back}`;
      } else {
        const [from, there] = [view.clip(time), view.clip(to)];
        const by = to < time ? -1 : 1;
        if (Math.abs(there - from) > HEAD) paths.moved += `M${f(from)} ${f(middle)}H${f(there - by * HEAD)}`;
        paths.heads += `M${f(there)} ${f(middle)}l${-by * HEAD} ${f(-sign)}v${f(2 * sign)}Z`;
      }
    }
    for (const level of inserted) {
      const { y, height } = this.#edge(level, row, stacks[1]);
      paths.layers += `M${view.left} ${f(y + height / 2)}H${right}`;
    }
    for (const level of dropped) {
      const { y, height } = row("estimate", level);
      paths.gone += `M${view.left} ${f(y + height / 2)}H${right}`;
    }
    if (turned) {
      const [top, last] = [row("estimate", 0), row("estimate", stacks[1].hierarchy.layers.length - 1)];
      const [from, to] = [top.y + 2, last.y + last.height - 3];
      for (const x of [view.left + BESIDE, right - BESIDE]) {
        paths.moved += `M${x} ${f(from + HEAD)}V${f(to - HEAD)}`;
        for (const [end, by] of [[from, HEAD], [to, -HEAD]]) {
          paths.turn += `M${x} ${f(end)}l${SIGN} ${by}h${-2 * SIGN}Z`;
        }
      }
    }
    redraw(this.element, this.#parts(paths, colors));
  }

  #parts({ added, plus, removed, moved, heads, layers, gone, turn }, colors) {
    const { inverted, tie } = palette.outcomes;
    const line = (name, d, stroke, width, dash = null) => d ? [
      ["path", {
        class: `halo ${name}`, d, fill: "none",
        stroke: colors.background, "stroke-width": width + 2.5, "stroke-opacity": 0.85,
      }],
      ["path", { class: name, d, fill: "none", stroke, "stroke-width": width, "stroke-dasharray": dash }],
    ] : [];
    const rim = { fill: tie, stroke: palette.ink, "stroke-width": 0.8, "stroke-linejoin": "round" };
    const head = (name, d) => d ? [["path", { class: name, d, ...rim }]] : [];
    return [
      ...line("layers", layers, colors.gained, 1.6, "6 3"),
      ...line("added", added, colors.gained, 2, "3 2"), ...line("plus", plus, colors.gained, 2),
      ...line("gone", gone, inverted, 1.6), ...line("removed", removed, inverted, 2),
      ...line("moved", moved, tie, 2), ...head("heads", heads), ...head("turn", turn),
    ];
  }

  // The place of an inserted layer: above the row that follows it, or below all.
  #edge(level, row, stack) {
    const last = stack.hierarchy.layers.length - 1;
    const next = row("estimate", Math.min(level, last));
    const height = Math.min(next.height, TICK);
    return { y: next.y + (level > last ? next.height : 0) - height / 2, height };
  }
}

function f(value) {
  return value.toFixed(1);
}
