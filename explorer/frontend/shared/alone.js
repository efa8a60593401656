// What differs in a saved document, which has alone/alone.js instead (standalone.py).

/**
 * Whether there is no server to ask.
 * @type {boolean}
 */
export const alone = false;

/** Fetch a file that is not a module, from the folder of the modules. */
export async function text(name) {
  return (await fetch(new URL(name, import.meta.url))).text();
}
