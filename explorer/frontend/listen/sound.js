// Plays parts of a buffer in turn, and reports the moment that is heard.

import { keep, read } from "../shared/storage.js";

const KEY = "hierscope-sound";
const FADE = 0.012; // s at both ends of a part
const GAP = 0.3; // s between parts
const SOON = 0.03; // s from the press to the first sample
const LOUDNESS = 0.08; // root mean square of parts that are compared
const LOUDEST = 8; // maximum amplification
const MOST = 3e7; // samples in memory, 240 MB in stereo
const RATES = [3000, 44100]; // Hz that every browser can decode to

/** The sample rate at which a recording of some seconds fits into memory. */
export function rateFor(seconds, highest = RATES[1]) {
  return Math.round(Math.min(Math.max(MOST / seconds, RATES[0]), highest));
}

/** Decode a file for music of about `seconds`; throws if the browser can't. */
export async function decoded(file, seconds) {
  const context = new OfflineAudioContext(2, 1, rateFor(seconds));
  return context.decodeAudioData(await file.arrayBuffer());
}

export class Sound {
  /** `ended` is called when the last part has ended or was stopped. */
  constructor(ended) {
    this.ended = ended;
    this.parts = null; // the parts that are playing, with the time `at` which each begins
    this.loud = { volume: 0.7, muted: false, ...read(KEY) };
  }

  /** Change `volume` (0 to 1) or `muted`, which the browser remembers. */
  change(loud) {
    Object.assign(this.loud, loud);
    keep(KEY, this.loud);
    if (this.master) this.master.gain.value = this.#gain;
  }

  get #gain() {
    return this.loud.muted ? 0 : this.loud.volume ** 2; // matches the perceived loudness
  }

  /** Start the audio output, which browsers allow only after a press. */
  wake() {
    if (!this.context) {
      this.context = new AudioContext({ latencyHint: "interactive" });
      this.master = this.context.createGain();
      this.master.gain.value = this.#gain;
      this.master.connect(this.context.destination);
    }
    this.context.resume();
  }

  /** Play parts {from, to} of a buffer, in its seconds; `alike`: equally loud; `loop`: repeat one part. */
  play(buffer, parts, { alike = false, loop = false } = {}) {
    this.stop();
    this.wake();
    let at = this.context.currentTime + SOON;
    this.loop = loop;
    this.parts = parts.map((part) => {
      const placed = { ...part, at, length: part.to - part.from };
      at += placed.length + GAP;
      return { ...placed, ...this.#schedule(buffer, placed, alike ? evened(buffer, part) : 1) };
    });
    const { parts: playing } = this;
    playing.at(-1).source.onended = () => this.parts === playing && this.stop();
  }

  #schedule(buffer, { from, at, length }, level) {
    const source = this.context.createBufferSource();
    const gain = this.context.createGain();
    source.buffer = buffer;
    source.connect(gain).connect(this.master);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(level, at + FADE);
    if (this.loop) {
      Object.assign(source, { loop: true, loopStart: from, loopEnd: from + length });
      source.start(at, from);
    } else {
      gain.gain.setValueAtTime(level, Math.max(at + length - FADE, at + FADE));
      gain.gain.linearRampToValueAtTime(0, at + length);
      source.start(at, from, length);
    }
    return { source, gain };
  }

  stop() {
    if (!this.parts) return;
    const { currentTime: now } = this.context;
    for (const { source, gain } of this.parts) {
      gain.gain.cancelScheduledValues(now);
      gain.gain.setTargetAtTime(0, now, FADE / 3);
      source.stop(now + 2 * FADE);
    }
    this.parts = null;
    this.ended();
  }

  close() {
    this.stop();
    this.context?.close();
  }

  /** The part that is heard now, and its moment in the buffer's seconds; null between parts. */
  get heard() {
    const { contextTime, performanceTime } = this.context.getOutputTimestamp();
    const now = performanceTime // 0 until the first sound is audible
      ? contextTime + (performance.now() - performanceTime) / 1000
      : this.context.currentTime;
    const part = this.parts.findLast(({ at }) => at <= now) ?? this.parts[0];
    const since = Math.max(now - part.at, 0);
    if (this.loop) return { part, moment: part.from + (since % part.length) };
    return since <= part.length ? { part, moment: part.from + since } : null;
  }
}

// The amplification that makes a part as loud as others.
function evened(buffer, { from, to }) {
  const samples = buffer.getChannelData(0)
    .subarray(Math.floor(from * buffer.sampleRate), Math.ceil(to * buffer.sampleRate));
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(samples.length, 1);
  return Math.min(LOUDNESS / (Math.sqrt(power) || LOUDNESS), LOUDEST);
}
