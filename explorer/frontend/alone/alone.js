// Replaces shared/alone.js in saved documents.

/** @type {boolean} */
export const alone = true;
