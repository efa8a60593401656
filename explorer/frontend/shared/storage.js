// What the browser keeps, also when it is closed.

/** What is kept under a key; null for nothing, for rubbish, or for more than `most` characters. */
export function read(key, most = Infinity) {
  try {
    const text = window.localStorage.getItem(key);
    const kept = text?.length > most ? null : JSON.parse(text);
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null; // no storage, or not ours
  }
}

/** Keep a value; false where the browser refuses: it is full, or forbidden. */
export function keep(key, value) {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
