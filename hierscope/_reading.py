"""From paths to hierarchies and pairs of one span, with a word on what was changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING

from core.align import Alignment, align
from core.errors import ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.io import Candidate, Choices, Understood, load_path, read_path
from core.io import read as read_files
from core.io.choices import AS_UNDERSTOOD
from core.io.understood import NOT_READ
from core.notes import Note
from core.tmeasures import CONVENTIONS, Convention
from core.vocabulary import Part
from hierscope._shown import Drawn

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure


PathLike = str | os.PathLike[str]
Paths = PathLike | Iterable[PathLike]
Source = Paths | Hierarchy
"""Whence a hierarchy comes: a path, the paths of its layers, or itself."""

_LABELS = 8  # that are shown


@dataclass(frozen=True, eq=False, repr=False)
class Annotation(Drawn, Hierarchy):
    """A hierarchy as a file has it.

    Parameters
    ----------
    layers, name, unit
        See :class:`core.hierarchy.Hierarchy`.
    notes : tuple of Note
        What was mended, left out, guessed or chosen; empty when the file was taken as it is.
    understood : Understood
        How the file was read: format, layers, order, unit.
    """

    notes: tuple[Note, ...] = ()
    understood: Understood = NOT_READ

    def to_pandas(self) -> DataFrame:
        """Give a row a segment: `start` and `end` in seconds, `level` (1 = coarsest), `label`."""
        from pandas import DataFrame

        rows = [
            (start, end, level, label)
            for level, layer in enumerate(self.layers, 1)
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]
        return DataFrame(rows, columns=["start", "end", "level", "label"])

    def figure(self, variant: str, part: Part) -> Figure:
        """Draw its layers."""
        from explorer.figures.styles import hierarchy_figure

        return hierarchy_figure(self)

    def _headline(self) -> str:
        counts = ", ".join(str(len(layer.labels)) for layer in self.layers)
        return (
            f"{self.name or 'hierarchy'}: {self.words.span(self.start, self.end)}, segments a "
            f"layer, coarsest first: {counts}"
        )

    def _table(self) -> list[dict[str, str]]:
        rows = []
        for level, layer in enumerate(self.layers, 1):
            known = list(dict.fromkeys(filter(None, layer.labels)))
            labels = ", ".join(known[:_LABELS]) + ", …" * (len(known) > _LABELS)
            count = str(len(layer.labels))
            rows.append(
                {"level": str(level), "layer": layer.name, "segments": count, "labels": labels}
            )
        return rows


def read(
    path: Paths, annotation: int | None = None, *, keep_silent: bool = False, choices: str = ""
) -> Annotation:
    """Read a hierarchy from a file or several, in any format.

    Parameters
    ----------
    path : str, path-like, or iterable of these
        A file, a folder of layers, or the files of one hierarchy's layers; ``~`` is your home.
        Formats are told by content; README.md lists them.
    annotation : int, optional
        Which one, where a file has several (1 = first). By default the first, and a note says so.
    keep_silent : bool
        Whether layers that hold silence only are kept. By default they are left out, as silence
        divides nothing, and a note says so; either can change a score much.
    choices : str
        How it is read, in the place of what is understood (the result's `understood` says that),
        such as ``"unit=centiseconds,layers=2-1"``; see :class:`core.io.Choices`.

    Returns
    -------
    Hierarchy
        With `notes` on what was mended, left out or guessed.

    Raises
    ------
    ReadError, HierarchyError
        If a file can't be read, or there is no such annotation; names file and mend.

    Examples
    --------
    >>> import hierscope
    >>> hierscope.read("sample_data/pop_two_annotators.jams", annotation=2)
    annotator 2: 0:00.0–3:20.412, segments a layer, coarsest first: 8, 21
    """
    return chosen(path, annotation, choices=_said(choices, keep_silent))


def read_all(
    path: Paths, *, keep_silent: bool = False, choices: str = ""
) -> tuple[Annotation, ...]:
    """Read all hierarchies in a file or several, such as the annotations of one track.

    Parameters
    ----------
    path : str, path-like, or iterable of these
        As of :func:`read`.
    keep_silent : bool
        As of :func:`read`.
    choices : str
        As of :func:`read`.

    Returns
    -------
    tuple of Hierarchy
        In the order of the file, at least one.

    Raises
    ------
    ReadError, HierarchyError
        As :func:`read`.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/pop_vs_algorithm.jams")
    >>> len(reference.layers), len(estimate.layers)
    (3, 8)
    """
    return tuple(map(_annotation, _found(paths_of(path), _said(choices, keep_silent))))


def _said(choices: str, keep_silent: bool) -> Choices:
    found = Choices.of(choices)
    return replace(found, keep_silent=found.keep_silent or keep_silent)


def read_pair(
    reference: Source,
    estimate: Source,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
) -> Alignment:
    """Read two hierarchies and bring them to one span, as the explorer does.

    Of one file that is given on both sides, the estimate is the first annotation that the reference
    is not, unless it is said which.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
    reference_annotation, estimate_annotation : int, optional
        Which one, where a side's file has several (1 = first).
    keep_silent : bool
        Whether layers of paths that hold silence only are kept.

    Returns
    -------
    Alignment
        Its notes hold all that is to be known of both, and which side is not nested.

    Raises
    ------
    ReadError, HierarchyError
        As :func:`read`; if both sides are one annotation of a file; and if nothing of the estimate
        lies before the reference's end.
    """
    first, second = (
        side if isinstance(side, Hierarchy) else paths_of(side) for side in (reference, estimate)
    )
    choices = Choices(keep_silent=keep_silent)
    one = chosen(first, reference_annotation, choices=choices)
    taken = (reference_annotation or 1) if is_same(first, second) else 0
    other = chosen(second, estimate_annotation, taken, choices=choices)
    return align(one, other, one.notes, other.notes)


def convention_of(convention: str | Convention) -> Convention:
    """Give a convention by its name.

    Raises
    ------
    ScoreError
        If there is none of that name.
    """
    if isinstance(convention, Convention):
        return convention
    if convention not in CONVENTIONS:
        known = ", ".join(CONVENTIONS)
        raise ScoreError(f"There is no convention {convention!r}. Choose one of {known}.")
    return CONVENTIONS[convention]


def chosen(
    source: Source,
    annotation: int | None = None,
    taken: int = 0,
    *,
    choices: Choices = AS_UNDERSTOOD,
) -> Annotation:
    """Read an annotation, by default the first that is not `taken` by the other side (1 = first).

    Raises
    ------
    ReadError, HierarchyError
        As :func:`read`, and if it is the one that is taken.
    """
    if isinstance(source, Hierarchy):
        if annotation is not None:
            raise ReadError(
                "is one annotation already",
                source=source.name or "hierarchy",
                mend="Say which annotation of a path only",
            )
        if isinstance(source, Annotation):
            return source
        return Annotation(source.layers, source.name, source.unit)
    paths = paths_of(source)
    found = _found(paths, choices)
    number = min(1 + (taken == 1), len(found)) if annotation is None else annotation
    if not isinstance(number, Integral) or not 1 <= number <= len(found):
        raise ReadError(
            f"there is no annotation {number!r}",
            source=paths[0],
            mend=f"Choose from 1 to {len(found)}",
        )
    if number == taken:
        mend = "Say which other annotation one of them is"
        raise ReadError(
            "reference and estimate are one annotation",
            source=paths[0],
            mend="Give another file" if len(found) == 1 else mend,
        )
    result = _annotation(found[number - 1])
    if annotation is not None or len(found) == 1:
        return result
    titles = "; ".join(f"{index} is {each.title}" for index, each in enumerate(found, 1))
    which = Note("annotation-chosen", f"took annotation {number} ({titles})")
    return replace(result, notes=(which, *result.notes))


def _annotation(found: Candidate) -> Annotation:
    made = found.hierarchy
    return Annotation(made.layers, made.name, made.unit, found.notes, found.understood)


def _found(paths: Sequence[str], choices: Choices) -> tuple[Candidate, ...]:
    if len(paths) == 1:
        return read_path(paths[0], choices=choices)
    files = [file for path in paths for file in load_path(Path(path))[0]]
    return read_files(files, choices=choices)


def paths_of(source: Paths) -> list[str]:
    """Give the paths of a source; of an iterator only once."""
    if isinstance(source, str | os.PathLike) or not isinstance(source, Iterable):
        return [path_of(source)]
    return [*map(path_of, source)]


def path_of(path: object) -> str:
    """Give a path as text, with the home folder in the place of ``~``.

    Raises
    ------
    TypeError
        If it is no path.
    ReadError
        If it is empty.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"{type(path).__name__} is no path. Give a path, a list of the layers' paths, or a "
            "hierarchy, such as core.hierarchy.Hierarchy.from_intervals(intervals)"
        )
    if not (text := os.fspath(path)):
        raise ReadError("is empty", source="path", mend="Give the path of a file or folder")
    return os.path.expanduser(text)


def is_same(reference: Hierarchy | list[str], estimate: Hierarchy | list[str]) -> bool:
    """Tell whether both sides are the same files."""
    if isinstance(reference, Hierarchy) or isinstance(estimate, Hierarchy):
        return False
    first, second = (sorted(map(os.path.realpath, side)) for side in (reference, estimate))
    return first == second
