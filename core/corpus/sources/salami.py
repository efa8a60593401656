"""Pair the annotators of SALAMI, from its folder."""

import csv
import io
import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from core.corpus.items import Item, Pairs, Problem
from core.errors import ReadError
from core.files.access import (
    Listing,
    expanded,
    is_file,
    is_folder,
    is_open,
    open_error,
    open_problem,
    read_file,
)
from core.files.folders import annotations_in, with_parsed
from core.files.names import is_hidden, natural
from core.io.limits import MAX_LISTED, MAX_TABLE_BYTES

ONE_ANNOTATION = "one annotation only"

_FILE = re.compile(r"textfile(\d{1,9})[a-z]?(_(uppercase|lowercase|functions))?\.txt", re.ASCII)
_METADATA = ("metadata.csv", "metadata/metadata.csv")
_COLUMNS = {
    "class": "CLASS",
    "genre": "GENRE",
    "source": "SOURCE",
    "artist": "ARTIST",
    "title": "SONG_TITLE",
    "song_duration": "SONG_DURATION",
    "reference_annotator": "ANNOTATOR1",
    "estimate_annotator": "ANNOTATOR2",
}


def from_salami(folder: str | os.PathLike[str]) -> Pairs:
    """Pair the two annotators of each track; ``textfile1.txt`` is the reference."""
    place, tracks = _tracks(Path(os.path.abspath(expanded(folder))))
    table = _table(place.parent)
    items, problems = [], []
    for path in sorted(tracks, key=lambda path: natural(path.name)):
        track, files = path.name, tracks[path]
        if isinstance(files, str):
            problems.append(Problem(track, str(path), files))
        elif lacking := [str(n) for n in (1, 2) if n not in files]:
            other = f"no annotation by annotator {' and '.join(lacking)}"
            reason = ONE_ANNOTATION if len(files) == 1 else other
            problems.append(Problem(track, str(path), reason))
        else:
            row = table.get(track, {})
            known = {key: (row.get(column) or "").strip() for key, column in _COLUMNS.items()}
            metadata = tuple((key, text) for key, text in known.items() if text)
            items.append(Item(track, "annotator 2", files[1], files[2], metadata=metadata))
    return Pairs(tuple(items), tuple(problems))


def _tracks(folder: Path) -> tuple[Path, dict[Path, dict[int, tuple[str, ...]] | str]]:
    """Return the folder of annotations and, by track, the files of each annotator or a problem."""
    listing = Listing(str(folder), MAX_LISTED)
    try:
        for place in chain(annotations_in(folder, listing), filter(is_folder, [folder])):
            tracks = {path: _annotations(path, listing) for path in _folders(place, listing)}
            if any(isinstance(files, dict) and files for files in tracks.values()):
                return place, tracks
    except OSError as error:
        raise open_error(error, str(error.filename or folder)) from error
    raise ReadError(
        "has no folders of tracks with textfile1.txt or textfile2.txt"
        if is_folder(folder)
        else "there is no such folder",
        source=str(folder),
        advice="Choose the corpus folder that contains a folder 'annotations'",
    )


def _folders(place: Path, listing: Listing) -> Iterator[Path]:
    for entry in listing.entries(place):
        # Include links that lead to themselves, so that they are reported.
        if not is_hidden(entry.name) and (entry.is_symlink() or entry.is_dir()):
            yield place / entry.name


def _annotations(track: Path, listing: Listing) -> dict[int, tuple[str, ...]] | str:
    """Return the files of each annotator, parsed files if there are any; or a problem."""
    raw: dict[int, list[str]] = {}
    parsed: dict[int, list[str]] = {}
    try:
        for folder in with_parsed(track):
            for name in sorted(entry.name for entry in listing.entries(folder)):
                if match := _FILE.fullmatch(name):
                    kept = parsed if match[2] else raw
                    kept.setdefault(int(match[1]), []).append(str(folder / name))
    except OSError as error:  # a problem of this track only
        return open_problem(error)
    return {n: tuple(files) for n, files in (raw | parsed).items()}


def _table(corpus: Path) -> dict[str, dict[str, str]]:
    """Read SALAMI's table of tracks by number; empty if it is missing."""
    for name in _METADATA:
        path = corpus / name
        if is_open(path) and is_file(path):
            text = read_file(path, MAX_TABLE_BYTES).decode("utf-8-sig", errors="replace")
            rows = csv.DictReader(io.StringIO(text, newline=""))
            if "SONG_ID" not in (rows.fieldnames or ()):
                raise ReadError(
                    "has no column SONG_ID",
                    source=str(path),
                    advice="Restore SALAMI's own metadata.csv, or remove it",
                )
            return {row["SONG_ID"]: row for row in rows}
    return {}
