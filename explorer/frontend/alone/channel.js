// In the place of shared/channel.js: nobody is asked. The document holds g of the whole track for every
// window, and why the score is low, computed by the core when it was made.

import { bytes } from "./files.js";
import { unpack } from "../shared/pack.js";

const { windows, duration, strips, why } = unpack(await bytes("strips"));
const texts = windows.map((window) => (window === null ? "inf" : String(window))); // as questions have them
const size = strips.length / windows.length;

export class Line {
  /** No question is needed that is not asked. */
  busy = true;

  /** `on` has answer(answer, question). */
  constructor(on) {
    this.on = on;
  }

  /**
   * Answer with what the document holds for the window of a question.
   * @param {Question} question
   */
  ask(question) {
    if (question.kind === "diagnose") {
      queueMicrotask(() => this.on.answer({ first: 0, found: why[question.state.variant] }, question));
      return;
    }
    const at = texts.indexOf(question.state.window);
    queueMicrotask(() => this.on.answer(
      { strips: strips.subarray(at * size, (at + 1) * size), shown: [0, duration] }, question));
  }

  close() {}
}
