// The slider of windows.

import { html } from "./elements.js";
import { nearest } from "./scales.js";
import { Slider } from "./slider.js";
import { timesIn, windowText } from "./times.js";

const WHOLE = ["inf", "∞", "infinity", "all"];

/** The index of the proportionally nearest window; the whole track only matches itself. */
export function nearestWindow({ windows, most }, window) {
  if (window === null || window >= most) return windows.length - 1;
  return nearest(windows, (candidate) => candidate === null
    ? Infinity
    : Math.abs(Math.log(candidate / window)));
}

export function described({ window_texts: texts, frames }, index) {
  return `${texts[index]}, ${frames}`;
}

const KIND = {
  id: "window",
  name: ({ unit = "seconds" }) => `Window w in ${unit}`,
  label: () => ["Window ", html("i", {}, "w")],
  typed: ({ unit = "seconds" }) =>
    ({ "aria-label": `Window in ${unit}, or inf`, title: `Type ${unit}, or inf for the whole track` }),
  note: { class: "window-note", role: "status" },
  written: windowText,
  spoken: (window, { unit = "seconds" }) =>
    (window === null ? "whole track" : `${windowText(window)} ${unit}`),
  about: (index, doc) => described(doc, index),
  nearest: (window, doc) => nearestWindow(doc, window),
  rule: ({ least, unit = "seconds" }) =>
    `type ${unit} (at least ${least}), ${timesIn(unit).musical ? "" : "m:ss, "}or inf`,
  // A typed window of an hour or more is the whole track.
  read: (text, { least, most, unit }) => {
    if (WHOLE.includes(text.toLowerCase())) return null;
    const window = /:.*:/.test(text) ? NaN : timesIn(unit).length(text);
    if (!(window >= least && Number.isFinite(window))) return NaN;
    return window >= most ? null : window;
  },
};

export class WindowSlider extends Slider {
  constructor(on) {
    super(KIND, on);
  }

  load(doc) {
    this.unit.textContent = ` ${timesIn(doc.unit).short}`;
    super.load(doc.windows, doc);
  }
}
