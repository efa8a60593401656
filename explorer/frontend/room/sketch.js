// On a phone, when the room draws: empty layers, on which a finger sets boundaries while the song plays.

import { CLOSE, addBoundary, blank, inTheWay, moveBoundary, refusal, removeBoundary } from "../edit/edits.js";
import { halo, rowsOf, valuesBelow } from "../shared/axes.js";
import { placeOn } from "../shared/dragging.js";
import { html, set, setText, svg, upright } from "../shared/elements.js";
import { schema } from "../shared/schema.js";
import { nearestPlace, scale, timeTicks } from "../shared/scales.js";
import { keep, read } from "../shared/storage.js";
import { clock } from "../shared/times.js";

const NAMES = { 1: ["Sections"], 2: ["Large sections", "Small sections"] };
const [ROW, TOP, LEFT, RIGHT] = [76, 22, 18, 18]; // px
const REACH = 22; // px around a boundary in which a finger takes it
const STEP = 0.1; // s of a press on ‹ and ›
const [LATE, LATEST] = ["hierscope-taps", 1000]; // as in Draw: how late taps are, and at most, in ms

export class Sketch {
  /** `draw({ layers, done })` sends a drawing; `time` is the server's clock. */
  constructor(root, { layers, most }, width, colors, time, draw) {
    this.end = most;
    this.colors = colors;
    this.time = time;
    this.draw = draw;
    this.past = [];
    this.chosen = this.playing = null;
    this.done = this.closed = this.own = false;
    this.layers = NAMES[layers].map(() => blank(most));
    this.x = scale([0, most], [LEFT, width - RIGHT]);
    this.timeOf = scale([LEFT, width - RIGHT], [0, most]);
    const height = TOP + ROW * layers + 26;
    this.bars = svg("g");
    this.head = svg("line", { class: "playhead", "stroke-width": 2, stroke: colors.text });
    const { ticks, digits } = timeTicks(0, most, 6);
    const viewBox = `0 0 ${width} ${height}`;
    this.picture = svg("svg", { class: "sketch", role: "img", width, height, viewBox });
    this.picture.append(this.bars, this.head,
      ...valuesBelow(ticks, this.x, height - 26, colors, (at) => clock(at, digits)));
    const button = (text, onclick, name = null) => html("button", { onclick, class: name }, text);
    this.now = NAMES[layers].map((name, level) =>
      button(`Now: ${name.toLowerCase()}`, () => this.#tap(level)));
    this.where = html("output", {}, "Tap a row to set a boundary.");
    this.chooses = [button(`‹ ${STEP} s`, () => this.#move(this.chosen.time - STEP)),
      button(`${STEP} s ›`, () => this.#move(this.chosen.time + STEP)),
      button("Remove", () => this.#remove())];
    this.undo = button("Undo", () => this.#back());
    this.finish = button("Done", () => this.#send(!this.done), "finish");
    this.late = html("input", { type: "number", step: 10, min: -LATEST, max: LATEST,
      value: read(LATE)?.late ?? 0, onchange: () => keep(LATE, { late: this.late.valueAsNumber || 0 }) });
    this.delay = html("span");
    this.lateness = html("p", { class: "late" },
      html("label", {}, "My taps are late by (ms) ", this.late), this.delay);
    root.append(this.picture, html("div", { class: "now-row" }, ...this.now), this.where,
      html("div", { class: "edit-row" }, ...this.chooses, this.undo), this.lateness, this.finish);
    this.#listen();
    this.#show();
  }

  /** Show the drawing that the server has, on a phone that was reloaded, and where the song is. */
  show(answer, { playing, closed }) {
    if (answer && !this.past.length && !this.own) this.#adopt(answer);
    this.playing = playing;
    this.closed = closed;
    for (const button of [...this.now, ...this.chooses, this.undo, this.finish]) button.disabled = closed;
    this.#show();
    this.#run();
  }

  write(answer) {
    return answer ? `${answer.layers.flat().length} boundaries` : "";
  }

  #adopt({ layers, done }) {
    this.own = true;
    this.done = done;
    this.layers = layers.map((inner) => {
      const boundaries = [0, ...inner, this.end];
      return { name: "", boundaries, labels: boundaries.slice(1).map(() => "") };
    });
  }

  // The second of the song that sounds; null while it does not play.
  get #playhead() {
    if (!this.playing?.on) return null;
    const at = this.playing.at + this.time.now - this.playing.when;
    return at >= 0 && at <= this.end ? at : null;
  }

  #run() {
    cancelAnimationFrame(this.frame);
    const at = this.picture.isConnected ? this.#playhead : null;
    for (const button of this.now) button.hidden = at === null;
    this.lateness.hidden = at === null;
    set(this.head, { visibility: at === null ? "hidden" : null,
      ...upright(this.x(at ?? 0), TOP - 8, TOP + ROW * this.layers.length) });
    const { delay } = this.time;
    setText(this.delay, Number.isFinite(delay) ? `, delay to the server ${Math.round(delay * 500)} ms` : "");
    if (at !== null) this.frame = requestAnimationFrame(() => this.#run());
  }

  #tap(level) {
    const at = this.#playhead;
    if (at !== null) this.#set(level, at - (this.late.valueAsNumber || 0) / 1000);
  }

  #set(level, at) {
    const time = Math.round(at * 1000) / 1000;
    const near = inTheWay(this.layers[level], time, CLOSE);
    if (near >= 0) this.chosen = { level, time: this.layers[level].boundaries[near] };
    else if (!refusal(time, this.end) && this.#count < schema.most_boundaries) {
      this.#put(addBoundary(this.layers, level, time, true));
      this.chosen = { level, time };
    }
    this.#show();
  }

  get #count() {
    return this.layers.reduce((sum, { labels }) => sum + labels.length - 1, 0) + this.layers.length - 1;
  }

  #move(to, before = this.layers) {
    const { level, time } = this.chosen;
    const at = before[level].boundaries.indexOf(time);
    const moved = moveBoundary(before, level, time, Math.round(to * 1000) / 1000, true);
    this.#put(moved);
    this.chosen = { level, time: moved[level].boundaries[at] };
    this.#show();
  }

  #remove() {
    if (!this.chosen) return;
    this.#put(removeBoundary(this.layers, this.chosen.level, this.chosen.time, true));
    this.chosen = null;
    this.#show();
  }

  #back() {
    if (!this.past.length) return;
    this.layers = this.past.pop();
    this.chosen = null;
    this.#send();
    this.#show();
  }

  #put(layers) {
    if (layers === this.layers) return;
    this.past = [...this.past, this.layers].slice(-100);
    this.layers = layers;
    this.#send();
  }

  #send(done = false) {
    this.own = true;
    this.done = done;
    this.draw({ layers: this.layers.map(({ boundaries }) => boundaries.slice(1, -1)), done });
  }

  #listen() {
    const place = (event) => {
      const { x, y } = placeOn(this.picture, event);
      const level = Math.floor((y - TOP) / ROW);
      return level >= 0 && level < this.layers.length ? { x, level } : null;
    };
    let drag = null;
    this.picture.onpointerdown = (event) => {
      const at = this.closed ? null : place(event);
      if (!at) return;
      this.picture.setPointerCapture(event.pointerId);
      const inner = this.layers[at.level].boundaries.slice(1, -1);
      const near = nearestPlace(inner.map((time) => this.x(time)), at.x);
      const taken = inner.length > 0 && Math.abs(this.x(inner[near]) - at.x) <= REACH;
      if (taken) this.chosen = { level: at.level, time: inner[near] };
      else this.#set(at.level, this.timeOf(at.x));
      drag = taken && { from: at.x, time: inner[near], layers: this.layers, past: this.past };
      this.#show();
    };
    this.picture.onpointermove = (event) => {
      if (!drag) return;
      const { x } = placeOn(this.picture, event);
      if (!drag.moved && Math.abs(x - drag.from) < 4) return;
      drag.moved = true;
      this.layers = drag.layers;
      this.past = drag.past; // a drag is one step of undo
      this.chosen = { ...this.chosen, time: drag.time };
      this.#move(drag.time + this.timeOf(x) - this.timeOf(drag.from));
    };
    this.picture.onpointerup = this.picture.onpointercancel = () => (drag = null);
  }

  #show() {
    const { chosen, colors, layers } = this;
    const names = NAMES[layers.length];
    const sides = [{ layers }];
    this.bars.replaceChildren(
      ...rowsOf(sides, this.x, { row: ROW, above: TOP, fills: {} }, colors),
      ...layers.flatMap(({ boundaries }, level) => {
        const top = TOP + ROW * level;
        const at = { x: LEFT + 4, y: top + 16, "font-size": 12, fill: colors.text, ...halo(colors) };
        return [...boundaries.slice(1, -1).map((time) => {
          const held = chosen?.level === level && chosen.time === time;
          return svg("line", { ...upright(this.x(time), top, top + ROW - 1), class: "boundary",
            stroke: held ? colors.window : colors.text, "stroke-width": held ? 5 : 3 });
        }), svg("text", at, names[level])];
      }));
    for (const button of this.chooses) button.disabled = !chosen || this.closed;
    this.undo.disabled = !this.past.length || this.closed;
    setText(this.where, chosen ? `${names[chosen.level]}: ${clock(chosen.time, 1)}`
      : "Tap a row to set a boundary.");
    setText(this.finish, !this.done ? "Done" : this.closed ? "Done ✓" : "Done ✓ (press to go on)");
  }
}
