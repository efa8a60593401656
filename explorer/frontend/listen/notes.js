// Sound made from notes: a soft tone like an electric piano's, the melody above a quiet accompaniment.

import { rateFor } from "./sound.js";

const RATE = 32000; // Hz
const PARTIALS = [1, 0.32, 0.1, 0.05]; // amplitudes; higher ones fade sooner
const [ATTACK, RELEASE] = [0.005, 0.06]; // s
const FADED = 1.3; // a note has faded to exp(-FADED) at its end
const SHORTEST = 0.25; // s; shorter notes fade like this one
const ACCOMPANIMENT = 0.45; // amplitude of voices other than the melody
const LOUDNESS = 0.07; // root mean square of every piece
const LOUDEST = 0.45; // the peak is below -6 dBFS

/** Render notes [start, length, pitch, voice]; `pace` is the seconds of a unit of time. */
export function played(notes, duration, pace) {
  const seconds = duration * pace;
  const sampleRate = rateFor(seconds, RATE);
  const buffer = new AudioBuffer({ length: Math.ceil(seconds * sampleRate), sampleRate });
  const samples = buffer.getChannelData(0);
  for (const [start, length, pitch, voice] of notes) {
    const first = Math.round(start * pace * sampleRate);
    const frequency = 440 * 2 ** ((pitch - 69) / 12);
    PARTIALS.forEach((amplitude, at) => {
      if (frequency * (at + 1) * 2 > sampleRate) return;
      const level = amplitude * (voice ? ACCOMPANIMENT : 1);
      ring(samples, sampleRate, first, length * pace, frequency * (at + 1), level, 1 + at / 2);
    });
  }
  return evened(buffer);
}

// Add one partial: a sine that fades, by the recurrence of a damped oscillation.
function ring(samples, rate, first, length, frequency, level, faster) {
  const fading = Math.exp((-FADED * faster) / (Math.max(length, SHORTEST) * rate));
  const turn = (2 * Math.PI * frequency) / rate;
  const [back, twice] = [fading * fading, 2 * fading * Math.cos(turn)];
  const [attack, release] = [ATTACK * rate, RELEASE * rate];
  const count = Math.min(Math.ceil(length * rate + release), samples.length - first);
  let [before, now] = [-level * Math.sin(turn) / fading, 0];
  for (let at = 0; at < count; at++) {
    const gate = Math.min(at / attack, 1, (length * rate + release - at) / release);
    samples[first + at] += now * gate;
    const next = twice * now - back * before;
    before = now;
    now = next;
  }
}

function evened(buffer) {
  const samples = buffer.getChannelData(0);
  let [power, peak] = [0, 0];
  for (const sample of samples) {
    power += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const gain = Math.min(LOUDNESS / Math.sqrt(power / samples.length), LOUDEST / peak) || 0;
  for (let at = 0; at < samples.length; at++) samples[at] *= gain;
  return buffer;
}
