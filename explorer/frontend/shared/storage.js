// What the browser keeps, in its "localStorage" or, as long as the tab, in its "sessionStorage".

/**
 * What is kept under a key; null for nothing, or for rubbish.
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function read(storage, key) {
  try {
    const kept = JSON.parse(window[storage].getItem(key));
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null; // no storage, or not ours
  }
}

/**
 * Keep a value; false where the browser refuses: it is full, or forbidden.
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function keep(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
