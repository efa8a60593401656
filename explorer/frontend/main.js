// What all components have in common: what Streamlit calls at mount, and again when data or theme
// change.

import { hush, say, shared } from "./bus.js";

const views = new WeakMap();
const AWAY = 1000; // ms that a change of page may take
const UNDERWAY = 120; // ms that something said to Streamlit may take to be sent

// A link to another page, in this tab, was pressed. What reaches Streamlit after the link's own request
// and before that page has begun would bring the old page back. So the link waits for what was said
// just before it, and what is said later waits for the page to begin, and is dropped when it has.
if (!shared.leaving) {
  document.addEventListener("pointerdown", (event) => linkOf(event) && leave(), true);
  document.addEventListener("click", follow, true);
  shared.leaving = { until: 0, from: "" };
}

function linkOf(event) {
  return event.composedPath().find((node) => node.localName === "a" && !node.target);
}

function leave() {
  say("leave");
  hush("leave");
  shared.leaving = { until: performance.now() + AWAY, from: window.location.pathname };
}

function follow(event) {
  const link = linkOf(event);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  leave();
  clearTimeout(shared.waiting); // of another link, which this one takes the place of
  const wait = shared.said + UNDERWAY - performance.now();
  if (wait <= 0 || shared.following) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  shared.waiting = setTimeout(() => {
    shared.following = true;
    link.click();
    shared.following = false;
  }, wait);
}

/** The component that a class draws. */
export function component(View) {
  return ({ data, parentElement, setStateValue }) => {
    if (!views.has(parentElement)) views.set(parentElement, new View(parentElement));
    return update(views.get(parentElement), data, parentElement, setStateValue);
  };
}

function update(view, data, parentElement, setStateValue) {
  const send = (state, value) => {
    const { until, from } = shared.leaving;
    const wait = window.location.pathname === from ? until - performance.now() : 0;
    if (wait <= 0) {
      shared.said = performance.now();
      setStateValue(state, value);
    } else setTimeout(() => views.get(parentElement) === view && send(state, value), wait);
  };
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  const press = (state, value) => send(state, [value, Date.now()]);
  view.update(data, send, press);
  // Streamlit may clean up after one page when the next one shows the same component in the same
  // place: what is on the page still lives on.
  return () => setTimeout(() => {
    if (parentElement.isConnected || views.get(parentElement) !== view) return;
    view.destroy();
    views.delete(parentElement);
  });
}
