// The browser's storage: one that survives a restart, or `sessionStorage`, of the tab alone.

/** The stored value of a key; null if absent, invalid or longer than `most` characters. */
export function read(key, most = Infinity, store = "localStorage") {
  try {
    const text = window[store].getItem(key);
    const kept = text?.length > most ? null : JSON.parse(text);
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null; // no storage, or invalid content
  }
}

/** Store a value; return false if the browser refuses because storage is full or forbidden. */
export function keep(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
