// Saves what is on screen; pictures contain their colors and fonts, so a copy is complete.

import { html, set, svg } from "./elements.js";

const CONTROLS =
  ".overview, .track, .thumb, .edits .row, .edits .handle, .edits .segment, .edits .dragged";
const SHARP = 2; // image pixels per page pixel

/** Combine pictures in one SVG document, followed by lines: texts, or lists of texts and [text, color]. */
export function together(pictures, lines, colors) {
  const width = Math.max(...pictures.map((picture) => picture.width.baseVal.value));
  const sheet = svg("svg");
  let y = 8;
  for (const picture of pictures) {
    const copy = picture.cloneNode(true);
    copy.querySelectorAll(CONTROLS).forEach((part) => part.remove());
    set(copy, { y, x: 0, tabindex: null, role: null, "aria-label": null });
    y += picture.height.baseVal.value + 8;
    sheet.append(copy);
  }
  for (const line of lines) {
    y += 16;
    const parts = [line].flat().map((part) => [part].flat());
    sheet.append(svg("text", { x: 12, y, "font-size": 12, "font-family": colors.font, fill: colors.text },
      ...parts.map(([text, fill = null]) => svg("tspan", { fill }, text))));
  }
  y += 10;
  set(sheet, { xmlns: "http://www.w3.org/2000/svg", width, height: y, viewBox: `0 0 ${width} ${y}` });
  sheet.prepend(svg("rect", { width, height: y, fill: colors.background }));
  // Labels may contain characters that XML does not allow.
  const text = new XMLSerializer().serializeToString(sheet).replace(/[^\t\n\r\x20-\uFFFD]/g, "\uFFFD");
  return { text, width, height: y };
}

export function saveSvg(sheet, name) {
  download(new Blob([sheet.text], { type: "image/svg+xml" }), `${name}.svg`);
}

export function savePng(sheet, name) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([sheet.text], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = html("canvas", { width: sheet.width * SHARP, height: sheet.height * SHARP });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => download(blob, `${name}.png`));
  };
  image.src = url;
}

export function saveUrl(url, name) {
  html("a", { href: url, download: name }).click();
}

function download(blob, name) {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Copy text; return whether the browser allowed it. If not, as on insecure pages, `place` shows the text
 * in a field, selected, until the user has copied it and moves on.
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
