"""The sound that is made of the notes of a tune, as an OfflineAudioContext plays it."""

import base64

import numpy as np
import pytest

from core.tunes import TUNES, tune

HEARD = """async ({ played }, notes, duration) => {
  const source = new AudioBuffer({ length: 1, sampleRate: 32000 });
  const made = played(notes, duration, 1);
  const context = new OfflineAudioContext(1, made.length, source.sampleRate);
  const player = new AudioBufferSourceNode(context, { buffer: made });
  player.connect(context.destination);
  player.start();
  const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}"""
RATE = 32000
SHORT = 0.05  # s around an onset


def sounded(modules, notes, duration):
    text = modules.run("listen/notes", HEARD, [list(note) for note in notes], duration)
    return np.frombuffer(base64.b64decode(text), np.float32).astype(float)


def strength(samples, start, length, pitch):
    """How strong a pitch is in a stretch of time."""
    part = samples[int(start * RATE) : int((start + length) * RATE)]
    turns = np.exp(-2j * np.pi * 440 * 2 ** ((pitch - 69) / 12) * np.arange(len(part)) / RATE)
    return abs(np.mean(part * np.hanning(len(part)) * turns))


@pytest.mark.parametrize("name", TUNES)
def test_each_note_of_a_tune_sounds_at_its_time_and_pitch(modules, name):
    music = tune(name)
    samples = sounded(modules, music.notes, music.end)
    assert len(samples) == music.end * RATE
    assert 0.1 < np.abs(samples).max() < 10 ** (-6 / 20)
    loudness = 20 * np.log10(np.sqrt(np.mean(samples**2)))
    assert loudness == pytest.approx(20 * np.log10(0.07), abs=0.5)  # so all are within 1 dB
    assert np.abs(np.diff(samples)).max() < 0.1  # no click
    for note in music.notes[:: 1 if name == "ode_to_joy" else 7]:
        at, length = note.start, min(note.length, 0.3)
        own = strength(samples, at, length, note.pitch)
        if not note.voice:  # the melody is the loudest
            others = [strength(samples, at, length, note.pitch + by) for by in (-3, -2, 2, 3)]
            assert own > 1.5 * max(others)
        before = strength(samples, at - SHORT, SHORT, note.pitch) if at else 0.0
        assert strength(samples, at + 0.005, SHORT, note.pitch) > 1.3 * before
