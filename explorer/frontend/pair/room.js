// How tall things are drawn: three layers above three fit on a laptop's screen, and a larger one is used.

const USUAL = 800; // px of height, for which all heights are written down
const STEEP = 0.6 / 280; // what each px more adds: 1.6 times as tall at 1080
const [LEAST, MOST] = [0.75, 2];

/** What heights are multiplied by in this window; a phone's bars, which come and go, change nothing. */
export function heightScale() {
  return Math.min(Math.max(1 + (document.documentElement.clientHeight - USUAL) * STEEP, LEAST), MOST);
}

const OVER_WORDS = 0.75;
const ALONE = 1.7; // of what a larger window adds, as little else is on it

const BARE = 2.3; // of layers without scores and curves above them

/**
 * The same of a lesson's picture; on a phone it stands over the words, and leaves them room.
 * @param {boolean} narrow
 * @param {boolean} bare whether it has layers alone
 */
export function sceneScale(narrow, bare) {
  return narrow ? OVER_WORDS : (1 + (heightScale() - 1) * ALONE) * (bare ? BARE : 1);
}
