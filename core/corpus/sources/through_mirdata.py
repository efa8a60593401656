"""The annotators of SALAMI as pairs, through mirdata: the optional extra ``hierscope[salami]``."""

from __future__ import annotations

import importlib
import os
from typing import Any

from core.corpus.items import Found
from core.corpus.sources.annotators import Track, pair_annotators
from core.errors import ReadError
from core.files.access import ClosedError, expanded, is_confined

_ANNOTATORS = (1, 2)
_LAYERS = ("uppercase", "lowercase")
_ATTRIBUTES = {
    "class": "broad_genre",
    "genre": "genre",
    "source": "source",
    "artist": "artist",
    "title": "title",
    "song_duration": "duration",
}


def from_mirdata(
    data_home: str | os.PathLike[str],
    *,
    reference_annotator: int = 1,
    estimate_annotator: int = 2,
    metadata: bool = True,
) -> Found:
    """Pair two annotators of each track, as mirdata's loader of SALAMI lists them.

    :func:`core.papers.download_salami` fetches the corpus with mirdata.

    Parameters
    ----------
    data_home : str or path-like
        Where mirdata put the corpus.
    reference_annotator, estimate_annotator, metadata
        As in :func:`from_salami`. mirdata lists annotators 1 and 2, of each the uppercase and the
        lowercase layer.

    Returns
    -------
    Found

    Raises
    ------
    ReadError
        If mirdata is not installed, or its index or the corpus is not there.
    """
    home = os.path.abspath(expanded(data_home))
    if is_confined():  # what it opens is its own affair
        raise ClosedError(home)
    try:
        mirdata = importlib.import_module("mirdata")
    except ModuleNotFoundError as error:
        raise ReadError(
            "mirdata is not installed",
            source="SALAMI",
            mend="pip install 'hierscope[salami]', or choose the folder of the corpus",
        ) from error
    try:
        loaded = mirdata.initialize("salami", data_home=home).load_tracks()
        tracks = [_track(name, home, loaded[name], metadata) for name in loaded]
    except OSError as error:
        raise ReadError(
            f"mirdata can't load it ({error})",
            source=home,
            mend="Download the corpus again, or choose its folder without mirdata",
        ) from error
    return pair_annotators(tracks, reference_annotator, estimate_annotator)


def _track(name: str, home: str, track: Any, metadata: bool) -> Track:
    files = {}
    for n in _ANNOTATORS:
        layers = [getattr(track, f"sections_annotator{n}_{layer}_path") for layer in _LAYERS]
        if any(layers):
            files[n] = tuple(path for path in layers if path)
    if not metadata:
        return Track(name, home, files)
    known = {key: getattr(track, _ATTRIBUTES[key]) for key in _ATTRIBUTES}
    return Track(name, home, files, known, {n: getattr(track, f"annotator_{n}_id") for n in files})
