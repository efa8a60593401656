// Writes the address on pages without another component that does.

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
