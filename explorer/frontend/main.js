// Entry: Streamlit calls this at mount, and again when data or theme change.

import { Gallery } from "./gallery.js";
import { Probe } from "./probe.js";
import { Scope } from "./scope.js";

const VIEWS = { hierscope_scope: Scope, hierscope_probe: Probe, hierscope_gallery: Gallery };
const views = new WeakMap();

export default function mount({ name, data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new VIEWS[name](parentElement);
    views.set(parentElement, view);
  }
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  const press = (state, value) => setStateValue(state, [value, Date.now()]);
  view.update(data, setStateValue, press);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}
