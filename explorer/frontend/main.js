// What all components have in common: what Streamlit calls at mount, and again when data or theme
// change.

import { sheet } from "./sheet.js";

const views = new WeakMap();

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
  // Streamlit drops a trigger when another request follows within milliseconds. A state is sent
  // again with that one; the time tells two clicks on the same thing apart.
  view.update(data, (state, value) => setStateValue(state, [value, Date.now()]));
  // Streamlit may clean up after one page when the next one shows the same component in the same
  // place: what is on the page still lives on.
  return () => setTimeout(() => {
    if (parentElement.isConnected || views.get(parentElement) !== view) return;
    view.destroy();
    views.delete(parentElement);
  });
}
