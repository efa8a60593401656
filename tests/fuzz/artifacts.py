"""Inputs of Styles besides hierarchies: images and MIDI."""

import io
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image
from symusic import Note, Score, Track

from core.caemsi.reading import corpus_of_files
from core.caemsi.representations import represent

from .mutations import damaged
from .trying import Parts, Target

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
_MODES = {"PNG": ("RGB", "RGBA", "P", "L", "1", "I;16"), "TIFF": ("RGB", "CMYK", "L", "F")}


@cache
def _images() -> tuple[tuple[str, bytes], ...]:
    """Give a small picture of each format and mode."""
    pixels = np.random.default_rng(1).integers(0, 256, (9, 11, 3), np.uint8)
    base = Image.fromarray(pixels)
    made = []
    for form in _FORMATS:
        for mode in _MODES.get(form, ("RGB",)):
            stream = io.BytesIO()
            image = base.convert("L").convert(mode) if mode == "I;16" else base.convert(mode)
            image.save(stream, form)
            made.append((f"x.{form.lower()}", stream.getvalue()))
    return tuple(made)


def _image(random: Random) -> Parts:
    if random.random() < 0.05:
        return (("x.png", _png_bomb(random)),)
    name, data = random.choice(_images())
    return ((name, damaged(data, random)),)


def _png_bomb(random: Random) -> bytes:
    """Give a PNG whose header says more pixels than it has, or that are all alike."""
    width, height = (random.choice((0, 1, 4000, 2**16, 2**31 - 1)) for _ in range(2))
    kinds = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),)
    lines = zlib.compress(bytes(min(3 * width * height, 3_000_000)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (*kinds, (b"IDAT", lines), (b"IEND", b""))
    )


@cache
def _songs() -> tuple[bytes, ...]:
    score = Score(96)
    for program in (0, 40):
        track = Track("x", program, program == 40)
        for at in range(8):
            track.notes.append(Note(at * 48, 40, 60 + at, 64))
        score.tracks.append(track)
    alone = b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\x0c\0\x90\x3c\x40\x60\x80\x3c\x40\0\xff\x2f\0"
    return score.dumps_midi(), alone


def _midi(random: Random) -> Parts:
    data = random.choice(_songs())
    if random.random() < 0.2:
        # The header's format, tracks and resolution.
        at, new = random.choice((8, 10, 12)), random.choice((0, 1, 0x7FFF, 0x8000, 0xE728, 0xFFFF))
        data = data[:at] + struct.pack(">H", new) + data[at + 2 :]
    if random.random() < 0.1:
        # A wait as long as can be written, many times over.
        data = data[:22] + b"\xff\xff\xff\x7f\x90\x3c\x40" * random.choice((1, 300)) + data[22:]
    return (("x.mid", damaged(data, random) if random.random() < 0.9 else data),)


def _taken(kind: str) -> Target:
    def take(parts: Parts, folder: Path) -> Iterator[str]:
        assert represent(parts, kind).data
        yield from (item.name for item in corpus_of_files("files", parts, kind).items)

    return Target(
        f"{kind}s" if kind == "image" else kind, {"image": _image, "midi": _midi}[kind], take
    )


TARGETS = (_taken("image"), _taken("midi"))
