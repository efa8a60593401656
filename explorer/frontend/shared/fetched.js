// What stands beside the modules and is no module, such as the style sheet: fetched here alone.

/** Fetch a file of this folder. */
export function fetched(name, options = {}) {
  return fetch(new URL(`./${name}`, import.meta.url), options);
}
