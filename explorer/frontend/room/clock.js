// The server's clock on this device: each message about it has the times at which both ends sent and got it.

import { channel } from "../shared/channel.js";

const [TRIES, APART] = [6, 300]; // of messages, and ms between them

export class Clock {
  constructor() {
    this.begin();
  }

  /** Measure anew, as on a new connection: a device that slept may have stopped its clock. */
  begin() {
    this.close();
    this.delay = Infinity; // s there and back
    this.ahead = 0; // s of the server's clock
    let left = TRIES;
    this.timer = setInterval(() => {
      channel.say({ do: "clock", at: own() });
      if (!--left) this.close();
    }, APART);
  }

  close() {
    clearInterval(this.timer);
  }

  /** Take an answer; the quickest one is the most exact. */
  take([at, heard, sent]) {
    const now = own();
    const delay = now - at - (sent - heard);
    if (delay > this.delay) return;
    this.delay = delay;
    this.ahead = (heard - at + sent - now) / 2;
  }

  get now() {
    return own() + this.ahead;
  }
}

function own() {
  return performance.now() / 1000;
}
