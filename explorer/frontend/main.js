// Entry: Streamlit calls this at mount, and again when data or theme change.

import { Gallery } from "./gallery.js";
import { Probe } from "./probe.js";
import { Scope } from "./scope.js";

const VIEWS = { hierscope_scope: Scope, hierscope_probe: Probe, hierscope_gallery: Gallery };
const views = new WeakMap();

export default function mount({ name, data, parentElement, setStateValue, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new VIEWS[name](parentElement);
    views.set(parentElement, view);
  }
  view.update(data, setStateValue, setTriggerValue);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}
