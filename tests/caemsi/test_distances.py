"""NCD and the matrix of distances, against the golden vectors and a plain double loop."""

import bz2
import lzma
import zlib
from dataclasses import replace
from threading import Event

import naive_styles as naive
import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from serving import PATIENCE

from core.caemsi import COMPRESSORS, distance_matrix
from core.caemsi.distances import Compressor, ncd, spread
from core.errors import StyleError

STRINGS = {name: text.encode() for name, text in naive.GOLDEN["1_ncd"]["strings"].items()}
PLAIN = {
    "zlib": zlib.compress,
    "deflate": lambda data: zlib.compress(data, 9, -15),
    "bz2": bz2.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
}
# Other builds of zlib give other lengths; the statistics are tested from literal tables, too.
IS_ZLIB = "ng" not in zlib.ZLIB_RUNTIME_VERSION
items = st.lists(st.binary(min_size=1, max_size=80), min_size=1, max_size=7)
alike = st.lists(
    st.lists(st.sampled_from([b"AB", b"ABC", b"BCD", b"\0"]), min_size=1, max_size=40).map(
        b"".join
    ),
    min_size=2,
    max_size=8,
)


@pytest.mark.parametrize("pair", naive.GOLDEN["1_ncd"]["pairs"], ids=lambda p: p["x"] + p["y"])
def test_golden_pairs(pair):
    if not (IS_ZLIB or pair["zlib_ng_agrees"]):
        pytest.skip("another build of zlib")
    x, y = STRINGS[pair["x"]], STRINGS[pair["y"]]
    assert ncd(x, y) == pair["NCD"]["float"]


@pytest.mark.skipif(not IS_ZLIB, reason="another build of zlib")
def test_golden_tables():
    pipeline = naive.GOLDEN["5_pipeline"]
    strings = [text.encode() for text in pipeline["A"] + pipeline["B"]]
    found = distance_matrix(strings)
    assert found.sizes.tolist() == pipeline["K"]
    for i, row in enumerate(pipeline["K_canonical"]):
        for j, size in enumerate(row):
            if i != j:
                small, large = sorted((pipeline["K"][i], pipeline["K"][j]))
                assert found[i, j] == (size - small) / large


def plain_matrix(strings, order, size):
    """The naive double loop."""
    values = np.zeros((len(strings), len(strings)))
    for i, x in enumerate(strings):
        for j, y in enumerate(strings):
            if i == j:
                continue
            first, second = min(x, y), max(x, y)
            small, large = sorted((size(x), size(y)))
            pairs = [(first, second), (second, first)] if order == "mean" else [(first, second)]
            values[i, j] = sum((size(a + b) - small) / large for a, b in pairs) / len(pairs)
    return values


@pytest.mark.parametrize("order", ["canonical", "mean"])
@pytest.mark.parametrize("name", PLAIN)
@strategies.examples(12)
@given(strings=items | alike)
def test_the_matrix_is_that_of_a_double_loop_to_the_last_bit(name, order, strings):
    found = distance_matrix(strings, name, order=order)
    wanted = plain_matrix(strings, order, lambda data: len(PLAIN[name](data)))
    np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.parametrize("level", ["zlib", "deflate"])
def test_long_items_are_compressed_as_at_once(level):
    """Longer than the window and zlib's buffers, so that the copied state holds much."""
    rng = np.random.default_rng(0)
    strings = [
        np.repeat(rng.integers(60, 70, size), 2).astype(np.uint8).tobytes()
        for size in (10, 5_000, 20_000, 40_000, 70_000)
    ]
    found = distance_matrix(strings, level)
    wanted = plain_matrix(strings, "canonical", lambda data: len(PLAIN[level](data)))
    np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_every_compressor_tells_likes_from_others(name):
    rng = np.random.default_rng(1)
    one, other = (rng.integers(0, 256, 3000).astype(np.uint8).tobytes() for _ in range(2))
    # bzip2 sorts, and finds less of what comes again.
    assert ncd(one, one, name) < (0.3 if name == "bz2" else 0.1)
    assert ncd(one, other, name) > 0.85
    found = distance_matrix([one, one, other], name, workers=1)
    assert found.compressor == name
    assert found.version
    assert found[0, 1] == ncd(one, one, name)
    assert found[0, 2] == ncd(one, other, name, order="canonical")


def test_the_longest_pair_counts_for_the_warning():
    letters = np.random.default_rng(2).bytes(33_000)
    assert ncd(letters, letters) > 0.9
    assert ncd(letters, letters, "lzma") < 0.1
    at_reach = [bytes(9), bytes(16_384), b"x", b"y" * 16_384]
    found = distance_matrix(at_reach)
    assert found.longest == found.reach == 32_768
    assert found.warning == ""
    found = distance_matrix([*at_reach, b"z" * 16_385])
    assert found.longest == 32_769
    assert found.warning.endswith("Choose lzma or zstd.")
    # Not to choose what is chosen.
    longer = replace(found, compressor="lzma", reach=COMPRESSORS["lzma"].reach, longest=10**7)
    assert longer.warning.endswith("No available compressor looks farther.")


@pytest.mark.parametrize("order", ["canonical", "mean"])
def test_progress_and_cancel(order):
    said = []
    strings = [bytes([65 + number]) * 9 for number in range(20)]
    distance_matrix(strings, order=order, progress=lambda *numbers: said.append(numbers))
    assert said[-1] == (190, 190)
    assert [done for done, _ in said] == sorted(done for done, _ in said)
    with pytest.raises(StyleError, match="stopped"):
        distance_matrix(strings, order=order, cancelled=lambda: True)


def test_progress_does_not_wait_for_long_pairs(monkeypatch):
    """Nor does stopping: both look at pairs, of which a portion of long ones takes minutes."""
    told = Event()

    class Slow(Compressor):
        def sizes_after(self, first, others):
            sizes = []
            for number, other in enumerate(others):
                # The third is begun when someone was told of the first.
                assert number != 2 or told.wait(PATIENCE)
                sizes.append(len(first + other))
            return sizes

    monkeypatch.setitem(COMPRESSORS, "slow", Slow("slow", "1", 1, len))

    def progress(done, total):
        if done:
            told.set()

    strings = [bytes([65 + number]) for number in range(4)]
    assert (distance_matrix(strings, "slow", workers=1, progress=progress).sizes == 1).all()


def test_an_interrupt_gets_through():
    strings = [bytes([65 + number]) * 9 for number in range(20)]

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        distance_matrix(strings, progress=interrupt)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ncd(b"", b"a"), "Item 1 is empty"),
        (lambda: distance_matrix([b"a", b""]), "Item 2 is empty"),
        (lambda: ncd("a", b"a"), "Item 1 is str, not bytes"),
        (lambda: ncd(b"a", b"a", "gzip"), "Choose from zlib, deflate, bz2, lzma, zstd"),
        (lambda: ncd(b"a", b"a", order="any"), "no order 'any'"),
        (lambda: distance_matrix([b"a"], order="input"), "not symmetric"),
    ],
)
def test_what_has_no_distance_is_refused(call, words):
    with pytest.raises(StyleError, match=words):
        call()


@given(sizes=st.tuples(st.integers(3, 7), st.integers(3, 7)), seed=st.integers(0, 999))
def test_distances_within_and_between_are_those_of_the_papers_equations(sizes, seed):
    n_a, count = sizes[0], sum(sizes)
    upper = np.triu(np.random.default_rng(seed).integers(1, 9, (count, count)) / 8, 1)
    rows = (upper + upper.T).tolist()
    a, b = list(range(n_a)), list(range(n_a, count))
    found = spread(rows, n_a)
    assert found.within_a.tolist() == sorted(naive.within(rows, a))
    assert found.within_b.tolist() == sorted(naive.within(rows, b))
    assert found.between.tolist() == sorted(naive.between(rows, a, b))
