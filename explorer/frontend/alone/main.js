// Shows a view in a saved document: does what Streamlit and shared/main.js do in the explorer.

import { bytes, text } from "./alone.js";

const sheet = await new CSSStyleSheet().replace(await text("style.css"));
const own = await new CSSStyleSheet().replace(await text("view.css"));

export async function show(View) {
  const message = await bytes("message");
  const root = document.getElementById("view").attachShadow({ mode: "open" });
  root.adoptedStyleSheets.push(sheet, own);
  const view = new View(root);
  const update = () => view.update(message, () => {});
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update);
  update();
}
