// What all components have in common: what Streamlit calls at mount, and again when data or theme
// change.

import { hush, say } from "./bus.js";

const views = new WeakMap();
const AWAY = 1000; // ms that a change of page may take
let leaving = { until: 0, from: "" };

// A link to another page, in this tab, was pressed. What is said to Streamlit before that page has
// begun would bring the old page back: it waits, and is dropped when the page has gone.
for (const kind of ["pointerdown", "click"]) {
  document.addEventListener(kind, (event) => {
    if (!event.composedPath().some((node) => node.localName === "a" && !node.target)) return;
    say("leave", kind);
    hush("leave");
    leaving = { until: performance.now() + AWAY, from: window.location.pathname };
  }, true);
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
    const here = window.location.pathname === leaving.from;
    const wait = here ? leaving.until - performance.now() : 0;
    if (wait <= 0) setStateValue(state, value);
    else setTimeout(() => views.get(parentElement) === view && send(state, value), wait);
  };
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  const press = (state, value) => send(state, [value, Date.now()]);
  view.update(data, send, press);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}
