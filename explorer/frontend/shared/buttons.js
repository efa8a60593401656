// Buttons beside a picture.

import { html } from "./elements.js";
import { savePng, saveSvg } from "./saving.js";

/** A small button; `pressed` is undefined where it is no switch. */
export function toolButton(text, title, action, pressed) {
  const state = pressed === undefined ? null : String(pressed);
  const element = html("button", { title, "aria-pressed": state, onclick: action }, text);
  // What one reads is what one says to press it; a sign alone has no name.
  const read = element.textContent;
  const named = !/\w/.test(read) || title.toLowerCase().includes(read.toLowerCase());
  element.ariaLabel = named ? title : `${read}: ${title}`;
  return element;
}

/** The buttons that save a picture, `what`; `sheet` and `file` give it and its name when it is saved. */
export function saveButtons(sheet, file, what = "picture") {
  const button = (text, save) => toolButton(text, `Save the ${what} as ${text}`, () => save(sheet(), file()));
  return [button("PNG", savePng), button("SVG", saveSvg)];
}

/** Buttons of which one is pressed, under a name. */
export function either(name, buttons) {
  return html("span", { class: "either", role: "group", "aria-label": name },
    html("span", { class: "name" }, name), ...buttons);
}
