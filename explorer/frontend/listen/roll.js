// The notes of a tune over the layers, as dashes on their time axis: a thin piano roll.

import { html, set, svg } from "../shared/elements.js";

const [HEIGHT, LOW] = [40, 22]; // px: on the page, while presenting
const MELODY = 0.7; // share of the height for the melody; other voices share the rest
const UNDER = 5; // px to the layers
const [THIN, THICK] = [1.5, 4]; // px of a dash
const SOUNDING = 4; // px of a dash that sounds
const GAP = 1.5; // px between notes
const SHORT = 1; // px; the minimum length of a dash
const ACCOMPANIMENT = 0.4; // opacity of voices other than the melody

export class Roll {
  /** `press` plays or stops. */
  constructor(press) {
    this.lines = [svg("path"), svg("path", { "stroke-opacity": ACCOMPANIMENT })];
    this.sounding = svg("path");
    this.element = svg("g", { class: "roll", fill: "none" }, svg("title"), ...this.lines);
    this.button = html("button", { class: "play-tune", title: "Play or stop (Space)", onclick: press });
    this.button.ariaLabel = this.button.title;
    this.play(false);
    this.load(null);
  }

  /** Show the notes of a tune, in a `low` roll or a usual one; null for none. */
  load(tune, low = false) {
    const tall = low ? LOW : HEIGHT;
    if (tune === this.tune && tall === this.tall) return;
    this.tune = tune;
    this.tall = tall;
    this.button.hidden = !tune;
    this.element.firstChild.textContent = tune ? `The notes of ${tune.title}` : "";
    const lanes = [true, false].map((upper) =>
      (tune?.notes ?? []).filter(([, , , voice]) => upper === !voice));
    this.lanes = lanes.map((notes, lane) => {
      const pitches = notes.map(([, , pitch]) => pitch);
      const [lowest, highest] = [Math.min(...pitches), Math.max(...pitches)];
      const foot = lane ? tall : tall * MELODY;
      const height = lane ? tall - tall * MELODY : foot;
      return { notes, foot, step: height / (highest - lowest + 1), lowest };
    });
  }

  /** The room that it needs over the layers. */
  get height() {
    return this.tune ? this.tall + UNDER : 0;
  }

  draw(view, top, colors) {
    this.button.style.top = `${top + this.tall / 2}px`;
    this.button.style.width = `${view.left - 10}px`;
    if (!this.tune) return this.lines.forEach((line) => set(line, { d: null }));
    this.dash = ([start, length, pitch, voice]) => {
      const [x, right] = [view.clip(start), view.clip(start + length)];
      if (right <= x) return "";
      const { foot, lowest, step } = this.lanes[voice ? 1 : 0];
      const y = top + foot - (pitch - lowest + 0.5) * step;
      return `M${x.toFixed(1)} ${y.toFixed(1)}h${Math.max(right - x - GAP, SHORT).toFixed(1)}`;
    };
    this.lines.forEach((line, lane) => {
      const { notes, step } = this.lanes[lane];
      set(line, { stroke: colors.text, "stroke-width": Math.min(Math.max(step, THIN), THICK),
        d: notes.map(this.dash).join("") });
    });
    return set(this.sounding, { stroke: colors.window, "stroke-width": SOUNDING });
  }

  /** Mark the notes that sound at a time; null for none. */
  mark(time) {
    const notes = this.tune && time !== null
      ? this.tune.notes.filter(([start, length]) => start <= time && time < start + length) : [];
    set(this.sounding, { d: notes.map((note) => this.dash(note)).join("") || null });
  }

  play(playing) {
    this.button.textContent = playing ? "■ stop" : "▶ play";
  }
}
