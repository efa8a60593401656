// The browser's storage, which survives a restart.

/** The stored value of a key; null if absent, invalid or longer than `most` characters. */
export function read(key, most = Infinity) {
  try {
    const text = window.localStorage.getItem(key);
    const kept = text?.length > most ? null : JSON.parse(text);
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null; // no storage, or invalid content
  }
}

/** Store a value; return false if the browser refuses because storage is full or forbidden. */
export function keep(key, value) {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
