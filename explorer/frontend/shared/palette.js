// All colors, for light and dark themes; explorer/palette.py reads the same file. Labels have Paul Tol's
// "light" scheme and four colors more, which color-blind readers can distinguish under dark text. Scores have
// "vibrant", curves "muted" and "light". Colors too faint or too dark for their background are left out; the
// others are adjusted until text in them is readable.

import { text } from "./alone.js";
import { shownLabel } from "./schema.js";

export const palette = JSON.parse(await text("palette.json"));

/** Return a function from a label to its color and pattern; Python chooses those of all labels of a pair. */
export function fillsOf(fills, { background }) {
  return (label) => (Object.hasOwn(fills, shownLabel(label)) ? fills[label] : [background, ""]);
}

/** The color and dash of a numbered curve: twelve differ in color or dash, and neighbors in both. */
export function strokeOf({ color: number }, { numbered_lines: curves }) {
  const { dashes } = palette;
  const dash = dashes[(number + Math.floor(number / curves.length)) % dashes.length];
  return { color: curves[number % curves.length], dash };
}

export function theme(root) {
  const style = getComputedStyle(root.host ?? root);
  const read = (name) => style.getPropertyValue(name).trim();
  const background = read("--st-background-color") || palette.light.background;
  const dark = luminance(background) < 0.4;
  const ground = palette[dark ? "dark" : "light"];
  return {
    ...ground,
    dark,
    background,
    text: read("--st-text-color") || ground.text,
    font: read("--st-font") || "sans-serif",
    panel: read("--st-secondary-background-color") || ground.panel,
  };
}

/** Set the colors of an element as CSS variables, and return them. */
export function colored(element, root) {
  const colors = theme(root);
  for (const [name, color] of Object.entries({ ...colors, ...palette.outcomes })) {
    if (typeof color === "string") element.style.setProperty(`--${name}`, color);
  }
  return colors;
}

export function channels(color) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

const luminances = new Map(); // reading a color from a canvas is too slow for every move

function luminance(color) {
  if (!luminances.has(color)) {
    const [red, green, blue] = channels(color);
    luminances.set(color, (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255);
  }
  return luminances.get(color);
}
