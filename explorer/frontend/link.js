// Writes the address, where no other component does.

import { writeAddress } from "./address.js";

export class Link {
  update({ address }) {
    writeAddress(address);
  }

  destroy() {}
}
