// The style sheet of all components, fetched once and shared by their roots.

const response = await fetch(new URL("./style.css", import.meta.url));

/** What style.css holds. */
export const sheet = await new CSSStyleSheet().replace(await response.text());
