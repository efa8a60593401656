"""Whatever the bytes: hierarchies, or an error of ours."""

import contextlib
import json

import pytest
from fuzz.readers import SONG
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import HierscopeError
from core.io import (
    Candidate,
    File,
    read,
    read_path,
    read_text,
    write_csv,
    write_jams,
    write_labs,
)

VALID = {
    "x.jams": write_jams(SONG),
    "x.csv": write_csv(SONG),
    "rows.csv": b"0.0,12.5,30.0\r\n0.0,5.0,12.5,20.0,30.0\r\n",
    "layer2.lab": write_labs(SONG)["layer2.lab"],
    "textfile1.txt": b"0.0\tSilence\n0.5\tA, a, Verse, (voice\n9\tb, voice)\n12\tEnd\n",
    "textfile1_uppercase.txt": b"0.0\tSilence\n0.5\tA\n12\tEnd\n",
}
NAMES = st.one_of(st.sampled_from([*VALID, "", "x.JSON"]), st.text(max_size=30))
PIECES = st.one_of(
    st.binary(max_size=4),
    st.sampled_from(
        b'NaN|-1|1e999|null|[[|"|\\ud800|;|,|\n|End|{}|\xff\xfe|\0|#|0,5|\t|\r'.split(b"|")
    ),
)


def check(candidates):
    assert candidates
    assert all(isinstance(found, Candidate) for found in candidates)
    titles = [found.title for found in candidates]
    assert len(set(titles)) == len(titles)
    for found in candidates:
        found.hierarchy.digest  # noqa: B018 - names and labels can be encoded
        assert all(char.isprintable() for char in found.title)
        write_labs(found.hierarchy)
        [again] = read([File("x.jams", write_jams(found.hierarchy))])
        assert again.hierarchy == found.hierarchy


@st.composite
def mutated(draw):
    name, data = draw(st.sampled_from([*VALID.items()]))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        data = data[:start] + draw(PIECES) + data[end:]
    return File(name, data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: (
        st.lists(values, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["self", "type", "name"]), values)
    ),
    max_leaves=6,
)


def paths_in(value, path=()):
    """Every place in nested JSON."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield from paths_in(inner, (*path, key))


JAMS = json.loads(VALID["x.jams"])
PLACES = [path for path in paths_in(JAMS) if path]


@st.composite
def mutated_jams(draw):
    """Valid JSON, and JAMS but for some values that are replaced or left out."""
    content = json.loads(VALID["x.jams"])
    for path in draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=3)):
        parent = content
        # An earlier change may have removed this place.
        with contextlib.suppress(KeyError, IndexError, TypeError):
            for key in path[:-1]:
                parent = parent[key]
            if draw(st.booleans()):
                parent[path[-1]] = draw(JSON)
            else:
                del parent[path[-1]]
    return File("x.jams", json.dumps(content).encode())


@given(NAMES, st.binary(max_size=60))
@example("x.jams", b"{" * 50_000)
@example("x.jams", b'{"annotations":' + b"[" * 900 + b"]" * 900 + b"}")
@example("x.csv", b'"' * 999)
def test_any_bytes(name, data):
    with contextlib.suppress(HierscopeError):
        check(read([File(name, data)]))


@given(st.lists(mutated(), min_size=1, max_size=3))
def test_mutated_files(files):
    with contextlib.suppress(HierscopeError):
        check(read(files))


@given(mutated_jams())
def test_mutated_jams(file):
    with contextlib.suppress(HierscopeError):
        check(read([file]))


@given(st.text(st.sampled_from("0123459.,;-eE \t\r\n#'\"AabZ(End"), max_size=60), st.text())
def test_any_text(text, name):
    with contextlib.suppress(HierscopeError):
        check(read_text(text, name))


@given(st.text(max_size=20).map(lambda name: "/nowhere/" + name))
def test_any_path(path):
    with pytest.raises(HierscopeError):
        read_path(path)


def test_the_fuzz_starts_from_files_that_are_read():
    for name, data in VALID.items():
        check(read([File(name, data)]))
