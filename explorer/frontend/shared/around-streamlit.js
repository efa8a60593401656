// All that works around Streamlit in the browser, each with its reason; all of it was needed for 1.67.

import { tellAll } from "./rest.js";

const AWAY = 10_000; // ms that a change of page may take at most, where the server is busy
const UNDERWAY = 120; // ms that something said to Streamlit may take to be sent
const OFTEN = 200; // ms after which it is tried again
const HEARD = 300; // ms in which a button of the page is heard
const PATIENCE = 5000; // ms that tables may take to come

// A request names the page that the browser shows. One that reaches Streamlit within ms of a link's, before
// that page has begun, brings the old page back. So a link waits for what was said just before it, and
// what is said after it waits for the page to begin, and is dropped when it has.
const leaving = { until: 0, from: "" };
let place = window.location.pathname;
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
// what it did not hear is then said anew. Only attributes that Streamlit's own tests use say so.
/** @type {HTMLElement | null} */
const app = document.querySelector("[data-test-connection-state]");
const unheard = new Map();
let [lost, began] = [false, 0];

if (app) {
  new MutationObserver(changed).observe(
    app, { attributeFilter: ["data-test-connection-state", "data-test-script-state"] });
}
window.addEventListener("popstate", () => (leaving.until = 0));
window.addEventListener("pointerdown", closeOnly, true);
document.addEventListener("click", follow, true);
document.addEventListener("click", closeMenu);

function connected() {
  return !app || app.dataset.testConnectionState === "CONNECTED";
}

// What the server calls the session, which Streamlit does not tell; the page's style does.
function sessionNow() {
  return getComputedStyle(document.documentElement).getPropertyValue("--hierscope-session").trim();
}

/** The page that a link led to may be here; Streamlit leaves its scroll to the next page. */
export function arrive() {
  const { pathname } = window.location;
  if (pathname !== leaving.from) leaving.until = 0;
  if (pathname !== place) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  place = pathname;
}

/**
 * Say a value of a state, which `key` names, once it will be heard, if its view is still there(). Streamlit
 * drops a trigger when another request follows within ms; a state is sent again with that one. Each is
 * told with a time of its own, by which a session takes it once, and two clicks on one thing differ.
 */
export function sayOnce(key, { value, there, tell }) {
  last = Math.max(Date.now(), last + 1);
  queue.delete(key);
  queue.set(key, { value, there, tell, at: last });
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
      if (thing.to && thing.to !== session) sayOnce(key, thing);
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
  if (link.pathname === window.location.pathname) { // another place on the same page
    setTimeout(() => unfold(link.hash.slice(1)));
    return;
  }
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

// A press on a picture beside an open menu only closes the menu.
function closeOnly(event) {
  const path = event.composedPath();
  const open = document.querySelector('[data-testid="stPopoverBody"]');
  if (open && path[0] !== event.target && !path.includes(open)) event.stopPropagation();
}

// A browser opens a folded part that a link leads into, but Streamlit leaves its links and text inert.
function unfold(id) {
  const target = document.getElementById(id);
  const part = target?.closest("details");
  if (!part?.querySelector(":scope > [inert]")) return;
  part.querySelector("summary").click();
  requestAnimationFrame(() => target.scrollIntoView());
}

/** Open Streamlit's own menu, whose button is hidden where a page has a menu. */
export function openMenu() {
  /** @type {HTMLElement | null} */
  const button = document.querySelector('[data-testid="stMainMenuButton"]');
  button?.click();
}

// On a narrow window the pages stand in a side bar, which stays open over the one that was chosen.
function closeMenu({ target }) {
  if (!target.closest?.('[data-testid="stSidebarNav"] a')) return;
  /** @type {HTMLElement | null} */
  const button = document.querySelector('[data-testid="stSidebarCollapseButton"] button');
  button?.click();
}

// Where a page stood when it was last pressed is where it stands again when one comes back.
export class Scrolled {
  static #tops = new Map();

  /** `name` gives what is on the page now; null while nothing is. */
  constructor(name) {
    /** @type {HTMLElement} */
    this.page = document.querySelector('[data-testid="stMain"]') ?? document.documentElement;
    // Before the page changes: afterwards it stands elsewhere.
    this.remember = () => {
      this.page.style.overflowAnchor = "";
      if (name()) Scrolled.#tops.set(name(), this.page.scrollTop);
    };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, this.remember, true);
  }

  /** Go back to where the page stood, as soon as it is long enough. */
  return(name) {
    const top = Scrolled.#tops.get(name);
    // What comes above it later would take it along.
    if (top) this.page.style.overflowAnchor = "none";
    const end = performance.now() + PATIENCE;
    const look = () => {
      if (!top || this.closed || performance.now() > end) return;
      this.page.scrollTop = top;
      if (this.page.scrollTop < top - 1) requestAnimationFrame(look);
    };
    look();
  }

  close() {
    this.closed = true;
    for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, this.remember, true);
  }
}
