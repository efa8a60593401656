// Writes the address, where no other component does.

import { writeAddress } from "./address.js";
import { unpack } from "./pack.js";

export class Link {
  update(bytes) {
    writeAddress(unpack(bytes).address);
  }

  destroy() {}
}
