// Small helpers for elements of a page and of a picture.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: null leaves an attribute out, a function hears an event, children may be strings. */
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

/** Set attributes; what has its value already is left alone, as the browser would paint it anew. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[name] = value;
    else if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** Write words into an element, unless they stand there already. */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

const kinds = new WeakMap(); // of the parts that a group holds

/**
 * Draw [tag, attributes, words] in a group: where parts of the same classes are there they are changed, as
 * to make them anew at every move takes longest of all.
 */
export function redraw(group, parts) {
  const now = parts.map(([tag, attributes]) => `${tag} ${attributes.class}`).join();
  if (kinds.get(group) !== now) group.replaceChildren(...parts.map(([tag]) => svg(tag)));
  kinds.set(group, now);
  parts.forEach(([, attributes, words = ""], index) => {
    set(group.children[index], attributes);
    setText(group.children[index], words);
  });
}

/** Write into a field; where all of it is selected, it stays so: what is typed next takes its place. */
export function write(field, text) {
  if (field.value === text) return;
  const { value, selectionStart: start, selectionEnd: end } = field;
  const all = value !== "" && start === 0 && end === value.length;
  field.value = text;
  if (all && field.matches(":focus")) field.select();
}
