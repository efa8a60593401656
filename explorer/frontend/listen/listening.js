// Plays a pair: its notes, a recording, or a stand-in made of the layers. The playhead is independent of q.

import { publish } from "../shared/bus.js";
import { setText, svg } from "../shared/elements.js";
import { keep, read } from "../shared/storage.js";
import { midi } from "../shared/hearing.js";
import { SIDES } from "../shared/schema.js";
import { Bar, PlayMarks, boundariesAround, captionAt } from "./bar.js";
import { played } from "./notes.js";
import { Sound, decoded } from "./sound.js";
import { rendered } from "./stand-in.js";
import { Wave } from "./wave.js";

const EXCERPT = 2; // s of a moment, and of each side of a boundary
const PACES = { beats: 0.5, "quarter notes": 0.5, measures: 2 }; // seconds per unit of time in a stand-in
const [LATEST, KEY] = [1000, "hierscope-taps"]; // maximum ms, and the key of the browser's storage
const KEPT = 50; // offsets
const DIFFERENT = 1; // s of difference in length without a message
const SILENT = 0.1; // s; longer silence can be skipped
const DRUMS = 9; // a channel without pitches
const STAYS = "It stays in this browser tab: no link and no file contains it.";

/** @type {{ name: string, buffer: AudioBuffer, offset: number, wave: Wave } | null} */
let recorded = null; // on all pages of the tab
/** Offsets by recording and length of the layers, which an edit on Draw does not change. */
const offsets = new Map(Object.entries(read(KEY)?.offsets ?? {}));
/** @type {{ title: string, notes: number[][], pair: string } | null} */
let written = null; // of a MIDI file, for one pair

export class Listening {
  /**
   * @param {import("../pair/layers.js").Layers} layers
   * @param {HTMLElement} element where the controls are
   */
  constructor(layers, element) {
    this.layers = layers;
    this.sound = new Sound(() => this.#ended());
    this.source = recorded ? "recording" : "reference";
    this.take = 0; // boundaries of one take are undone together
    this.late = read(KEY)?.late ?? 0; // ms
    this.keys = {
      " ": () => (this.sound.parts ? this.sound.stop() : this.#from(this.#first)),
      l: () => this.#loop(),
      e: () => this.#boundary(),
      1: () => this.#triplet("i"),
      2: () => this.#triplet("j"),
      ";": () => this.#tap(),
    };
    this.bar = new Bar(element, this.keys, {
      choose: (source) => this.#choose(source),
      open: (file) => this.open(file),
      shift: (seconds) => this.#shift(seconds),
      trim: () => this.#shift(-recorded.wave.silence),
      late: (late) => {
        this.late = Math.min(Math.max(late, -LATEST), LATEST);
        this.#keep();
        this.#arrange();
      },
      loud: (change) => {
        this.sound.change(change);
        this.#arrange();
      },
    });
    this.marks = new PlayMarks((segment) => {
      this.#hear([{ from: segment.start, to: segment.end }]);
      this.segment = segment; // so that it can be looped
    });
    this.head = svg("line", { class: "playhead", "stroke-width": 2, visibility: "hidden" });
    const { doc } = layers; // an edited pair on Draw is the same piece
    layers.written = written?.pair === doc?.pair || doc?.mode === "draw" ? written : null;
    this.over = svg("svg", { class: "over hearing" }, layers.roll.sounding, this.marks.element, this.head);
    layers.element.append(this.over);
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    this.sound.close();
  }

  /** Do what a key does. */
  press(key) {
    this.keys[key]();
  }

  stop() {
    this.sound.stop();
    this.show();
  }

  get #recording() {
    return this.source === "recording" ? recorded : null;
  }

  get #usual() {
    return this.layers.tune ? "notes" : "reference";
  }

  // A tune begins at its beginning, until the user has moved q.
  get #first() {
    const { layers: { pinned, doc, view }, source } = this;
    return source === "notes" && pinned === doc.query ? view.start : pinned;
  }

  get #pace() {
    return PACES[this.layers.times.unit] ?? 1;
  }

  // Convert times of the layers to seconds of the sound, and back.
  #soundOf(time) {
    return this.#recording ? time - recorded.offset : time * this.#pace;
  }

  #timeOf(moment) {
    return this.#recording ? moment + recorded.offset : moment / this.#pace;
  }

  /** Redraw after a new layout of the layers. */
  layout() {
    const { layers: { svg: picture, doc, colors }, head, over } = this;
    for (const name of ["width", "height", "viewBox"]) over.setAttribute(name, picture.getAttribute(name));
    head.setAttribute("stroke", colors.text);
    // Another pair is other music, but an edited pair on Draw is the same piece.
    const other = this.pair === undefined ? this.source !== "recording"
      : this.pair !== doc.pair && doc.mode !== "draw";
    if (other && this.pair !== undefined && written) this.#write(null);
    if (other || (this.source === "notes" && !this.layers.tune)) this.#choose(this.#usual);
    if (this.pair !== doc.pair) this.#align();
    this.pair = doc.pair;
    if (this.source === "notes") this.#notes(); // so that it sounds at once
    this.#arrange();
    this.show();
  }

  /** Put play marks on the segments that contain q. */
  show() {
    this.marks.show(this.bar.element.hidden ? null : this.layers.pinned, this.layers);
  }

  // Show the current controls and the waveform.
  #arrange() {
    const { bar, source, late, layers: { editor, doc, view, colors }, sound: { parts, loop, loud } } = this;
    this.layers.roll.play(Boolean(parts));
    if (bar.element.hidden || !view) return;
    const recording = this.#recording;
    const sources = this.layers.tune ? [["notes", this.layers.tune.title]]
      : SIDES.map((side) => [side, `stand-in: ${side}`]);
    if (recorded) sources.push(["recording", recorded.name]);
    bar.show({ sources, source, recording, late, loud, playing: Boolean(parts),
      looping: Boolean(parts && loop), taps: Boolean(editor) && doc.mode !== "lesson",
      silence: recording?.offset === 0 && recording.wave.silence > SILENT });
    this.head.setAttribute("y2", this.layers.foot);
    if (!recording) return;
    recording.wave.on = {
      play: (x) => this.#from(view.time(x + view.left)),
      move: (x) => this.#shift(recording.offset + (x / view.width) * (view.end - view.start)),
    };
    this.head.setAttribute("y2", this.layers.height + recording.wave.canvas.height);
    recording.wave.draw(view, (time) => this.#soundOf(time), colors.text);
  }

  #choose(source) {
    this.sound.stop();
    this.source = source;
    this.bar.about(source === "notes" ? this.layers.tune.title : "");
    this.#arrange();
  }

  // Use the notes of a MIDI file; null for those of the pair.
  #write(tune) {
    written = this.layers.written = tune;
    this.layers.load(this.layers.doc);
  }

  /** Open a recording or a MIDI file, which stays in this tab. */
  async open(file) {
    const { bar, layers: { doc: { duration }, times } } = this;
    if (!file) return;
    if (times.musical) return void bar.tell(`A recording needs layers in seconds, not ${times.unit}.`);
    bar.tell(`Reading ${file.name}…`);
    if (/\.midi?$/i.test(file.name)) return void await this.#open(file);
    try {
      const buffer = await decoded(file, duration);
      const wave = new Wave();
      await wave.load(buffer);
      recorded = { name: file.name, buffer, offset: 0, wave };
      this.#align();
      this.#choose("recording");
      const lasts = `${file.name} lasts ${times.at(buffer.duration)}, the layers ${times.at(duration)}.`;
      bar.tell(Math.abs(buffer.duration - duration) <= DIFFERENT ? `${file.name}: ${STAYS}`
        : `${lasts} Drag the waveform to align them. ${STAYS}`);
    } catch {
      bar.tell(`This browser cannot decode ${file.name}. Try a WAV, MP3, Ogg, FLAC or M4A file.`);
    }
    bar.file.value = "";
  }

  async #open(file) {
    const { bar, layers: { doc: { duration }, times } } = this;
    try {
      const Midi = await midi();
      const { tracks, duration: lasting } = new Midi(await file.arrayBuffer());
      const notes = tracks.filter(({ channel, notes: { length } }) => channel !== DRUMS && length)
        .flatMap((track, voice) => track.notes.map(({ time, duration, midi: pitch }) =>
          [time, duration, pitch, voice]));
      if (!notes.length) throw new Error(`${file.name} has no notes.`);
      this.#write({ title: file.name, notes, pair: this.layers.doc.pair });
      this.#choose("notes");
      bar.tell(`${file.name} lasts ${times.at(lasting)}, the layers ${times.at(duration)}. ${STAYS}`);
    } catch (error) {
      bar.tell(error instanceof Error ? error.message : `${file.name} is not a readable MIDI file.`);
    }
    bar.file.value = "";
  }

  // Move the recording along the layers.
  #shift(offset) {
    this.sound.stop();
    recorded.offset = Math.round(offset * 1000) / 1000;
    offsets.set(this.#name, recorded.offset);
    this.#keep();
    this.#arrange();
  }

  get #name() {
    return `${recorded.name} ${this.layers.doc.duration}`;
  }

  // Use the offset that was set last for the recording and the pair.
  #align() {
    if (recorded) recorded.offset = offsets.get(this.#name) ?? 0;
  }

  #keep() {
    keep(KEY, { late: this.late, offsets: Object.fromEntries([...offsets].slice(-KEPT)) });
  }

  #notes() {
    const { tune: { notes }, doc: { duration } } = this.layers;
    if (this.toned?.notes !== notes) this.toned = { notes, buffer: played(notes, duration, this.#pace) };
    return this.toned.buffer;
  }

  async #buffer() {
    if (this.#recording) return recorded.buffer;
    if (this.source === "notes") return this.#notes();
    const [reference, estimate] = this.layers.stacks.map(({ hierarchy }) => hierarchy);
    const { made, source } = this;
    if (made?.reference !== reference || made.estimate !== estimate || made.source !== source) {
      const buffer = await rendered({ reference, estimate }, source, this.#pace);
      this.made = { reference, estimate, source, buffer };
    }
    return this.made.buffer;
  }

  // Play stretches {from, to, name} in the layers' time.
  async #hear(stretches, how) {
    this.sound.wake();
    this.segment = null;
    try {
      const buffer = await this.#buffer();
      const parts = stretches.map(({ from, to, name }) => ({ name, from: Math.max(this.#soundOf(from), 0),
        to: Math.min(this.#soundOf(to), buffer.duration) })).filter(({ from, to }) => to > from);
      if (!parts.length) return void this.bar.tell("The recording has no sound there.");
      this.sound.play(buffer, parts, how);
      this.take++;
      this.#arrange();
      this.#run();
    } catch ({ message }) {
      this.bar.tell(message);
    }
  }

  #from(time) {
    this.#hear([{ from: time, to: this.layers.doc.duration }]);
  }

  // The deepest segment at a time.
  #segment(time, side = 0) {
    return this.layers.stacks[side].segmentsAt(time).at(-1);
  }

  #loop() {
    const { sound } = this;
    if (sound.parts && sound.loop) return sound.stop();
    const { start, end } = (sound.parts && this.segment) || this.#segment(this.layers.pinned);
    return this.#hear([{ from: start, to: end }], { loop: true });
  }

  #triplet(name) {
    const { moments, now } = this.layers;
    const picked = now?.triplets?.picked;
    const times = moments.times ?? (picked && [now.triplets.query, ...picked.example]);
    if (!times) return void this.bar.tell("No triplet is shown: q has nothing to compare here.");
    const [q, i, j] = times;
    const around = (time, of) => {
      const { start, end } = this.#segment(time, picked?.own);
      const length = Math.min(EXCERPT / this.#pace, end - start);
      const from = Math.min(Math.max(time - length / 2, start), end - length);
      return { from, to: from + length, name: of };
    };
    return this.#hear([around(q, "q"), around(name === "i" ? i : j, name)], { alike: true });
  }

  #boundary() {
    const { stacks, editor, pinned } = this.layers;
    const nearest = stacks.flatMap(({ hierarchy }) => boundariesAround(hierarchy, pinned))
      .reduce((best, time) => (Math.abs(time - pinned) < Math.abs(best - pinned) ? time : best));
    if (!Number.isFinite(nearest)) return void this.bar.tell("There is no boundary.");
    const [time, reach] = [editor?.time ?? nearest, EXCERPT / this.#pace];
    return this.#hear([{ from: time - reach, to: time + reach }]);
  }

  #tap() {
    const { layers: { editor }, sound, late } = this;
    const heard = editor && sound.parts && sound.heard;
    if (!heard) return void this.bar.tell("On Draw: play first, then tap at each boundary.");
    const time = this.#timeOf(heard.moment - late / 1000);
    editor.add(Math.round(time * 1000) / 1000, editor.chosen, undefined, false, `take ${this.take}`);
  }

  // Update the playhead in every frame.
  #run() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.sound.parts) return;
      const { heard } = this.sound;
      if (heard) this.#point(this.#timeOf(heard.moment), heard.part.name ?? null);
      this.#run();
    });
  }

  #point(time, name) {
    publish("playing", time);
    const { layers, layers: { view, stacks, times }, head } = this;
    if (time > view.end && !name && !view.whole) {
      view.show(time, time + view.end - view.start); // turn the page
      layers.moved();
    }
    head.setAttribute("visibility", time >= view.start && time <= view.end ? "visible" : "hidden");
    head.style.transform = `translateX(${view.x(time)}px)`;
    this.over.dataset.time = time.toFixed(3);
    layers.roll.mark(this.source === "notes" ? time : null);
    setText(this.bar.caption, captionAt(time, name, stacks, times, this.#pace));
    this.#mark(name);
  }

  // Mark the moment of the triplet that is heard (q, i or j); null for none.
  #mark(name) {
    this.layers.choices.publish("heard", name);
    this.layers.moments.grips.forEach((grip, at) => grip.classList.toggle("heard", "qij"[at] === name));
  }

  #ended() {
    publish("playing", null);
    this.layers.roll.mark(null);
    this.head.setAttribute("visibility", "hidden");
    this.#mark(null);
    setText(this.bar.caption, "");
    this.#arrange();
  }
}
