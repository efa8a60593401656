// The moments q, i and j of one triplet, which can be dragged over the layers or moved by keys.

import { placeOn } from "../shared/dragging.js";
import { redraw, set, svg, upright } from "../shared/elements.js";

const NEAR = 22; // px around a moment in which a press selects it
const GRIP = 8;
const NAMES = ["q", "i", "j"];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };

export class Moments {
  /** `sheet` is the picture; moved(settled) is called for each move. */
  constructor(sheet, moved) {
    this.sheet = sheet;
    this.moved = moved;
    this.times = null; // of q, i and j; null if the picture is not about one triplet
    this.open = false; // whether they can be moved
    this.grips = NAMES.map((name, which) => svg("g", {
      class: `moment ${name}`, role: "slider", "aria-label": name,
        onkeydown: (event) => this.#key(event, which),
    }));
    this.element = svg("g", { class: "moments" }, ...this.grips);
    // Handle the press before the picture does, which would pan.
    sheet.addEventListener("pointerdown", (event) => this.#down(event), true);
    sheet.addEventListener("pointermove", (event) => this.#drag(event), true);
    for (const end of ["pointerup", "pointercancel"]) {
      sheet.addEventListener(end, (event) => this.#up(event), true);
    }
  }

  /** Show other moments, or none; `open` makes them movable. */
  load(times, open) {
    if (this.dragged === undefined) this.times = times;
    this.open = open;
    this.element.classList.toggle("open", open);
  }

  /** The times of i and j for questions, or null. */
  get pair() {
    return this.times?.slice(1) ?? null;
  }

  draw(view, top, bottom, colors, times) {
    this.view = view;
    this.bottom = bottom;
    this.element.style.display = this.times ? "" : "none";
    if (!this.times) return;
    const places = this.times.map((time) => view.clip(time));
    const flags = spread(places, 2 * GRIP);
    this.grips.forEach((grip, which) => {
      const x = places[which];
      const name = NAMES[which];
      const fill = which ? colors[name] : colors.window;
      const text = `${name} at ${times.at(this.times[which])}`;
      set(grip, { tabindex: this.open ? 0 : null, "aria-disabled": this.open ? null : "true",
        "aria-valuemin": 0, "aria-valuemax": view.duration, "aria-valuenow": this.times[which],
        "aria-valuetext": text });
      redraw(grip, [
        ["rect", { x: x - NEAR, width: 2 * NEAR, y: 0, height: bottom, fill: "transparent" }],
        ["line", { ...upright(x, top, bottom), stroke: fill, "stroke-width": which ? 1.2 : 2 }],
        ["circle", { cx: flags[which], cy: GRIP, r: GRIP, fill }],
        ["text", { x: flags[which], y: GRIP + 4, "text-anchor": "middle", "font-size": 12, "font-weight": 700,
          "font-style": "italic", fill: colors.background }, name],
      ]);
    });
  }

  #move(which, time, settled) {
    this.times[which] = Math.min(Math.max(Math.round(time * 1000) / 1000, 0), this.view.duration);
    this.moved(settled);
  }

  #key(event, which) {
    const by = KEYS[event.key];
    if (!by || !this.open || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(which, this.times[which] + by * (event.shiftKey ? 1 : 0.1), true);
  }

  #down(event) {
    if (!this.times || event.button || event.shiftKey || this.dragged !== undefined) return;
    const { x, y } = placeOn(this.sheet, event);
    if (!this.open || y > this.bottom) return;
    // Of two moments at one place, the one moved last is on top.
    const apart = this.times.map((time) => Math.abs(this.view.x(time) - x));
    const nearest = Math.min(...apart);
    if (nearest > NEAR) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.sheet.setPointerCapture(event.pointerId);
    this.dragged = apart.lastIndexOf(nearest);
    this.grips[this.dragged].focus({ preventScroll: true });
  }

  #drag(event) {
    if (this.dragged === undefined) return;
    event.stopImmediatePropagation();
    this.#move(this.dragged, this.view.time(placeOn(this.sheet, event).x), false);
  }

  #up(event) {
    if (this.dragged === undefined) return;
    event.stopImmediatePropagation();
    this.dragged = undefined;
    this.moved(true);
  }
}

/** Spread three letters, closer than `apart` px, around the middle one, in the order of their moments. */
export function spread(places, apart) {
  const [first, middle, last] = [0, 1, 2].toSorted((left, right) => places[left] - places[right]);
  const flags = [...places];
  flags[first] = Math.min(places[first], places[middle] - apart);
  flags[last] = Math.max(places[last], places[middle] + apart);
  return flags;
}
