// The style sheet of all components, fetched once and shared by their roots.

import { text } from "./files.js";

/** What style.css holds. */
export const sheet = await new CSSStyleSheet().replace(await text("style.css"));
