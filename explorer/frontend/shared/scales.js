// Positions of values on axes, and round values for ticks. Nothing is drawn here.

const BENT = { linear: (value) => value, log: Math.log };
const COUNTS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]; // bars, beats
const TIMES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600]; // seconds

export const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * Return a function that maps values from `low` to `high` to pixels between two pixels.
 * @param {number[]} values `low` and `high`
 * @param {number[]} pixels
 * @param {"linear" | "log"} [shape]
 */
export function scale([low, high], [start, end], shape = "linear") {
  const bend = BENT[shape];
  const least = bend(low);
  const step = (end - start) / (bend(high) - least);
  return (value) => start + (bend(value) - least) * step;
}

/** The same, but values outside are moved to the ends. */
export function heldScale(values, pixels, shape) {
  const free = scale(values, pixels, shape);
  const [left, right] = [Math.min(...pixels), Math.max(...pixels)];
  return (value) => Math.min(Math.max(free(value), left), right);
}

/**
 * About `count` times for an axis, and how many decimals they need; `unit` is their unit.
 * @param {{musical: boolean, first: number}} [unit]
 */
export function timeTicks(start, end, count, unit = { musical: false, first: 0 }) {
  const { musical, first } = unit;
  const steps = musical ? COUNTS : TIMES;
  const step = steps.find((size) => (end - start) / size <= count) ?? steps.at(-1);
  const ticks = [];
  // In units that are counted from 1, such as measures, round numbers are one earlier, except the first.
  if (first && step > 1 && start <= 0) ticks.push(0);
  for (let k = Math.ceil((start + first) / step - 1e-9); k * step - first <= end + 1e-9; k++) {
    if (k * step >= first) ticks.push(k * step - first);
  }
  return { ticks, digits: step < 1 ? 1 : 0 };
}

/** The values 1, 2 and 5 times powers of ten in the range of a logarithmic axis. */
export function logTicks(low, high) {
  const powers = [-2, -1, 0, 1, 2, 3].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
  return powers.filter((tick) => tick >= low * 0.9999 && tick <= high * 1.0001);
}

export function nearest(all, distance) {
  let best = 0;
  all.forEach((value, index) => {
    if (distance(value) < distance(all[best])) best = index;
  });
  return best;
}

export function nearestPlace(places, x) {
  return nearest(places, (place) => Math.abs(place - x));
}
