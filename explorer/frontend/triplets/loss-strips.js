// Where in the track the loss is: as q, as i, as j. A brushed stretch filters the list.

import { halo } from "../shared/axes.js";
import { across, set, svg } from "../shared/elements.js";
import { schema } from "../shared/schema.js";
import { timesIn } from "../shared/times.js";

export const ROLES = schema.arrays.loss;
const HEIGHT = 24;
const GAP = 5;
const HEAD = 16;

export class LossStrips {
  constructor() {
    this.element = svg("g", { class: "losses" });
    this.height = HEAD + ROLES.length * (HEIGHT + GAP);
  }

  layout(top, view, colors, times = timesIn()) {
    this.top = top;
    this.times = times;
    this.view = view;
    const right = view.left + view.width;
    const children = [];
    this.title = svg("text", { x: view.left, y: top + 11, "font-size": 11, fill: colors.text,
      ...halo(colors), "stroke-width": 3 });
    this.brush = svg("rect", { class: "brush", fill: colors.window, "fill-opacity": 0.25,
      stroke: colors.window, visibility: "hidden" });
    this.areas = ROLES.map((role, index) => {
      const y = this.#y(index) + HEIGHT;
      const color = role === "query" ? colors.window : colors[role];
      children.push(
        svg("line", { ...across(y, view.left, right), stroke: colors.text, "stroke-opacity": 0.25 }),
        svg("rect", { class: `strip ${role}`, x: view.left, y: this.#y(index), width: view.width,
          height: HEIGHT, fill: colors.text, "fill-opacity": 0.05 }),
        svg("text", { x: view.left - 6, y: y - 8, "text-anchor": "end", "font-size": 11, fill: color,
          "font-weight": 600 }, index ? "as " : "as q",
          index ? svg("tspan", { "font-style": "italic" }, role) : ""),
      );
      const area = svg("path", { class: `loss ${role}`, fill: color, "fill-opacity": 0.55 });
      children.push(area);
      return area;
    });
    this.peak = svg("title");
    this.element.replaceChildren(this.peak, ...children, this.title, this.brush);
    this.drawn = null;
    if (this.now) this.show(...this.now);
  }

  #y(index) {
    return this.top + HEAD + index * (HEIGHT + GAP);
  }

  /** Draw the loss of a track: one row per role, 0 to 255. */
  show(track, direction, region) {
    this.now = [track, direction, region];
    if (!this.areas) return;
    const { view } = this;
    if (track && track !== this.drawn) {
      this.drawn = track;
      const { strip, loss } = track;
      const [start, end] = strip.range;
      const step = (end - start) / strip.columns;
      this.areas.forEach((area, index) => {
        const bottom = this.#y(index) + HEIGHT;
        let path = `M${view.left} ${bottom}`;
        for (let column = 0; column < strip.columns; column++) {
          const x0 = view.clip(start + column * step);
          const x1 = view.clip(start + (column + 1) * step);
          const y = bottom - (loss[index * strip.columns + column] / 255) * HEIGHT;
          if (x1 > x0) path += `L${x0.toFixed(1)} ${y.toFixed(1)}H${x1.toFixed(1)}`;
        }
        area.setAttribute("d", `${path}V${bottom}Z`);
      });
      this.title.textContent = `Where ${direction} is lost. Drag to list one stretch.`;
      this.peak.textContent =
        `The peak costs ${+(100 * strip.peak).toPrecision(2)} % of the score per ${this.times.one}`;
    }
    const match = /^(query|i|j):([\d.]+)-([\d.]+)$/.exec(region);
    set(this.brush, { visibility: match ? "visible" : "hidden" });
    if (!match) return;
    const [from, to] = [match[2], match[3]].map((time) => this.view.clip(Number(time)));
    set(this.brush, { x: from, width: Math.max(to - from, 1), y: this.#y(ROLES.indexOf(match[1])),
      height: HEIGHT });
  }

  roleAt(y) {
    const index = ROLES.findIndex((_, at) => y >= this.#y(at) && y <= this.#y(at) + HEIGHT + GAP);
    return index < 0 ? null : ROLES[index];
  }
}

/** Format a brushed stretch for Python, at least one frame (`least`) long; empty for a click. */
export function regionText(role, from, to, least) {
  const [start, end] = [Math.min(from, to), Math.max(from, to)];
  return end - start < 0.05 ? "" : `${role}:${+start.toFixed(2)}-${+Math.max(end, start + least).toFixed(2)}`;
}

export function regionWords(region, times = timesIn()) {
  const [role, stretch] = region.split(":");
  const [start, end] = stretch.split("-").map(Number);
  const unit = times.musical ? `${times.unit} ` : "";
  return `${role === "query" ? "q" : role} in ${unit}${times.span(start, end)}`;
}
