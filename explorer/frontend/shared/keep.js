// Keeps what Python says as long as the tab, and gives it back to a session that begins anew, as after
// a reload.

import { unpack } from "./pack.js";
import { keep, read } from "./storage.js";

const STORE = "hierscope.lessons";

export class Keep {
  update(bytes, press) {
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    const { kept, fresh } = unpack(bytes);
    const before = fresh ? read("sessionStorage", STORE) : null;
    if (before) press("kept", before);
    else keep("sessionStorage", STORE, kept);
  }

  destroy() {}
}
