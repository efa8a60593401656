// Buttons next to a picture, and those that unfold a part; the browser can remember whether it is open.

import { html } from "./elements.js";
import { savePng, saveSvg } from "./saving.js";
import { keep, read } from "./storage.js";

/** A small button; `pressed` is undefined if it does not toggle. */
export function toolButton(text, title, action, pressed) {
  const state = pressed === undefined ? null : String(pressed);
  const element = html("button", { title, "aria-pressed": state, onclick: action }, text);
  // Text is also the accessible name, for voice control; a sign alone is not.
  const read = element.textContent;
  const named = !/\w/.test(read) || title.toLowerCase().includes(read.toLowerCase());
  element.ariaLabel = named ? title : `${read}: ${title}`;
  return element;
}

export function saveButtons(sheet, file) {
  const button = (text, save) => toolButton(text, `Save the picture as ${text}`, () => save(sheet(), file()));
  return [button("PNG", savePng), button("SVG", saveSvg)];
}

/** Radio buttons under a name, from [value, label, title]; `take` is called with the chosen value. */
export function choice(label, name, options, take) {
  const radios = options.map(([value]) =>
    html("input", { type: "radio", name, value, onchange: () => take(value) }));
  const labels = options.map(([value, label, title], at) =>
    html("label", { class: value, title }, radios[at], ` ${label}`));
  const element = html("span", { class: "choice", role: "radiogroup", "aria-label": label }, ...labels);
  return { element, show: (value) => radios.forEach((radio) => (radio.checked = radio.value === value)) };
}

const KEY = "hierscope-unfolded";

/** Make the button that unfolds a part with an id, which begins folded, and show(open). */
export function folding(label, part) {
  const button = html("button", { "aria-controls": part.id }, label);
  const show = (open) => {
    part.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => show(part.hidden));
  show(false);
  return { button, show };
}

/** Make such a button that the browser remembers; `name` is the key in its storage. */
export function unfolding(name, label, part) {
  const { button, show } = folding(label, part);
  button.className = "unfold";
  button.addEventListener("click", () => keep(KEY, { ...read(KEY), [name]: !part.hidden }));
  show(Boolean(read(KEY)?.[name]));
  return button;
}
