// Numbers, read as they are typed and written.

const ROUNDING = 1e-9; // by how much less than 1 the mean of ones may be

/** Read a number, with a decimal comma too; NaN for anything else. */
export function readNumber(text) {
  return text.trim() ? Number(text.replace(",", ".")) : NaN;
}

/** Write a score; a dash where there is none. */
export function scoreOf(value) {
  return Number.isFinite(value) ? value.toFixed(3) : "–";
}

/** Write a difference; `zero` where it is none. */
export function signed(value, zero = "=") {
  const text = Math.abs(value).toFixed(3);
  return text === "0.000" ? zero : `${value < 0 ? "−" : "+"}${text}`;
}

export function percent(share) {
  if (share === null) return "–";
  return `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;
}

/** Write a share so that it is true as words: none and all are said of nothing else. */
export function shareText(share) {
  if (share > 0 && share < 0.0005) return "less than 0.1 %";
  if (share >= 0.995 && share < 1 - ROUNDING) return "more than 99 %";
  return percent(share);
}

/** Write a count of triplets; without frames it is a product of two lengths of time. */
export function countText(count, frameless) {
  return frameless ? `${+count.toPrecision(3)} s² of triplets` : `${count.toLocaleString("en")} triplets`;
}
