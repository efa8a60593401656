"""JAMS from before 2015: every boundary, and the files of the papers' authors."""

import json

from hypothesis import given
from hypothesis import strategies as st
from old_jams import ANNOTATIONS, OLDA, annotation, layer, needs_files, old
from what_was_read import boundaries

from core.io import File, read


def load(document, **how):
    return read([File("song.jams", json.dumps(document, indent=2).encode())], **how)


@given(
    st.lists(
        st.lists(st.integers(1, 59_999), min_size=0, max_size=9, unique=True),
        min_size=1,
        max_size=4,
    )
)
def test_every_boundary_is_read_as_it_stands(rows):
    levels = [[0.0, *(time / 1000 for time in sorted(row)), 60.0] for row in rows]
    points = [
        each
        for number, times in enumerate(levels)
        for each in layer(f"level_{number:03d}", times, [""] * len(times))
    ]
    [found] = load(old(annotation(*points)))
    assert boundaries(found) == levels


@needs_files
def test_the_files_of_the_papers_authors():
    first, second = read([File("x", ANNOTATIONS.read_bytes())])
    assert [first.title.split(" (")[0], second.title.split(" (")[0]] == [
        "annotator 4",
        "annotator 6",
    ]
    counts = [[len(row) - 1 for row in boundaries(each)] for each in (first, second)]
    assert counts == [[11, 33], [17, 34]]
    [olda] = read([File("x", OLDA.read_bytes())])
    assert [len(row) - 1 for row in boundaries(olda)] == list(range(4, 19))
    assert olda.title == "OLDA (15 layers)"
    assert olda.notes == ()
