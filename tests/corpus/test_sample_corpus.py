"""The sample corpus equals the script's output, and each method has its documented flaw."""

from functools import partial

import numpy as np
import pytest

from core.corpus.job import Job, run, score_item
from core.corpus.sources.upload import from_upload, read_upload, sample_archive
from core.io import read
from sample_data.make_corpus import OTHERS, REFERENCE, make_archive, make_files

WINDOWS = (1.0, 15.0, 60.0)


@pytest.fixture(scope="module")
def given():
    return read_upload([("corpus.zip", sample_archive())])


@pytest.fixture(scope="module")
def heard(given):
    """The hierarchies of everybody, by track."""
    tracks = [name.split("/")[1] for name in given.files if name.startswith(f"{REFERENCE}/")]
    return {
        who: [read(given.load([f"{who}/{track}"]))[0].hierarchy for track in tracks]
        for who in (REFERENCE, *OTHERS)
    }


@pytest.fixture(scope="module")
def means(given):
    """Mean recall, precision and F, reduced, by method and window."""
    every = from_upload(given, REFERENCE).items
    items = [item for item in every if item.track[-1] in "159"]
    rows = run(items, Job(WINDOWS), kind="serial", score_pair=partial(score_item, load=given.load))
    scores = {who: [] for who in OTHERS}
    for row in rows:
        scores[row.item.method].append(row.scores[:, :3])
    return {who: np.mean(each, axis=0) for who, each in scores.items()}


def test_what_ships_is_what_the_script_makes(given):
    # Compressed bytes differ between builds of zlib.
    assert read_upload([("corpus.zip", make_archive())]).files == given.files == make_files()
    assert len(sample_archive()) < 300_000
    assert make_files(2) != make_files()


def test_tracks_are_as_long_as_music_nested_and_labeled(heard):
    for who, pieces in heard.items():
        for piece, first in zip(pieces, heard[REFERENCE], strict=True):
            assert 120 < piece.end == first.end <= 300
            assert len(piece.layers) == len(first.layers) in (2, 3)
            assert not piece.nesting_faults()
            assert all(label for layer in piece.layers for label in layer.labels), who
    assert {len(piece.layers) for piece in heard[REFERENCE]} == {2, 3}


def inner(layer):
    return layer.boundaries[1:-1]


def test_each_method_has_its_vice(heard):
    for at, piece in enumerate(heard[REFERENCE]):
        grid, over, late = (heard[who][at] for who in OTHERS[1:])
        for level, layer in enumerate(piece.layers):
            ruled = inner(grid.layers[level])
            np.testing.assert_array_equal(ruled, (32, 16, 8)[level] * np.arange(1, len(ruled) + 1))
            # All that is there, and twice as much and more, but for sections of a phrase each.
            apart = np.abs(np.subtract.outer(inner(layer), inner(over.layers[level])))
            assert apart.min(axis=1).max() < 0.81
            assert len(over.layers[level].labels) >= len(layer.labels)
            shifts = inner(late.layers[level]) - inner(layer)[: len(inner(late.layers[level]))]
            assert 1 < shifts.min() <= shifts.max() < 4
    counts = {
        who: sum(len(layer.labels) for p in heard[who] for layer in p.layers) for who in heard
    }
    assert counts["over-segmenting"] > 1.8 * counts[REFERENCE]


def test_scores_tell_the_vices_apart(means):
    recall, precision, f_measure = 0, 1, 2
    at = {window: number for number, window in enumerate(WINDOWS)}
    # Another person is nearest at every window, and no copy.
    for window in at.values():
        best = max(means, key=lambda who: means[who][window, f_measure])
        assert best == "annotator B"
    assert 0.7 < means["annotator B"][at[15.0], f_measure] < 0.9
    over, late = means["over-segmenting"], means["shifted"]
    assert over[at[1.0], recall] > over[at[1.0], precision] + 0.3
    assert over[at[60.0], precision] > over[at[60.0], recall] + 0.3
    assert late[at[1.0], f_measure] < 0.1
    assert late[at[60.0], f_measure] > 0.7
    # So methods change places as the window grows.
    assert over[at[15.0], f_measure] > late[at[15.0], f_measure] + 0.05
    assert late[at[60.0], f_measure] > over[at[60.0], f_measure] + 0.2
