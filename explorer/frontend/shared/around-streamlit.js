// Workarounds for Streamlit in the browser, with reasons; all are needed for 1.67.

import { tellAll } from "./rest.js";

const AWAY = 10_000; // maximum ms for a change of page on a busy server
const UNDERWAY = 120; // maximum ms for a message to reach Streamlit
const OFTEN = 200; // ms between attempts
const HEARD = 300; // ms in which the press of a Streamlit button is processed
const PATIENCE = 5000; // maximum ms until tables appear

// A request names the page that the browser shows. If it reaches Streamlit within ms of a followed link,
// before the new page has begun, the old page returns. So a link waits for earlier messages. Later messages
// wait until the page has begun, and are dropped then.
const leaving = { until: 0, from: "" };
let place = window.location.pathname;
let waiting = 0;
let following = false;
let sent = -Infinity;
// Each request also ends the current run, and with it the work of the button that started it. So messages
// after a press wait until the press is processed.
let pressed = -Infinity;
// Unsent messages in order; of each state, only the last.
const queue = new Map();
let sending = 0;
let last = 0;

// Streamlit drops messages while the connection is lost, so they are sent again afterwards. A restarted
// server knows only the address, and components only after its first run, so older messages are sent again,
// too. The connection is known only from attributes for Streamlit's own tests.
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

// The server's name of the session; Streamlit does not tell it, but the page's style contains it.
function sessionNow() {
  return getComputedStyle(document.documentElement).getPropertyValue("--hierscope-session").trim();
}

/** Handle the arrival at a linked page; Streamlit would keep the old scroll position. */
export function arrive() {
  const { pathname } = window.location;
  if (pathname !== leaving.from) leaving.until = 0;
  if (pathname !== place) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  place = pathname;
}

/**
 * Send a value of a state, named by `key`, once Streamlit will process it, if its view is still there().
 * Streamlit drops a trigger if another request follows within ms, but repeats a state. Each message has its
 * own time, so that the session handles it once, and two clicks on one thing differ.
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

// The connection was lost or restored, or a run begins or ends.
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
    flush(); // send earlier messages first
    pressed = performance.now();
  }
  showForm(event.target.closest?.(".st-key-make_question details:not([open]) > summary"));
  const link = event.composedPath().find((node) => node.localName === "a" && !node.target);
  if (!link || following || event.ctrlKey || event.metaKey || event.shiftKey) return;
  tellAll();
  clearTimeout(waiting); // of another link, which this one replaces
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

// A press on a picture next to an open menu only closes the menu.
function closeOnly(event) {
  const path = event.composedPath();
  const open = document.querySelector('[data-testid="stPopoverBody"]');
  if (open && path[0] !== event.target && !path.includes(open)) event.stopPropagation();
}

// A form opens below the screen: scroll to it once it is there, and focus its first field.
function showForm(summary) {
  const end = performance.now() + PATIENCE;
  const look = () => {
    const part = summary?.parentElement;
    const last = part?.querySelector('[data-testid="stFormSubmitButton"]');
    if (last && !part.querySelector('[data-testid="stSkeleton"]')) {
      summary.scrollIntoView();
      part.querySelector("input").focus({ preventScroll: true });
    } else if (summary && performance.now() < end) requestAnimationFrame(look);
  };
  look();
}

// If a link leads into a folded part, the browser opens it, but Streamlit leaves its content inert.
function unfold(id) {
  const target = document.getElementById(id);
  const part = target?.closest("details");
  if (!part?.querySelector(":scope > [inert]")) return;
  part.querySelector("summary").click();
  requestAnimationFrame(() => target.scrollIntoView());
}

/** Open Streamlit's own menu, whose button is hidden on pages with a menu. */
export function openMenu() {
  click('[data-testid="stMainMenuButton"]');
}

// In narrow windows the pages are in a side bar, which would stay open after a choice.
function closeMenu({ target }) {
  const chosen = target.closest?.('[data-testid="stSidebarNav"] a');
  if (chosen) click('[data-testid="stSidebarCollapseButton"] button');
}

function click(selector) {
  /** @type {HTMLElement | null} */
  const button = document.querySelector(selector);
  button?.click();
}

// Restores the scroll position of a page at its last press when the user returns.
export class Scrolled {
  static #tops = new Map();

  /** `name` returns what is on the page now, or null. */
  constructor(name) {
    /** @type {HTMLElement} */
    this.page = document.querySelector('[data-testid="stMain"]') ?? document.documentElement;
    // Do this before the page changes, which moves the scroll position.
    this.remember = () => {
      this.page.style.overflowAnchor = "";
      if (name()) Scrolled.#tops.set(name(), this.page.scrollTop);
    };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, this.remember, true);
  }

  /** Scroll back as soon as the page is long enough. */
  return(name) {
    const top = Scrolled.#tops.get(name);
    // Elements that appear above later would shift the position.
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
