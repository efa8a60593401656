"""The model: a hierarchical segmentation as stacked layers of boundaries.

A :class:`Hierarchy` is frozen and valid: layers run from coarse to fine, every layer is a
partition of the same span, times are finite float64 seconds. Layers need not be nested:
:meth:`Hierarchy.nesting_faults` lists missing boundaries, and :mod:`core.repair` inserts them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.errors import HierarchyError
from core.vocabulary import FloatArray, IntArray
from core.wording import IN_SECONDS, TIME_NOTATIONS, TimeNotation

NEST_DECIMALS = 5
"""Boundaries are the same for nesting when they agree to this many decimals, as in mir_eval."""

SHORTEST = 1e-6  # seconds of a track; areas of a shorter one are lost in rounding

NUL = "\0"

PADDING = ("__T_MIN", "__T_MAX")
"""Labels of the segments that pad a side at its start and end; the names are mir_eval's."""


@dataclass(frozen=True, eq=False)
class Layer:
    """One flat segmentation: a partition of a span of time.

    Parameters
    ----------
    boundaries : array_like, shape (n + 1,)
        Strictly increasing times in seconds, the first and last mark the span.
    labels : sequence of str, length n, optional
        One label per segment; empty strings by default.
    name : str
        Name of the layer, for example ``"uppercase"``; may be empty.

    Raises
    ------
    HierarchyError
        If times are not finite, negative, not increasing, fewer than two, or span less than a
        microsecond, or if the number of labels is not the number of segments.
    """

    boundaries: FloatArray
    labels: tuple[str, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        try:
            # Adding 0.0 turns -0.0 into 0.0: the two are equal but have different hashes.
            boundaries = np.array(self.boundaries, dtype=np.float64) + 0.0
        except (TypeError, ValueError) as error:
            raise HierarchyError(
                "boundaries are not numbers", advice="Write times in seconds"
            ) from error
        _check_boundaries(boundaries)
        n_segments = len(boundaries) - 1
        labels = tuple(str(label) for label in self.labels) or ("",) * n_segments
        if len(labels) != n_segments:
            raise HierarchyError(
                f"{len(labels)} labels for {n_segments} segments",
                advice="Use one label per segment",
            )
        _refuse_unwritable((*labels, self.name))
        boundaries.flags.writeable = False
        object.__setattr__(self, "boundaries", boundaries)
        object.__setattr__(self, "labels", labels)

    @property
    def intervals(self) -> FloatArray:
        """Start and end of each segment in seconds, shape (n, 2)."""
        return np.column_stack((self.boundaries[:-1], self.boundaries[1:]))

    @property
    def is_labeled(self) -> bool:
        """Whether its labels can be compared: a label is not blank, or there is one segment."""
        own = (label.strip() for label in self.shown_labels)
        return len(self.labels) < 2 or any(own)

    @property
    def shown_labels(self) -> tuple[str, ...]:
        """The labels to display: padding has an empty label."""
        return tuple("" if label in PADDING else label for label in self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        return (
            np.array_equal(self.boundaries, other.boundaries)
            and self.labels == other.labels
            and self.name == other.name
        )

    def __hash__(self) -> int:
        return hash((self.boundaries.tobytes(), self.labels, self.name))


def _refuse_unwritable(texts: Iterable[str]) -> None:
    """Refuse labels and names that no file of text can store."""
    text = "".join(texts)
    if NUL in text:
        raise HierarchyError("a label or name has a NUL character", advice="Remove it")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            problem = "a label or name has an unpaired surrogate, which UTF-8 can't encode"
            raise HierarchyError(problem, advice="Rename it") from error


def _check_boundaries(boundaries: FloatArray) -> None:
    if boundaries.ndim != 1:
        raise HierarchyError(
            f"boundaries have shape {boundaries.shape}", advice="Use one list of times per layer"
        )
    if not np.isfinite(boundaries).all():
        place = int(np.flatnonzero(~np.isfinite(boundaries))[0])
        raise HierarchyError(
            f"boundary {place + 1} is {boundaries[place]}, not a time",
            advice="Remove it or give its time in seconds",
        )
    if len(boundaries) < 2:
        time = float(boundaries[0]) if len(boundaries) else None
        raise HierarchyError(
            f"{len(boundaries)} boundaries make no segment",
            time=time,
            advice="A layer needs at least a start and an end",
        )
    if boundaries[0] < 0:
        raise HierarchyError(
            "negative time", time=float(boundaries[0]), advice="Times start at 0:00.0"
        )
    steps = np.diff(boundaries)
    if (steps <= 0).any():
        at = int(np.flatnonzero(steps <= 0)[0]) + 1
        problem = "zero-length segment" if steps[at - 1] == 0 else "boundaries are not sorted"
        advice = "Remove the repeated boundary" if steps[at - 1] == 0 else "Sort the boundaries"
        raise HierarchyError(problem, time=float(boundaries[at]), advice=advice)
    if boundaries[-1] - boundaries[0] < SHORTEST:
        raise HierarchyError(
            f"a track of {boundaries[-1] - boundaries[0]:.3g} s is too short to be scored",
            advice="Are the times in seconds?",
        )


@dataclass(frozen=True)
class NestingFault:
    """A boundary of a layer that a deeper layer lacks."""

    layer: int  # the layer that lacks it, 1 = coarsest
    above: int  # the nearest coarser layer that has it
    time: float


@dataclass(frozen=True)
class Hierarchy:
    """A hierarchical segmentation: layers from coarse to fine over one span.

    Parameters
    ----------
    layers : sequence of Layer
        Coarsest first. A flat segmentation is one layer.
    name : str
        Name of the hierarchy, for example the file name.
    unit : str
        Unit of its times, a key of :data:`core.wording.TIME_NOTATIONS`: seconds, or a musical unit
        if the times of bars and beats are unknown. Windows and frames are then in that unit, too,
        wherever these docs say seconds. Positions count from 0.

    Raises
    ------
    HierarchyError
        If there is no layer, no such unit, or if layers span different times.
    """

    layers: tuple[Layer, ...]
    name: str = ""
    unit: str = "seconds"

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(self.layers))
        _refuse_unwritable((self.name,))
        if self.unit not in TIME_NOTATIONS:
            raise HierarchyError(
                f"'{self.unit}' is not a unit of hierarchies",
                advice=f"Choose one of {', '.join(TIME_NOTATIONS)}",
            )
        if not self.layers:
            raise HierarchyError("a hierarchy without layers", advice="Add at least one layer")
        first = self.layers[0].boundaries
        for level, layer in enumerate(self.layers[1:], 2):
            for end, word in ((0, "starts"), (-1, "ends")):
                if layer.boundaries[end] != first[end]:
                    raise HierarchyError(
                        f"{word} where layer 1 does not ({word} at "
                        f"{self.notation.at(float(first[end]))})",
                        layer=level,
                        time=float(layer.boundaries[end]),
                        advice="All layers must span the same time",
                        unit=self.unit,
                    )

    @classmethod
    def from_boundaries(
        cls,
        boundaries: Iterable[npt.ArrayLike],
        labels: Iterable[Sequence[str]] | None = None,
        *,
        layer_names: Sequence[str] = (),
        name: str = "",
        unit: str = "seconds",
    ) -> Hierarchy:
        """Build a hierarchy from lists of boundary times.

        Parameters
        ----------
        boundaries : iterable of array_like, each of shape (n + 1,)
            One increasing list of times in seconds a layer, coarsest first.
        labels : iterable of sequences of str, optional
            For each layer, one label per segment.
        layer_names : sequence of str, optional
            A name for each layer.
        name : str
            A name for the hierarchy.
        unit : str
            Unit of the times.

        Raises
        ------
        HierarchyError
            Names the faulty layer and time.
        """
        rows = list(boundaries)
        label_rows: list[Sequence[str]] = [()] * len(rows) if labels is None else list(labels)
        if len(label_rows) != len(rows):
            raise HierarchyError(f"{len(label_rows)} lists of labels for {len(rows)} layers")
        names = list(layer_names) or [""] * len(rows)
        if len(names) != len(rows):
            raise HierarchyError(f"{len(names)} layer names for {len(rows)} layers")
        layers = []
        units = TIME_NOTATIONS.get(unit, IN_SECONDS)  # Hierarchy rejects other units
        given = zip(rows, label_rows, names, strict=True)
        for level, (row, row_labels, row_name) in enumerate(given, 1):
            try:
                layers.append(Layer(row, tuple(row_labels), row_name))  # type: ignore[arg-type]
            except HierarchyError as error:
                raise error.changed(layer=level, unit=units.unit) from error
        return cls(tuple(layers), name, unit)

    @classmethod
    def from_intervals(
        cls,
        intervals: Iterable[npt.ArrayLike],
        labels: Iterable[Sequence[str]] | None = None,
        *,
        name: str = "",
    ) -> Hierarchy:
        """Build a hierarchy from interval lists in mir_eval's form.

        Parameters
        ----------
        intervals : iterable of array_like, each of shape (n, 2)
            Start and end of each segment in seconds, one list per layer, coarsest first.
        labels, name
            As in :meth:`from_boundaries`.

        Raises
        ------
        HierarchyError
            Also if segments overlap or leave a gap. :func:`core.repair.from_segments` repairs
            such layers and reports each change.
        """
        rows = []
        for level, row in enumerate(intervals, 1):
            array = interval_array(row, level)
            # from_boundaries rejects times that are not numbers.
            for end, start in zip(array[:-1, 1], array[1:, 0], strict=True):
                if np.isfinite([end, start]).all() and end != start:
                    raise HierarchyError(
                        f"segments {'overlap' if start < end else 'leave a gap'} "
                        f"({IN_SECONDS.at(float(end))}, then {IN_SECONDS.at(float(start))})",
                        layer=level,
                        time=float(end),
                        advice="Each segment must start where the one before it ends",
                    )
            rows.append(np.append(array[:, 0], array[-1, 1]))
        return cls.from_boundaries(rows, labels, name=name)

    @property
    def notation(self) -> TimeNotation:
        """How its times are written."""
        return TIME_NOTATIONS[self.unit]

    @property
    def start(self) -> float:
        """Start of every layer, in seconds."""
        return float(self.layers[0].boundaries[0])

    @property
    def end(self) -> float:
        """End of every layer, in seconds."""
        return float(self.layers[0].boundaries[-1])

    @property
    def duration(self) -> float:
        """Length of the span, in seconds."""
        return self.end - self.start

    @property
    def boundaries(self) -> list[FloatArray]:
        """The boundaries of each layer, coarsest first."""
        return [layer.boundaries for layer in self.layers]

    @property
    def intervals(self) -> list[FloatArray]:
        """The intervals of each layer, each of shape (n, 2), in mir_eval's form."""
        return [layer.intervals for layer in self.layers]

    @property
    def labels(self) -> list[list[str]]:
        """The labels of each layer, in mir_eval's form."""
        return [list(layer.labels) for layer in self.layers]

    @cached_property
    def digest(self) -> str:
        """A hash of the whole hierarchy, suitable as a cache key."""
        content = hashlib.sha256(self.name.encode())
        if self.unit != "seconds":
            content.update(f"\0{self.unit}\0".encode())
        for layer in self.layers:
            content.update(layer.boundaries.tobytes())
            content.update(repr((layer.name, layer.labels)).encode())
        return content.hexdigest()

    @cached_property
    def missing(self) -> int:
        """Number of boundaries that deeper layers lack; 0 if the hierarchy is nested."""
        return count_missing(self.boundaries)

    def nesting_faults(self, most: int | None = None) -> tuple[NestingFault, ...]:
        """List the boundaries that deeper layers lack, rounded to five decimals as in mir_eval."""
        faults = (
            NestingFault(level, above, time)
            for level, lacked in enumerate(missing_boundaries(self.boundaries), 1)
            for above, time in zip(lacked.above.tolist(), lacked.times.tolist(), strict=True)
        )
        return tuple(islice(faults, most))


class Pair(NamedTuple):
    """A reference and an estimate, for example as they were read, aligned, or after a repair."""

    reference: Hierarchy
    estimate: Hierarchy


@dataclass(frozen=True, eq=False)
class Missing:
    """The boundaries of the layers above that a layer lacks."""

    above: IntArray  # the nearest coarser layer that has the boundary, 1 = coarsest
    times: FloatArray  # increasing, in seconds


def missing_boundaries(boundaries: Sequence[FloatArray]) -> Iterator[Missing]:
    """Yield, for each layer, the boundaries above that it lacks."""
    keys, times = np.empty(0), np.empty(0)
    above = np.empty(0, np.int64)
    for level, row in enumerate(boundaries, 1):
        own, last = _keys(row)
        lacks = own[np.minimum(np.searchsorted(own, keys), len(own) - 1)] != keys
        yield Missing(above[lacks], times[lacks])
        keys = np.concatenate((keys[lacks], own))
        order = np.argsort(keys, kind="stable")  # merges two sorted runs
        keys = keys[order]
        times = np.concatenate((times[lacks], row[last]))[order]
        above = np.concatenate((above[lacks], np.full(len(own), level)))[order]


def count_missing(boundaries: Sequence[FloatArray]) -> int:
    """Count missing boundaries without a list: a hundred layers may lack millions."""
    rows = [_keys(row)[0] for row in boundaries]
    levels = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    _, first, counts = np.unique(np.concatenate(rows), return_index=True, return_counts=True)
    # A boundary is missing in each layer without it below the first layer that has it.
    return int((len(rows) - levels[first] - counts).sum())


def _keys(row: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the distinct rounded boundaries, and the index of the last boundary of each."""
    rounded = np.round(row, NEST_DECIMALS)
    last = np.flatnonzero(np.append(rounded[1:] != rounded[:-1], True)[: len(row)])
    return rounded[last], last


def interval_array(intervals: npt.ArrayLike, level: int) -> FloatArray:
    """Return starts and ends of a layer's segments.

    Parameters
    ----------
    intervals : array_like, shape (n, 2)
        Start and end of each segment in seconds.
    level : int
        Number of the layer, for errors.

    Returns
    -------
    numpy.ndarray, shape (n, 2)

    Raises
    ------
    HierarchyError
        If these are not numbers, or of another shape.
    """
    try:
        array = np.asarray(intervals, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise HierarchyError(
            "intervals are not numbers", layer=level, advice="Write times in seconds"
        ) from error
    if array.ndim != 2 or array.shape[1] != 2 or not len(array):
        raise HierarchyError(
            f"intervals have shape {array.shape}",
            layer=level,
            advice="Use one start and one end per segment",
        )
    return array
