// Any two scores of every track at w against each other; what lies beyond the whiskers is named.

import { levelLines, ruled, valuesBelow } from "../shared/axes.js";
import { html, set, svg } from "../shared/elements.js";
import { measure, symbols } from "../shared/text.js";
import { scale, SHARES } from "../shared/scales.js";
import { dotsLayer, dotsPath, nearestPoint, SCORES } from "./tracks.js";

const [LEFT, TOP, BELOW, RIGHT] = [46, 10, 40, 16];
const NAMED = 14;
const LINE = 13; // pixels that a name is high

export class Scatter {
  /** `take(x, y)` is called with the numbers of the scores that are chosen. */
  constructor(take) {
    this.svg = svg("svg", { class: "scatter-plot", role: "img" });
    this.selects = ["across", "up"].map((way) => {
      const select = html("select", { "aria-label": `Score ${way}` }, ...SCORES.map(({ name }, value) => html("option", { value }, name.replace("_", ""))));
      select.addEventListener("change", () => take(...this.selects.map((each) => Number(each.value))));
      return select;
    });
    this.box = html("div", { class: "scatter-box" }, this.svg);
    this.element = html("div", { class: "scatter" },
      html("div", { class: "choice" }, html("label", {}, "up ", this.selects[1]), html("label", {}, "across ", this.selects[0])), this.box);
    this.ground = svg("g");
    this.dots = svg("g");
    this.far = svg("g");
    this.names = svg("g", { "font-size": 11, "pointer-events": "none" });
    this.ring = svg("circle", { r: 6, fill: "none", "stroke-width": 2, visibility: "hidden", "pointer-events": "none" });
    this.svg.append(this.ground, this.dots, this.far, this.names, this.ring);
    this.points = [];
  }

  load(tracks) {
    this.tracks = tracks;
  }

  /** Choose the scores by number. */
  choose(across, up) {
    this.scores = [across, up];
    this.selects.forEach((select, at) => (select.value = String(this.scores[at])));
  }

  layout(width, height, colours, strokes) {
    this.width = width;
    this.colours = colours;
    set(this.svg, { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": colours.font });
    const [x0, x1, y0, y1] = [LEFT, width - RIGHT, height - BELOW, TOP];
    this.x = scale([0, 1], [x0, x1]);
    this.y = scale([0, 1], [y0, y1]);
    const uprights = SHARES.map((share) => svg("path", { d: `M${this.x(share)},${y0}V${y1}`, ...ruled(share, colours) }));
    const [across, up] = this.scores.map((score) => SCORES[score].name);
    const title = { "font-size": 12, fill: colours.text };
    this.ground.replaceChildren(...uprights, ...levelLines(SHARES, this.y, [x0, x1], colours), ...valuesBelow(SHARES, this.x, y0, colours),
      svg("path", { d: `M${x0},${y0}L${x1},${y1}`, stroke: colours.text, "stroke-opacity": 0.25, "stroke-dasharray": "3 4" }),
      svg("text", { x: x1, y: y0 + 33, "text-anchor": "end", ...title }, ...symbols(across)),
      svg("text", { x: 13, y: y1, "text-anchor": "end", transform: `rotate(-90 13 ${y1})`, ...title }, ...symbols(up)));
    set(this.svg, { "aria-label": `${up} against ${across}, a point a track` });
    this.layers = strokes.map((stroke) => dotsLayer(5, { stroke, "stroke-opacity": this.tracks.count > 300 ? 0.45 : 0.7 }));
    this.outer = dotsLayer(6.4, { stroke: colours.lost });
    this.dots.replaceChildren(...this.layers);
    this.far.replaceChildren(this.outer);
    set(this.names, { fill: colours.text });
    set(this.ring, { stroke: colours.window });
  }

  /** Draw every track at one window. */
  show(index) {
    const { tracks, scores: [across, up] } = this;
    this.points = [];
    for (let row = 0; row < tracks.count; row++) {
      const [x, y] = [tracks.value(row, index, across), tracks.value(row, index, up)];
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      const far = tracks.beyond(row, index, across) || tracks.beyond(row, index, up);
      this.points.push({ row, x: this.x(x), y: this.y(y), far });
    }
    this.layers.forEach((layer, method) => {
      set(layer, { d: dotsPath(this.points.filter(({ row, far }) => !far && tracks.doc.method[row] === method)) });
    });
    set(this.outer, { d: dotsPath(this.points.filter(({ far }) => far)) });
    this.#name(index);
  }

  // Names of what lies farthest out, where they do not cover each other.
  #name(index) {
    const { tracks, colours, scores } = this;
    const away = ({ row }) => Math.max(...scores.map((score) => tracks.beyond(row, index, score)
      ? Math.abs(tracks.value(row, index, score) - tracks.stats(tracks.doc.method[row], index, score).median) : 0));
    const taken = [];
    const names = this.points.filter(({ far }) => far).map((point) => [away(point), point])
      .sort(([one], [other]) => other - one).slice(0, NAMED).flatMap(([, { row, x, y }]) => {
        const text = tracks.doc.tracks[row];
        const length = measure(text, 11, colours.font);
        const left = x + 8 + length > this.width - 2;
        const box = [left ? x - 8 - length : x + 8, y - LINE / 2, length, LINE];
        if (taken.some(([bx, by, w, h]) => box[0] < bx + w && bx < box[0] + length && box[1] < by + h && by < box[1] + LINE)) return [];
        taken.push(box);
        return [svg("text", { x: box[0], y: y + 4, stroke: colours.background, "stroke-width": 3, "paint-order": "stroke", "data-named": text }, text)];
      });
    this.names.replaceChildren(...names);
  }

  light(row) {
    const point = row === null ? null : this.points.find((each) => each.row === row);
    set(this.ring, point ? { cx: point.x, cy: point.y, visibility: "visible" } : { visibility: "hidden" });
  }

  at({ x, y }) {
    return nearestPoint(this.points, x, y);
  }
}
