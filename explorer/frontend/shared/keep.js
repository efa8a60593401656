// Keeps the answers to lessons in the browser, and sends them to a new session, as after a reload. The
// storage may contain anything: Python checks it.

import { onStep } from "./address.js";
import { unpack } from "./pack.js";
import { keep, read } from "./storage.js";

const STORE = "hierscope.lessons";
const VERSION = 1;
const MOST = 200_000; // characters

export class Keep {
  update(bytes, press) {
    onStep((place) => press("went", place));
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    /** @type {{ kept: Record<string, { answer: number | object, outcome: string }> }} */
    const { kept } = unpack(bytes);
    const there = stored();
    if (!this.before && Object.keys(there).some((name) => !kept[name])) press("kept", there);
    // Only store changes: another tab may have stored more.
    const before = this.before ?? {};
    for (const name of Object.keys({ ...before, ...kept })) {
      if (JSON.stringify(before[name]) === JSON.stringify(kept[name])) continue;
      if (kept[name]) there[name] = kept[name];
      else delete there[name];
    }
    this.before = kept;
    keep(STORE, fitting(there));
  }

  destroy() {
    onStep(() => {});
  }
}

/** The stored answers; if there are too many, without the oldest answers to teachers' questions. */
function fitting(steps) {
  const whole = { version: VERSION, steps };
  for (const name of Object.keys(steps).filter((key) => key.startsWith("own-"))) {
    if (JSON.stringify(whole).length <= MOST) break;
    delete steps[name];
  }
  return whole;
}

/** The answers in the browser. */
function stored() {
  const store = read(STORE, MOST);
  return store?.version === VERSION ? { ...store.steps } : {};
}
