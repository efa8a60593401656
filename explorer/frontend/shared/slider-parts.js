// What pictures with a slider have in common: the flag at the place that is chosen, and tools.

import { html, svg } from "./elements.js";
import { measure } from "./legend.js";
import { savePng, saveSvg } from "./saving.js";

/** The flag over a place `x`, kept between two pixels: its words on a coloured ground. */
export function flagOf(text, x, [left, right], top, { fill, ink, font }) {
  const half = measure(text, 12, font) / 2 + 9;
  const middle = Math.min(Math.max(x, left + half), right - half);
  return [
    svg("rect", { x: middle - half, y: top, width: 2 * half, height: 18, rx: 9, fill }),
    svg("text", { x: middle, y: top + 13, "text-anchor": "middle", "font-size": 12, "font-weight": 600, fill: ink }, text),
  ];
}

/** A small button; `pressed` is undefined where it is no switch. */
export function toolButton(text, title, action, pressed) {
  const element = html("button", { type: "button", title, "aria-label": title, "aria-pressed": pressed === undefined ? null : String(pressed) }, text);
  element.addEventListener("click", action);
  return element;
}

/** The buttons that save a picture; `sheet` and `file` give it and its name when they are asked. */
export function saveButtons(sheet, file) {
  const button = (text, save) => toolButton(text, `Save the picture as ${text}`, () => save(sheet(), file()));
  return [button("PNG", savePng), button("SVG", saveSvg)];
}

/** Buttons of which one is pressed, under a name. */
export function either(name, buttons) {
  return html("span", { class: "either", role: "group", "aria-label": name }, html("span", { class: "name" }, name), ...buttons);
}
