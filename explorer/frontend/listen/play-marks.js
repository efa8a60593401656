// A play mark on each segment that contains q, if there is room.

import { svg } from "../shared/elements.js";
import { palette } from "../shared/palette.js";

const WIDE = 60; // px; minimum width of a segment with a mark
const TALL = 10; // px; minimum height of a row with marks
const [LEFT, SIZE, AROUND] = [8, 8, 6];

export class PlayMarks {
  /** `hear(segment)` plays a segment. */
  constructor(hear) {
    this.hear = hear;
    this.element = svg("g");
  }

  /** Mark the segments at a time; null removes the marks. */
  show(time, layers) {
    const { stacks, view } = layers;
    const places = time === null ? [] : stacks.flatMap((stack) => stack.segmentsAt(time)
      .filter(({ level }) => !stack.dense[level - 1])
      .map((segment) => ({ ...segment, word: stack.word, x: view.clip(segment.start),
        right: view.clip(segment.end), ...layers.row(stack.word, segment.level - 1) })))
      .filter(({ x, right, height }) => right - x >= WIDE && height >= TALL);
    const key = JSON.stringify(places);
    if (key === this.key) return;
    this.key = key;
    this.element.replaceChildren(...places.map((place) => this.#mark(place, layers.times)));
  }

  #mark({ word, level, label, start, end, x, y, height }, times) {
    const hear = () => this.hear({ start, end });
    const name = `Hear layer ${level} of the ${word}, ${label || "no label"}, ${times.span(start, end)}`;
    const keydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      hear();
    };
    const top = y + (height - SIZE) / 2;
    return svg("g", { class: "mark", role: "button", tabindex: 0, "aria-label": name, onclick: hear,
      onkeydown: keydown },
    svg("rect", { x: x + LEFT - AROUND, y, width: SIZE + 2 * AROUND, height, fill: "transparent" }),
    svg("path", { d: `M${x + LEFT} ${top}l${SIZE} ${SIZE / 2}l${-SIZE} ${SIZE / 2}Z`, fill: palette.ink }));
  }
}
