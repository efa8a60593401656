// Reference above estimate on one time axis, with window, query cursor, zoom and pan.

import { alone } from "../shared/alone.js";
import { quiet, valuesBelow } from "../shared/axes.js";
import { across, html, set, setText, svg, upright } from "../shared/elements.js";
import { fillsOf, palette, theme } from "../shared/palette.js";
import { Changes } from "../diagnosis/changes.js";
import { Marks } from "../triplets/marks.js";
import { Moments } from "../triplets/moments.js";
import { Roll } from "../listen/roll.js";
import { handle } from "./hand.js";
import { naming } from "./naming.js";
import { Guides, Stack } from "./stack.js";
import { timeTicks } from "../shared/scales.js";
import { Planes } from "../scape/plane.js";
import { LossStrips } from "../triplets/loss-strips.js";
import { OVERVIEW, TimeView, barOf, gripOf } from "./time-view.js";
import { SIDES } from "../shared/schema.js";
import { timesIn } from "../shared/times.js";

const LEFT = 84;
const NARROW = [600, 66]; // px: in narrower views, names have so little room
const RIGHT = 14;
const [BETWEEN, CLOSE] = [16, 4]; // px between the hierarchies: on the page, while presenting
const AXIS = 22;
const TOP = 16; // px for the query's time
const TICK = 70; // px of the axis per time
const MOST_TICKS = 5;
const COUNTABLE = 12; // frames
const LOOKING = "Reference and estimate on a time axis. Arrow keys move the query, N and P step through " +
  "the listed blocks, plus and minus zoom, Z zooms to the triplet and back, Page Up and Page Down pan, 0 " +
  "shows the whole track. Space plays from q, 1 and 2 play the triplet.";
const drawing = (unit) => "Reference and estimate on a time axis, to draw on. Up and Down choose a " +
  "layer, comma and period a boundary, Left and Right move it, or the query where a segment is chosen, " +
  `by 0.1 ${unit}, with Shift by 1, A adds a boundary at the query, Delete removes one, Enter labels the ` +
  "segment, Ctrl+Z undoes. The fields above do the same by typing.";
const FEW = { looking: 48, drawing: 32 }; // px of a row if there are few; tools for drawing need room
const DRAWABLE = 10; // px; lower rows can't be pressed reliably
const MARGIN = 0.08; // on each side of a triplet, as a share of its length
const LEGIBLE = 24; // px between two moments of a triplet that can be distinguished
const ENLARGED = 40; // px between them if a pair opens zoomed in
const AROUND = 1.3; // minimum length of the view, in lengths of the triplet
const NOTED = 330; // px of a presentation with room for notes over the scapes
const LOSSES = 8; // px between the estimate and the strips of loss

export class Layers {
  /** @param {import("./choices.js").Choices} choices */
  constructor(root, choices) {
    this.editor = null;
    this.root = root;
    this.choices = choices;
    this.svg = svg("svg", { class: "layers", tabindex: 0, role: "application", "aria-label": LOOKING });
    this.static = svg("g");
    this.moving = svg("g", { "pointer-events": "none" });
    this.band = svg("rect", { class: "window", "fill-opacity": palette.opacity.band });
    this.edges = [svg("line"), svg("line")];
    this.cursor = svg("line", { class: "query", "stroke-width": 1.6 });
    this.flag = svg("text", { "font-size": 11, "font-weight": 600, "text-anchor": "middle" });
    this.moving.append(this.cursor, this.flag);
    this.guides = new Guides();
    this.marks = new Marks();
    this.changes = new Changes();
    this.edits = svg("g", { "pointer-events": "none" });
    this.overview = svg("g", { class: "overview" });
    this.titles = svg("g", { "pointer-events": "none" });
    this.moments = new Moments(this.svg, (settled) => {
      this.pinned = this.moments.times[0];
      choices.publish("ask", settled);
    });
    this.svg.append(this.static, this.overview, this.moments.element);
    // Moving parts are in a separate picture, because painting the other one anew takes the longest.
    this.over = svg("svg", { class: "over" }, this.band, ...this.edges, this.edits, this.marks.element,
      this.changes.element, this.moving, this.titles);
    this.labels = svg("svg", { class: "over labels", "aria-hidden": "true" });
    this.names = SIDES.map((side, at) => {
      const name = html("button", { class: "rename" });
      naming(name, {
        label: `Rename the ${side}`,
        name: () => this.stacks[at].hierarchy.name,
        take: (text) => choices.publish("name", { side, name: text }),
      });
      return name;
    });
    this.roll = new Roll(() => this.listen?.key({ key: " " }));
    this.element = html("div", { class: "layers-box" }, this.svg, this.over, this.labels, this.roll.button,
      ...this.names);
    this.pinned = 0;
    this.pinched = null; // the next frame, while two fingers wait for it
    this.hovered = this.planes = null;
    this.aimed = null; // the side and window of a scape under the mouse
    this.enlarged = null; // the query whose triplet is zoomed in once it is known
    /** The total height while presenting; null for the natural height. */
    this.room = null;
    this.between = BETWEEN;
    this.listen = null;
    this.written = null; // the tune of a MIDI file, if one was opened
    this.heightScale = 1; // see arrangement.js
    /** Let the query follow a resting mouse after the picture has moved. */
    this.rest = () => {};
    handle(this);
    choices.listen("zoom", () => this.zoomIn());
    choices.listen("select", () => this.layout());
    choices.listen("mark", () => this.#laid && this.editor.draw(this));
    choices.listen("leave", () => this.svg.focus({ preventScroll: true }));
    this.scrolled = () => this.rest();
    document.addEventListener("scroll", this.scrolled, true);
  }

  /** The tune that is drawn and heard: of a MIDI file that was opened, or of the pair. */
  get tune() {
    return this.written ?? this.doc?.tune ?? null;
  }

  // Stacks that were set while there was no room, as during a page change, are not drawn yet.
  get #laid() {
    return Boolean(this.colors) && this.stacks.every(({ rows }) => rows);
  }

  get query() {
    return this.hovered ?? this.pinned;
  }

  get picture() {
    const copy = this.svg.cloneNode(true);
    copy.prepend(...(this.planes?.images ?? []));
    for (const sheet of [this.over, this.labels]) copy.append(...sheet.cloneNode(true).childNodes);
    return copy;
  }

  /** Draw on the layers with an editor; without one, the user only places the query. */
  edit(editor) {
    this.editor = editor;
    this.edits.replaceChildren(...(editor ? [editor.element] : []));
  }

  /** Show a new pair; keep the time view if the track is as long as before. */
  load(doc) {
    this.doc = doc;
    this.times = timesIn(doc.reference.unit);
    set(this.svg, { "aria-label": this.editor ? drawing(this.times.unit) : LOOKING });
    if (this.view?.duration !== doc.duration) this.view = new TimeView(doc.duration);
    if (this.query > doc.duration) { // the track has become shorter
      this.pinned = doc.duration / 2;
      this.hovered = null;
    }
    this.moments.load(doc.triplet ? [this.pinned, ...(this.moments.pair ?? doc.triplet)] : null, doc.placing);
    // On a phone, a scape has no room before the answer.
    const later = doc.scape && doc.hidden.includes("scape") && matchMedia("(max-width: 760px)").matches;
    const flat = doc.mode === "windows" || (doc.scape && !later)
      || (this.choices.flat && doc.mode === "draw");
    if (!flat) this.planes?.remove();
    this.planes = flat ? this.planes ?? new Planes(this.element, this.moving) : null;
    const look = {
      shortest: this.editor ? DRAWABLE : undefined,
      bare: doc.stripless || later,
      arcs: doc.scene ? Boolean(doc.triplet || doc.drawn) : !alone && !this.planes,
      shaded: doc.mode !== "triplets" && !doc.scene && !alone,
      named: doc.reference.name !== doc.estimate.name,
      tune: doc.scene ? null : doc.tune,
      plane: Boolean(this.planes),
    };
    this.stacks = [new Stack(doc.reference, "reference", "recall", look),
      new Stack(doc.estimate, "estimate", "precision", look)];
    this.losses = doc.mode === "triplets" && this.room === null ? new LossStrips() : null;
    this.layout();
    this.rest();
  }

  /** Set the total height while presenting; null for the natural height. */
  within(room) {
    const other = room !== this.room;
    this.room = room;
    this.between = room === null ? BETWEEN : CLOSE;
    if (other && this.doc) this.load(this.doc);
    else {
      this.layout();
      this.rest();
    }
  }

  // Fill the height by rows, or by scapes below low rows; omit strips and overview.
  #grow() {
    const sum = (of) => of(this.stacks[0]) + of(this.stacks[1]);
    const low = ({ rowHeight }) => (this.planes ? rowHeight / Math.max(this.heightScale, 1) : 0);
    for (const stack of this.stacks) stack.grow(low(stack));
    const left = this.room - this.#top(0) - this.between - AXIS - sum((stack) => stack.height);
    const row = left / sum((stack) => stack.hierarchy.layers.length);
    for (const stack of this.stacks) stack.grow(...(this.planes ? [stack.rowHeight, left / 2] : [row]));
  }

  /** Color labels anew, for example when one was typed that had no color yet. */
  recolor(fills) {
    if (JSON.stringify(fills) === JSON.stringify(this.doc.fills)) return;
    this.doc = { ...this.doc, fills };
    this.layout();
  }

  row(word, level) {
    const side = word === "reference" ? 0 : 1;
    const stack = this.stacks[side];
    return { y: this.#top(side) + stack.title + level * stack.rowHeight, height: stack.rowHeight };
  }

  placeAt(y) {
    for (const [side, stack] of this.stacks.entries()) {
      const level = Math.floor((y - this.#top(side) - stack.title) / stack.rowHeight);
      if (level >= 0 && level < stack.hierarchy.layers.length) return { word: stack.word, level };
    }
    return null;
  }

  /** Draw boundaries while they move; layers and lengths are the same as before. */
  reshape(pair) {
    if (!this.#laid) return;
    for (const stack of this.stacks) stack.reshape(pair[stack.word], this.view, this.colors, this.fill);
    this.#guide();
    this.editor?.draw(this);
  }

  #top(side) {
    const top = TOP + this.roll.height;
    return side ? top + this.stacks[0].height + this.between : top;
  }

  layout() {
    const width = this.element.clientWidth;
    if (!width || !this.doc) return;
    // On a phone, tools and scores of most tasks need the room; in a low presentation, scapes do.
    const noteless = width < NARROW[0] ? this.editor && this.doc.scene && !this.doc.blind
      : this.planes && this.room !== null && this.room < NOTED;
    this.roll.load(noteless ? null : this.tune, this.room !== null);
    const few = width < NARROW[0] || this.planes ? 0 : this.editor ? FEW.drawing : FEW.looking;
    const view = this.view;
    view.left = width < NARROW[0] ? NARROW[1] : LEFT;
    const right = width - RIGHT;
    view.width = right - view.left - (this.planes?.beside(width < NARROW[0], this.doc.of_layers) ?? 0);
    for (const stack of this.stacks) {
      stack.entitle(view, right);
      stack.fit(this.heightScale, few);
    }
    this.colors = theme(this.root);
    if (this.room !== null) this.#grow();
    const stacked = this.#top(1) + this.stacks[1].height;
    const bottom = stacked + (this.losses ? LOSSES + this.losses.height : 0);
    this.bottom = bottom;
    this.foot = bottom + AXIS;
    this.height = this.foot + OVERVIEW + 4;
    for (const sheet of [this.svg, this.over, this.labels]) {
      set(sheet, { width, height: this.height, viewBox: `0 0 ${width} ${this.height}`,
        "font-family": this.colors.font });
    }
    this.fill = fillsOf(this.doc.fills, this.colors);
    for (const stack of this.stacks) stack.draw(view, this.colors, this.fill);
    this.labels.replaceChildren(...this.stacks.map((stack) => stack.labels));
    this.stripped = this.changed = null;
    this.guides.clear();
    this.#guide();
    const headings = this.stacks.map((stack) => stack.heading(this.colors));
    this.stacks.forEach(({ group, labels }, side) => {
      const transform = `translate(0 ${this.#top(side)})`;
      for (const part of [group, labels, headings[side]]) set(part, { transform });
    });
    this.titles.replaceChildren(...headings);
    const renamed = this.doc.mode === "compare" && !alone && this.room === null;
    this.names.forEach((name, side) => {
      name.hidden = !renamed;
      const { indent, length } = this.stacks[side];
      Object.assign(name.style, { left: `${indent}px`, top: `${this.#top(side)}px`, width: `${length}px` });
    });
    // In lessons about a few moments, lines through the layers would look like boundaries.
    const guides = this.moments.times ? [] : [this.guides.element];
    this.roll.draw(view, TOP, this.colors);
    this.static.replaceChildren(...this.stacks.map((stack) => stack.group), ...guides, this.#axis(),
      this.roll.element);
    if (this.planes) {
      const { stacks, colors, times, doc: { of_layers: layers } } = this;
      this.static.append(
        this.planes.layout(stacks, [this.#top(0), this.#top(1)], layers, { view, right, colors, times }));
    }
    if (this.losses) {
      this.losses.layout(stacked + LOSSES, view, this.colors, this.times);
      this.static.append(this.losses.element);
    }
    for (const edge of this.edges) {
      set(edge, { stroke: this.colors.window, "stroke-opacity": 0.4, y1: TOP, y2: bottom });
    }
    set(this.band, { fill: this.planes ? "none" : this.colors.window, y: TOP, height: bottom - TOP });
    set(this.cursor, { stroke: this.colors.window, y1: TOP, y2: bottom + 4 });
    set(this.flag, { y: 12, fill: this.colors.window });
    this.grip = gripOf(view, this.foot + 2);
    this.overview.replaceChildren(...barOf(view, this.grip, this.colors));
    this.overview.style.cursor = view.whole ? "default" : "grab";
    this.editor?.draw(this);
    this.listen?.layout();
    if (this.now) this.show(this.now);
  }

  #guide() {
    this.guides.show(this.stacks, [this.#top(0), this.#top(1)], this.view);
  }

  #axis() {
    const { view, colors, times, doc: { scene, step } } = this;
    if (scene && step >= 1 && view.duration / step <= COUNTABLE) return this.#frames(step);
    const count = Math.min(view.width / TICK, MOST_TICKS);
    const { ticks, digits } = timeTicks(view.start, view.end, count, times);
    const group = svg("g", { class: "axis" });
    group.append(svg("line", { ...across(this.bottom + 4, view.left, view.left + view.width),
      stroke: colors.text, "stroke-opacity": 0.5 }));
    group.append(...valuesBelow(ticks, (time) => view.x(time), this.bottom + 4, colors,
      (time) => times.bare(time, digits)));
    // A time as m:ss explains itself; a plain number needs its unit.
    if (times.musical) {
      group.append(svg("text", { class: "unit", x: view.left - 6, y: this.bottom + 19, "text-anchor": "end",
        ...quiet(colors) }, times.one));
    }
    return group;
  }

  // In lessons that count frames, each has its number instead of times.
  #frames(step) {
    const { view, colors, bottom } = this;
    const starts = Array.from({ length: Math.round(view.duration / step) }, (_, at) => at * step);
    return svg("g", { class: "axis" }, ...[...starts, view.duration].map((time) =>
      svg("line", { ...upright(view.x(time), TOP, bottom + 8), stroke: colors.text, "stroke-opacity": 0.3 })),
    ...starts.map((time) => svg("text", { class: "frame", x: view.x(time + step / 2), y: bottom + 19,
      "text-anchor": "middle", ...quiet(colors), "font-size": 13 }, time)));
  }

  /** Draw everything that depends on the window: the band around the query, and the strips. */
  show(now) {
    this.now = now;
    if (!this.#laid) return;
    const { view } = this;
    const query = this.query;
    const right = view.left + view.width;
    const from = view.clip(Math.max(0, query - now.back));
    const to = view.clip(Math.min(view.duration, query + now.ahead));
    set(this.band, { x: from, width: Math.max(0, to - from) });
    [from, to].forEach((edge, at) => set(this.edges[at], { x1: edge, x2: edge }));
    const x = view.x(query);
    const visible = x >= view.left - 0.5 && x <= right + 0.5 && !this.moments.times; // moments have names
    set(this.cursor, { x1: x, x2: x, visibility: visible ? "visible" : "hidden" });
    set(this.flag, { x: Math.min(Math.max(x, view.left + 24), right - 24),
      visibility: visible ? "visible" : "hidden" });
    // The question has the time, and the axis has the unit. Long frames are marked in their middle.
    const asked = this.doc.step >= 1 || (!this.editor && now.triplets?.picked);
    setText(this.flag, asked ? "q" : `q = ${this.times.bare(now.named)}`);
    this.moments.draw(view, TOP, this.bottom, this.colors, this.times);
    this.planes?.show(now);
    if (now.strips && !this.planes && now.strips !== this.stripped) {
      this.stripped = now.strips;
      this.stacks.forEach((stack, index) => stack.showStrip(now.strips.rows[index], now.strips.range, view));
    }
    this.losses?.show(now.track, now.direction, now.region);
    if (this.enlarged !== null && now.triplets) {
      if (this.enlarged === query && now.triplets.picked) this.#enlarge(now.triplets);
      this.enlarged = null;
    }
    if (now.changes !== this.changed) {
      this.changed = now.changes;
      if (now.changes) {
        this.changes.show(now.changes, this.stacks, (word, level) => this.row(word, level), view,
          this.colors);
      } else this.changes.clear();
    }
    if (now.triplets && now.marks && !now.changes && !this.planes) {
      this.marks.show(now.triplets, this.stacks, [this.#top(0), this.#top(1)], view, this.colors);
    } else this.marks.clear();
  }

  /** Start at a query; `enlarged` zooms in on its triplet if the moments are too close. */
  open(time, enlarged) {
    if (!this.view.whole) this.fit();
    this.place(time);
    this.now &&= { ...this.now, triplets: null }; // the previous pair's
    this.enlarged = enlarged ? this.query : null;
  }

  #enlarge({ query, picked }) {
    const { view } = this;
    const [first, middle, last] = [query, ...picked.example].sort((a, b) => a - b);
    const least = Math.min(middle - first, last - middle);
    if (view.x(least) - view.x(0) >= LEGIBLE) return;
    const half = Math.max((least / ENLARGED) * view.width, AROUND * (last - first)) / 2;
    view.show((first + last) / 2 - half, (first + last) / 2 + half);
    this.moved();
  }

  /** Put the query at an exact time, and scroll it into view; asks nothing. */
  place(time) {
    this.pinned = Math.min(time, this.view.duration);
    this.hovered = null;
    this.#follow();
  }

  /** Redraw after zoom or pan, and report the view once it has settled. */
  moved() {
    this.enlarged = null;
    this.layout();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.choices.publish("ask", false), 180);
  }

  /** Zoom around a time; by default around the query if it is on screen, else around the middle. */
  zoom(factor, around = this.#visible(this.query) ? this.query : undefined) {
    this.view.zoom(factor, around);
    this.moved();
    this.rest();
  }

  pan(share) {
    this.view.pan(share * (this.view.end - this.view.start));
    this.moved();
    this.rest();
  }

  destroy() {
    document.removeEventListener("scroll", this.scrolled, true);
    clearTimeout(this.settling);
    cancelAnimationFrame(this.pinched);
  }

  fit() {
    this.view.show(0, this.view.duration);
    this.moved();
    this.rest();
  }

  /** Zoom to the triplet, or to the window if there is none; if already zoomed there, to the whole track. */
  zoomIn() {
    const { view, query, now } = this;
    if (!now) return;
    const picked = now.marks ? now.triplets?.picked : null;
    const times = picked ? [query, ...picked.i, ...picked.j] : [query - now.back, query + now.ahead];
    const [from, to] = [Math.max(Math.min(...times), 0), Math.min(Math.max(...times), view.duration)];
    const margin = MARGIN * (to - from);
    const before = [view.start, view.end];
    view.show(Math.max(from - margin, 0), Math.min(to + margin, view.duration));
    if (String([view.start, view.end]) === String(before)) view.show(0, view.duration);
    this.moved();
  }

  /** Set the query; `settled` is false during a drag. */
  pin(time, settled = true) {
    if (this.moments.times) return; // one of them is q
    // Sums of key steps are inexact, so round to milliseconds.
    this.pinned = Math.min(Math.max(Math.round(time * 1000) / 1000, 0), this.doc.duration);
    this.hovered = null;
    this.choices.publish("ask", settled);
  }

  #visible(time) {
    return time >= this.view.start && time <= this.view.end;
  }

  /** Move the query even out of view; then scroll to it. */
  step(time) {
    this.pin(time);
    this.#follow();
  }

  #follow() {
    if (this.#visible(this.query)) return;
    const half = (this.view.end - this.view.start) / 2;
    this.view.show(this.query - half, this.query + half);
    this.moved();
  }
}
