"""Entry points: files, paths and pasted text to hierarchies; the format is told by content."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import HierarchyError, ReadError
from core.io._build import refuse_more
from core.io._files import Candidate, File
from core.io._flat import Flat, combine
from core.io._paths import load_path
from core.io._zip import is_zip, unpack
from core.io.formats import format_of
from core.io.limits import MAX_ALL_SEGMENTS, MAX_BYTES, MAX_FILES
from core.notes import Note


def read(files: Sequence[File], *, keep_silent: bool = False) -> tuple[Candidate, ...]:
    """Find all hierarchies in files.

    Formats are recognised by content, then name. Files with one layer combine into one hierarchy
    an annotator, coarse to fine, as their names say (``uppercase`` before ``lowercase``, ``coarse``
    before ``fine``, ``ref1`` before ``ref2``), otherwise by number of segments. So do those in a
    folder of a zip archive; other folders are other hierarchies, with the folder in the title.

    Parameters
    ----------
    files : sequence of File
        Of any format; at least one. Archives come last.
    keep_silent : bool
        Whether layers that hold silence only are kept; by default they are left out, and a note
        says so.

    Returns
    -------
    tuple of Candidate
        At least one. Titles differ.

    Raises
    ------
    ReadError
        If a file can't be read; names file and line.
    HierarchyError
        If a file's segments make no hierarchy; names file, layer and time.
    """
    return _read(files, "", keep_silent)


def read_path(path: str | os.PathLike[str], *, keep_silent: bool = False) -> tuple[Candidate, ...]:
    """Find all hierarchies in a file or a folder.

    Parameters
    ----------
    path : str or path-like
        A file, a zip archive, a folder of layer files, or a SALAMI track folder, whose ``parsed``
        folder is preferred. Of a folder, files called as those of a known format are read, such as
        ``.jams`` and ``.txt``, but not hidden ones.
    keep_silent : bool
        As of :func:`read`.

    Returns
    -------
    tuple of Candidate

    Raises
    ------
    ReadError, HierarchyError
        As :func:`read`, and if there is nothing to read at the path.
    """
    files, folder = load_path(Path(path))
    return _read(files, folder, keep_silent)


def read_text(
    text: str, name: str = "pasted text", *, keep_silent: bool = False
) -> tuple[Candidate, ...]:
    """Find all hierarchies in text of any format.

    Parameters
    ----------
    text : str
    name : str
        What messages call it.
    keep_silent : bool
        As of :func:`read`.

    Returns
    -------
    tuple of Candidate

    Raises
    ------
    ReadError, HierarchyError
        As :func:`read`.
    """
    # Lone surrogates can't be encoded; the reader refuses what stands for them, naming its byte.
    return _read([File(name, text.encode(errors="surrogatepass"))], "", keep_silent)


def _read(files: Sequence[File], folder: str, keep_silent: bool) -> tuple[Candidate, ...]:
    if not files:
        raise ReadError("there is no file", source=folder or "input", mend="Choose a file")
    source = folder or files[0].display
    refuse_more(len(files), MAX_FILES, "files", source=source)
    if len(files) > 1:  # what is wrong with one is said of that file
        refuse_more(_bytes_of(files), MAX_BYTES, "bytes in all files", source=source)
    candidates = _found([file for file in files if not is_zip(file)], folder, keep_silent)
    left, count = MAX_BYTES, 0
    for file in files:
        if is_zip(file):
            folders = unpack(file, left)
            for _, inside in folders:
                left -= _bytes_of(inside)
                count += len(inside)
            refuse_more(count, MAX_FILES, "files in all archives", source=file.display)
            candidates += _found_in(file, folders, keep_silent)
            _refuse_many(candidates, source)
    return _distinct(candidates)


def _bytes_of(files: Sequence[File]) -> int:
    return sum(len(file.data) for file in files)


def _refuse_many(candidates: Sequence[Candidate], source: str) -> None:
    count = sum(len(layer.labels) for found in candidates for layer in found.hierarchy.layers)
    refuse_more(count, MAX_ALL_SEGMENTS, "segments in all hierarchies", source=source)


def _found_in(
    archive: File, folders: list[tuple[str, list[File]]], keep_silent: bool
) -> list[Candidate]:
    candidates: list[Candidate] = []
    for folder, files in folders:
        where = "/".join(filter(None, (archive.display, folder)))
        try:
            found = _found(files, folder, keep_silent)
        except ReadError as error:
            raise ReadError(
                error.problem, source=f"{where}/{error.source}", line=error.line, mend=error.mend
            ) from error
        except HierarchyError as error:
            raise HierarchyError(
                f"{error.problem} in {where}", layer=error.layer, time=error.time, mend=error.mend
            ) from error
        candidates += [
            each
            if not folder or each.title.startswith(f"{folder} (")
            else replace(each, title=f"{folder}, {each.title}")
            for each in found
        ]
        _refuse_many(candidates, archive.display)
    return candidates


def _found(files: Sequence[File], folder: str, keep_silent: bool) -> list[Candidate]:
    candidates: list[Candidate] = []
    groups: dict[object, list[Flat]] = {}
    count = 0
    for index, file in enumerate(files):
        for found in format_of(file).read(file, keep_silent):
            if isinstance(found, Candidate):
                candidates.append(found)
            else:
                # A SALAMI file of nobody in particular is a hierarchy of its own.
                group = found.hints.annotator or (index if found.raw else "")
                groups.setdefault(group, []).append(found)
                count += len(found.layer.segments)
        refuse_more(count, MAX_ALL_SEGMENTS, "segments in all files", source=file.display)
        _refuse_many(candidates, file.display)
    candidates += [_combine(group, folder, keep_silent) for group in groups.values()]
    return candidates


def _combine(flats: list[Flat], folder: str, keep_silent: bool) -> Candidate:
    parsed = {(flat.hints.part, flat.hints.kind) for flat in flats if not flat.raw}
    kept = [
        flat for flat in flats if not (flat.raw and (flat.hints.part, flat.hints.kind) in parsed)
    ]
    notes = [
        Note(
            "duplicate-left-out",
            f"{flat.layer.name} of {flat.source} left out: a parsed file has it",
        )
        for flat in flats
        if flat not in kept
    ]
    sources = list(dict.fromkeys(flat.source for flat in kept))
    annotator = kept[0].hints.annotator
    if annotator:
        title = f"annotator {annotator}"
        name = f"{folder} {title}".strip()
    else:
        more = f" + {len(sources) - 1} more" if len(sources) > 1 else ""
        title = name = folder or f"{sources[0]}{more}"
    found = combine(kept, name=name, title=title, keep_silent=keep_silent)
    return replace(found, notes=(*notes, *found.notes))


def _distinct(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Number titles that are the same, as for one song in two files."""
    titles = Counter(found.title for found in candidates)
    turns: Counter[str] = Counter()
    numbered = []
    for found in candidates:
        turns[found.title] += 1
        if titles[found.title] > 1:
            numbered.append(replace(found, title=f"{found.title} #{turns[found.title]}"))
        else:
            numbered.append(found)
    return tuple(numbered)
