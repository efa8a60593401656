"""Files of SALAMI are read with the layers that are written here, one track in thirty.

--thorough reads all. The corpus is not part of this repository (tests/salami_corpus.py).
"""

from collections import Counter

import numpy as np
import pytest
from salami_corpus import CORPUS, needs_salami

from core.io import File, read, read_path

ANNOTATIONS = CORPUS / "annotations"
pytestmark = needs_salami

# Annotators who marked the large scale only; the others have two layers.
ONE_LAYER = {
    *("146/2", "302/2", "306/1", "316/1", "348/1", "380/1", "400/1", "404/1"),
    *("540/1", "558/1", "666/2", "68/1", "750/1", "768/1", "928/2"),
}
# Parsed files lack a letter next to an instrument, such as `d guitar)`.
NOT_PARSED = {"778", "1114"}
THREE_LAYERS = {"78/2", "886/1"}
KINDS = ("raw", "uppercase", "lowercase", "functions")


@pytest.fixture(scope="module")
def every(pytestconfig):
    """Whether all tracks are read."""
    return pytestconfig.getoption("--thorough")


@pytest.fixture(scope="module")
def tracks(every):
    """The candidates of each track's folder."""
    folders = sorted(ANNOTATIONS.iterdir())
    if not every:
        special = [ANNOTATIONS / key.partition("/")[0] for key in ("146/2", *THREE_LAYERS)]
        folders = [*folders[::30], *special]
    return {folder.name: read_path(folder) for folder in folders}


def test_every_file_is_read(tracks, every):
    counts = Counter()
    for track in tracks:
        for path in (ANNOTATIONS / track).rglob("*.txt"):
            [found] = read_path(path)
            counts[path.stem.partition("_")[2] or "raw", len(found.hierarchy.layers)] += 1
    assert len({counts[kind, 1] for kind in KINDS[1:]}) == 1
    assert set(counts) == {*((kind, 1) for kind in KINDS), ("raw", 2)}
    if every:
        assert [counts[kind, 1] for kind in KINDS] == [17, 1276, 1276, 1276]
        assert counts["raw", 2] == 1259


def test_every_track_has_a_candidate_an_annotator_with_layers_that_need_no_guess(tracks, every):
    notes = [note.text for found in tracks.values() for each in found for note in each.notes]
    assert notes
    assert not [text for text in notes if "guessed" in text]
    layers = {
        f"{track}/{candidate.hierarchy.name.rpartition(' ')[2]}": len(candidate.hierarchy.layers)
        for track, found in tracks.items()
        for candidate in found
    }
    of_tracks = {count: {key for key, its in layers.items() if its == count} for count in (1, 3)}
    assert of_tracks[1] == {key for key in ONE_LAYER if key.partition("/")[0] in tracks}
    assert of_tracks[3] == THREE_LAYERS
    if every:
        assert len(tracks) == 780
        assert Counter(len(found) for found in tracks.values()) == {1: 286, 2: 494}
        assert Counter(layers.values()) == {1: 15, 2: 1257, 3: 2}


def test_parsed_and_raw_files_say_the_same(tracks, every):
    """All boundaries of all layers agree; labels but for the silence that parsed files add."""
    compared = relabeled = 0
    for track, found in tracks.items():
        if track in NOT_PARSED:
            continue
        raw = [
            File(path.name, path.read_bytes())
            for path in sorted((ANNOTATIONS / track).glob("*.txt"))
        ]
        for candidate, other in zip(found, read(raw), strict=True):
            compared += 1
            # Nothing of it is doubted.
            notes = " ".join(map(str, other.notes))
            assert "whole numbers" not in notes, track
            assert "contains layer 1" not in notes, track
            layers, others = candidate.hierarchy.layers, other.hierarchy.layers
            assert [layer.name for layer in layers] == [layer.name for layer in others], track
            for layer, same in zip(layers, others, strict=True):
                assert layer.boundaries.shape == same.boundaries.shape, track
                np.testing.assert_allclose(layer.boundaries, same.boundaries, rtol=0, atol=1e-6)
            if candidate.hierarchy.labels != other.hierarchy.labels:
                relabeled += 1
                assert _labels(candidate) == _labels(other), track
    assert relabeled
    if every:
        assert (compared, relabeled) == (1270, 76)


def _labels(candidate):
    """Labels without silence; in 886 a line is both z and Silence."""
    silence = ("silence", "z")
    return [
        ["" if label.lower() in silence else label for label in row]
        for row in candidate.hierarchy.labels
    ]
