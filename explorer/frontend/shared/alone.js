// Whether the view is in a saved document (standalone.py), which has no server to ask.

/** @type {boolean} */
export const alone = false;
