"""Find duplicates: the similarity of two images or two MIDI files."""

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

_RANGE = 255
_WIN = 7  # scikit-image's
_UNBIASED = _WIN**2 / (_WIN**2 - 1)
_C1, _C2 = (0.01 * _RANGE) ** 2, (0.03 * _RANGE) ** 2
_SLACK = 1e-3  # single precision is good for 1e-5

FloatArray = npt.NDArray[np.float32]


def image_similarity(a: bytes, b: bytes) -> float:
    """Return scikit-image's structural similarity index of two images (Wang et al. 2004)."""
    value = structural_similarity(_pixels(a), _pixels(b), channel_axis=2, data_range=_RANGE)
    return float(value)


class PitchLikeness:
    """Finds the most similar earlier MIDI file by Eq. 11, but divides by the longer length."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._seen: list[bytes] = []

    def match(self, data: bytes) -> tuple[int, float] | None:
        """Return the number of an item that is more similar than the threshold, and how similar."""
        match = extractOne(
            _first_pitches(data),
            self._seen,
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=self._threshold,
        )
        if match is None or match[1] <= self._threshold:
            return None
        return match[2], match[1]

    def add(self, data: bytes) -> None:
        self._seen.append(_first_pitches(data))


class ImageLikeness:
    """Finds the first similar earlier image; single precision, but exact near the threshold."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._seen: list[tuple[bytes, _Windows]] = []

    def match(self, data: bytes) -> tuple[int, float] | None:
        """Return the number of an item that is more similar than the threshold, and how similar."""
        windows = _windows(data)
        for number, (other, others_windows) in enumerate(self._seen):
            if _index(windows, others_windows) > self._threshold - _SLACK:
                similarity = image_similarity(data, other)
                if similarity > self._threshold:
                    return number, similarity
        return None

    def add(self, data: bytes) -> None:
        self._seen.append((data, _windows(data)))


class _Windows(NamedTuple):
    """The pixels of an image, and mean and variance in each window."""

    pixels: FloatArray
    means: FloatArray
    variances: FloatArray


def _windows(data: bytes) -> _Windows:
    pixels = _pixels(data).astype(np.float64)
    means = _box(pixels)
    variances = (_box(pixels**2) - means**2) * _UNBIASED
    return _Windows(*(array.astype(np.float32) for array in (pixels, means, variances)))


def _index(a: _Windows, b: _Windows) -> float:
    """The structural similarity index, as scikit-image defines it."""
    products = a.means * b.means
    covariances = (_box(a.pixels * b.pixels) - products) * _UNBIASED
    above = (2 * products + _C1) * (2 * covariances + _C2)
    below = (a.means**2 + b.means**2 + _C1) * (a.variances + b.variances + _C2)
    return float((above / below).mean())


def _box(image: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The mean in each window that lies inside the image."""
    inside = slice(_WIN // 2, SIDE - _WIN // 2)
    return uniform_filter(image, (_WIN, _WIN, 1))[inside, inside]


def _pixels(data: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, CHANNELS)


def _first_pitches(data: bytes) -> bytes:
    return onset_pitches(data)[:MOST_NOTES]
