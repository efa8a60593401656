// In the place of shared/alone.js.

/** @type {boolean} */
export const alone = true;
