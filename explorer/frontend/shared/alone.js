// Whether a view stands in a document of its own (standalone.py), where nobody can be asked.

/** @type {boolean} */
export const alone = false;
