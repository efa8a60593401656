// Save what is on screen: the drawings carry their own colours and fonts, so a copy is complete.

import { html, set } from "./draw.js";

/** Put drawings one above the other into one SVG document. */
export function together(drawings, colours) {
  const width = Math.max(...drawings.map((drawing) => drawing.width.baseVal.value));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  let y = 8;
  for (const drawing of drawings) {
    const copy = drawing.cloneNode(true);
    set(copy, { y, x: 0, tabindex: null, role: null, "aria-label": null });
    y += drawing.height.baseVal.value + 8;
    sheet.append(copy);
  }
  set(sheet, { xmlns: "http://www.w3.org/2000/svg", width, height: y, viewBox: `0 0 ${width} ${y}` });
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  set(paper, { width, height: y, fill: colours.background });
  sheet.prepend(paper);
  return { text: new XMLSerializer().serializeToString(sheet), width, height: y };
}

export function saveSvg(sheet, name) {
  download(new Blob([sheet.text], { type: "image/svg+xml" }), `${name}.svg`);
}

export function savePng(sheet, name, scale = 2) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([sheet.text], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = html("canvas", { width: sheet.width * scale, height: sheet.height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => download(blob, `${name}.png`));
  };
  image.src = url;
}

function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = html("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
