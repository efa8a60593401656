// Parses, formats and finds times; cases are in tests/cases/times.json.

import { schema } from "./schema.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/;
const CLOCK = /^(?:(\d+):(?=[0-5]?\d:))?(\d+):([0-5]?\d(?:\.\d+)?)$/;

/** Parse seconds, m:ss or h:mm:ss, also with a decimal comma; NaN for other text. */
export function readTime(text) {
  const clean = text.trim().toLowerCase().replace(",", ".").replace(/\s*s$/, "");
  const clock = CLOCK.exec(clean);
  if (clock) return tidy(3600 * Number(clock[1] ?? 0) + 60 * Number(clock[2]) + Number(clock[3]));
  return NUMBER.test(clean) ? tidy(Number(clean)) : NaN;
}

// Round to microseconds, because sums of minutes and seconds are inexact.
function tidy(seconds) {
  return Math.round(seconds * 1e6) / 1e6;
}

/** Format seconds as m:ss.s, with `digits` decimals. */
export function clock(seconds, digits = 1) {
  const scale = 10 ** digits;
  const whole = Math.round(seconds * scale);
  const minutes = Math.floor(whole / (60 * scale));
  const rest = (whole - minutes * 60 * scale) / scale;
  return `${minutes}:${rest.toFixed(digits).padStart(digits ? 3 + digits : 2, "0")}`;
}

/** Formats times in seconds, beats or measures, as core/wording.py does. */
class Times {
  constructor({ unit, one, short, first }) {
    this.unit = unit;
    this.one = one;
    this.short = short; // the unit after a number
    this.first = first; // the number of position 0
    this.musical = unit !== "seconds";
  }

  /** Format a time next to its unit. */
  bare(time, digits = 1) {
    return this.musical ? `${+(time + this.first).toFixed(Math.max(digits, 1))}` : clock(time, digits);
  }

  /** Format a time: "1:03.1", "measure 13.5". */
  at(time, digits = 1) {
    return this.musical ? `${this.one} ${this.bare(time, digits)}` : clock(time, digits);
  }

  /** Format a stretch of time with a given precision. */
  span(start, end, digits = 1) {
    return `${this.bare(start, digits)}–${this.bare(end, digits)}`;
  }

  lasting(length) {
    return `${+length.toFixed(3)} ${this.musical && length === 1 ? this.one : this.short}`;
  }

  /** Format a window with its unit; null is the whole track. */
  window(window) {
    return window === null ? "∞" : this.lasting(window);
  }

  typed(time) {
    return this.musical ? `${+(time + this.first).toFixed(6)}` : clock(time, 6).replace(/\.?0+$/, "");
  }

  read(text) {
    return this.musical ? tidy(this.length(text) - this.first) : readTime(text);
  }

  length(text) {
    return this.musical && text.includes(":") ? NaN : readTime(text);
  }

  get example() {
    return this.musical ? "12.5" : "12.5 or 1:03.1";
  }
}

const EVERY = new Map(schema.units.map((unit) => [unit.unit, new Times(unit)]));

export function timesIn(unit = "seconds") {
  return EVERY.get(unit);
}

export function windowText(window) {
  return window === null ? "∞" : `${+window.toFixed(3)}`;
}

/** A window as in questions and addresses. */
export function windowParameter(window) {
  return window === null ? "inf" : String(window);
}

export function segmentAt({ boundaries }, time) {
  const next = boundaries.findIndex((boundary, index) => index > 0 && boundary > time);
  return next < 0 ? boundaries.length - 2 : next - 1;
}
