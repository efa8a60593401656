// Parts that unfold under a button, and stay open or closed where the person left them.

import { html } from "./elements.js";
import { keep, read } from "./storage.js";

const KEY = "hierscope-unfolded";

/** Make the button that unfolds a part, which has an id; the browser remembers its state under `name`. */
export function unfolding(name, label, part) {
  const button = html("button", { class: "unfold", "aria-controls": part.id }, label);
  const show = (open) => {
    part.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => {
    show(part.hidden);
    keep(KEY, { ...read(KEY), [name]: !part.hidden });
  });
  show(Boolean(read(KEY)?.[name]));
  return button;
}
