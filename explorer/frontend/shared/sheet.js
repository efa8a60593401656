// The style sheet of all components, fetched once and shared by their roots.

import { fetched } from "./fetched.js";

const response = await fetched("style.css");

/** What style.css holds. */
export const sheet = await new CSSStyleSheet().replace(await response.text());
