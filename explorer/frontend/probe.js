// The channel for questions that are answered move by move: it hears where the query is,
// asks Python, and passes the answer on. One question is under way at a time, which was measured to
// be quicker than two; the last one wins.

import { writeAddress } from "./address.js";
import { listen, say } from "./bus.js";
import { unpack } from "./pack.js";

const PATIENCE = 1000; // ms after which a question counts as lost

export class Probe {
  constructor() {
    this.number = 0;
    this.asked = null;
    this.waiting = null;
    this.quiet = listen("ask", (question) => {
      // The place that was settled on must not be lost to the hover that follows.
      const settled = question.settled ? question.query : this.waiting?.settled ?? null;
      this.waiting = { ...question, settled };
      this.#next();
    });
  }

  update(bytes, send) {
    this.send = send;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      const answer = unpack(bytes);
      // What is said of the whole track comes only when it has changed.
      if (answer.track) this.track = { ...answer.track, loss: answer.loss, pixels: answer.pixels };
      answer.track = answer.triplets && this.track?.key === answer.triplets.track_key ? this.track : null;
      if (this.asked && answer.number === this.asked.number) this.asked = null;
      say("answer", answer);
      writeAddress(answer.address);
    }
    this.#next();
  }

  destroy() {
    clearTimeout(this.timer);
    this.quiet();
  }

  #next() {
    if (!this.send || !this.waiting || this.asked) return;
    this.asked = { ...this.waiting, held: this.track?.key ?? "", number: ++this.number };
    this.waiting = null;
    this.send("question", this.asked);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.asked) {
        this.waiting ??= this.asked;
        this.waiting.settled ??= this.asked.settled;
      }
      this.asked = null;
      this.#next();
    }, PATIENCE);
  }
}
