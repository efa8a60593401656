"""Which items count as duplicates."""

import naive_styles as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from strategies import examples

from core.caemsi.items import THRESHOLD, Item, remove_duplicates
from core.caemsi.likeness import ImageLikeness, PitchLikeness, image_similarity

GOLDEN = naive.GOLDEN["6_similarity"]


def tune(pitches):
    """Onsets only, with deltas and offsets between them, as MIDI files are represented."""
    tokens = [token for pitch in pitches for token in (pitch, 300, 128 + pitch)]
    return np.array(tokens, "<u2").tobytes()


def edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1]


def pitch_similarity(a, b):
    """What is found of one when the other was seen."""
    likeness = PitchLikeness(0.0)
    likeness.add(a)
    found = likeness.match(b)
    return found[1] if found else 0


def items_of(contents, **kwargs):
    return [Item(f"item {n}", data, **kwargs) for n, data in enumerate(contents)]


def names(kept, removed):
    return [item.name for item in kept], [(left.name, left.reason) for left in removed]


class TestTitles:
    def test_same_title_is_removed_whatever_its_case(self):
        items = [
            Item("a.png", b"1", "Moon  Rise"),
            Item("b.png", b"2", " moon rise "),
            Item("c.png", b"3", "Moonrise"),
            Item("d.png", b"4", "MOON RISE"),
        ]
        assert names(*remove_duplicates(items)) == (
            ["a.png", "c.png"],
            [("b.png", "same title as 'a.png'"), ("d.png", "same title as 'a.png'")],
        )
        assert remove_duplicates(items, titles=False) == (tuple(items), ())

    def test_what_was_removed_removes_nothing(self):
        items = [
            Item("a", b"1", "Moon"),
            Item("b", b"1", "Sun"),  # the same as a
            Item("c", b"2", "Sun"),
            Item("d", b"3", "Moon"),  # the title of a
            Item("e", b"3", "Star"),
        ]
        assert names(*remove_duplicates(items)) == (
            ["a", "c", "e"],
            [("b", "identical to 'a'"), ("d", "same title as 'a'")],
        )

    @pytest.mark.parametrize("title", ["", " ", "01", "12-3"])
    def test_a_number_is_no_title(self, title):
        items = [Item("a", b"1", title), Item("b", b"2", title)]
        assert remove_duplicates(items) == (tuple(items), ())


class TestSame:
    @pytest.mark.parametrize("representation", ["bytes", "hierarchy"])
    def test_same_bytes(self, representation):
        items = items_of([b"x", b"y", b"x"])
        assert names(*remove_duplicates(items, representation)) == (
            ["item 0", "item 1"],
            [("item 2", "identical to 'item 0'")],
        )
        assert remove_duplicates(items, representation, similar=False) == (tuple(items), ())

    def test_two_hierarchies_of_one_string_are_not_the_same(self):
        items = [Item("a", b"x", identity="1"), Item("b", b"x", identity="2")]
        assert remove_duplicates(items, "hierarchy") == (tuple(items), ())
        items = [Item("a", b"x", identity="1"), Item("b", b"y", identity="1")]
        assert len(remove_duplicates(items, "hierarchy")[1]) == 1


class TestTunes:
    def test_golden(self):
        a, b = tune([60] * 100), tune([61] * 100)
        assert pitch_similarity(a, b) == GOLDEN["normalised_len100_all_different"]
        # As printed, s = 1 - E / 1000, and they would be duplicates.
        assert (
            1 - edits([60] * 100, [61] * 100) / 1000 == GOLDEN["eq11_literal_len100_all_different"]
        )
        assert GOLDEN["threshold"] == THRESHOLD

    @given(*[st.lists(st.integers(60, 63), min_size=1, max_size=20)] * 2)
    @examples(200)
    def test_against_a_slow_edit_distance(self, a, b):
        expected = 1 - edits(a, b) / max(len(a), len(b))
        assert pitch_similarity(tune(a), tune(b)) == pytest.approx(expected, abs=1e-12)

    def test_first_thousand_notes_count(self):
        a = tune([60] * 1000 + [70] * 500)
        assert pitch_similarity(a, tune([60] * 1000 + [40] * 900)) == 1

    def test_only_above_the_threshold(self):
        base = [60, 61, 62, 63] * 25
        at, above = base[:75] + [90] * 25, base[:76] + [90] * 24
        items = items_of(map(tune, (base, at, above)))
        kept, removed = remove_duplicates(items, "midi")
        # The last is like both; the one that is most alike is named.
        assert names(kept, removed) == (
            ["item 0", "item 1"],
            [("item 2", "similar to 'item 1' (0.990)")],
        )

    def test_what_was_removed_removes_nothing(self):
        chain = [[60] * 20, [60] * 16 + [64] * 4, [60] * 12 + [64] * 8]
        similar = Levenshtein.normalized_similarity
        assert similar(chain[0], chain[1]) > 0.75 > similar(chain[0], chain[2])
        assert similar(chain[1], chain[2]) > 0.75
        kept, _ = remove_duplicates(items_of(map(tune, chain)), "midi")
        assert [item.name for item in kept] == ["item 0", "item 2"]


def noise(seed, smooth=4):
    coarse = np.random.default_rng(seed).integers(0, 256, (64 // smooth, 64 // smooth, 3), np.uint8)
    return np.kron(coarse, np.ones((smooth, smooth, 1), np.uint8))


class TestImages:
    def test_against_all_pairs(self):
        dice = np.random.default_rng(5)
        images = []
        for number in range(30):
            of = noise(number % 4, 8).astype(float)
            mixed = of + dice.normal(0, dice.choice([3, 30, 60]), of.shape)
            images.append(np.clip(mixed, 0, 255).astype(np.uint8).tobytes())
        expected = []
        for number, image in enumerate(images):
            likest = (image_similarity(image, images[kept]) for kept in expected)
            if all(value <= THRESHOLD for value in likest):
                expected.append(number)
        kept, removed = remove_duplicates(items_of(images), "image")
        assert [item.name for item in kept] == [f"item {number}" for number in expected]
        assert 0 < len(removed) < 27

    def test_at_the_threshold_it_stays(self):
        one, other = noise(1, 8).tobytes(), (noise(1, 8) // 2).tobytes()
        likeness = ImageLikeness(image_similarity(one, other))
        likeness.add(one)
        assert likeness.match(other) is None

    def test_a_match_is_what_scikit_image_says(self):
        images = [noise(number, size).tobytes() for number, size in enumerate((1, 2, 4, 8, 16))]
        # Of little contrast on much brightness, single precision is at its worst.
        images += [(noise(n, 2) // 64 + 240).tobytes() for n in range(6)]
        for one in images:
            for other in images:
                value = image_similarity(one, other)
                for threshold, expected in ((value - 1e-6, True), (value + 1e-6, False)):
                    likeness = ImageLikeness(threshold)
                    likeness.add(one)
                    assert (likeness.match(other) is not None) == expected
