// Sound made from a hierarchy: each label is a chord, each layer an octave, each boundary a click. Clicks of
// the reference are on the left, those of the estimate on the right.

import { SIDES, shownLabel } from "../shared/schema.js";
import { rateFor } from "./sound.js";

const RATE = 22050; // Hz, enough for these chords
const LONGEST = 3 * 3600; // s that fit into memory
const ROOTS = [0, 5, 7, 2, 9, 4, 11]; // semitones above C, for labels in order
const CHORD = [0, 4, 7];
const LOWEST = 130.8; // Hz, the C of layer 1
const OCTAVES = 3; // maximum octaves above it
const LEVEL = 0.22; // of all chords together
const DIP = 0.03; // s in which a chord fades into the next
const CLICK = { length: 0.03, pitch: 1800, level: 0.5 };

/** Render the chords of one side, and the clicks of both; `pace` is the seconds of a unit of time. */
export async function rendered(pair, side, pace) {
  const { layers } = pair[side];
  const seconds = layers[0].boundaries.at(-1) * pace;
  if (seconds > LONGEST) throw new Error("The stand-in lasts at most three hours.");
  const rate = rateFor(seconds, RATE);
  const context = new OfflineAudioContext(2, Math.ceil(seconds * rate), rate);
  const known = new Map(); // labels, in order of appearance
  layers.forEach((layer, level) => {
    const octave = 2 ** Math.min(level, OCTAVES);
    for (const above of CHORD) {
      const voice = context.createOscillator();
      const gain = context.createGain();
      voice.type = "triangle";
      layer.labels.forEach((label, segment) => {
        const name = shownLabel(label) || segment % 2; // unlabeled neighbors alternate
        if (!known.has(name)) known.set(name, known.size);
        const at = layer.boundaries[segment] * pace;
        const root = ROOTS[known.get(name) % ROOTS.length];
        voice.frequency.setValueAtTime(LOWEST * octave * 2 ** ((root + above) / 12), at);
        gain.gain.setTargetAtTime(LEVEL / (CHORD.length * layers.length), at, DIP / 3);
        gain.gain.setTargetAtTime(0, Math.max(layer.boundaries[segment + 1] * pace - DIP, at), DIP / 3);
      });
      voice.connect(gain).connect(context.destination);
      voice.start();
    }
  });
  const buffer = await context.startRendering();
  SIDES.forEach((word, channel) => {
    const samples = buffer.getChannelData(channel);
    for (const [level, { boundaries }] of [...pair[word].layers.entries()].reverse()) {
      for (const time of boundaries.slice(0, -1)) click(samples, time * pace, rate, level);
    }
  });
  return buffer;
}

// Clicks of coarser layers are lower.
function click(samples, time, rate, level) {
  const first = Math.round(time * rate);
  const pitch = (CLICK.pitch / 2) * 2 ** Math.min(level / 2, 1.5);
  for (let at = 0; at < CLICK.length * rate && first + at < samples.length; at++) {
    const fading = CLICK.level * (1 - at / (CLICK.length * rate)) ** 2;
    samples[first + at] += fading * Math.sin((2 * Math.PI * pitch * at) / rate);
  }
}
