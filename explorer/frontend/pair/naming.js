// A name that is edited where it stands: press it, type, Enter. Escape keeps it.

import { html, set } from "../shared/elements.js";
import { schema } from "../shared/schema.js";

/** Let a press on a button edit the name() that it stands for; take() receives another one. */
export function naming(button, { label, name, take }) {
  set(button, { title: label, onclick: () => {
    const field = html("input", { class: "naming", "aria-label": label, maxlength: schema.longest_name,
      value: name() });
    field.style.cssText = button.style.cssText;
    const close = (typed) => {
      field.onblur = null; // replacing it ends its focus, too
      field.replaceWith(button);
      if (typed !== name()) take(typed);
    };
    set(field, {
      onblur: () => close(field.value.trim()),
      onkeydown: (event) => {
        event.stopPropagation(); // keys of the page
        if (event.key === "Escape") close(name());
        else if (event.key === "Enter") close(field.value.trim());
        else return;
        event.preventDefault(); // of a press on the button, which has the focus again
        button.focus();
      },
    });
    button.replaceWith(field);
    field.select();
  } });
}
