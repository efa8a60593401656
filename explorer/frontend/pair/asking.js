// Writes a question for the current choices, and stores the answers that are shown.

import { listen } from "../shared/bus.js";
import { Line } from "../shared/channel.js";
import { unpack } from "../shared/pack.js";
import { DIRECTIONS, MEASURES, schema } from "../shared/schema.js";
import { windowParameter } from "../shared/times.js";

const MOVING = 120; // ms after a move in which the pointer is assumed to move on
const MOST = 300; // stored answers, of some kB each
const REACH = 8; // windows ahead of the pointer
const BESIDE = 3; // windows on each side of a pointer that has not moved yet
const EXPECTED = 1000; // ms after a move in which the next move is expected
const STILL = 150; // ms without a move, after which details of the whole track are requested

export class Asking {
  /**
   * @param {import("./choices.js").Choices} choices
   * @param {import("./layers.js").Layers} layers
   */
  constructor(choices, layers) {
    this.choices = choices;
    this.layers = layers;
    this.ahead = new Ahead();
    this.moved = -Infinity;
    this.scapes = 0; // number of scape answers; only the last is shown
    /** @type {Sample | null} */
    this.opening = null; // the requested sample, until it is shown or the page has followed
    const trouble = (text) => choices.publish("trouble", text);
    this.line = new Line({ answer: (answer, question) => this.#hear(answer, question), refused: trouble,
      trouble });
    this.scaping = new Line({ answer: (answer, question) => this.#hearScape(answer, question) });
    this.aiming = new Line({ answer: (answer, question) => this.#hearPatch(answer, question) });
    // A sample arrives here before the page has followed.
    this.sampling = new Line({ answer: ({ drawing }, question) => {
      // Not if the page has followed or another sample was chosen meanwhile.
      if (this.editing || question !== this.opening) return;
      this.opening = null;
      choices.publish("sample", unpack(drawing));
    } });
    choices.listen("ask", () => this.#ask());
    choices.listen("moved", (by) => this.ahead.toward(by));
    choices.listen("near", () => this.#near());
    choices.listen("aim", () => this.#aim());
    choices.listen("seek", () => this.#seek());
    this.unlisten = listen("sample", (sample) => this.#open(sample));
  }

  close() {
    this.unlisten();
    for (const line of [this.line, this.sampling, this.scaping, this.aiming]) line.close();
    clearTimeout(this.still);
  }

  /** Ask about the pair of this document from now on; it may be edited, or have pictures of depth. */
  about(doc, editing, inspector) {
    this.editing = editing;
    this.inspector = inspector;
    // Answers are valid for one pair and one way to score it.
    const topic = JSON.stringify([doc.pair, doc.how, doc.mode, doc.scene]);
    if (topic === this.topic) return;
    this.topic = topic;
    this.answer = this.track = this.wanted = this.answered = this.reading = null;
    this.scape = this.scaped = this.patch = this.aimed = null;
    this.ahead.forget();
    if (!editing) this.strips = null;
  }

  /** Whether the numbers on screen are not the requested ones. */
  get behind() {
    return this.answered !== this.wanted;
  }

  /** The known results for the whole track at a window. */
  known(window) {
    return this.answer?.window === window && this.answer.track_key === this.track?.key ? this.track : null;
  }

  #near() {
    this.ahead.toward(0);
    this.eager = true;
    this.#readAhead();
    this.choices.publish("draw"); // which asks for causes, too
  }

  // Request the answer for this window and query; show a stored one at once.
  #ask() {
    this.moved = performance.now();
    clearTimeout(this.still);
    this.#askScape();
    this.#aim();
    const listed = this.choices.doc?.mode === "triplets";
    const pictured = this.track?.pixels && this.known(windowParameter(this.choices.window));
    this.#put(!listed ? "none" : pictured ? "whole" : "list");
    if (pictured || this.editing) return;
    this.still = setTimeout(() => this.#put(listed ? "whole" : "splits"), STILL);
  }

  /**
   * @param {ScapeAnswer} answer
   * @param {Scape & { about: string }} question
   */
  async #hearScape({ planes, ...answer }, { deciding, fine, about }) {
    const turn = ++this.scapes;
    if (fine) {
      const inflated = new Blob([planes]).stream().pipeThrough(new DecompressionStream("deflate"));
      planes = new Uint8Array(await new Response(inflated).arrayBuffer());
    }
    if (about !== this.topic || turn !== this.scapes) return;
    this.scape = { ...answer, planes, deciding };
    this.choices.publish("answer");
  }

  // The pictures of depth are the same at every window and query.
  #askScape() {
    const { choices: { index, measure, deciding }, layers: { view, planes }, editing } = this;
    if (!planes || !view) return;
    const shown = [view.start, view.end];
    const fine = !editing?.editor.dragged;
    const drawn = editing ? { pair: "drawn", document: editing.history.pair } : {};
    const key = JSON.stringify([this.topic, measure, shown, deciding, fine, editing?.history.stamp]);
    if (key === this.scaped) return;
    this.scaped = key;
    this.scaping.ask({ kind: "scape", ...this.#about(index), ...drawn, shown, fine, deciding }, this.#pair);
  }

  // Ask about the area of the scape under the pointer, or at the crossing of both lines.
  #aim() {
    const { choices: { index }, layers: { aimed, planes, query }, editing } = this;
    if (!planes || editing) return;
    const about = this.#about(index);
    const state = { ...about.state, ...aimed };
    const key = JSON.stringify([this.topic, state, query]);
    if (key === this.aimed) return;
    Object.assign(this, { aimed: key, seeking: false });
    this.aiming.ask({ kind: "patch", ...about, state, query, key }, this.#pair);
  }

  // Go to the worst point of the area that was asked about last, as soon as it is known.
  #seek() {
    this.seeking = this.patch?.key !== this.aimed;
    if (this.seeking || !this.patch?.worst) return;
    const [query, window] = this.patch.worst;
    this.choices.moveTo(window);
    this.layers.pin(query);
  }

  /**
   * @param {PatchAnswer} answer
   * @param {Patch & { about: string, key: string }} question
   */
  #hearPatch(answer, { about, key }) {
    if (about !== this.topic) return;
    this.patch = { ...answer, key };
    if (this.seeking) this.#seek();
    this.choices.publish("answer");
  }

  #open(sample) {
    const { doc, window, index } = this.choices;
    if (!doc || this.editing) return;
    // A window that was typed a moment ago counts, even if the screen does not show it yet.
    const state = { ...this.choices.asked(index), window: windowParameter(window) };
    this.choices.placed = false;
    this.opening = { kind: "sample", sample, state, scape: Boolean(this.layers.planes) };
    this.sampling.ask(this.opening);
  }

  /** Request the causes of a low score: for the pair as read, or as edited once the pointer is released. */
  explain(diagnosing) {
    const { editing, line } = this;
    const { doc, index } = this.choices;
    if (editing?.editor.dragged) return;
    const state = this.choices.asked(index);
    const read = { pair: (doc.as_read ?? doc).pair, document: null };
    const pair = editing ? { pair: "drawn", document: editing.history.pair } : read;
    const key = JSON.stringify([editing?.history.stamp ?? pair.pair, doc.how, state.variant, state.part]);
    const moving = performance.now() - this.moved < MOVING;
    const others = this.eager && !editing && !line.busy;
    const question = { key, ...pair, extra: doc.extra, state };
    const document = doc.as_read ? () => doc.as_read : this.#pair;
    diagnosing.ask(question, document, index, doc.windows.length, moving, others);
  }

  // Receive an answer, unless the pair or the way to score it has changed.
  #hear(answer, question) {
    if (this.topic !== question.about) return;
    this.choices.publish("trouble", "");
    if (question.kind === "depths") {
      this.inspector?.matrices.depict(answer);
      this.choices.publish("ask", false);
      return;
    }
    const reply = { ...answer, query: question.query, window: question.state.window };
    if (this.editing) {
      if (this.editing.hear(reply)) this.choices.publish("scores");
      if (!this.editing.editor.dragged) this.layers.recolor(this.editing.fills);
      this.#use(reply, question.shown);
      return;
    }
    const key = keyOf(question);
    if (answer.strips && (answer.track || question.track === "none")) this.ahead.keep(key, reply);
    // Show no answer that was requested ahead, and none for a window that the pointer has passed.
    const passed = key !== this.wanted && (key === this.reading || this.answered === this.wanted);
    if (!passed) this.#use(reply, question.shown, key);
    this.#readAhead();
  }

  /**
   * Show an answer to a question with `asked` as the range on screen.
   * @param {LookAnswer & { query: number, window: string }} answer
   * @param {number[]} asked
   * @param {string} [answered]
   */
  #use(answer, asked, answered) {
    const { track, track_key: key, loss, pixels, strips: values, shown: range, window } = answer;
    this.answered = answered;
    if (!this.editing) this.answer = answer;
    if (track) {
      // Rows that are repeated with a picture stay the same object, because the user steps through them.
      const again = pixels && JSON.stringify(this.track?.rows) === JSON.stringify(track.rows);
      this.track = { ...track, rows: again ? this.track.rows : track.rows, window, key, loss, pixels };
    }
    if (values) this.strips = { values, range, asked: String(asked), window };
    this.choices.publish("answer");
  }

  // Request a window that may be shown next, while nothing else is requested.
  #readAhead() {
    const { doc, index } = this.choices;
    // On a scape, the query moves together with the window, and there are no strips.
    if (this.editing || !doc || !this.layers.view || this.layers.planes || this.line.busy) return;
    for (const next of this.ahead.next(index, doc.windows.length)) {
      const track = doc.mode === "triplets" ? "list" : "none";
      const question = { ...this.#look(next, track), strips: true, track_key: "" };
      const key = keyOf(question);
      if (this.ahead.find(key)) continue;
      this.reading = key;
      this.line.ask(question, this.#pair);
      return;
    }
  }

  #put(track) {
    const { layers, editing } = this;
    const { doc, index, window, variant } = this.choices;
    if (!layers.view) return;
    if (this.inspector && !this.inspector.matrices.depths) {
      this.line.ask({ kind: "depths", ...this.#about(index) }, this.#pair);
      return;
    }
    if (editing) {
      const { query, view: { start, end } } = layers;
      const place = { query, shown: [start, end], extra: doc.extra };
      const about = this.#about(index);
      const triplet = editing.triplet(query, about.state);
      const drawn = editing.question(`${window} ${variant}`);
      this.line.ask({ kind: "draw", ...about, ...place, ...drawn, triplet });
      return;
    }
    const question = this.#look(index, track);
    this.wanted = keyOf(question);
    const known = this.ahead.find(this.wanted);
    if (known) {
      this.#use(known, question.shown, this.wanted);
      this.#readAhead();
    } else this.line.ask(question, this.#pair);
  }

  #about(index) {
    const { doc: { pair } } = this.choices;
    return { about: this.topic, pair, document: null, state: this.choices.asked(index) };
  }

  get #pair() {
    const { reference, estimate } = this.choices.doc;
    return () => ({ reference, estimate });
  }

  /**
   * A question about a window and the query; `track` is how much of the whole track to compute.
   * @param {"none" | "splits" | "list" | "whole"} track
   * @returns {Look}
   */
  #look(index, track) {
    const { strips } = this;
    const { chosen } = this.choices;
    const { query, view, moments, planes } = this.layers;
    const about = this.#about(index);
    const shown = [view.start, view.end];
    return {
      kind: "look",
      ...about,
      query,
      shown,
      strips: !planes
        && (!strips || strips.window !== about.state.window || strips.asked !== String(shown)),
      track,
      track_key: this.track?.key ?? "",
      // The chosen block belongs to one query; at other queries the server chooses the block.
      chosen: chosen?.query === query ? chosen.run : null,
      triplet: moments.pair,
    };
  }

  /** g of all queries on screen: the same object while it is unchanged, null before the answer. */
  get queries() {
    const { measure: name, variant } = this.choices;
    if (!this.strips || !MEASURES[variant].has_queries) return null;
    this.strips[name] ??= this.#rows(name);
    return this.strips[name];
  }

  #rows(name) {
    const { values, range: [start, end] } = this.strips;
    const count = schema.strip_columns;
    const rows = DIRECTIONS.map((part) => {
      const at = schema.arrays.strips.indexOf(`${part}_${name}`);
      return values.subarray(at * count, (at + 1) * count);
    });
    return { rows, range: { start, end } };
  }
}

/**
 * Chooses windows near the dragged one, to ask about before the pointer reaches them, and stores the answers.
 * If such an answer is stored, everything that follows a move is drawn in the frame of the move.
 */
export class Ahead {
  constructor() {
    this.kept = new Map();
    this.until = -Infinity;
    this.sign = 0;
  }

  /** Note that the pointer moved by a number of windows; 0 if it is about to move. */
  toward(by) {
    this.sign = Math.sign(by);
    this.until = performance.now() + EXPECTED;
  }

  next(index, count) {
    if (performance.now() > this.until) return [];
    const steps = this.sign
      ? Array.from({ length: REACH }, (_, step) => this.sign * (step + 1))
      : Array.from({ length: 2 * BESIDE }, (_, step) => (step % 2 ? -1 : 1) * (1 + (step >> 1)));
    return steps.map((step) => index + step).filter((place) => place >= 0 && place < count);
  }

  /** Store the answer to a question; if there are too many, the oldest is removed. */
  keep(key, answer) {
    this.kept.set(key, answer);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value);
  }

  find(key) {
    return this.kept.get(key);
  }

  forget() {
    this.kept.clear();
  }
}

/**
 * What the answer to a question depends on.
 * @param {Look} question
 */
export function keyOf({ about, query, shown, track, chosen, triplet, state }) {
  return JSON.stringify([about, query, shown, track, chosen, triplet, state]);
}
