// Links from numbers and their names to what they mean.

import { alone } from "./alone.js";
import { html } from "./elements.js";

/**
 * A link to a term of the glossary, which has a tab of its own. Every page is one level below the
 * root, so the address is relative: it holds under any base path. A document of its own has the words.
 */
export function termLink(id, attributes = {}, ...children) {
  const link = alone
    ? html("span", { ...attributes, tabindex: null }, ...children)
    : html("a", { href: `glossary?term=${id}`, target: "hierscope-glossary", ...attributes }, ...children);
  link.classList.add("term");
  return link;
}
