// The slider of windows.

import { html } from "./elements.js";
import { termLink } from "./glossary-link.js";
import { nearest } from "./scales.js";
import { Slider } from "./slider.js";
import { readTime, windowText } from "./times.js";

const WHOLE = ["inf", "∞", "infinity", "all"];

/** The number of the window nearest in proportion; the whole track only for itself. */
export function nearestWindow({ windows, most }, window) {
  if (window === null || window >= most) return windows.length - 1;
  return nearest(windows, (candidate) => candidate === null ? Infinity : Math.abs(Math.log(candidate / window)));
}

/** Say in words what is computed at a window. */
export function described({ words, frames }, index) {
  return `${words[index]}, ${frames}`;
}

const KIND = {
  id: "window",
  name: "Window w in seconds",
  label: () => ["Window ", termLink("window", { tabindex: -1 }, html("i", {}, "w"))],
  typed: { "aria-label": "Window in seconds, or inf", title: "Type seconds, or inf for the whole track" },
  note: { class: "words", role: "status" },
  written: windowText,
  spoken: (window) => (window === null ? "whole track" : `${windowText(window)} seconds`),
  about: (index, doc) => described(doc, index),
  nearest: (window, doc) => nearestWindow(doc, window),
  rule: ({ least }) => `type seconds (at least ${least}), m:ss, or inf`,
  // A window of an hour is the whole track.
  read: (text, { least }) => {
    if (WHOLE.includes(text.toLowerCase())) return null;
    const seconds = /:.*:/.test(text) ? NaN : readTime(text);
    return seconds >= least && Number.isFinite(seconds) ? seconds : NaN;
  },
};

export class WindowSlider extends Slider {
  constructor(on) {
    super(KIND, on);
    this.unit.textContent = " s";
  }

  load(doc) {
    super.load(doc.windows, doc);
  }
}
