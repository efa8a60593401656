// The scores of one method: box plots against the window, and beside them every track at w.

import { levelLines } from "../shared/axes.js";
import { set, svg } from "../shared/elements.js";
import { measure, symbols } from "../shared/text.js";
import { scoreOf } from "../shared/numbers.js";
import { scale, SHARES } from "../shared/scales.js";
import { dotsLayer, dotsPath, nearestPoint, SCORES } from "./tracks.js";

const HEAD = 22; // the line of numbers over a row
const GOLDEN = 0.6180339887498949; // spreads points evenly, always alike
const MOST = 8; // half the width of a box, in pixels
const MEAN = 16; // room for the mean and its interval, left of the points

export class BoxPlots {
  constructor(tracks, method) {
    this.tracks = tracks;
    this.method = method;
    this.rows = tracks.rows[method];
    this.name = tracks.doc.methods[method];
    this.ground = svg("g");
    this.boxes = svg("g", { "pointer-events": "none" });
    this.here = svg("path", { "pointer-events": "none" });
    this.violin = svg("path", { "pointer-events": "none" });
    this.mean = svg("path", { fill: "none", "stroke-linecap": "round", "pointer-events": "none" });
    this.quartiles = svg("path", { fill: "none", "pointer-events": "none" });
    this.dots = dotsLayer(4.4);
    this.far = dotsLayer(5.6);
    this.ring = svg("circle", { r: 6, fill: "none", "stroke-width": 2, visibility: "hidden", "pointer-events": "none" });
    this.title = svg("text", { "font-size": 12, "font-weight": 600 });
    this.numbers = svg("text", { "font-size": 12, class: "numbers", "data-method": this.name });
    this.element = svg("g", { class: "row", "data-method": this.name }, this.ground, this.boxes, this.here, this.violin, this.quartiles, this.mean, this.dots, this.far, this.ring, this.title, this.numbers);
    this.points = [];
  }

  /** Place the row from a height on; gives the height at which it ends. */
  layout(y, height, frame, colours, colour) {
    this.frame = frame;
    this.colours = colours;
    this.colour = colour;
    this.top = y + HEAD;
    this.height = height;
    this.area = [this.top, this.top + height];
    this.y = scale([0, 1], this.area.toReversed());
    const { axis, left, strip } = frame;
    this.ground.replaceChildren(axis.grid(...this.area, colours),
      ...levelLines(SHARES, this.y, [left, axis.right + 8], colours),
      ...levelLines(SHARES, this.y, [strip.left, strip.right], colours, () => ""));
    const several = this.tracks.doc.methods.length > 1;
    set(this.title, { x: left, y: y + 14, fill: colour });
    this.title.textContent = several ? this.name : "";
    this.from = left + (several ? measure(this.name, 13, colours.font) + 14 : 0);
    set(this.numbers, { x: this.from, y: y + 14, fill: colours.text });
    set(this.here, { fill: colours.window, "fill-opacity": 0.3, stroke: colours.window, "stroke-width": 1.6 });
    set(this.violin, { fill: colour, "fill-opacity": 0.12, stroke: colour, "stroke-opacity": 0.35 });
    set(this.mean, { stroke: colours.text, "stroke-width": 2 });
    set(this.quartiles, { stroke: colours.window, "stroke-width": 1.6, "stroke-opacity": 0.8 });
    set(this.dots, { stroke: colour, "stroke-opacity": this.rows.length > 300 ? 0.45 : 0.7 });
    set(this.far, { stroke: colours.lost });
    set(this.ring, { stroke: colours.window });
    return this.top + height;
  }

  /** Draw the boxes of all windows for one score. */
  choose(score) {
    this.score = score;
    const { colours, colour, frame: { places } } = this;
    const d = { whiskers: "", boxes: "", medians: "", interval: "", mean: "" };
    const far = [];
    let joined = false;
    this.halves = places.map((x, index) => {
      const gaps = [places[index - 1], places[index + 1]].filter((each) => each !== undefined).map((each) => Math.abs(each - x));
      return Math.max(Math.min(MOST, 0.4 * Math.min(...gaps, 2.5 * MOST)), 0.8);
    });
    places.forEach((x, index) => {
      const found = this.tracks.stats(this.method, index, score);
      if (!found.count) {
        joined = false;
        return;
      }
      const [whiskers, box, median] = this.#box(x, index, found);
      d.whiskers += whiskers;
      d.boxes += box;
      d.medians += median;
      d.mean += `${joined ? "L" : "M"}${x.toFixed(1)},${this.y(found.mean).toFixed(1)}`;
      if (Number.isFinite(found.low)) d.interval += `M${x.toFixed(1)},${this.y(found.low).toFixed(1)}V${this.y(found.high).toFixed(1)}`;
      joined = true;
      for (const row of this.rows) {
        if (this.tracks.beyond(row, index, score)) far.push({ x, y: this.y(this.tracks.value(row, index, score)) });
      }
    });
    this.boxes.replaceChildren(
      svg("path", { d: d.whiskers || "M0,0", stroke: colour, "stroke-opacity": 0.55, fill: "none" }),
      svg("path", { class: "boxes", d: d.boxes || "M0,0", fill: colour, "fill-opacity": 0.22, stroke: colour, "stroke-opacity": 0.75 }),
      svg("path", { d: d.medians || "M0,0", stroke: colour, "stroke-width": 2, fill: "none" }),
      dotsLayer(2.6, { d: dotsPath(far), stroke: colours.lost, "stroke-opacity": 0.45 }),
      svg("path", { d: d.interval || "M0,0", stroke: colours.text, "stroke-width": 3, "stroke-opacity": 0.3, fill: "none" }),
      svg("path", { d: d.mean || "M0,0", stroke: colours.text, "stroke-opacity": 0.8, fill: "none" }));
  }

  #box(x, index, { q1, q3, median, whisker_low: bottom, whisker_high: top }) {
    const half = this.halves[index];
    const [left, right] = [(x - half).toFixed(1), (x + half).toFixed(1)];
    const [low, high] = [this.y(q1).toFixed(1), this.y(q3).toFixed(1)];
    return [
      `M${x.toFixed(1)},${low}V${this.y(bottom).toFixed(1)}M${x.toFixed(1)},${high}V${this.y(top).toFixed(1)}`,
      `M${left},${low}H${right}V${high}H${left}Z`,
      `M${left},${this.y(median).toFixed(1)}H${right}`,
    ];
  }

  /** Draw every track at one window. */
  show(index) {
    const { tracks, method, score, frame: { places, strip } } = this;
    const found = tracks.stats(method, index, score);
    this.#write(found);
    const density = tracks.density(method, index, score);
    const middle = (strip.left + MEAN + strip.right) / 2;
    const reach = (strip.right - strip.left - MEAN) / 2 - 6;
    const spread = (value) => reach * density[Math.min(Math.floor(value * tracks.bins), tracks.bins - 1)];
    this.points = this.rows.flatMap((row) => {
      const value = tracks.value(row, index, score);
      if (!Number.isFinite(value)) return [];
      const side = 2 * ((row * GOLDEN) % 1) - 1;
      return [{ row, x: middle + side * spread(value), y: this.y(value), value, far: tracks.beyond(row, index, score) }];
    });
    set(this.dots, { d: dotsPath(this.points.filter(({ far }) => !far)) });
    set(this.far, { d: dotsPath(this.points.filter(({ far }) => far)) });
    if (!found.count) {
      for (const part of [this.here, this.violin, this.quartiles, this.mean]) set(part, { d: "M-9,-9" });
      return;
    }
    set(this.here, { d: this.#box(places[index], index, found).join("") });
    // Where nothing lies, no outline: it would look like a line of data.
    const [first, last] = [density.findIndex(Boolean), density.findLastIndex(Boolean)];
    const outline = density.map((share, bin) => [reach * share, this.y((bin + 0.5) / tracks.bins).toFixed(1)]).slice(first, last + 1);
    const side = (sign, rows) => rows.map(([width, y]) => `${(middle + sign * width).toFixed(1)},${y}`).join("L");
    set(this.violin, { d: `M${side(-1, outline)}L${side(1, outline.toReversed())}Z` });
    const line = (value, room) => `M${(middle - room).toFixed(1)},${this.y(value).toFixed(1)}H${(middle + room).toFixed(1)}`;
    set(this.quartiles, { d: line(found.median, reach) + line(found.q1, reach / 2) + line(found.q3, reach / 2) });
    const x = strip.left + MEAN / 2;
    const interval = Number.isFinite(found.low) ? `M${x},${this.y(found.low).toFixed(1)}V${this.y(found.high).toFixed(1)}` : "";
    set(this.mean, { d: `${interval}M${x - 4},${this.y(found.mean).toFixed(1)}h8` });
  }

  // The numbers at w, as many as there is room for.
  #write(found) {
    const { symbol } = SCORES[this.score];
    const several = found.count === 1 ? "track" : "tracks";
    const parts = !found.count ? ["no track has a score: no query has a triplet"] : [
      `${symbol}: mean ${scoreOf(found.mean)}${Number.isFinite(found.low) ? ` (${scoreOf(found.low)}–${scoreOf(found.high)})` : ""}`,
      `median ${scoreOf(found.median)}`,
      `quartiles ${scoreOf(found.q1)}–${scoreOf(found.q3)}`,
      `${found.count} ${several}`,
    ];
    const room = this.frame.width - this.from - 8;
    while (parts.length > 1 && measure(parts.join(" · "), 12, this.colours.font) > room) parts.pop();
    const text = parts.join(" · ");
    this.numbers.replaceChildren(...symbols(text));
  }

  /** Ring a track, or none. */
  light(row) {
    const point = row === null ? null : this.points.find((each) => each.row === row);
    set(this.ring, point ? { cx: point.x, cy: point.y, visibility: "visible" } : { visibility: "hidden" });
  }

  /** The track at a place of the picture. */
  at({ x, y }) {
    return nearestPoint(this.points, x, y);
  }
}
