"""Every file of the SALAMI corpus is read, or refused for a reason that is written here.

The corpus is not part of this repository: set HIERSCOPE_SALAMI to its folder, or put it at
../shared/salami.
"""

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.errors import HierscopeError
from core.io import File, read, read_path

CORPUS = Path(
    os.environ.get("HIERSCOPE_SALAMI", Path(__file__).parents[2] / "../shared/salami")
).resolve()
ANNOTATIONS = CORPUS / "annotations"

pytestmark = pytest.mark.skipif(
    not ANNOTATIONS.is_dir(), reason=f"no SALAMI corpus at {CORPUS} (set HIERSCOPE_SALAMI)"
)

# Annotators who marked the large scale only; the others have two layers.
ONE_LAYER = {
    *("146/2", "302/2", "306/1", "316/1", "348/1", "380/1", "400/1", "404/1"),
    *("540/1", "558/1", "666/2", "68/1", "750/1", "768/1", "928/2"),
}
THREE_LAYERS = {"78/2", "886/1"}


@pytest.fixture(scope="module")
def tracks():
    """The candidates of each track's folder."""
    return {folder.name: read_path(folder) for folder in sorted(ANNOTATIONS.iterdir())}


def test_every_file_is_read():
    counts: Counter[str] = Counter()
    refused = {}
    for path in ANNOTATIONS.rglob("*.txt"):
        kind = path.stem.partition("_")[2] or "raw"
        try:
            [found] = read_path(path)
        except HierscopeError as error:
            refused[str(path.relative_to(ANNOTATIONS))] = str(error)
        else:
            counts[kind] += 1
            counts[f"{kind}, {len(found.hierarchy.layers)} layers"] += 1
    assert refused == {}
    assert counts == {
        "raw": 1276,
        "raw, 2 layers": 1259,
        "raw, 1 layers": 17,
        "uppercase": 1276,
        "uppercase, 1 layers": 1276,
        "lowercase": 1276,
        "lowercase, 1 layers": 1276,
        "functions": 1276,
        "functions, 1 layers": 1276,
    }


def test_every_track_has_a_candidate_an_annotator(tracks):
    assert len(tracks) == 780
    assert Counter(len(found) for found in tracks.values()) == {1: 286, 2: 494}
    layers = {
        f"{track}/{candidate.hierarchy.name.rpartition(' ')[2]}": len(candidate.hierarchy.layers)
        for track, found in tracks.items()
        for candidate in found
    }
    assert {key for key, count in layers.items() if count == 1} == ONE_LAYER
    assert {key for key, count in layers.items() if count == 3} == THREE_LAYERS
    assert Counter(layers.values()) == {1: 15, 2: 1257, 3: 2}


def test_no_order_of_layers_had_to_be_guessed(tracks):
    notes = [note.text for found in tracks.values() for each in found for note in each.notes]
    assert notes
    assert not [text for text in notes if "guessed" in text]


def test_parsed_and_raw_files_say_the_same(tracks):
    """All boundaries of all layers agree; labels but for the silence that parsed files add."""
    compared = relabeled = 0
    for track, found in tracks.items():
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
    assert (compared, relabeled) == (1274, 77)


def _labels(candidate):
    """Labels without silence; in 886 a line is both z and Silence."""
    silence = ("silence", "z")
    return [
        ["" if label.lower() in silence else label for label in row]
        for row in candidate.hierarchy.labels
    ]
