"""Metadata of tracks in a table next to the folders of a corpus."""

from dataclasses import replace

from core.corpus.items import Pairs, Problem
from core.errors import ReadError
from core.files.names import is_text
from core.files.tables import read_table
from core.io.limits import TABLE_BOUNDS

TABLE = "tracks.csv"
"""Optional table next to the folders: a column ``track``, and columns of metadata."""

_NO_METADATA = ("track", "method", "reference", "estimate")


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
