// How tall things are drawn: three layers above three fit on a laptop's screen, and a larger one is used.

const USUAL = 800; // px of height, for which all heights are written down
const STEEP = 0.6 / 280; // what each px more adds: 1.6 times as tall at 1080
const [LEAST, MOST] = [0.75, 2];

/**
 * What heights are multiplied by in this window. A phone's bars, which come and go while one scrolls, change nothing.
 */
export function heightScale() {
  return Math.min(Math.max(1 + (document.documentElement.clientHeight - USUAL) * STEEP, LEAST), MOST);
}
