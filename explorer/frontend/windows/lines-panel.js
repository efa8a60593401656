// A panel of curves against the window.

import { halo, levelLines } from "../shared/axes.js";
import { across, set, svg } from "../shared/elements.js";
import { strokeOf } from "../shared/palette.js";
import { Legend } from "./legend.js";
import { measure, symbols } from "../shared/text.js";
import { percent, scoreOf, signed } from "../shared/numbers.js";
import { SHARES, heldScale, nearestPlace } from "../shared/scales.js";

export const TITLE = 20;
const LANE = 15;
const THIN = 6;

const FORMS = { score: scoreOf, percent, signed };

/** Write a value of a panel; a dash where nothing is counted. */
export function written(value, form) {
  return Number.isFinite(value) ? FORMS[form](value) : "–";
}

/** A text that stays legible over lines: each part would cover the one before with a halo of its own. */
function over(text, attributes, colours) {
  const place = { ...attributes, "pointer-events": "none" };
  return svg("g", {},
    svg("text", { ...place, stroke: colours.background, "stroke-width": 4, "stroke-linejoin": "round",
      fill: "none", "aria-hidden": "true" }, ...symbols(text)),
    svg("text", { ...place, fill: colours.text }, ...symbols(text)));
}

/** The title of a panel; it stands before the lines that cross all panels. */
export function titleOf(text, y, frame, colours) {
  return over(text, { x: frame.left, y: y + 13, "font-size": 12, "font-weight": 600 }, colours);
}

export class LinesPanel {
  constructor(spec, doc) {
    this.spec = spec;
    this.doc = doc;
    this.element = svg("g", { class: "panel", "data-panel": spec.id });
  }

  value(row, index) {
    return this.doc.values[row * this.doc.windows.length + index];
  }

  // Where only some windows were computed, the one nearest to a window.
  #known(index) {
    const { at } = this.spec;
    return at ? at[nearestPlace(at, index)] : index;
  }

  /** Draw from a height on; gives the height at which the panel ends. */
  draw(y, frame, axis, colours) {
    const { spec } = this;
    this.axis = axis;
    this.colours = colours;
    this.top = y + TITLE;
    const lines = spec.lines.map((line) =>
      ({ ...line, ...strokeOf(line, colours), width: line.width ?? 1.6 }));
    this.legend = new Legend(lines, lines.some((line) => line.more !== undefined));
    const beside = frame.wide ? lines.length * 16 : 0;
    this.height = Math.max(spec.height, beside - this.#lanesHeight());
    this.area = [this.top, this.top + this.height];
    this.y = heldScale([spec.low ?? 0, spec.high ?? 1], this.area.toReversed());
    this.title = titleOf(spec.title, y, frame, colours);
    this.element.replaceChildren(...this.#ground(), ...this.#stretches());
    this.paths = lines.map((line) => this.#line(line));
    this.dots = lines.map((line) =>
      svg("circle", { r: 3.4, fill: line.colour, stroke: colours.background, "stroke-width": 1.2,
          visibility: "hidden" }));
    this.element.append(...this.paths.flat(), ...(spec.points ?? []).map((point) => this.#point(point)),
      ...this.dots);
    const bottom = this.#lanes(lines) + frame.below;
    const start = bottom - (frame.below > 20 ? 0 : 8);
    const rows = this.legend.layout(frame, frame.wide ? this.top - 4 : start, colours);
    this.element.append(this.legend.element);
    return frame.wide ? bottom : start + rows + 14;
  }

  // Level lines with their values, and the bound below which curves are pale.
  #ground() {
    const { spec, axis, colours } = this;
    const parts = [axis.grid(...this.area, colours),
      ...levelLines(spec.ticks ?? SHARES, this.y, [axis.left, axis.right + 8], colours,
        (tick) => tickText(tick, spec.form))];
    if (spec.level !== undefined) {
      const y = this.y(spec.level);
      parts.push(svg("line", { class: "level", ...across(y, axis.left, axis.right + 8),
        stroke: colours.window, "stroke-dasharray": "2 3" }),
        svg("text", { x: axis.left + 4, y: y + 13, "font-size": 11, fill: colours.window },
          `pale below ${percent(spec.level)}`));
    }
    return parts;
  }

  // Where too little is counted: hatched, and said where there is room.
  #stretches() {
    const { spec, axis, colours } = this;
    return (spec.stretches ?? []).flatMap(({ first, last, texts, both }) => {
      const half = (at, next) => (axis.places[at] + (axis.places[next] ?? axis.places[at])) / 2;
      const [x, end] = [first ? half(first, first - 1) : axis.left,
        last + 1 < axis.places.length ? half(last, last + 1) : axis.right + 8];
      const box = svg("rect", { class: "under", x, y: this.top, width: Math.max(end - x, 1),
        height: this.height, fill: "url(#hatch)", "fill-opacity": both ? 1 : 0.5 },
        svg("title", {}, texts[0]));
      const text = texts.find((wording) => measure(wording, 11, colours.font) <= end - x - 12);
      if (!text) return [box];
      const look = { "text-anchor": "middle", "font-size": 11, fill: colours.text, "fill-opacity": 0.85,
        ...halo(colours) };
      return [box, svg("text", { x: (x + end) / 2, y: this.top + 14, ...look }, text)];
    });
  }

  // A curve: what counts for much, and what is pale for it counts too little.
  #line(line) {
    const { axis, doc } = this;
    const at = this.spec.at ?? doc.windows.map((_, index) => index);
    const drawn = { strong: "", pale: "" };
    const ends = {};
    const count = doc.windows.length;
    at.forEach((index, step) => {
      const value = this.value(line.row, index);
      if (!Number.isFinite(value)) return;
      const place = `${axis.places[index].toFixed(1)},${this.y(value).toFixed(1)}`;
      const before = step ? at[step - 1] : -1;
      const joined = before >= 0 && Number.isFinite(this.value(line.row, before));
      const pale = doc.pale[line.row * count + index] || (joined && doc.pale[line.row * count + before]);
      const kind = pale ? "pale" : "strong";
      if (joined) {
        const from = `${axis.places[before].toFixed(1)},${this.y(this.value(line.row, before)).toFixed(1)}`;
        drawn[kind] += `${ends[kind] === before ? "" : `M${from}`}L${place}`;
        ends[kind] = index;
      } else {
        drawn[kind] += `M${place}h0`;
        ends[kind] = index;
      }
    });
    return Object.entries(drawn).map(([kind, d]) => svg("path", {
      class: `line ${kind}`, "data-line": line.name, d: d || "M0,0", fill: "none",
        stroke: d ? line.colour : "none",
      "stroke-width": line.width, "stroke-dasharray": line.dash || null,
        "stroke-opacity": kind === "pale" ? 0.3 : 1,
      "stroke-linejoin": "round", "stroke-linecap": line.dash ? null : "round",
    }));
  }

  #point({ window, value, text }) {
    return svg("circle", { class: "crossing", cx: this.axis.x(window), cy: this.y(value), r: 3.6,
      fill: this.colours.background, stroke: this.colours.text, "stroke-width": 1.4 },
      svg("title", {}, text));
  }

  #lanesHeight() {
    return (this.spec.lanes ?? []).reduce((sum, lane) => sum + (lane.text ? LANE : THIN), 0);
  }

  // Under the plot: stretches and places on the axis, a row each.
  #lanes(lines) {
    const { axis, colours } = this;
    let y = this.top + this.height + 3;
    for (const { from, to, text, line, point } of this.spec.lanes ?? []) {
      const tall = text ? LANE : THIN;
      const colour = line === undefined ? colours.text : lines[line].colour;
      const [x, end] = [axis.x(from), axis.x(to)];
      const middle = y + tall / 2;
      const mark = point === undefined
        ? svg("rect", { x, y: middle - 2, width: Math.max(end - x, 2), height: 4, rx: 2, fill: colour,
          "fill-opacity": line === undefined ? 0.45 : 0.8 })
        : svg("path", { d: `M${axis.x(point).toFixed(1)},${middle - 5}l5,5l-5,5l-5,-5z`, fill: colour,
          "fill-opacity": 0.8 });
      const lane = svg("g", { class: "lane" }, mark);
      if (text) {
        const length = measure(text, 11, colours.font);
        const after = (point === undefined ? end : axis.x(point)) + 8;
        const before = (point === undefined ? x : axis.x(point)) - 8;
        const place = after + length <= axis.right + 8
          ? { x: after }
          : before - length >= 0 ? { x: before, "text-anchor": "end" } : { x: axis.left };
        lane.append(over(text, { ...place, y: middle + 4, "font-size": 11 }, colours));
      }
      this.element.append(lane);
      y += tall;
    }
    return y;
  }

  show(index) {
    const { spec } = this;
    const at = this.#known(index);
    spec.lines.forEach((line, number) => {
      const value = this.value(line.row, at);
      const more = line.more === undefined
        ? ""
        : typeof line.more === "string" ? line.more : written(this.value(line.more, at), "signed");
      this.legend.write(number, written(value, spec.form), more);
      set(this.dots[number], Number.isFinite(value)
        ? { cx: this.axis.places[at], cy: this.y(value), visibility: "visible" }
        : { visibility: "hidden" });
    });
    if (this.spec.ranked) {
      const row = (array) => [...array.subarray(index * spec.lines.length, (index + 1) * spec.lines.length)];
      this.legend.order(row(this.doc.order), row(this.doc.rank));
    }
  }
}

function tickText(tick, form) {
  if (form === "percent") return percent(tick);
  return form === "signed" && tick > 0 ? `+${tick}` : `${tick}`.replace("-", "−");
}
