// What is asked and answered: a question for what is chosen, and the answers that are shown.

import { Line } from "../shared/channel.js";
import { unpack } from "../shared/pack.js";
import { MEASURES, schema } from "../shared/schema.js";
import { windowParameter } from "../shared/times.js";
import { Ahead, keyOf } from "./ahead.js";

const MOVING = 120; // ms after a move in which the hand is taken to move on
const STILL = 150; // ms without a move, after which more is asked of the whole track

export class Asking {
  /**
   * `on` has answered() for an answer to show, scored() where scores came with it, sample(pair) for a
   * sample that was chosen beside, pictured() for pictures of depth, and trouble(text) for why numbers do
   * not follow; empty where they do. Of a scape it has worst(query, window), to go to the worst point.
   * @param {import("./choices.js").Choices} choices
   * @param {import("./layers.js").Layers} layers
   */
  constructor(choices, layers, on) {
    this.choices = choices;
    this.layers = layers;
    this.on = on;
    this.ahead = new Ahead();
    this.moved = -Infinity;
    this.scapes = 0; // answers, of which the last is shown
    this.deciding = false; // whether scapes are of the layers that decide
    /** @type {Sample | null} */
    this.opening = null; // until the sample is shown or the page has followed
    const { trouble } = on;
    this.line = new Line({ answer: (...heard) => this.#hear(...heard), refused: trouble, trouble });
    this.scaping = new Line({ answer: (...heard) => this.#hearScape(...heard) });
    this.aiming = new Line({ answer: (...heard) => this.#hearPatch(...heard) });
    // A sample that is chosen beside is here before the page has followed.
    this.sampling = new Line({ answer: ({ drawing }, question) => this.#show(question, unpack(drawing)) });
  }

  close() {
    this.line.close();
    this.sampling.close();
    this.scaping.close();
    this.aiming.close();
    clearTimeout(this.still);
  }

  /** Ask from now on about the pair of a document, which may be drawn, or have pictures of its depth. */
  about(doc, editing, inspector) {
    this.editing = editing;
    this.inspector = inspector;
    // Answers are about a pair, and a way to score it.
    const topic = JSON.stringify([doc.pair, doc.how, doc.mode, doc.scene]);
    if (topic === this.topic) return;
    this.topic = topic;
    this.answer = this.track = this.wanted = this.answered = this.reading = null;
    this.scape = this.scaped = this.patch = this.aimed = null;
    this.ahead.forget();
    if (!editing) this.strips = null;
  }

  /** Whether numbers on screen are not those that were asked for. */
  get behind() {
    return this.answered !== this.wanted;
  }

  /** What is known of the whole track for a window. */
  known(window) {
    return this.answer?.window === window && this.answer.track_key === this.track?.key ? this.track : null;
  }

  near() {
    this.ahead.toward(0);
    this.eager = true;
    this.#readAhead();
  }

  /** Ask for what belongs to this window and this query; what is here already is shown. */
  ask() {
    this.moved = performance.now();
    clearTimeout(this.still);
    this.#askScape();
    this.aim();
    const listed = this.choices.doc?.mode === "triplets";
    const pictured = this.track?.pixels && this.known(windowParameter(this.choices.window));
    this.#put(!listed ? "none" : pictured ? "whole" : "list");
    if (pictured || this.editing) return;
    this.still = setTimeout(() => this.#put(listed ? "whole" : "splits"), STILL);
  }

  async #hearScape({ planes, ...answer }, { deciding, fine, about }) {
    const turn = ++this.scapes;
    if (fine) {
      const inflated = new Blob([planes]).stream().pipeThrough(new DecompressionStream("deflate"));
      planes = new Uint8Array(await new Response(inflated).arrayBuffer());
    }
    if (about !== this.topic || turn !== this.scapes) return;
    this.scape = { ...answer, planes, deciding };
    this.on.answered();
  }

  // It is the same at every window and query.
  #askScape() {
    const { choices: { index, measure }, layers: { view, planes }, deciding, editing } = this;
    if (!planes || !view) return;
    const shown = [view.start, view.end];
    const fine = !editing?.editor.held;
    const drawn = editing ? { pair: "drawn", told: editing.history.pair } : {};
    const key = JSON.stringify([this.topic, measure, shown, deciding, fine, editing?.history.stamp]);
    if (key === this.scaped) return;
    this.scaped = key;
    this.scaping.ask({ kind: "scape", ...this.#about(index), ...drawn, shown, fine, deciding }, this.#pair);
  }

  /** Ask what is in the scape where the mouse points, or where both lines cross. */
  aim() {
    const { choices: { index }, layers: { aimed, planes, query }, editing } = this;
    if (!planes || editing) return;
    const about = this.#about(index);
    const state = { ...about.state, ...aimed };
    const key = JSON.stringify([this.topic, state, query]);
    if (key === this.aimed) return;
    Object.assign(this, { aimed: key, seeking: false });
    this.aiming.ask({ kind: "patch", ...about, state, query, key }, this.#pair);
  }

  /** Go to the worst point of what was asked about last, as soon as it is known. */
  seek() {
    this.seeking = this.patch?.key !== this.aimed;
    if (!this.seeking && this.patch?.worst) this.on.worst(...this.patch.worst);
  }

  #hearPatch(answer, { about, key }) {
    if (about !== this.topic) return;
    this.patch = { ...answer, key };
    if (this.seeking) this.seek();
    this.on.answered();
  }

  /** Ask for a sample; what is drawn on goes its own way. */
  open(sample) {
    const { doc, window, index } = this.choices;
    if (!doc || this.editing) return;
    // A window that was typed a moment ago counts, though what is on screen does not follow it yet.
    const state = { ...this.choices.asked(index), window: windowParameter(window) };
    this.choices.placed = false;
    this.opening = { kind: "sample", sample, state };
    this.sampling.ask(this.opening);
  }

  /** Ask why the score is low: of the pair as it was read, or as it is drawn once the hand lets go. */
  explain(diagnosing) {
    const { editing, line } = this;
    const { doc, index } = this.choices;
    if (editing?.editor.held) return;
    const state = this.choices.asked(index);
    const read = { pair: (doc.given ?? doc).pair, told: null };
    const pair = editing ? { pair: "drawn", told: editing.history.pair } : read;
    const key = JSON.stringify([editing?.history.stamp ?? pair.pair, doc.how, state.variant, state.part]);
    const moving = performance.now() - this.moved < MOVING;
    const others = this.eager && !editing && !line.busy;
    const question = { key, ...pair, extra: doc.extra, state };
    const document = doc.given ? () => doc.given : this.#pair;
    diagnosing.ask(question, document, index, doc.windows.length, moving, others);
  }

  // Show another pair, as this one was looked at, unless the page has followed by now or another was chosen.
  #show(question, pair) {
    if (this.editing || question !== this.opening) return;
    this.opening = null;
    this.on.sample(pair);
  }

  // Take an answer, unless it is about another pair by now, or another way to score.
  #hear(answer, question) {
    if (this.topic !== question.about) return;
    this.on.trouble("");
    if (question.kind === "depths") {
      this.inspector?.matrices.depict(answer);
      this.on.pictured();
      return;
    }
    const reply = { ...answer, query: question.query, window: question.state.window };
    if (this.editing) {
      if (this.editing.hear(reply)) this.on.scored();
      this.#use(reply, question.shown);
      return;
    }
    const key = keyOf(question);
    if (answer.strips && (answer.track || question.track === "none")) this.ahead.keep(key, reply);
    // What was read ahead is not shown before the hand is there, nor what was passed after it.
    const passed = key !== this.wanted && (key === this.reading || this.answered === this.wanted);
    if (!passed) this.#use(reply, question.shown, key);
    this.#readAhead();
  }

  /**
   * Show an answer, to a question about what `asked` has on screen.
   * @param {import("../shared/schema.js").Answer} answer
   * @param {number[]} asked
   * @param {string} [answered]
   */
  #use(answer, asked, answered) {
    const { track, track_key: key, loss, pixels, strips: values, shown: range, window } = answer;
    this.answered = answered;
    if (!this.editing) this.answer = answer;
    if (track) {
      // Rows that come again with a picture stay the same object: they are stepped through.
      const again = pixels && JSON.stringify(this.track?.rows) === JSON.stringify(track.rows);
      this.track = { ...track, rows: again ? this.track.rows : track.rows, window, key, loss, pixels };
    }
    if (values) this.strips = { values, range, asked: String(asked), window };
    this.on.answered();
  }

  // Ask for a window that may be shown next, while nothing else is asked.
  #readAhead() {
    const { doc, index } = this.choices;
    // Over a scape the query moves with the window, and no strips are drawn.
    if (this.editing || !doc || !this.layers.view || this.layers.planes || this.line.busy) return;
    for (const next of this.ahead.next(index, doc.windows.length)) {
      const track = doc.mode === "triplets" ? "list" : "none";
      const question = { ...this.#look(next, track), strips: true, held: "" };
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
      this.line.ask({ kind: "depths", ...this.#about(index), held: "" }, this.#pair);
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

  // What a question is about, at a window.
  #about(index) {
    return { about: this.topic, pair: this.choices.doc.pair, told: null, state: this.choices.asked(index) };
  }

  get #pair() {
    const { reference, estimate } = this.choices.doc;
    return () => ({ reference, estimate });
  }

  /**
   * A question about a window and the query; `track` says how much is asked of the whole track.
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
      held: this.track?.key ?? "",
      // A block that was chosen is of one query; where the mouse is meanwhile has its own.
      chosen: chosen?.query === query ? chosen.run : null,
      triplet: moments.pair,
    };
  }

  /** g of all queries on screen; the same object as long as it is the same, null before it has come. */
  get queries() {
    const { measure: name, variant } = this.choices;
    if (!this.strips || !MEASURES[variant].has_queries) return null;
    this.strips[name] ??= this.#rows(name);
    return this.strips[name];
  }

  #rows(name) {
    const { values, range: [start, end] } = this.strips;
    const count = schema.strip_columns;
    const rows = ["recall", "precision"].map((part) => {
      const at = schema.arrays.strips.indexOf(`${part}_${name}`);
      return values.subarray(at * count, (at + 1) * count);
    });
    return { rows, range: { start, end } };
  }
}
