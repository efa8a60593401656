// Parts that unfold under a button; the browser can remember whether they are open.

import { html } from "./elements.js";
import { keep, read } from "./storage.js";

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
