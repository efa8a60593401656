"""Find duplicates: the similarity of two images or two MIDI files."""

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import extractOne
from skimage.metrics import structural_similarity

from core.caemsi.representations.images import CHANNELS, SIDE
from core.caemsi.representations.midi import onset_pitches

MOST_NOTES = 1000

_SLACK = 1e-3  # single precision is good for 1e-5, and takes half the time

_Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.float32]


def image_similarity(a: bytes, b: bytes) -> float:
    """Return scikit-image's structural similarity index of two images (Wang et al. 2004)."""
    return _index(_pixels(a), _pixels(b))


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
        self._seen: list[tuple[bytes, _Pixels]] = []

    def match(self, data: bytes) -> tuple[int, float] | None:
        """Return the number of an item that is more similar than the threshold, and how similar."""
        pixels = _pixels(data).astype(np.float32)
        for number, (other, others_pixels) in enumerate(self._seen):
            if _index(pixels, others_pixels) > self._threshold - _SLACK:
                similarity = image_similarity(data, other)
                if similarity > self._threshold:
                    return number, similarity
        return None

    def add(self, data: bytes) -> None:
        self._seen.append((data, _pixels(data).astype(np.float32)))


def _index(a: _Pixels, b: _Pixels) -> float:
    return float(structural_similarity(a, b, channel_axis=2, data_range=255))


def _pixels(data: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, CHANNELS)


def _first_pitches(data: bytes) -> bytes:
    return onset_pitches(data)[:MOST_NOTES]
