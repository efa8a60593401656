"""Images, MIDI files and hierarchies as bytes."""

import zlib

import naive_styles as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from strategies import examples, hierarchies
from style_files import midi, picture
from symusic import Score

from core.caemsi.representations import REPRESENTATIONS, recommended_compressor, represent
from core.caemsi.representations.hierarchies import LABELS, identity, tree_bytes
from core.caemsi.representations.images import image_bytes
from core.caemsi.representations.midi import (
    LONGEST,
    Notes,
    midi_bytes,
    onset_pitches,
    read_notes,
    tokens,
)
from core.errors import ReadError, StyleError
from core.hierarchy import Hierarchy, Layer

GOLDEN = naive.GOLDEN["6_midi_tokens"]
GOLDEN_NOTES = [tuple(row) for row in GOLDEN["notes_pitch_on_off_ticks"]]


def notes_of(rows):
    pitches, starts, ends = np.array(rows, np.int64).T
    return Notes(pitches, starts, ends)


def stream(data):
    return np.frombuffer(data, "<u2").tolist()


def pixels_of(data):
    return np.frombuffer(image_bytes(data), np.uint8).reshape(64, 64, 3)


RANDOM = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)


class TestMidi:
    def test_golden_vector(self):
        assert tokens(notes_of(GOLDEN_NOTES)).tolist() == GOLDEN["tokens"]
        assert midi_bytes(midi(GOLDEN_NOTES)).hex() == GOLDEN["u16le_hex"]

    def test_percussion_is_kept(self):
        assert midi_bytes(midi([(60, 0, 10)], [(36, 0, 10)], drums=(1,))) == midi_bytes(
            midi([(60, 0, 10)], [(36, 0, 10)])
        )

    @pytest.mark.parametrize("resolution", [24, 96, 220, 960])
    def test_resolution_of_the_file_does_not_matter(self, resolution):
        beats = [(60, 0, 1), (62, 1, 3), (64, 3, 4)]
        rows = [(pitch, start * resolution, end * resolution) for pitch, start, end in beats]
        expected = midi([(pitch, start * 480, end * 480) for pitch, start, end in beats])
        assert midi_bytes(midi(rows, resolution=resolution)) == midi_bytes(expected)

    def test_times_between_ticks_go_to_the_nearest(self):
        rows = [(60, 0, 959), (62, 961, 1922), (64, 1923, 2400)]
        expected = [(60, 0, 480), (62, 481, 961), (64, 962, 1200)]
        assert midi_bytes(midi(rows, resolution=960)) == midi_bytes(midi(expected))

    def test_title_velocity_and_tempo_do_not_count(self):
        score = Score.from_midi(midi(GOLDEN_NOTES))
        score.tracks[0].name = "Für Elise"
        score.tracks[0].program = 40
        for note in score.tracks[0].notes:
            note.velocity = 1
        assert midi_bytes(score.dumps_midi()).hex() == GOLDEN["u16le_hex"]

    @given(
        st.lists(
            st.tuples(st.integers(0, 127), st.integers(0, 200_000), st.integers(0, 200_000)),
            min_size=1,
            max_size=12,
        )
    )
    @examples(200)
    def test_against_a_slow_walk(self, rows):
        notes = [(pitch, start, start + length) for pitch, start, length in rows]
        events = sorted(
            [(start, 1, pitch) for pitch, start, _ in notes]
            + [(max(end, start + 1), 0, 128 + pitch) for pitch, start, end in notes]
        )
        expected, now = [], events[0][0]
        for time, _, token in events:
            while now < time:
                step = min(time - now, LONGEST)
                expected.append(256 + step)
                now += step
            expected.append(token)
        written = tokens(notes_of(notes))
        assert written.tolist() == expected
        by_onset = [pitch for _, pitch in sorted((start, pitch) for pitch, start, _ in notes)]
        assert list(onset_pitches(written.astype("<u2").tobytes())) == by_onset

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"no MIDI", "not a readable MIDI file"),
            (midi(GOLDEN_NOTES)[:-9], "not a readable MIDI file"),
            (midi([]), "no notes"),
            (midi(GOLDEN_NOTES).replace(b"\x01\xe0", b"\xe7\x28", 1), "not a readable MIDI file"),
            (midi(GOLDEN_NOTES).replace(b"\x01\xe0", b"\x00\x00", 1), "no resolution"),
            (midi([(60, 0, 100_000_000)], resolution=1), "longer than"),
        ],
    )
    def test_refused(self, data, words):
        with pytest.raises(ReadError, match=words) as caught:
            represent([("tune.mid", data)], "midi")
        assert caught.value.source == "tune.mid"

    def test_times_beyond_32_bits_are_refused(self):
        event, quiet = b"\xff\xff\xff\x7f", b"\x00"
        body = (event + b"\x90\x3c\x40" + quiet + b"\x80\x3c\x40") * 9 + b"\x00\xff\x2f\x00"
        data = midi(GOLDEN_NOTES)[:8] + b"\x00\x00\x00\x01\x01\xe0"
        with pytest.raises(ReadError, match="longer than"):
            read_notes(data + b"MTrk" + len(body).to_bytes(4, "big") + body)


class TestImages:
    def test_of_this_size_it_is_the_pixels(self):
        assert image_bytes(picture(RANDOM)) == RANDOM.tobytes()

    @pytest.mark.parametrize("shape", [(1, 1), (7, 200), (64, 65), (500, 300)])
    def test_any_shape(self, shape):
        data = picture(np.full((*shape, 3), (10, 200, 30), np.uint8))
        assert image_bytes(data) == bytes((10, 200, 30)) * 64 * 64

    def test_grey_has_three_equal_channels(self):
        grey = RANDOM[:, :, 0].copy()
        assert np.array_equal(pixels_of(picture(grey)), np.repeat(grey[..., np.newaxis], 3, 2))

    @pytest.mark.parametrize("form", ["PNG", "TIFF"])
    def test_grey_of_16_bits_loses_the_lower_ones(self, form):
        grey = np.arange(4096, dtype=np.uint16).reshape(64, 64) * 16
        assert np.array_equal(pixels_of(picture(grey, form))[..., 1], grey >> 8)

    def test_what_is_transparent_shows_white(self):
        pixels = np.dstack((RANDOM, np.zeros((64, 64), np.uint8)))
        pixels[0, 0, 3] = 255
        seen = pixels_of(picture(pixels))
        assert np.array_equal(seen[0, 0], RANDOM[0, 0])
        assert (seen.reshape(-1, 3)[1:] == 255).all()

    def test_transparent_color_of_a_palette_shows_white(self):
        image = Image.new("P", (64, 64), 1)
        image.putpalette([0, 0, 0, 200, 0, 0])
        image.putpixel((0, 0), 0)
        seen = pixels_of(picture(image, "GIF", transparency=1))
        assert seen[0, 0].tolist() == [0, 0, 0]
        assert seen[5, 5].tolist() == [255, 255, 255]

    def test_it_is_turned_as_exif_says(self):
        image = Image.fromarray(RANDOM)
        exif = image.getexif()
        exif[0x0112] = 6  # to be turned clockwise
        turned = pixels_of(picture(image, exif=exif))
        assert np.array_equal(turned, np.rot90(RANDOM, -1))

    def test_cmyk(self):
        image = Image.new("CMYK", (80, 80), (0, 255, 255, 0))
        assert pixels_of(picture(image, "TIFF"))[3, 3].tolist() == [255, 0, 0]

    def test_first_frame(self):
        frames = [Image.new("RGB", (64, 64), color) for color in ("black", "white")]
        data = picture(frames[0], "GIF", save_all=True, append_images=frames[1:])
        assert not pixels_of(data).any()

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"no image", "not a readable image"),
            (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not a readable image"),
            (picture(RANDOM)[:2000], "damaged"),
            (picture(np.zeros((9, 9), np.float32), "TIFF"), "32 bits"),
            (picture(np.zeros((9, 9), np.int32), "TIFF"), "32 bits"),
        ],
    )
    def test_refused(self, data, words):
        with pytest.raises(ReadError, match=words) as caught:
            represent([("moon.png", data)], "image")
        assert caught.value.source == "moon.png"

    @pytest.mark.parametrize("side", [4001, 10_000, 60_000])
    def test_decompression_bombs_are_refused(self, side):
        bomb = bytearray(picture(Image.new("1", (8, 8))))
        bomb[16:24] = side.to_bytes(4, "big") * 2
        bomb[29:33] = zlib.crc32(bomb[12:29]).to_bytes(4, "big")
        with pytest.raises(ReadError, match="more than the 16,000,000 pixels"):
            image_bytes(bytes(bomb))

    def test_no_warning_is_given(self):
        image_bytes(picture(Image.new("P", (9, 9)), transparency=b"\x00\x80"))


def tree(*layers):
    """A hierarchy of layers, each a list of (label, length)."""
    return Hierarchy.from_boundaries(
        [np.cumsum([0, *(length for _, length in layer)]) for layer in layers],
        [[label for label, _ in layer] for layer in layers],
    )


class TestHierarchies:
    def test_starts_that_agree_to_five_decimals_are_the_same(self):
        rows = [[4e-6, 1, 2], [4e-6, 1 - 1e-9, 2]]
        assert list(tree_bytes(Hierarchy.from_boundaries(rows, ["AB", "ab"]))) == [0, 32, 1, 33]

    def test_durations_are_shares_of_the_parent(self):
        found = tree([("A", 30), ("B", 10)], [("a", 15), ("b", 15), ("a", 10)])
        assert list(tree_bytes(found, durations=True)) == [
            *tree_bytes(found),
            *(48, 32, 32, 16, 64),
        ]

    def test_share_of_a_child_that_reaches_beyond_its_parent(self):
        found = tree([("A", 1), ("B", 9)], [("a", 10)], [("x", 10)])
        assert list(tree_bytes(found, durations=True))[4:] == [6, 255, 64, 58]
        assert list(tree_bytes(found)) == [0, 32, 64, 1]

    def test_more_labels_and_layers_than_bytes(self):
        many = [(str(number), 1) for number in range(300)]
        assert set(tree_bytes(tree(many))) == set(range(LABELS))
        deep = tree(*([("A", 300)],) * 9, many, many)
        assert set(tree_bytes(deep)) == {*range(0, 224, LABELS), *range(224, 256)}

    @given(hierarchies(60_000), st.randoms(use_true_random=False))
    @examples(200)
    def test_against_a_slow_recursion(self, plain, dice):
        found = Hierarchy(
            [
                Layer(layer.boundaries, [dice.choice("ABCD") for _ in layer.labels])
                for layer in plain.layers
            ]
        )
        numbers, written = {}, []

        def walk(level, start, end):
            if level == len(found.layers):
                return
            layer = found.layers[level]
            for (first, last), label in zip(layer.intervals, layer.labels, strict=True):
                if start <= first < end:
                    known = numbers.setdefault(level, {})
                    written.append(32 * level + known.setdefault(label, len(known)))
                    walk(level + 1, first, last)

        walk(0, found.start, found.end)
        assert list(tree_bytes(found)) == written

    def test_identity_is_of_times_and_labels(self):
        found = tree([("A", 1), ("B", 1)])
        same = Hierarchy([Layer([0, 1, 2], "AB", "uppercase")], "other")
        assert identity(found) == identity(same)
        assert identity(found) == identity(Hierarchy([Layer([-0.0, 1, 2], "AB")]))
        assert identity(found) != identity(tree([("A", 1), ("C", 1)]))
        assert identity(found) != identity(tree([("A", 1), ("B", 2)]))


class TestRepresent:
    @pytest.mark.parametrize("representation", REPRESENTATIONS)
    def test_empty_and_too_large_files_are_refused(self, representation):
        with pytest.raises(ReadError, match=r"a\.x: empty"):
            represent([("a.x", b"")], representation)
        with pytest.raises(ReadError, match=r"a\.x: larger than (20|100) MB"):
            represent([("a.x", bytes(100_000_001))], representation)

    def test_unknown_representation(self):
        for each in (lambda: represent([("a", b"a")], "sound"), lambda: recommended_compressor("")):
            with pytest.raises(StyleError, match="There is no representation"):
                each()
