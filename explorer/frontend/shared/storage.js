// What the browser keeps, in its "localStorage" or, as long as the tab, in its "sessionStorage".

/**
 * What is kept under a key; null for nothing, for rubbish, or for more than `most` characters.
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function read(storage, key, most = Infinity) {
  try {
    const text = window[storage].getItem(key);
    const kept = text?.length > most ? null : JSON.parse(text);
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
