// The triplets of a query at one window, out of an answer that holds every window.

import { clock } from "./draw.js";

const ROW = 14; // see _sweep_message in explorer/components/triplet_messages.py
const PLACES = ["\ue000", "\ue001"]; // in the words, for the times of i and of j

/** Give counts, window, block and words at a window; null without an answer. */
export function tripletsAt(answer, index) {
  if (!answer?.triplets) return null;
  const { triplets } = answer;
  const row = answer.sweep_rows.subarray(ROW * index, ROW * (index + 1));
  const [agree, tie, inverted, start, end, kind] = row;
  const total = agree + tie + inverted;
  const base = { ...triplets, agree, tie, inverted, total, reach: [start, end], picked: null };
  if (kind < 0) {
    const { none, agree: all, filtered } = triplets.empty;
    return { ...base, words: !total ? none : triplets.all_lost && tie + inverted === 0 ? all : filtered };
  }
  const block = triplets.kinds[kind];
  const example = [row[10], row[11]];
  return {
    ...base,
    words: PLACES.reduce((words, place, which) => words.replaceAll(place, clock(example[which])), block.words),
    picked: { ...block, i: [row[6], row[7]], j: [row[8], row[9]], example, count: row[12], of_loss: row[13] },
  };
}
