"""Public functions that read hierarchies from files and objects, and write them."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path
from typing import Any

from core.align import Alignment, align
from core.errors import ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.io import (
    Candidate,
    Choices,
    File,
    Understood,
    first_choice,
    grid_from,
    load_path,
    read_path,
)
from core.io import read as read_files
from core.io.objects import read_intervals
from core.io.understood import NOT_READ
from core.io.writing import beside, lost, save, target_of
from core.notes import Note
from core.refining import REPAIRS, refine
from core.settings import Settings
from core.showing import Column, Result, Row
from core.tmeasures import CONVENTIONS, Convention
from core.vocabulary import Side

PathLike = str | os.PathLike[str]
Paths = PathLike | Iterable[PathLike]
Source = Any
"""The source of a hierarchy: a path, paths of its layers, a Hierarchy, (intervals, labels) in
mir_eval's form, an object with intervals and labels, a jams.JAMS, or a DataFrame."""


@dataclass(frozen=True, eq=False, repr=False)
class Annotation(Result, Hierarchy):
    """A hierarchy that was read from a file."""

    columns = (
        Column("start", "time", "of the segment"),
        Column("end", "time", "of the segment"),
        Column("level", "count", "1 = coarsest"),
        Column("label", "text", "empty where it has none"),
    )
    shown = ("start", "end", "level", "label")

    notes: tuple[Note, ...] = ()
    """Notes on parts that were repaired, left out, guessed or chosen."""
    understood: Understood = NOT_READ
    """How the file was read: format, layers, order, unit."""

    def rows(self) -> list[Row]:
        return [
            {"start": start, "end": end, "level": level, "label": label}
            for level, layer in enumerate(self.layers, 1)
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]

    def headline(self) -> str:
        """Describe its name, its span, and the numbers of segments of its layers."""
        counts = ", ".join(str(len(layer.labels)) for layer in self.layers)
        return (
            f"{self.name or 'hierarchy'}: {self.notation.span(self.start, self.end)}, segments per "
            f"layer, coarsest first: {counts}"
        )

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        return [
            {
                "level": f"{level}",
                "segments": f"{len(layer.labels)}",
                "layer": layer.name,
                "labels": ", ".join(filter(None, dict.fromkeys(layer.labels))),
            }
            for level, layer in enumerate(self.layers, 1)
        ]


def read(
    source: Source,
    annotation: int | None = None,
    *,
    keep_silent: bool = False,
    choices: str | Choices = "",
    grid: PathLike | None = None,
    repair: str | Iterable[str] = (),
) -> Annotation:
    """Read a hierarchy from files of any format, or from objects of other libraries.

    Parameters
    ----------
    source : path, paths, Hierarchy, (intervals, labels), object with both, jams.JAMS or DataFrame
        - a file, a folder of layers, or the files of one hierarchy's layers (``~`` is your home);
          the content decides the format;
        - intervals and labels in mir_eval's form: of one layer, or one list per layer, coarsest
          first; or an object that has them as attributes, such as mirdata's SectionData;
        - a jams.JAMS;
        - a table with the columns ``start`` and ``end``, and optionally ``level`` and ``label``.
    annotation : int, optional
        The annotation to use, if there are several (1 = first). By default the first, with a note.
    keep_silent : bool
        Whether to include layers with only silence. By default they are left out, with a note.
        They have no boundaries, but can change a score a lot.
    choices : str
        Reading options instead of the detected ones (see the result's `understood`), such as
        ``"unit=centiseconds,layers=2-1"``; see :class:`core.io.Choices`.
    grid : path, optional
        A file of beats or bar lines, to convert positions to seconds.
    repair : {"insert", "snap", "monocast"} or several, optional
        How to repair layers that are not nested, one after the other; see :mod:`core.refining`.

    Returns
    -------
    Hierarchy
        With `notes` on what was repaired, left out or guessed.

    Raises
    ------
    ReadError, HierarchyError
        If it can't be read, or there is no such annotation; names file and fix.

    Examples
    --------
    >>> import hierscope
    >>> hierscope.read("sample_data/ode_to_joy.jams", annotation=2).headline()
    'Ode to Joy, reading 2: 0:00.0–0:32.0, segments per layer, coarsest first: 3, 4, 10'
    """
    return refined(chosen(source, annotation, choices_of(choices, keep_silent, grid)), repair)


def refined(annotation: Annotation, repair: str | Iterable[str]) -> Annotation:
    for kind in [repair] if isinstance(repair, str) and repair else repair:
        if kind not in REPAIRS:
            problem = f"there is no repair {kind!r}"
            raise ReadError(problem, source="repair", advice=f"Choose one of {', '.join(REPAIRS)}")
        result = refine(annotation, kind)
        notes = (*annotation.notes, *result.notes)
        annotation = replace(annotation, layers=result.hierarchy.layers, notes=notes)
    return annotation


def read_all(
    source: Source, *, keep_silent: bool = False, choices: str | Choices = ""
) -> tuple[Annotation, ...]:
    """Read all hierarchies in a file or several, such as the annotations of one track.

    Parameters
    ----------
    source, keep_silent, choices
        As in :func:`read`.

    Returns
    -------
    tuple of Hierarchy
        In the order of the file, at least one.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/jingle_bells_algorithm.jams")
    >>> len(reference.layers), len(estimate.layers)
    (3, 3)
    """
    return tuple(map(_annotation, _candidates(source, choices_of(choices, keep_silent, None))))


def write(
    hierarchy: Hierarchy | Iterable[Hierarchy], path: object, *, to: str = ""
) -> tuple[str, ...]:
    """Write a hierarchy, or several if the format allows, and overwrite the path.

    Parameters
    ----------
    hierarchy : Hierarchy or iterable of Hierarchy
        Results of :func:`hierscope.read`, or :class:`core.hierarchy.Hierarchy`.
    path : str or path-like
        The file, or the folder for formats with one file per layer; ``song.svl`` then means
        ``song_layer1.svl``, ``song_layer2.svl``, and so on. ``~`` is your home.
    to : str
        The format, such as ``"textgrid"``; by default decided by the path.

    Returns
    -------
    tuple of str
        Notes: what the format can't store, and whether the folder has other files that will be
        read as layers.

    Raises
    ------
    ReadError
        If there is no such format.
    HierarchyError
        If there is no hierarchy, or a label can't be written.

    Examples
    --------
    >>> import hierscope, tempfile
    >>> found = hierscope.read("sample_data/ode_to_joy.jams", annotation=2)
    >>> hierscope.write(found, tempfile.mkdtemp() + "/layers.csv", to="boundaries")
    ('labels',)
    """
    hierarchies = [hierarchy] if isinstance(hierarchy, Hierarchy) else list(hierarchy)
    output = Path(path_of(path))
    target = target_of(output, to)
    losses = lost(hierarchies if target.several else hierarchies[:1], target)
    losses += beside(hierarchies, output, target) if hierarchies else []
    save(hierarchies, output, target)
    return tuple(losses)


def read_pair(reference: Source, estimate: Source) -> Alignment:
    """Read and align two hierarchies; from one file, the estimate is the second annotation."""
    sides = [[*side] if isinstance(side, Iterator) else side for side in (reference, estimate)]
    used = 0 if is_same(*sides) else None
    first = chosen(sides[0], None, Choices(), "reference", used)
    second = chosen(sides[1], None, Choices(), "estimate", used)
    return align(first, second, first.notes, second.notes)


def choices_of(choices: str | Choices, keep_silent: bool, grid: PathLike | None) -> Choices:
    known = Choices.of(choices) if isinstance(choices, str) else choices
    times = known.grid
    if grid is not None:
        [file, *others], _ = load_path(Path(path_of(grid)))
        if others:
            raise ReadError("is a folder", source=str(grid), advice="Choose a file of beats")
        times = grid_from(file)
    return replace(known, keep_silent=known.keep_silent or keep_silent, grid=times)


def settings_of(
    convention: str | Convention,
    frame_size: float,
    beta: float = 1.0,
    frames: Iterable[float] | None = None,
) -> Settings:
    """Return how to score, as hierscope's functions are asked to."""
    if not isinstance(convention, Convention):
        if convention not in CONVENTIONS:
            known = ", ".join(CONVENTIONS)
            raise ScoreError(f"There is no convention {convention!r}. Choose one of {known}.")
        convention = CONVENTIONS[convention]
    return Settings(convention, frame_size, None if frames is None else [*frames], beta)


def chosen(
    source: Source,
    annotation: int | None,
    choices: Choices,
    slot: Side = "reference",
    used: int | None = None,
) -> Annotation:
    """Read an annotation (1 = first): by default the first, or by name if both sides are the same.

    `used` is the annotation that the other side uses of the same source, 0 if open, else None.
    """
    candidates = _candidates(source, choices)
    number = annotation
    if annotation is None:
        free = [at for at in range(len(candidates)) if at + 1 != used]
        if not free or (used is not None and len(candidates) == 1 and slot == "estimate"):
            problem = "reference and estimate are the same annotation"
            raise ReadError(problem, source=paths_of(source)[0], advice="Use another file")
        default = first_choice(slot, used is not None, candidates)
        number = 1 + (default if default in free else free[0])
    elif not isinstance(number, Integral) or not 1 <= number <= len(candidates):
        problem = f"there is no annotation {number!r}"
        names = [layer.source for layer in candidates[0].understood.layers]
        name = names[0] if names else candidates[0].hierarchy.name
        raise ReadError(problem, source=name, advice=f"Choose from 1 to {len(candidates)}")
    result = _annotation(candidates[int(number) - 1])
    if annotation is not None or len(candidates) == 1:
        return result
    titles = "; ".join(
        f"{index} is {candidate.title}" for index, candidate in enumerate(candidates, 1)
    )
    which = Note("annotation-chosen", f"annotation {number} is used ({titles})")
    return replace(result, notes=(which, *result.notes))


def _annotation(candidate: Candidate) -> Annotation:
    hierarchy = candidate.hierarchy
    if isinstance(hierarchy, Annotation):
        return hierarchy
    return Annotation(
        hierarchy.layers, hierarchy.name, hierarchy.unit, candidate.notes, candidate.understood
    )


def _candidates(source: Source, choices: Choices) -> tuple[Candidate, ...]:
    if isinstance(source, Hierarchy):
        return (Candidate(source, source.name),)
    library = type(source).__module__.partition(".")[0]
    if library == "jams":
        return read_files([File("track.jams", source.dumps().encode())], choices=choices)
    if library == "pandas":
        text = source.to_csv(index=False)
        return read_files([File("table.csv", text.encode())], choices=choices)
    is_pair = isinstance(source, tuple) and len(source) == 2
    if is_pair and not any(isinstance(side, str | os.PathLike) for side in source):
        return (read_intervals(*source, choices=choices),)
    if hasattr(source, "intervals") and hasattr(source, "labels"):
        unit = getattr(source, "interval_unit", "s")
        return (read_intervals(source.intervals, source.labels, unit=unit, choices=choices),)
    paths = paths_of(source)
    if len(paths) == 1:
        return read_path(paths[0], choices=choices)
    files = [file for path in paths for file in load_path(Path(path))[0]]
    return read_files(files, choices=choices)


def paths_of(source: Paths) -> list[str]:
    """Return the paths of a source; it can be an iterator."""
    if isinstance(source, str | os.PathLike) or not isinstance(source, Iterable):
        return [path_of(source)]
    return [*map(path_of, source)]


def path_of(path: object) -> str:
    """Return a path as text, with ``~`` expanded."""
    if isinstance(path, Hierarchy):
        raise TypeError("This is a list of hierarchies. Choose one, such as read_all(...)[0]")
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"{type(path).__name__} is not a path. Use a path, a list of the layers' paths, or a "
            "hierarchy, such as core.hierarchy.Hierarchy.from_intervals(intervals)"
        )
    if not (text := os.fspath(path)):
        raise ReadError("is empty", source="path", advice="Choose the path of a file or folder")
    return os.path.expanduser(text)


def is_same(reference: Source, estimate: Source) -> bool:
    sides = []
    for side in (reference, estimate):
        paths = [side] if isinstance(side, str | os.PathLike) else side
        if not isinstance(paths, list) or not all(isinstance(p, str | os.PathLike) for p in paths):
            return False
        sides.append(sorted(os.path.realpath(path_of(path)) for path in paths))
    return sides[0] == sides[1]
