"""The annotators of SALAMI as pairs, from its folder."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path

from core.corpus.items import Found
from core.corpus.sources.annotators import Track, pair_annotators
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
from core.files.names import is_hidden
from core.io.limits import MAX_LISTED, MAX_TABLE_BYTES

_FILE = re.compile(r"textfile(\d{1,9})[a-z]?(_(uppercase|lowercase|functions))?\.txt", re.ASCII)
_METADATA = ("metadata.csv", "metadata/metadata.csv")
_COLUMNS = {
    "class": "CLASS",
    "genre": "GENRE",
    "source": "SOURCE",
    "artist": "ARTIST",
    "title": "SONG_TITLE",
    "song_duration": "SONG_DURATION",
}


def from_salami(
    folder: str | os.PathLike[str],
    *,
    reference_annotator: int = 1,
    estimate_annotator: int = 2,
    metadata: bool = True,
) -> Found:
    """Pair two annotators of each track.

    Parameters
    ----------
    folder : str or path-like
        SALAMI's folder, with ``annotations`` in it, that folder itself, or the one into which
        mirdata put the corpus.
    reference_annotator, estimate_annotator : int
        ``1`` is who wrote ``textfile1.txt``: not the same person in all tracks.
    metadata : bool
        Whether to look up each track in ``metadata.csv``, where that is there: class, genre,
        source, artist, title, song_duration (seconds), and who the two persons are, as
        reference_annotator and estimate_annotator.

    Returns
    -------
    Found
        Of each annotator the parsed files, where there are any, else the one as annotated. A
        track with one annotation is a problem, :data:`~annotators.ONE_ANNOTATION`.

    Raises
    ------
    ReadError
        If the folder or its metadata can't be read, or has no annotations.
    """
    tracks = _tracks(Path(os.path.abspath(expanded(folder))), metadata)
    return pair_annotators(tracks, reference_annotator, estimate_annotator)


def _tracks(folder: Path, metadata: bool) -> list[Track]:
    listing = Listing(str(folder), MAX_LISTED)
    try:
        for place in chain(annotations_in(folder, listing), filter(is_folder, [folder])):
            tracks = [_track(track, listing) for track in _folders(place, listing)]
            if any(track.files for track in tracks):
                table = _table(place.parent) if metadata else {}
                return [_described(track, table.get(track.name, {})) for track in tracks]
    except OSError as error:
        raise open_error(error, str(error.filename or folder)) from error
    raise ReadError(
        "has no folders of tracks with textfile1.txt or textfile2.txt"
        if is_folder(folder)
        else "there is no such folder",
        source=str(folder),
        mend="Point at the folder of the corpus, which has a folder 'annotations'",
    )


def _track(path: Path, listing: Listing) -> Track:
    try:
        return Track(path.name, str(path), _annotations(path, listing))
    except OSError as error:  # of this track alone
        return Track(path.name, str(path), {}, problem=open_problem(error))


def _described(track: Track, row: Mapping[str, str]) -> Track:
    return replace(
        track,
        known={key: row.get(_COLUMNS[key]) for key in _COLUMNS},
        persons={n: row.get(f"ANNOTATOR{n}") for n in track.files},
    )


def _folders(place: Path, listing: Listing) -> Iterator[Path]:
    for entry in listing.entries(place):
        # A link to itself is listed, too, so that it is told of.
        if not is_hidden(entry.name) and (entry.is_symlink() or entry.is_dir()):
            yield place / entry.name


def _annotations(track: Path, listing: Listing) -> dict[int, tuple[str, ...]]:
    """The files of each annotator: the parsed ones where there are any."""
    raw: dict[int, list[str]] = {}
    parsed: dict[int, list[str]] = {}
    for folder in with_parsed(track):
        for name in sorted(entry.name for entry in listing.entries(folder)):
            if found := _FILE.fullmatch(name):
                kept = parsed if found[2] else raw
                kept.setdefault(int(found[1]), []).append(str(folder / name))
    return {n: tuple(files) for n, files in (raw | parsed).items()}


def _table(corpus: Path) -> dict[str, dict[str, str]]:
    """The rows of SALAMI's table of tracks by number; empty where it is not there."""
    for name in _METADATA:
        path = corpus / name
        if is_open(path) and is_file(path):
            text = read_file(path, MAX_TABLE_BYTES).decode("utf-8-sig", errors="replace")
            rows = csv.DictReader(io.StringIO(text, newline=""))
            if "SONG_ID" not in (rows.fieldnames or ()):
                raise ReadError(
                    "has no column SONG_ID",
                    source=str(path),
                    mend="Restore SALAMI's own metadata.csv, or go without metadata",
                )
            return {row["SONG_ID"]: row for row in rows}
    return {}
