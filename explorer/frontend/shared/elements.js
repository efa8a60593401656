// Small helpers for drawing: elements, times, colours of the theme.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; `attributes` with a null value are left out, children may be strings. */
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
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** Write words into an element, unless they stand there already. */
export function tell(element, words) {
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
    tell(group.children[index], words);
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

/** Write seconds as m:ss.s; `digits` after the point. */
export function clock(seconds, digits = 1) {
  const scale = 10 ** digits;
  const whole = Math.round(seconds * scale);
  const minutes = Math.floor(whole / (60 * scale));
  const rest = (whole - minutes * 60 * scale) / scale;
  return `${minutes}:${rest.toFixed(digits).padStart(digits ? 3 + digits : 2, "0")}`;
}

/** Write a window; null is the whole track. */
export function windowText(seconds) {
  return seconds === null ? "∞" : `${+seconds.toFixed(3)}`;
}

/** Steps for a time axis: about `count` of them, at times a person would pick. */
export function timeTicks(start, end, count) {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];
  const step = steps.find((s) => (end - start) / s <= count) ?? steps.at(-1);
  const ticks = [];
  for (let k = Math.ceil(start / step - 1e-9); k * step <= end + 1e-9; k++) ticks.push(k * step);
  return { ticks, digits: step < 1 ? 1 : 0 };
}

// Tol's "light" scheme: told apart by colour-blind readers, made for fills under dark text.
const FILLS = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00"];
const UNLABELLED = { light: ["#c9ced6", "#dfe3e8"], dark: ["#949daa", "#b1b9c4"] };

/** Give each label of a pair one fill, in order of appearance; neighbours without one alternate. */
export function palette(dark) {
  const known = new Map();
  return (label, index) => {
    if (!label) return UNLABELLED[dark ? "dark" : "light"][index % 2];
    if (!known.has(label)) known.set(label, FILLS[known.size % FILLS.length]);
    return known.get(label);
  };
}

/** The theme's colours, as they are now. */
export function theme(root) {
  const style = getComputedStyle(root.host ?? root);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const background = read("--st-background-color", "#ffffff");
  const dark = luminance(background) < 0.4;
  return {
    dark,
    background,
    text: read("--st-text-color", dark ? "#fafafa" : "#31333f"),
    font: read("--st-font", "sans-serif"),
    panel: read("--st-secondary-background-color", dark ? "#262730" : "#f0f2f6"),
    // Tol's "vibrant" scheme, lightened on dark ground.
    recall: dark ? "#5ab4f0" : "#0077bb",
    precision: dark ? "#ff9d5c" : "#cc4400",
    f: dark ? "#d0d3da" : "#31333f",
    window: dark ? "#33ccb8" : "#009988",
    i: dark ? "#ff6fb0" : "#c2005f",
    j: dark ? "#b9a2ff" : "#5b2da8",
    gained: dark ? "#6fd08c" : "#1c7d3c",
    lost: dark ? "#ff7a66" : "#cc3311",
  };
}

/** Red, green and blue of any colour that CSS knows, 0 to 255. */
export function channels(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

const luminances = new Map(); // asking a canvas takes long for something done at every move

function luminance(colour) {
  if (!luminances.has(colour)) {
    const [red, green, blue] = channels(colour);
    luminances.set(colour, (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255);
  }
  return luminances.get(colour);
}
