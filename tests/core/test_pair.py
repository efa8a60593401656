"""A pair as a JSON document and as a link: lossless, and hostile content is refused."""

import base64
import contextlib
import hashlib
import json
import math
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hierarchies
from what_was_read import peak

from core.errors import HierscopeError, ReadError
from core.hierarchy import SHORTEST, Hierarchy, Layer, Pair
from core.io.link import Linked, ReadAs, pack_link, pack_pair, unpack_link, unpack_pair
from core.io.pair import pair_document, read_document
from core.notes import Note
from core.samples import sample, samples

FIGURE_6 = sample("figure6")
PAIR = (FIGURE_6.reference, FIGURE_6.estimate)
PACKED = pack_pair(*PAIR)

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
TIMES = st.one_of(
    st.floats(SHORTEST, 1e6),
    st.integers(1, 500_000).map(lambda ms: ms / 1000),
    st.integers(1, 500_000).map(lambda tenth: tenth * 0.1),
    st.integers(1, 10_000_000).map(lambda sample: sample / 44100),
)


@st.composite
def side(draw, end, labels=TEXTS):
    layers = []
    for _ in range(draw(st.integers(1, 3))):
        inner = draw(st.lists(TIMES.filter(lambda time: time < end), max_size=5))
        row = sorted({0.0, *inner, end})
        count = len(row) - 1
        own = draw(st.just(()) | st.lists(labels, min_size=count, max_size=count))
        layers.append(Layer(row, own, draw(TEXTS)))
    return Hierarchy(layers, draw(TEXTS))


PAIRS = TIMES.flatmap(lambda end: st.tuples(side(end), side(end)))
MS_PAIRS = st.integers(2, 9999).flatmap(lambda ms: st.tuples(hierarchies(ms), hierarchies(ms)))


def link(sides):
    """The text for any JSON value, or for any text that may be JSON."""
    content = sides if isinstance(sides, bytes) else json.dumps(sides).encode()
    return "1" + base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def document(**changes):
    return {**pair_document(*PAIR), **changes}


def digests(pair):
    return [hierarchy.digest for hierarchy in pair]


@given(PAIRS | MS_PAIRS)
def test_link_and_document_give_back_the_same_pair(pair):
    text = pack_pair(*pair)
    assert unpack_pair(text) == pair
    assert digests(unpack_pair(text)) == digests(pair)
    assert not set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    sent = json.loads(json.dumps(pair_document(*pair)))
    assert digests(read_document(sent)) == digests(pair)


@pytest.mark.parametrize(
    ("boundaries", "row"),
    [
        ([0, 0.25, 60.001], [250, 59751]),
        ([0, 0.1 + 0.2, 60], [0.1 + 0.2, 60.0]),
        ([0, 1 / 44100, 1], [1 / 44100, 1.0]),
    ],
)
def test_steps_of_milliseconds_where_they_are_exact(boundaries, row):
    made = Hierarchy.from_boundaries([boundaries], name="n")
    content = zlib.decompress(base64.urlsafe_b64decode(pack_pair(made, made)[1:] + "=="))
    assert json.loads(content) == [["n", ["", row]], ["n", ["", row]]]


def test_links_are_short():
    lengths = {sample.id: len(pack_pair(sample.reference, sample.estimate)) for sample in samples()}
    assert lengths["figure6"] <= 80
    assert max(lengths.values()) <= 750


def sided(**layer):
    good = {"name": "x", "boundaries": [0, 60], "labels": ["A"]}
    return document(estimate={"name": "e", "layers": [good, {**good, **layer}]})


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (sided(labels=["\ud800"]), "label 1 of layer 2 of estimate: a character that UTF-8"),
        (sided(labels=[""] * 20_001), "labels of layer 2 of estimate: more than the 20,000"),
        (
            sided(boundaries=list(range(20_002))),
            "boundaries of layer 2 of estimate: more than the 20,001",
        ),
        (
            document(estimate={"layers": [{"boundaries": list(range(15_001))}] * 2}),
            "30,009 segments, more than the 20,000 allowed",
        ),
    ],
    ids=range(4),
)
def test_documents_that_are_refused(value, problem):
    with pytest.raises(ReadError) as caught:
        read_document(value, "sketch")
    assert caught.value.problem.startswith(problem)
    assert caught.value.source == "sketch"
    assert caught.value.advice
    assert len(str(caught.value)) < 200


def deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


def test_a_deeply_nested_document():
    for value in (
        deep(),
        document(estimate=deep()),
        sided(labels=deep()),
        sided(boundaries=deep()),
    ):
        with pytest.raises(ReadError):
            read_document(value)


CHARACTERS = st.sampled_from("AZaz09-_=+/ \n\0é\ud800١") | st.characters()


@given(st.text(CHARACTERS, max_size=60), st.sampled_from(["", "1", "1eJw"]))
def test_any_text(text, start):
    with pytest.raises(HierscopeError):
        unpack_pair(start + text)


@given(st.integers(0, len(PACKED) - 1), st.integers(1, 8), CHARACTERS, st.sampled_from("fti"))
def test_damaged_links(place, count, character, how):
    """A checksum ends the text: what is read in spite of damage is the pair that was meant."""
    before, after = PACKED[:place], PACKED[place:]
    text = {
        "f": before + character + after[1:],
        "t": before + after[count:],
        "i": before + character * count + after,
    }[how]
    with contextlib.suppress(ReadError):
        assert unpack_pair(text) == PAIR


LATE = Hierarchy.from_boundaries([[2.5, 60], [2.5, 0.1 + 30, 60]], [["A"], ["a", "b"]])
LONGER = Hierarchy.from_boundaries([[0, 80], [0, 30, 80]])
SAID = (
    Note("no-end", "nothing ends it", 2, 60.0),
    Note("gap-filled", "a gap of 7 s", seconds=7.0),
    Note("sorted", "segments sorted"),
)
LINKED = Linked(
    Pair(LATE, LONGER), (ReadAs("a.lab, b.lab", "LAB: 2 layers", SAID), ReadAs("est.csv"))
)


def test_a_link_gives_back_a_pair_as_it_was_given_and_what_was_said_of_it():
    assert unpack_link(pack_link(LINKED)) == LINKED
    plain = Linked(Pair(*PAIR))
    assert pack_link(plain) == PACKED  # as links were before
    assert unpack_link(PACKED) == plain
    with pytest.raises(ReadError, match="the reference starts at"):
        unpack_pair(pack_link(LINKED))


@given(PAIRS, TEXTS, st.floats(0, 9))
def test_what_is_said_of_files_takes_nothing_from_the_pair(pair, text, seconds):
    told = ReadAs(text, text, (Note("sorted", text, None, -seconds, seconds=seconds),))
    found = unpack_link(pack_link(Linked(Pair(*pair), (told, ReadAs()))))
    assert found.pair == pair
    assert found.reading[0].notes[0].seconds == seconds


def test_of_many_and_long_notes_the_first_few_that_weigh_most_go_along():
    light, heavy = Note("sorted", "x" * 600, time=math.inf), Note("no-end", "y", seconds=2e9)
    told = ReadAs("\ud800" * 600, "", (*[light] * 20, heavy))
    found = unpack_link(pack_link(Linked(Pair(*PAIR), (told, ReadAs())))).reading[0]
    assert found.files == " " * 499 + "…"
    assert [note.kind for note in found.notes] == ["no-end", *["sorted"] * 11]
    assert found.notes[1].text == "x" * 499 + "…"
    assert (found.notes[0].seconds, found.notes[1].time) == (1e6, 1e6)


@pytest.mark.parametrize("text", ["1" * 2_000_001, link(b" " * 4_000_001)], ids=range(2))
def test_links_that_are_too_long_are_refused(text):
    with pytest.raises(ReadError, match="the link is too long"):
        unpack_pair(text)


def unpacking(text):
    """The most memory that a refused link takes."""

    def refused():
        with pytest.raises(ReadError):
            unpack_pair(text)

    return peak(refused)


def test_a_bomb_is_not_unpacked():
    text = link(bytes(50_000_000))
    assert len(text) < 300_000
    assert unpacking(text) < 10_000_000


def test_of_a_million_values_that_are_wrong_the_first_is_told():
    side = {"layers": [{"boundaries": [[]] * 20_000} for _ in range(65)]}

    def refused():
        with pytest.raises(ReadError, match="boundary 1 of layer 1 of reference: not a number"):
            read_document({"reference": side, "estimate": side})

    assert peak(refused) < 10_000_000


def test_the_worst_json_that_fits_takes_little_memory():
    assert unpacking(link(b"[" + b"[]," * 1_333_332 + b"1]")) < 150_000_000


@pytest.mark.parametrize(
    ("row", "more"),
    [
        ([0.5, 60], {}),
        ([0, 2e6], {}),
        ([0, 60], {"name": "n" * 501}),
        (range(20_001), {}),
    ],
)
def test_a_pair_that_no_link_would_give_back_is_not_packed(row, more):
    made = Hierarchy.from_boundaries([row], **more)
    with pytest.raises(ReadError) as caught:
        pack_pair(made, made)
    assert caught.value.source == "pair"
    assert caught.value.advice


@pytest.mark.parametrize(
    "labels",
    [
        ["ab" * 240] * 9_000,
        # Fits into the JSON, but does not deflate enough for an address
        [hashlib.shake_256(str(turn).encode()).hexdigest(240) for turn in range(8_000)],
    ],
    ids=["unpacked", "packed"],
)
def test_texts_that_are_too_long_together_are_not_packed(labels):
    made = Hierarchy.from_boundaries([range(len(labels) + 1)], [labels])
    flat = Hierarchy.from_boundaries([[0, len(labels)]])
    with pytest.raises(ReadError, match="too long for a link"):
        pack_pair(made, flat)
