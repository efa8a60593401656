// Helpers for elements of pages and pictures.

import { alone } from "./alone.js";

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: null omits an attribute, a function is an event handler, children may be strings. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  set(element, attributes);
  element.append(...children);
  return element;
}

export const across = (y, x1, x2) => ({ x1, x2, y1: y, y2: y });
export const upright = (x, y1, y2) => ({ x1: x, x2: x, y1, y2 });

/** Set attributes; skip unchanged values, because the browser would repaint. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[name] = value;
    else if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A link to a term of the glossary, in a tab of its own. Every page is one level below the root, so the
 * address is relative and works under any base path. A saved document has plain text instead.
 */
export function termLink(id, attributes = {}, ...children) {
  const link = alone
    ? html("span", { ...attributes, tabindex: null }, ...children)
    : html("a", { href: `glossary?term=${id}`, target: "hierscope-glossary", ...attributes }, ...children);
  link.classList.add("term");
  return link;
}

const kinds = new WeakMap(); // of the elements in a group

/** Draw [tag, attributes, text] in a group; reusing elements of the same classes is faster. */
export function redraw(group, parts) {
  const now = parts.map(([tag, attributes]) => `${tag} ${attributes.class}`).join();
  if (kinds.get(group) !== now) group.replaceChildren(...parts.map(([tag]) => svg(tag)));
  kinds.set(group, now);
  parts.forEach(([, attributes, text = ""], index) => {
    set(group.children[index], attributes);
    setText(group.children[index], text);
  });
}

/** Write into a field; if all of it is selected, select it again, so that typing replaces it. */
export function write(field, text) {
  if (field.value === text) return;
  const { value, selectionStart: start, selectionEnd: end } = field;
  const all = value !== "" && start === 0 && end === value.length;
  field.value = text;
  if (all && field.matches(":focus")) field.select();
}
