"""Compute flat measures between each layer of the reference and each layer of the estimate.

Hit rates, V-measure and normalized conditional entropies come from :mod:`mir_eval.segment`.
Pairwise scores equal those of :func:`mir_eval.segment.pairwise`, but are computed from counts of
frames by pair of labels: mir_eval's matrices of all frame pairs take half a minute and gigabytes
for an hour. Frameless scores of labels are limits for small frames: durations replace counts
(Q. Xi, B. McFee, "Lose the Frames", ISMIR 2025). So do they in the triplets of
segments, Eqs. 3 and 4 of the T-measures' paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from core.errors import ScoreError
from core.flat.functions import accuracy
from core.flat.pair import HIT_WINDOWS, hit_rate
from core.hierarchy import Hierarchy, Layer
from core.showing import Column, PairResult, Row, none_for_nan
from core.tmeasures.problem import check_beta
from core.vocabulary import PARTS, SIDES, FloatArray, IntArray, Part, freeze
from core.wording import number

if TYPE_CHECKING:
    from core.align import Alignment

Scored = tuple[float, float]  # precision and recall
_Sampled = tuple[Layer, IntArray]  # with the number of the label in each frame
_Compare = Callable[[Any, Any], Scored]
Compared = Literal["boundaries", "segments", "frames", "lengths", "functions"]
_LABELS: tuple[Compared, ...] = ("frames", "lengths")

FRAME_SIZE = 0.1
"""Frame size of measures of labels, in seconds: mir_eval's default, used in publications."""

MOST_PAIRS = 1000  # pairs of layers: two seconds of matching

MOST_MATCHES = 3_000_000
"""Limit of boundary pairs within the longest tolerance: two seconds of matching."""

MOST_FRAMES = 2_000_000
"""Limit of frames times pairs of layers: an hour with 7 layers on each side takes some seconds."""

MOST_PIECES = 20_000_000
"""Limit of segments of both layers, over all pairs of layers: two seconds of cutting."""

MOST_CELLS = 4_000_000
"""Limit of distinct labels of one side times those of the other: tables of 32 MB."""

_ROUNDING = 1e-12  # equal entropies differ by less


@dataclass(frozen=True)
class FlatMeasure:
    """A measure with recall, precision and F between two layers."""

    key: str  # in tables: "hit_rate_0.5", "hit_rate_3_trimmed", "pairwise"
    name: str  # such as "hit rate at 0.5 s, trimmed"
    term: str  # the glossary's name
    window: float = 0.0  # tolerance in seconds; 0 for measures of labels
    trim: bool = False  # whether the first and last boundary are left out
    of: Compared = "boundaries"
    """Or segments by duration, labels in frames or by duration, or functions such as verse."""

    @property
    def family(self) -> str:
        """The name without "trimmed": "Hit rate at 0.5 s"."""
        return self.name[0].upper() + self.name[1:].removesuffix(", trimmed")


def _hit(window: float, trim: bool) -> FlatMeasure:
    key, name = f"hit_rate_{window:g}", f"hit rate at {window:g} s"
    if trim:
        key, name = f"{key}_trimmed", f"{name}, trimmed"
    return FlatMeasure(key, name, "hit-rate", window, trim)


FLAT_MEASURES: tuple[FlatMeasure, ...] = (
    *(_hit(window, trim) for window in HIT_WINDOWS for trim in (False, True)),
    FlatMeasure("triplets", "triplets (Eq. 4)", "flat-triplets", of="segments"),
    FlatMeasure("pairwise", "pairwise", "pairwise", of="frames"),
    FlatMeasure("v_measure", "V-measure", "v-measure", of="frames"),
    FlatMeasure("nce", "conditional entropies", "nce", of="frames"),
    FlatMeasure("pairwise_frameless", "pairwise, no frames", "pairwise", of="lengths"),
    FlatMeasure("v_measure_frameless", "V-measure, no frames", "v-measure", of="lengths"),
    FlatMeasure("nce_frameless", "conditional entropies, no frames", "nce", of="lengths"),
    FlatMeasure("accuracy", "accuracy of functions", "function-accuracy", of="functions"),
)
"""Every flat measure, in the order of tables."""


@dataclass(frozen=True)
class Lack:
    """The reason why scores are missing, or 0 without a disagreement."""

    sentence: str
    of: tuple[Compared, ...]  # the measures that it concerns; see FlatMeasure


@dataclass(frozen=True, eq=False, repr=False)
class FlatGrid(PairResult):
    """Flat measures of all pairs of layers.

    Parameters
    ----------
    measures : tuple of FlatMeasure
    values : ndarray, shape (measures, reference layers, estimate layers, 3)
        Recall, precision and F-measure in [0, 1], coarsest layer first; NaN without a score, which
        `lacks` explains. For conditional entropies and V-measure, recall is 1 minus the normalized
        entropy of the reference given the estimate (S_U, mir_eval's "under"). Precision is the
        reverse (S_O, "over").
    names : tuple of tuple of str
        Names of the reference's and the estimate's layers; may be empty.
    lacks : tuple of Lack
        Why scores are missing, or 0 without a disagreement.
    beta : float
        The weight of recall in F.
    unit : str
        Unit of the pair's times and frames.
    pair : Alignment, optional
        The scored pair.
    """

    columns = (
        Column("measure", "text", "key of the measure"),
        Column("reference_layer", "count", "1 = coarsest"),
        Column("estimate_layer", "count", "1 = coarsest"),
        *(Column(part, "score", "the score, if there is one") for part in PARTS),
        Column("beta", "number", "weight of recall in F"),
    )
    shown = ("measure", "reference_layer", "estimate_layer", *PARTS)

    measures: tuple[FlatMeasure, ...]
    values: FloatArray
    names: tuple[tuple[str, ...], tuple[str, ...]]
    lacks: tuple[Lack, ...]
    beta: float
    unit: str = "seconds"
    pair: Alignment | None = None

    def part(self, key: str, part: Part) -> FloatArray:
        """Return one score of all pairs of layers, shape (reference layers, estimate layers)."""
        keys = [measure.key for measure in self.measures]
        if key not in keys:
            raise ScoreError(f"'{key}' was not scored, only {', '.join(keys)}.")
        return self.values[keys.index(key), :, :, PARTS.index(part)]

    def best(self, key: str, part: Part) -> npt.NDArray[np.bool_]:
        """Mark the best cells of each row, with ties; none if all scores are 0 or missing."""
        scores = np.nan_to_num(self.part(key, part))
        most = scores.max(axis=1, keepdims=True)
        return (scores > most - _ROUNDING) & (most > _ROUNDING)

    def headline(self) -> str:
        _, reference, estimate, _ = self.values.shape
        return f"{self.compared}flat measures of {estimate} by {reference} layers"

    def sentences(self) -> list[str]:
        """Return the best F of each measure, and the reasons for missing scores."""
        sentences = []
        for measure in self.measures:
            scores = self.part(measure.key, "f_measure")
            if np.isfinite(scores).any():
                i, j = np.unravel_index(np.nanargmax(scores), scores.shape)
                layers = f"layer {j + 1} against layer {i + 1}"
                sentences.append(f"{measure.name}: best F {number(scores[i, j])}, {layers}")
        return [*sentences, *(lack.sentence for lack in self.lacks)]

    def rows(self) -> list[Row]:
        """Return one row per measure and pair of layers, in the order of `columns`."""
        _, n_reference, n_estimate, _ = self.values.shape
        return [
            {
                "measure": measure.key,
                "reference_layer": i + 1,
                "estimate_layer": j + 1,
                **dict(zip(PARTS, none_for_nan(self.values[at, i, j]), strict=True)),
                "beta": self.beta,
            }
            for at, measure in enumerate(self.measures)
            for i, j in product(range(n_reference), range(n_estimate))
        ]


def flat_grid(
    reference: Hierarchy,
    estimate: Hierarchy,
    measures: Sequence[str] | None = None,
    *,
    beta: float = 1.0,
) -> FlatGrid:
    """Score each layer of the reference against each layer of the aligned estimate."""
    chosen = _chosen(measures)
    check_beta(beta)
    spans = [(side.start, side.end, side.unit) for side in (reference, estimate)]
    if spans[0] != spans[1] or reference.start != 0:
        raise ScoreError("Layers must span the same time from 0. Align the pair first.")
    sides = reference.layers, estimate.layers
    shape = len(sides[0]), len(sides[1])
    if shape[0] * shape[1] > MOST_PAIRS:
        raise ScoreError(
            f"{shape[0]} and {shape[1]} layers are more than {MOST_PAIRS} pairs: use fewer layers."
        )
    kinds = {measure.of for measure in chosen}
    lacks = []
    for lack in _too_much(reference, estimate):
        if kinds.intersection(lack.of):
            lacks.append(lack)
            kinds.difference_update(lack.of)
    values = np.full((len(chosen), *shape, len(PARTS)), np.nan)
    for at, measure in enumerate(chosen):
        if measure.of in kinds:
            values[at] = _scores(measure, *sides, beta)
    if kinds.intersection(_LABELS):
        lacks += [Lack(sentence, _LABELS) for sentence in _bare(*sides)]
    names = tuple(tuple(layer.name for layer in side) for side in sides)
    return FlatGrid(
        chosen, freeze(values), (names[0], names[1]), tuple(lacks), beta, reference.unit
    )


def _chosen(keys: Sequence[str] | None) -> tuple[FlatMeasure, ...]:
    known = {measure.key: measure for measure in FLAT_MEASURES}
    for key in keys or ():
        if key not in known:
            raise ScoreError(f"There is no flat measure '{key}', only {', '.join(known)}.")
    return FLAT_MEASURES if keys is None else tuple(known[key] for key in keys)


def _too_much(reference: Hierarchy, estimate: Hierarchy) -> Iterator[Lack]:
    """Explain why measures are not computed; usually they would take too long."""
    sides = reference, estimate
    if reference.notation.musical:
        unit = f"this pair is in {reference.unit}"
        yield Lack(f"Hit rates at 0.5 and 3 s need times in seconds; {unit}.", ("boundaries",))
    near = 0
    for rows, columns in product(reference.boundaries, estimate.boundaries):
        reached = np.searchsorted(columns, rows + max(HIT_WINDOWS), side="right")
        near += int((reached - np.searchsorted(columns, rows - max(HIT_WINDOWS))).sum())
    if near > MOST_MATCHES:
        long = "Hit rates would take too long: too many boundaries lie within 3 s of each other."
        yield Lack(long, ("boundaries",))
    distinct = [sum(len(set(layer.labels)) for layer in side.layers) for side in sides]
    if distinct[0] * distinct[1] > MOST_CELLS:
        yield Lack("Measures of labels would take too long: there are too many labels.", _LABELS)
    frames, unit = np.floor(reference.end / FRAME_SIZE), reference.notation.frames(FRAME_SIZE)
    if frames < 2:
        short = f"Measures of labels count {unit}: this pair is too short for them."
        yield Lack(short, ("frames",))
    elif frames * len(reference.layers) * len(estimate.layers) > MOST_FRAMES:
        long = f"Measures of labels would take too long, in {unit}: use fewer layers."
        yield Lack(long, ("frames", "functions"))
    counts = [sum(len(layer.labels) for layer in side.layers) for side in sides]
    if counts[0] * len(estimate.layers) + counts[1] * len(reference.layers) > MOST_PIECES:
        long = "Measures without frames would take too long: use fewer layers."
        yield Lack(long, ("lengths", "segments"))


def _bare(reference: Sequence[Layer], estimate: Sequence[Layer]) -> list[str]:
    """Name layers without labels, and explain scores of 0 for layers with a single label."""
    sentences = []
    for side, layers in zip(SIDES, (reference, estimate), strict=True):
        bare = [str(at) for at, layer in enumerate(layers, 1) if not layer.is_labeled]
        if bare:
            which = f"Layer {bare[0]}" if len(bare) == 1 else f"Layers {', '.join(bare)}"
            sentences.append(
                f"{which} of the {side}: no labels for pairwise scores, V-measure and conditional "
                "entropies."
            )
    labels = (layer.labels for layer in (*reference, *estimate) if layer.is_labeled)
    if any(len({label.lower() for label in row}) < 2 for row in labels):  # as mir_eval compares
        sentences.append(
            "If a layer has only one label, F of V-measure and conditional entropies is 0, as in "
            "mir_eval, even if both layers are the same."
        )
    return sentences


def _scores(
    measure: FlatMeasure, reference: Sequence[Layer], estimate: Sequence[Layer], beta: float
) -> FloatArray:
    """Score all pairs of layers, shape (reference layers, estimate layers, 3)."""
    import mir_eval  # as in core.flat.pair

    scores = np.full((len(reference), len(estimate), len(PARTS)), np.nan)
    compare: _Compare = _COMPARISONS.get(measure.key, partial(_hits, measure))
    sides = [
        [
            (at, _sampled(layer) if measure.of == "frames" else layer)
            for at, layer in enumerate(layers)
            if layer.is_labeled or measure.of not in _LABELS
        ]
        for layers in (reference, estimate)
    ]
    # 0 / 0 if no two frames share a label, or by rounding.
    with np.errstate(divide="ignore", invalid="ignore"):
        for (i, first), (j, second) in product(*sides):
            precision, recall = compare(first, second)
            f_measure = mir_eval.util.f_measure(precision, recall, beta=beta)
            if measure.of == "segments" and np.isnan(precision) != np.isnan(recall):
                f_measure = 0.0  # one layer has no boundary: it misses all triplets of the other
            scores[i, j] = recall, precision, f_measure
    return np.where(np.isfinite(scores), scores, np.nan)


def _hits(measure: FlatMeasure, first: Layer, second: Layer) -> Scored:
    rate = hit_rate((first.intervals, second.intervals), measure.window, measure.trim)
    return rate.precision, rate.recall


def _triplets(reference: Layer, estimate: Layer) -> Scored:
    """Average Eq. 3 over all moments, with each layer as the reference (Eq. 4)."""
    edges = np.union1d(reference.boundaries, estimate.boundaries)
    both, end = np.diff(edges), float(edges[-1])
    in_reference, in_estimate = (
        np.diff(layer.boundaries)[np.searchsorted(layer.boundaries, edges[:-1], side="right") - 1]
        for layer in (reference, estimate)
    )
    neither = end - in_reference - in_estimate + both
    recall, precision = (
        float((both * both * neither / (own * (end - own))).sum() / end)
        if layer.boundaries.size > 2
        else math.nan
        for own, layer in ((in_reference, reference), (in_estimate, estimate))
    )
    return precision, recall


def _sampled(layer: Layer) -> _Sampled:
    """Return a layer with the number of its label in each frame, as in mir_eval."""
    import mir_eval  # as in core.flat.pair

    samples = mir_eval.util.intervals_to_samples(
        layer.intervals, list(layer.labels), sample_size=FRAME_SIZE
    )[-1]
    return layer, np.array(mir_eval.util.index_labels(samples)[0], dtype=np.int64)


def _pairwise(first: _Sampled, second: _Sampled) -> Scored:
    """Count pairs of frames that share a label: in both layers, and in each layer."""
    (_, row), (_, column) = first, second
    width = int(column.max()) + 1
    counts = (np.bincount(numbers) for numbers in (row * width + column, row, column))
    both, rows, columns = (np.float64((count * (count - 1)).sum() / 2) for count in counts)
    return both / columns, both / rows


def _entropies(name: str, first: _Sampled, second: _Sampled) -> Scored:
    import mir_eval  # as in core.flat.pair

    layers = (part for (layer, _) in (first, second) for part in (layer.intervals, [*layer.labels]))
    precision, recall, _ = getattr(mir_eval.segment, name)(*layers, frame_size=FRAME_SIZE)
    return precision, recall


def _overlaps(reference: Layer, estimate: Layer) -> FloatArray:
    """Return the total duration of each pair of labels of two layers."""
    edges = np.union1d(reference.boundaries, estimate.boundaries)
    rows, columns = (_numbers(layer, edges[:-1]) for layer in (reference, estimate))
    width = int(columns.max()) + 1
    seconds: FloatArray = np.zeros((int(rows.max()) + 1, width))
    np.add.at(seconds, (rows, columns), np.diff(edges))
    return seconds


def _numbers(layer: Layer, times: FloatArray) -> IntArray:
    """Return the number of the label at each time in a layer."""
    known: dict[str, int] = {}
    numbers = np.array([known.setdefault(label.lower(), len(known)) for label in layer.labels])
    return numbers[np.searchsorted(layer.boundaries, times, side="right") - 1]


def _pairwise_lengths(reference: Layer, estimate: Layer) -> Scored:
    """Score pairs of moments with the same label: the share with the same label in both layers."""
    table = _overlaps(reference, estimate)
    both, rows, columns = (
        float(np.square(sums).sum()) for sums in (table, table.sum(axis=1), table.sum(axis=0))
    )
    return both / columns, both / rows


def _entropies_lengths(possible: bool, reference: Layer, estimate: Layer) -> Scored:
    """Score by how much one layer's labels reduce the entropy of the other's, or the possible."""
    table = _overlaps(reference, estimate) / (reference.boundaries[-1] - reference.boundaries[0])
    of_reference, of_estimate = _entropy(table.sum(axis=1)), _entropy(table.sum(axis=0))
    both, (rows, columns) = _entropy(table), table.shape
    most = (math.log2(rows), math.log2(columns)) if possible else (of_reference, of_estimate)
    recall = _known(both - of_estimate, most[0], rows)
    precision = _known(both - of_reference, most[1], columns)
    return precision, recall


def _entropy(shares: FloatArray) -> float:
    some: npt.NDArray[np.float64] = shares[shares > 0]
    return -float((some * np.log2(some)).sum())


def _known(still_open: float, of_all: float, labels: int) -> float:
    # Rounding can put the remaining entropy slightly below 0, or above the whole.
    return min(max(1.0 - still_open / of_all, 0.0), 1.0) if labels > 1 else 0.0


_COMPARISONS: dict[str, _Compare] = {
    "triplets": _triplets,
    "pairwise": _pairwise,
    "v_measure": partial(_entropies, "vmeasure"),
    "nce": partial(_entropies, "nce"),
    "pairwise_frameless": _pairwise_lengths,
    "v_measure_frameless": partial(_entropies_lengths, False),
    "nce_frameless": partial(_entropies_lengths, True),
    "accuracy": accuracy,
}
