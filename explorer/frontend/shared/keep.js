// Keeps what Python says as long as the tab, and gives it back to a session that begins anew, as after
// a reload.

import { unpack } from "./pack.js";

const STORE = "hierscope.lessons";

export class Keep {
  update(bytes, press) {
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    const { kept, fresh } = unpack(bytes);
    const before = fresh ? read() : null;
    if (before) press("kept", before);
    else write(kept);
  }

  destroy() {}
}

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORE));
  } catch {
    return null; // no storage, or not ours
  }
}

function write(kept) {
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    return; // full, or forbidden: it lasts as long as the page
  }
}
