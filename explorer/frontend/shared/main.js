// What all components have in common: what Streamlit calls at mount, and again when data or theme
// change; and how what they say comes to the server.

import { tellAll } from "./rest.js";
import { sheet } from "./sheet.js";

const views = new WeakMap();
const numbers = new WeakMap(); // of views, in the order in which they came
let count = 0;

const AWAY = 10_000; // ms that a change of page may take at most, where the server is busy
const UNDERWAY = 120; // ms that something said to Streamlit may take to be sent
const OFTEN = 200; // ms after which it is tried again
const HEARD = 300; // ms in which a button of the page is heard

// A request names the page that the browser shows. One that reaches Streamlit (1.67) within ms of a
// link's, before that page has begun, brings the old page back. So a link waits for what was said just
// before it, and what is said after it waits for the page to begin, and is dropped when it has.
const leaving = { until: 0, from: "" };
let waiting = 0;
let following = false;
let sent = -Infinity;
// Streamlit also ends a run for the next request, and with it what the button that began it does: what is
// said after a press of one waits until it is heard.
let pressed = -Infinity;
// What is said and not sent yet, in its order; of one state, what it said last.
const queue = new Map();
let sending = 0;
let last = 0;

// While the connection is lost, Streamlit drops what is sent. What was on its way is sent again when it is
// back. A server that was started anew knows the address only, and a component once its first run is over:
// what it did not hear is then said anew.
/** @type {HTMLElement | null} */
const app = document.querySelector("[data-test-connection-state]");
const unheard = new Map();
let [lost, began] = [false, 0];

if (app) new MutationObserver(changed).observe(app, { attributeFilter: ["data-test-connection-state", "data-test-script-state"] });
window.addEventListener("popstate", () => (leaving.until = 0));
document.addEventListener("click", follow, true);

function connected() {
  return !app || app.dataset.testConnectionState === "CONNECTED";
}

/** What the server calls the session. */
function sessionNow() {
  return getComputedStyle(document.documentElement).getPropertyValue("--hierscope-session").trim();
}

function arrive() {
  if (window.location.pathname !== leaving.from) leaving.until = 0;
}

// Each thing has a time of its own, by which a session takes it once.
function say(key, thing) {
  last = Math.max(Date.now(), last + 1);
  queue.delete(key);
  queue.set(key, { ...thing, at: last });
  flush();
}

function flush() {
  clearTimeout(sending);
  if (!queue.size) return;
  arrive();
  const wait = Math.max(leaving.until, pressed + HEARD) - performance.now();
  if (wait > 0 || !connected()) {
    sending = setTimeout(flush, wait > 0 ? Math.min(wait, OFTEN) : OFTEN);
    return;
  }
  const things = [...queue];
  queue.clear();
  for (const [key, thing] of things) send(key, thing);
}

function send(key, thing) {
  unheard.delete(key);
  if (!thing.there()) return;
  sent = performance.now();
  const to = sessionNow();
  unheard.set(key, { ...thing, sent, to });
  thing.tell([thing.value, thing.at, to]);
}

// The connection was lost or is back, or a run begins or is over.
function changed() {
  if (!connected()) lost = true;
  else if (lost) {
    lost = false;
    began = 0;
    for (const [key, thing] of [...unheard]) send(key, thing);
  } else if (app.dataset.testScriptState !== "notRunning") began ||= performance.now();
  else {
    const session = sessionNow();
    for (const [key, thing] of [...unheard]) {
      if (thing.to && thing.to !== session) say(key, thing);
      else if (thing.sent < began) unheard.delete(key);
    }
    began = 0;
  }
}

function follow(event) {
  if (event.composedPath()[0] === event.target) { // not in a picture
    pressed = -Infinity;
    flush(); // what was said before this press
    pressed = performance.now();
  }
  const link = event.composedPath().find((node) => node.localName === "a" && !node.target);
  if (!link || following || event.ctrlKey || event.metaKey || event.shiftKey) return;
  tellAll();
  clearTimeout(waiting); // of another link, which this one takes the place of
  leaving.until = 0;
  if (link.pathname === window.location.pathname) return; // another place on the same page
  Object.assign(leaving, { until: performance.now() + AWAY, from: window.location.pathname });
  const wait = sent + UNDERWAY - performance.now();
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
 * The component that a module draws, with the class of the same name.
 * @param {string} module
 */
export async function component(module) {
  const name = module.split("/").at(-1);
  const { [name[0].toUpperCase() + name.slice(1)]: View } = await import(`../${module}.js`);
  return ({ data, parentElement, setStateValue }) => {
    if (!views.has(parentElement)) views.set(parentElement, mount(View, parentElement));
    return update(views.get(parentElement), data, parentElement, setStateValue);
  };
}

function mount(View, parentElement) {
  const root = parentElement.getRootNode();
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  const view = new View(parentElement);
  numbers.set(view, ++count);
  return view;
}

function update(view, data, parentElement, setStateValue) {
  arrive();
  const there = () => views.get(parentElement) === view;
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  view.update(data, (state, value) => say(`${numbers.get(view)} ${state}`, { value, there, tell: (words) => setStateValue(state, words) }));
  // Streamlit may clean up after one page when the next one shows the same component in the same
  // place: what is on the page still lives on.
  return () => setTimeout(() => {
    if (parentElement.isConnected || !there()) return;
    view.destroy();
    views.delete(parentElement);
  });
}
