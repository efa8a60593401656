// What all components share: Streamlit calls this at mount, and whenever data or theme change.

import { arrive, sayOnce } from "./around-streamlit.js";
import { text } from "./alone.js";

const sheet = await new CSSStyleSheet().replace(await text("style.css"));
const views = new WeakMap();
let count = 0;

/**
 * The component that a module draws, by its class of the same name.
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
  return { view: new View(parentElement), number: ++count };
}

function update(mounted, data, parentElement, setStateValue) {
  const { view, number } = mounted;
  const there = () => views.get(parentElement) === mounted;
  arrive();
  view.update(data, (state, value) =>
    sayOnce(`${number} ${state}`, { value, there, tell: (message) => setStateValue(state, message) }));
  // If the next page has the same component in the same place, Streamlit (1.67) may clean up after the old
  // page later. So skip this if the element is still on the page.
  return () => setTimeout(() => {
    if (parentElement.isConnected || !there()) return;
    view.destroy?.();
    views.delete(parentElement);
  });
}
