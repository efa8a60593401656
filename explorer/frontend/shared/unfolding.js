// Parts that unfold under a button; the browser remembers whether they are open.

import { html } from "./elements.js";
import { keep, read } from "./storage.js";

const KEY = "hierscope-unfolded";

/** Make the button that unfolds a part with an id; `name` is the key in the browser's storage. */
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
