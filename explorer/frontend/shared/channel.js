// Sends live questions: one WebSocket per tab, which reconnects. Each view has a line with one question at a
// time, which was measured to be faster than two. Of waiting questions only the last is sent. A question
// contains all that its answer needs, except the pair, which is sent once per socket.

import { publish } from "./bus.js";
import { unpack } from "./pack.js";
import { schema } from "./schema.js";

const AGAIN = [100, 300, 1000, 2000, 5000]; // ms before each attempt to reconnect
const LATE = 1000; // ms after which a newer question replaces an unanswered one
const QUIET = 600; // ms without a connection before a message is shown
const LOST = "The connection to the server is lost. Reconnecting … If it stays lost, something between " +
  "this browser and the server, such as a proxy, may block WebSockets.";
const TOO_LARGE = "This pair is too large for live answers. Leave out some layers.";

class Channel {
  constructor() {
    this.lines = new Set();
    this.known = new Set(); // pairs that this socket has sent
    this.failures = 0;
    this.number = 0;
    this.room = {}; // the state of the room, if there is a class
    /** A message about the lost connection; empty while connected. */
    this.trouble = "";
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  join(line) {
    this.lines.add(line);
    if (!this.socket) this.#connect();
    if (this.trouble) line.on.trouble?.(this.trouble);
  }

  leave(line) {
    this.lines.delete(line);
    if (this.lines.size) return;
    this.#close();
    this.#calm();
  }

  /** Connect anew. */
  renew() {
    this.#close();
    this.#connect();
  }

  #close() {
    clearTimeout(this.later);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  #connect() {
    const address = new URL("hierscope/live", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    let opened = false;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      opened = true;
      this.failures = 0;
      this.known.clear();
      this.#calm();
      // A question is lost with its socket.
      for (const line of this.lines) line.again();
    });
    socket.addEventListener("message", ({ data }) => this.#hear(unpack(new Uint8Array(data))));
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      if (!opened) this.failures++;
      this.complaining ??= setTimeout(() => this.#report(LOST), QUIET);
      this.later = setTimeout(() => this.#connect(), AGAIN[Math.min(this.failures, AGAIN.length - 1)]);
    });
    this.socket = socket;
  }

  #calm() {
    clearTimeout(this.complaining);
    this.complaining = null;
    this.#report("");
  }

  #report(text) {
    if (text === this.trouble) return;
    this.trouble = text;
    for (const line of this.lines) line.on.trouble?.(text);
  }

  /** Send a message about the room, which has no answer of its own. */
  say(message) {
    if (this.open) this.socket.send(JSON.stringify({ kind: "room", ...message }));
  }

  #hear({ number, room, ...answer }) {
    if (room) {
      this.room = { question: this.room.question, ...room }; // a question is sent once
      return publish("room", this.room);
    }
    for (const line of this.lines) {
      if (line.asked?.number === number) return line.take(answer);
    }
    return undefined; // its view is gone
  }

  /** Send a question, with its pair if the socket has not sent it. */
  send(question, pair) {
    const number = ++this.number;
    const unknown = question.document === null && !this.known.has(question.pair);
    if (unknown) this.known.add(question.pair);
    const text = JSON.stringify({ ...question, number, document: unknown ? pair() : question.document });
    if (text.length <= schema.longest_question) this.socket.send(text);
    else queueMicrotask(() => this.#hear({ number, room: null, error: { message: TOO_LARGE } }));
    return number;
  }

  /** Tell the server that an answer is no longer needed; it then answers with an error. */
  drop({ number }) {
    if (this.open) this.socket.send(JSON.stringify({ kind: "drop", number }));
  }
}

export const channel = new Channel();

export class Line {
  /**
   * `on` has answer(answer, question) and optionally refused(text) for a refused question and
   * trouble(text) while there is no connection.
   */
  constructor(on) {
    this.on = on;
    this.asked = null;
    this.waiting = null;
    channel.join(this);
  }

  /**
   * Ask as soon as the current question is answered; this replaces a waiting question.
   * @param {Question} question
   */
  ask(question, pair = () => null) {
    this.waiting = { question, pair };
    if (this.asked?.late) channel.drop(this.asked);
    this.#next();
  }

  get busy() {
    return Boolean(this.asked ?? this.waiting);
  }

  close() {
    if (this.asked) channel.drop(this.asked);
    channel.leave(this);
  }

  /** Repeat the current question on a new socket. */
  again() {
    this.waiting ??= this.asked;
    this.asked = null;
    this.#next();
  }

  take({ error, ...answer }) {
    const { question, pair } = this.asked;
    this.asked = null;
    if (error?.name === "unknown-pair") {
      // The server has forgotten the pair to make room for others.
      channel.known.delete(question.pair);
      this.waiting ??= { question, pair };
    } else if (error?.name === "dropped") this.waiting ??= { question, pair };
    else if (error) this.on.refused?.(error.message);
    else this.on.answer(answer, question);
    this.#next();
  }

  #next() {
    if (!this.waiting || this.asked || !channel.open) return;
    const { question, pair } = this.waiting;
    this.waiting = null;
    const asked = { question, pair, number: channel.send(question, pair), late: false };
    this.asked = asked;
    setTimeout(() => {
      asked.late = true;
      if (this.asked === asked && this.waiting) channel.drop(asked);
    }, LATE);
  }
}
