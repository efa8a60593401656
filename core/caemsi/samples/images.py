"""Tiny images of stripes and of dots."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import numpy.typing as npt

from core.caemsi.samples.strings import Files

EACH = 24
SIDE = 48
SEED = 0

Pixels = npt.NDArray[np.uint8]
_Mask = npt.NDArray[np.bool_]


@cache
def stripes_and_dots(seed: int = SEED) -> tuple[Files, Files]:
    """Draw both corpora, as PNG."""
    rng = np.random.default_rng(seed)
    a, b = (
        tuple((f"{name}-{n:02}.png", _png(_coloured(draw(rng), rng))) for n in range(1, EACH + 1))
        for name, draw in (("stripes", _stripes), ("dots", _dots))
    )
    return a, b


def _stripes(rng: np.random.Generator) -> _Mask:
    """Parallel stripes, at any angle, of 3 to 7 pixels."""
    angle, width = rng.uniform(0, np.pi), rng.uniform(3, 7)
    y, x = np.mgrid[:SIDE, :SIDE]
    across = x * np.cos(angle) + y * np.sin(angle) + rng.uniform(0, 2 * width)
    stripes: _Mask = (across // width).astype(int) % 2 == 1
    return stripes


def _dots(rng: np.random.Generator) -> _Mask:
    """Six to twelve dots, of 2 to 5 pixels' radius."""
    y, x = np.mgrid[:SIDE, :SIDE]
    dots = np.zeros((SIDE, SIDE), bool)
    for _ in range(int(rng.integers(6, 13))):
        at_x, at_y = rng.uniform(0, SIDE, 2)
        dots |= np.hypot(x - at_x, y - at_y) < rng.uniform(2, 5)
    return dots


def _coloured(mask: _Mask, rng: np.random.Generator) -> Pixels:
    """Give both parts a colour each."""
    colours = rng.integers(0, 256, (2, 3), np.uint8)
    pixels: Pixels = colours[mask.astype(int)]
    return pixels


def _png(pixels: Pixels) -> bytes:
    # Imported where it is used, as everywhere in CAEMSI.
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()
