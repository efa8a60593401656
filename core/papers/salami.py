"""Find the annotations of one track of SALAMI on this machine."""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path

from core.align import Alignment, align
from core.errors import ReadError
from core.files.access import Listing, expanded, is_folder, open_error
from core.files.folders import annotations_in
from core.io import Candidate, read_path
from core.io.limits import MAX_LISTED
from core.papers.printed import TRACK

SALAMI_VARIABLE = "HIERSCOPE_SALAMI"
"""The variable of the environment that names the folder of the corpus."""


def salami_pair(folder: str | os.PathLike[str], track: int = TRACK) -> Alignment:
    """Read the two annotators of a track, aligned.

    Parameters
    ----------
    folder : str or path-like
        SALAMI's folder (with ``annotations/636/...`` in it), its folder ``annotations``, the folder
        of the track, or the folder into which mirdata put the corpus.
    track : int
        SALAMI's number of the track.

    Returns
    -------
    Alignment
        Annotator 1 is the reference, annotator 2 the estimate; of each, the uppercase and the
        lowercase layer.

    Raises
    ------
    ReadError
        If the track is not there, or not by two annotators; names what was looked for.
    """
    place = _find(Path(expanded(folder)), str(track))
    found = read_path(place)
    reference, estimate = (_annotator(number, found, place) for number in (1, 2))
    return align(reference.hierarchy, estimate.hierarchy, reference.notes, estimate.notes)


def _find(folder: Path, track: str) -> Path:
    try:
        if not is_folder(folder):
            raise ReadError(
                "there is no such folder",
                source=str(folder),
                mend="Point at a folder with SALAMI's annotations",
            )
        if folder.name == track:
            return folder
        for parent in chain([folder], annotations_in(folder, Listing(str(folder), MAX_LISTED))):
            if is_folder(parent / track):
                return parent / track
    except OSError as error:
        raise open_error(error, str(folder)) from error
    looked = ", ".join(f"{inside}{track}" for inside in ("", "annotations/", "*/annotations/"))
    raise ReadError(
        f"SALAMI's track {track} is not in it (looked for {looked})",
        source=str(folder),
        mend="Point at the folder of the corpus, which has a folder 'annotations'",
    )


def _annotator(number: int, found: tuple[Candidate, ...], place: Path) -> Candidate:
    for candidate in found:
        if candidate.title.startswith(f"annotator {number} "):
            return candidate
    raise ReadError(
        f"there are no layers of annotator {number} (looked for "
        f"parsed/textfile{number}_uppercase.txt and textfile{number}.txt)",
        source=str(place),
        mend="Choose a track with two annotators",
    )
