"""The tunes of the samples: notes, readings, and what is claimed about them."""

import math
import re
import sys
import tomllib
from pathlib import Path

import mir_eval
import numpy as np
import pytest

from core.samples import sample
from core.tmeasures import score
from core.tunes import TUNES, tune, tune_of

FOLDER = Path(__file__).parents[2] / "sample_data"
RANGES = {"ode_to_joy": "A3-A4 F#2-E3", "minuet_in_g": "D4-B5 G2-D4", "jingle_bells": "D4-E5 G2-G3"}
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
MAJOR = {0, 2, 4, 5, 7, 9, 11}
KEYS = {"D major": 2, "G major": 7}
# Windows in seconds; precision, recall and F, reduced and full, with the figures of mir_eval.
ODE = {
    2: (0.703, 0.931, 0.801, 0.796, 0.899, 0.844),
    4: (0.858, 0.879, 0.868, 0.909, 0.910, 0.910),
    8: (0.906, 0.865, 0.885, 0.951, 0.919, 0.935),
    15: (0.906, 0.749, 0.820, 0.973, 0.848, 0.906),
    math.inf: (0.906, 0.637, 0.748, 0.981, 0.793, 0.877),
}


@pytest.fixture(params=TUNES)
def music(request):
    return tune(request.param)


def cut(music, start, end, voice=0):
    """The notes of a voice between two times, in seconds from the end."""
    return [
        (round(max(note.start, start) - end, 6), round(min(note.start + note.length, end) - end, 6),
         note.pitch)
        for note in music.notes
        if note.voice == voice and note.start < end and note.start + note.length > start
    ]  # fmt: skip


def test_bars_add_up_and_pitches_are_in_range_and_key(music):
    table = tomllib.loads((FOLDER / f"{music.id}.toml").read_text())
    rows = [row.split("|") for row in table["bars"].strip().splitlines()]
    assert [int(number) for number, *_ in rows] == [*range(1, len(rows) + 1)]
    for number, *voices in rows:
        for bar in voices:
            lengths = [float((re.findall(r"\*([\d.]+)", note) or [1])[0]) for note in bar.split()]
            assert sum(lengths) == table["meter"], f"bar {number}: {bar}"
    shortest = 60 / table["tempo"] / 2
    for voice, limits in enumerate(RANGES[music.id].split()):
        pitches = [note.pitch for note in music.notes if note.voice == voice]
        low, high = limits.split("-")
        names = [f"{NAMES[p % 12]}{p // 12 - 1}" for p in pitches]
        assert {low, high} <= set(names)
        assert [names[pitches.index(end(pitches))] for end in (min, max)] == [low, high]
    tonic = KEYS[music.key]
    foreign = {note.pitch % 12 for note in music.notes if (note.pitch - tonic) % 12 not in MAJOR}
    assert foreign <= ({1} if music.id == "minuet_in_g" else set())  # C# of its middle part
    assert all(note.length >= shortest - 1e-9 for note in music.notes)
    last = [note for note in music.notes if note.start + note.length == music.end]
    assert {note.pitch % 12 for note in last} == {tonic}


def test_segments_with_one_label_have_the_same_melody(music):
    for reading in music.readings:
        for layer in reading.layers:
            alike = {}
            for label, start, end in zip(layer.labels, *layer.intervals.T.tolist(), strict=True):
                alike.setdefault(label, []).append((start, end))
            for segments in alike.values():
                length = min(end - start for start, end in segments)
                melodies = [cut(music, end - length, end) for _, end in segments]
                assert all(melody == melodies[0] for melody in melodies), (layer.name, segments)


def test_the_last_phrase_of_ode_to_joy_enters_a_beat_early():
    music = tune("ode_to_joy")
    (held,) = [note for note in music.notes if note.start < 24 < note.start + note.length]
    assert (held.start, held.length, held.voice) == (23.5, 1.0, 0)


def test_scores_of_ode_to_joy_are_those_of_mir_eval_and_of_the_table():
    pair = sample("ode_to_joy")
    ours = score(pair.reference, pair.estimate, [*ODE])
    for row, wanted in enumerate(ODE.values()):
        found = [
            getattr(ours.scores[variant], part)[row]
            for variant in ("reduced", "full")
            for part in ("precision", "recall", "f_measure")
        ]
        assert np.round(found, 3).tolist() == list(wanted)
    sides = [[layer.intervals for layer in side.layers] for side in (pair.reference, pair.estimate)]
    theirs = mir_eval.hierarchy.tmeasure(*sides, window=2, frame_size=0.1)
    assert np.round(theirs, 3).tolist() == list(ODE[2][:3])
    assert ODE[2][0] < ODE[2][1]  # motives of a bar are too many
    assert ODE[15][1] < ODE[15][0]  # the halves are missing


def test_files_of_pairs_are_what_their_script_makes(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import make_tunes

    for name, content in make_tunes.pairs().items():
        assert (FOLDER / name).read_bytes() == content, "run python sample_data/make_tunes.py"
    del sys.modules["make_tunes"]


def test_a_pair_has_a_tune_by_its_name_while_it_lasts_as_long():
    for name, title in (("ode_to_joy", "Ode to Joy"), ("jingle_bells_algorithm", "Jingle Bells")):
        pair = sample(name)
        assert tune_of(pair.reference, pair.estimate).title == title
    assert tune_of(sample("figure6").reference, sample("figure6").estimate) is None
    assert tune_of(sample("ode_to_joy").reference, sample("figure6").estimate) is None
