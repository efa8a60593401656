"""How similar two images or two MIDI files are, for :mod:`core.caemsi.items`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import extractOne
from scipy.ndimage import uniform_filter
from skimage.metrics import structural_similarity

from core.caemsi.representations.images import CHANNELS, SIDE
from core.caemsi.representations.midi import onset_pitches

MOST_NOTES = 1000
"""So many notes of a piece are compared."""

_RANGE = 255
_WIN = 7  # scikit-image's
_UNBIASED = _WIN**2 / (_WIN**2 - 1)
_C1, _C2 = (0.01 * _RANGE) ** 2, (0.03 * _RANGE) ** 2
_BLOCK = 8  # images at once
_SLACK = 1e-3  # single precision is good for 1e-5

FloatArray = npt.NDArray[np.float32]


def image_similarity(a: bytes, b: bytes) -> float:
    """Give the structural similarity index of two images (Wang et al. 2004), by scikit-image."""
    value = structural_similarity(  # type: ignore[no-untyped-call]
        _pixels(a), _pixels(b), channel_axis=2, data_range=_RANGE
    )
    return float(value)


class PitchLikeness:
    """Finds the most similar of the MIDI files seen so far (Eq. 11 of the paper, mended).

    s = 1 - E(a, b) / max(len a, len b), with the edit distance E of the first 1000 pitches by onset
    time. The paper divides by 1000 whatever the length: of two pieces of 100 notes that have none
    in common it says 0.9, so that all short pieces are duplicates.
    """

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._seen: list[bytes] = []

    def match(self, data: bytes) -> tuple[int, float] | None:
        """See :class:`core.caemsi.items.Likeness`."""
        found = extractOne(
            _first_pitches(data),
            self._seen,
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=self._threshold,
        )
        if found is None or found[1] <= self._threshold:
            return None
        return found[2], found[1]

    def add(self, data: bytes) -> None:
        """See :class:`core.caemsi.items.Likeness`."""
        self._seen.append(_first_pitches(data))


class ImageLikeness:
    """Finds the first similar one of the images seen so far.

    Many are compared at once in single precision, seven times as fast; what comes near the
    threshold is left to scikit-image.
    """

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._seen: list[bytes] = []
        self._blocks: list[_Windows] = []

    def match(self, data: bytes) -> tuple[int, float] | None:
        """See :class:`core.caemsi.items.Likeness`."""
        one = _windows(data)
        for number, block in enumerate(self._blocks):
            indices = _indices(one, block)[: len(self._seen) - number * _BLOCK]
            for near in np.flatnonzero(indices > self._threshold - _SLACK):
                place = number * _BLOCK + int(near)
                value = image_similarity(data, self._seen[place])
                if value > self._threshold:
                    return place, value
        return None

    def add(self, data: bytes) -> None:
        """See :class:`core.caemsi.items.Likeness`."""
        place = len(self._seen) % _BLOCK
        if not place:
            self._blocks.append(
                _Windows(
                    *(np.zeros((_BLOCK, *each.shape[1:]), each.dtype) for each in _windows(data))
                )
            )
        for room, each in zip(self._blocks[-1], _windows(data), strict=True):
            room[place] = each[0]
        self._seen.append(data)


class _Windows(NamedTuple):
    """Pixels of images; mean and variance in each window; shapes (n, side, side, channels)."""

    pixels: FloatArray
    means: FloatArray
    variances: FloatArray


def _windows(data: bytes) -> _Windows:
    pixels = _pixels(data).astype(np.float32)[np.newaxis]
    means = _box(pixels.astype(np.float64))
    variances = (_box(pixels.astype(np.float64) ** 2) - means**2) * _UNBIASED
    return _Windows(pixels, means.astype(np.float32), variances.astype(np.float32))


def _indices(one: _Windows, many: _Windows) -> FloatArray:
    """The index of one image with each of many, as scikit-image defines it."""
    products = one.means * many.means
    covariances = (_box(one.pixels * many.pixels) - products) * _UNBIASED
    above = (2 * products + _C1) * (2 * covariances + _C2)
    below = (one.means**2 + many.means**2 + _C1) * (one.variances + many.variances + _C2)
    indices: FloatArray = (above / below).mean(axis=(1, 2, 3))
    return indices


def _box(images: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The mean in each window that lies in the image."""
    inside = slice(_WIN // 2, SIDE - _WIN // 2)
    means: npt.NDArray[Any] = uniform_filter(images, (1, _WIN, _WIN, 1))[:, inside, inside]
    return means


def _pixels(data: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, CHANNELS)


def _first_pitches(data: bytes) -> bytes:
    return onset_pitches(data)[:MOST_NOTES]
