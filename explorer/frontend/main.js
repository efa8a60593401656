// What all components have in common: what Streamlit calls at mount, and again when data or theme
// change.

import { tellAll } from "./rest.js";
import { sheet } from "./sheet.js";

const views = new WeakMap();
const AWAY = 10_000; // ms that a change of page may take at most, where the server is busy
const UNDERWAY = 120; // ms that something said to Streamlit may take to be sent
const OFTEN = 200; // ms after which it is tried again
const HEARD = 300; // ms in which a button of the page is heard

// A request names the page that the browser shows. One that reaches Streamlit (1.67) within ms of a
// link's, before that page has begun, brings the old page back. So a link waits for what was said just
// before it, and what is said after it waits for the page to begin, and is dropped when it has.
const leaving = { until: 0, from: "" };
let said = -Infinity;
// Streamlit also ends a run for the next request, and with it what the button that began it does: what is
// said after a press of one waits until it is heard.
let pressed = -Infinity;
const held = new Set();
let waiting = 0;
let following = false;
// While the connection to the server is lost, Streamlit drops what is said to it. So that waits until it
// is back, and what was on its way is said again: a server takes it once, by the time it was said at.
/** @type {HTMLElement | null} */
const app = document.querySelector("[data-test-connection-state]");
let repeat = () => {};
if (app) new MutationObserver(() => connected() && repeat()).observe(app, { attributeFilter: ["data-test-connection-state"] });

document.addEventListener("click", follow, true);

function connected() {
  return !app || app.dataset.testConnectionState === "CONNECTED";
}

function follow(event) {
  pressed = -Infinity;
  for (const again of [...held]) again(); // said before this press
  if (event.composedPath()[0] === event.target) pressed = performance.now(); // not in a picture
  const link = event.composedPath().find((node) => node.localName === "a" && !node.target);
  if (!link || following || event.ctrlKey || event.metaKey || event.shiftKey) return;
  tellAll();
  if (link.pathname === window.location.pathname) return; // another place on the same page
  Object.assign(leaving, { until: performance.now() + AWAY, from: window.location.pathname });
  clearTimeout(waiting); // of another link, which this one takes the place of
  const wait = said + UNDERWAY - performance.now();
  if (wait <= 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting = setTimeout(() => {
    following = true;
    link.click();
    following = false;
  }, wait);
}

/**
 * The component that a class draws; its module has the same name in lower case.
 * @param {string} name
 */
export async function component(name) {
  const { [name]: View } = await import(`./${name.toLowerCase()}.js`);
  return ({ data, parentElement, setStateValue }) => {
    if (!views.has(parentElement)) views.set(parentElement, mount(View, parentElement));
    return update(views.get(parentElement), data, parentElement, setStateValue);
  };
}

function mount(View, parentElement) {
  const root = parentElement.getRootNode();
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return new View(parentElement);
}

function update(view, data, parentElement, setStateValue) {
  const send = (state, value) => {
    const away = window.location.pathname === leaving.from ? leaving.until : 0;
    const wait = Math.max(away, pressed + HEARD) - performance.now();
    if (wait <= 0 && connected()) {
      said = performance.now();
      setStateValue(state, value);
      repeat = () => views.get(parentElement) === view && setStateValue(state, value);
      return;
    }
    const again = () => {
      clearTimeout(timer);
      held.delete(again);
      if (views.get(parentElement) === view) send(state, value);
    };
    const timer = setTimeout(again, wait > 0 ? Math.min(wait, OFTEN) : OFTEN);
    held.add(again);
  };
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  view.update(data, (state, value) => send(state, [value, Date.now()]));
  // Streamlit may clean up after one page when the next one shows the same component in the same
  // place: what is on the page still lives on.
  return () => setTimeout(() => {
    if (parentElement.isConnected || views.get(parentElement) !== view) return;
    view.destroy();
    views.delete(parentElement);
  });
}
