// Times, read as they are typed, written, and looked up. tests/cases/times.json has what every reader of them must
// make of what.

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/;
const CLOCK = /^(?:(\d+):(?=[0-5]?\d:))?(\d+):([0-5]?\d(?:\.\d+)?)$/;

/** Read seconds, m:ss or h:mm:ss, with a decimal comma too; NaN for anything else. */
export function readTime(text) {
  const clean = text.trim().toLowerCase().replace(",", ".").replace(/\s*s$/, "");
  const clock = CLOCK.exec(clean);
  if (clock) return tidy(3600 * Number(clock[1] ?? 0) + 60 * Number(clock[2]) + Number(clock[3]));
  return NUMBER.test(clean) ? tidy(Number(clean)) : NaN;
}

// To the microsecond: sums of minutes and seconds are not exact.
function tidy(seconds) {
  return Math.round(seconds * 1e6) / 1e6;
}

/** Write seconds as m:ss.s; `digits` after the point. */
export function clock(seconds, digits = 1) {
  const scale = 10 ** digits;
  const whole = Math.round(seconds * scale);
  const minutes = Math.floor(whole / (60 * scale));
  const rest = (whole - minutes * 60 * scale) / scale;
  return `${minutes}:${rest.toFixed(digits).padStart(digits ? 3 + digits : 2, "0")}`;
}

/** Write a window; null is the whole track. */
export function windowText(seconds, unit = "") {
  return seconds === null ? "∞" : `${+seconds.toFixed(3)}${unit}`;
}

/** A window as questions and addresses have it. */
export function windowParameter(window) {
  return window === null ? "inf" : String(window);
}

/** The number of the segment that holds a time. */
export function segmentAt({ boundaries }, time) {
  const next = boundaries.findIndex((each, index) => index > 0 && each > time);
  return next < 0 ? boundaries.length - 2 : next - 1;
}
