// Writes the address, where no other component does.

import { writeAddress } from "./address.js";
import { unpack } from "./pack.js";

export class Link {
  update(bytes) {
    /** @type {{ address: string }} */
    const { address } = unpack(bytes);
    writeAddress(address);
  }

  destroy() {}
}
