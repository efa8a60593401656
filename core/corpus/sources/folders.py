"""Pair a folder of references with folders of estimates by file name; known data sets."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from core.corpus.items import Item, Pairs, Problem
from core.corpus.sources.patterns import DEFAULT_PATTERN, Fit, Pattern, Scan, scan, split_path
from core.errors import ReadError
from core.files.access import expanded, is_file, is_open
from core.files.names import escaped, is_text, natural, shortened
from core.files.tables import read_table
from core.io.limits import TABLE_BOUNDS

_SHOWN = 3

TABLE = "tracks.csv"
"""Optional table next to the folders: a column ``track``, and columns of metadata."""

_NO_METADATA = ("track", "method", "reference", "estimate")


@dataclass(frozen=True)
class DataSet:
    """A data set: its title, and the pattern of its references in its folder."""

    title: str
    pattern: str


DATASETS = {
    "harmonix": DataSet("the Harmonix Set", "dataset/segments/{track}.txt"),
    "isophonics": DataSet("Isophonics", "seglab/*/*/{track}.lab"),
    "jsd": DataSet("the Jazz Structure Dataset", "data/annotations_csv/{track}.csv"),
    "spam": DataSet("SPAM", "references/{track}.jams"),
}
"""Data sets by name, as their owners publish them. SALAMI is read by a module of its own."""


def data_set(name: str) -> DataSet:
    """Return a data set by name; raise ReadError if there is none."""
    if name not in DATASETS:
        raise ReadError(
            f"there is no data set {name!r}",
            source="dataset",
            advice=f"Choose one of {', '.join(DATASETS)}",
        )
    return DATASETS[name]


def from_folders(
    references: str | os.PathLike[str],
    estimates: Mapping[str, str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    reference_pattern: str = DEFAULT_PATTERN,
    estimate_pattern: str = DEFAULT_PATTERN,
    reference_choice: int = 0,
    estimate_choice: int = 0,
    without: Collection[str] = (),
    of: DataSet | None = None,
) -> Pairs:
    """Pair files that have the same track, in natural order of the tracks.

    A table ``tracks.csv`` next to the folder of references adds metadata. For a data set, its
    pattern is that of references; without a file that fits, a ReadError is raised.
    """
    reference_pattern = of.pattern if of else reference_pattern
    of_reference = Pattern(reference_pattern, "reference", ("track", "layer"))
    folder = os.path.abspath(expanded(references))
    # With folders in the pattern, the table is in the folder that holds these.
    table = os.path.join(folder if len(of_reference.parts) > 1 else os.path.dirname(folder), TABLE)
    without = {*without, table}
    wanted = scan(references, of_reference, without)
    if of and not wanted.fits:
        raise ReadError(
            f"has no file {of.pattern}",
            source=os.fspath(references),
            advice=f"Choose the folder of {of.title} in which {of.pattern.split('/')[0]} is",
        )
    named = estimates if isinstance(estimates, Mapping) else {"": estimates}
    scans = {
        name: scan(folder, Pattern(pattern, "estimate"), without)
        for name, (folder, pattern) in (
            (name, split_path(place, estimate_pattern)) for name, place in named.items()
        )
    }
    choices = reference_choice, estimate_choice
    pairs = paired(wanted, scans, choices, lambda item: item.is_against_itself)
    try:
        return with_metadata(pairs, table) if is_open(table) and is_file(table) else pairs
    except ReadError as error:  # the table may be of another matter
        return Pairs(pairs.items, (*pairs.problems, Problem("", table, str(error))))


def paired(
    wanted: Scan,
    scans: Mapping[str, Scan],
    choices: tuple[int, int] = (0, 0),
    is_one: Callable[[Item], bool] = lambda item: False,
) -> Pairs:
    """Pair the files of scanned folders; see :func:`from_folders`."""
    problems = _left_over([wanted, *scans.values()])
    truths, doubtful = _by_track(wanted.fits)
    problems += doubtful
    ambiguous = {problem.track for problem in doubtful}

    items: list[tuple[str, int, Item]] = []
    methods = _by_method(scans)
    for turn, (method, fits) in enumerate(methods.items()):
        estimates, doubtful = _by_track(fits, method)
        problems += doubtful
        for track, paths in estimates.items():
            if track not in truths:
                why = "several references fit its track" if track in ambiguous else "no reference"
                problems.append(Problem(track, paths[0], f"{why} (estimate by {method})"))
                continue
            item = Item(track, method, truths[track], paths, *choices)
            if is_one(item):
                problems.append(
                    Problem(track, paths[0], "reference and estimate are the same file")
                )
            else:
                items.append((track, turn, item))
        tried = {fit.track for fit in fits}
        problems += [
            Problem(track, paths[0], f"no estimate by {method}")
            for track, paths in truths.items()
            if track not in tried
        ]
    if not methods:
        problems += [Problem(track, paths[0], "no estimate") for track, paths in truths.items()]
    items.sort(key=lambda row: (natural(row[0]), row[1]))
    return Pairs(tuple(item for _, _, item in items), tuple(problems))


def _by_method(scans: Mapping[str, Scan]) -> dict[str, list[Fit]]:
    methods: dict[str, list[Fit]] = {}
    for name, scanned in scans.items():
        for fit in scanned.fits:
            method = "/".join(filter(None, (name, fit.method)))
            methods.setdefault(method or os.path.basename(scanned.folder), []).append(fit)
        if name and not scanned.fits:
            methods[name] = []  # every reference lacks this method
    return methods


def _by_track(
    fits: Iterable[Fit], method: str = ""
) -> tuple[dict[str, tuple[str, ...]], list[Problem]]:
    """Group files by track; several files for one layer of a track are problems."""
    tracks: dict[str, list[Fit]] = {}
    for fit in fits:
        tracks.setdefault(fit.track, []).append(fit)
    clear, problems = {}, []
    for track, rivals in tracks.items():
        if len({fit.layer for fit in rivals}) == len(rivals):
            clear[track] = tuple(fit.path for fit in rivals)
        else:
            whose = f"estimates by {method}" if method else "references"
            reason = f"{len(rivals)} {whose} fit this track ({_examples(f.path for f in rivals)})"
            problems += [Problem(track, fit.path, reason) for fit in rivals]
    return clear, problems


def _left_over(scans: Sequence[Scan]) -> list[Problem]:
    """List files that could not be opened, and one problem per folder with unmatched files."""
    # A path that another pattern matches, and its parent folders, are not unmatched.
    taken: set[str] = set()
    for path in chain.from_iterable(
        (scanned.folder, *(fit.path for fit in scanned.fits)) for scanned in scans
    ):
        while path not in taken:
            taken.add(path)
            path = os.path.dirname(path)
    problems: dict[Problem, None] = {}
    for scanned in scans:
        problems |= dict.fromkeys(scanned.problems)
        others = [path for path in scanned.others if path not in taken]
        if others:
            count = f"{len(others)} {'does' if len(others) == 1 else 'do'} not fit the pattern"
            reason = f"{count} '{shortened(scanned.pattern)}' ({_examples(others)})"
            problems[Problem("", scanned.folder, reason)] = None
    return list(problems)


def _examples(paths: Iterable[str]) -> str:
    names = [escaped(os.path.basename(path)) for path in paths]
    return ", ".join([*names[:_SHOWN], *(["..."] if len(names) > _SHOWN else [])])


def with_metadata(pairs: Pairs, source: str, content: bytes | None = None) -> Pairs:
    """Add the metadata in a table to pairs, and report its tracks without a file.

    If a track is in several lines, the first counts.
    """
    known: dict[str, tuple[int, tuple[tuple[str, str], ...]]] = {}
    for row in read_table(source, ["track"], bounds=TABLE_BOUNDS, content=content):
        if not is_text("".join(row.cells.values())):
            advice = "Save it as UTF-8"
            raise ReadError("is not in UTF-8", source=source, line=row.line, advice=advice)
        metadata = [(name, text) for name, text in row.cells.items() if name not in _NO_METADATA]
        known.setdefault(row.cells.get("track", ""), (row.line, tuple(metadata)))
    tracks = {item.track for item in pairs.items} | {problem.track for problem in pairs.problems}
    problems = (
        Problem(track, source, f"{TABLE}, line {line}: no file of this track")
        for track, (line, _) in known.items()
        if track not in tracks
    )
    items = (replace(item, metadata=known.get(item.track, (0, ()))[1]) for item in pairs.items)
    return Pairs(tuple(items), (*pairs.problems, *problems))
