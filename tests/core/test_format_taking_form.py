"""Taking Form: written files can be read again, and files of the published corpus."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hierarchy import Hierarchy
from core.io import File, read, read_path
from core.io.formats.taking_form import TAKING_FORM

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")


@pytest.mark.skipif(not (SHARED / "taking-form").is_dir(), reason="no files of Taking Form")
@pytest.mark.parametrize(
    ("name", "counts", "end"),
    [
        ("K284-mvt1", [3, 9, 24, 54, 61], 127),
        ("K457-mvt1", [4, 14, 38, 58, 76, 89], 185),
        ("K545-mvt1", [3, 7, 20, 36], 73),
    ],
)
def test_files_of_the_corpus(name, counts, end):
    [found] = read_path(SHARED / f"taking-form/{name}.csv")
    assert [len(layer.labels) for layer in found.hierarchy.layers] == counts
    assert (found.hierarchy.end, found.hierarchy.missing) == (end, 0)
    assert found.hierarchy.labels[0][:2] == ["Exposition", "Development"]
    assert TAKING_FORM.loses(found.hierarchy) == []
    [again] = read([File("again.csv", TAKING_FORM.write(found.hierarchy))])
    assert again.hierarchy == replace(found.hierarchy, name="again.csv")


PLACES = st.one_of(st.integers(0, 40), st.integers(0, 160).map(lambda k: k / 4), st.floats(0, 40))
NAMES = st.one_of(
    st.sampled_from(["", "X", "Theme a", "1", "a, b", '"']), st.text(max_size=4)
).filter(lambda text: text.isprintable() or "\n" in text)


@st.composite
def in_measures(draw):
    rows = [
        sorted({0.0, 41.0, *draw(st.lists(PLACES, max_size=4))})
        for _ in range(draw(st.integers(1, 3)))
    ]
    labels = [[draw(NAMES) for _ in row[1:]] for row in rows]
    names = [draw(NAMES) for _ in rows]
    made = Hierarchy.from_boundaries(rows, labels, layer_names=names)
    return replace(made, unit="measures")


@given(in_measures())
def test_what_is_written_is_read_again_but_for_what_is_said(made):
    [found] = read([File("a.csv", TAKING_FORM.write(made))])
    lost = " ".join(TAKING_FORM.loses(made))
    again = found.hierarchy
    assert len(again.layers) == len(made.layers)
    if not lost:
        assert again == replace(made, name="a.csv")
    if "position" not in lost:
        for layer, before in zip(again.layers, made.layers, strict=True):
            kept = set(before.boundaries.tolist()) <= set(layer.boundaries.tolist())
            assert kept
            assert "nested" in lost or len(layer.labels) == len(before.labels)
    if "names of layers" not in lost:
        assert [layer.name for layer in again.layers] == [layer.name for layer in made.layers]
