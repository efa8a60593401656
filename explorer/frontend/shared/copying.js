// Copying text, also where the page is not served securely: there, browsers keep the clipboard to themselves.

import { html } from "./elements.js";

/**
 * Copy text; tells whether the browser let that be done. If not, it stands in a field in `place`, selected,
 * until whoever wants it has copied it by hand and goes on.
 * @param {string} text
 * @param {HTMLElement} place
 */
export async function copy(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = /** @type {ShadowRoot} */ (place.getRootNode()).activeElement;
    const field = html("input", { class: "copied", readonly: "", "aria-label": "Text to copy" });
    field.value = text;
    place.replaceChildren(field);
    field.focus({ preventScroll: true });
    field.select();
    const done = document.execCommand("copy");
    if (done) /** @type {HTMLElement | null} */ (focused)?.focus({ preventScroll: true });
    else field.addEventListener("blur", () => (place.textContent = ""));
    return done;
  }
}
