// Entry: Streamlit calls this at mount, and again when data or theme change.

import { hush, say } from "./bus.js";
import { Chart } from "./chart.js";
import { Gallery } from "./gallery.js";
import { Probe } from "./probe.js";
import { Scope } from "./scope.js";

const VIEWS = { hierscope_scope: Scope, hierscope_probe: Probe, hierscope_gallery: Gallery, hierscope_chart: Chart };
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

export default function mount({ name, data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new VIEWS[name](parentElement);
    views.set(parentElement, view);
  }
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
