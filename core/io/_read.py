"""Entry points for reading files, paths and pasted text; content decides the format."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import HierarchyError, HierscopeError, ReadError, UnknownFormatError, naming
from core.files.access import Listing, is_file, is_folder, open_error, read_file, real_path
from core.files.folders import with_parsed
from core.files.names import is_hidden, natural, shortened
from core.io import limits
from core.io._columns import apart
from core.io._complete import lost
from core.io._files import File
from core.io._grouping import FileLayer, group, with_coarse
from core.io._layers import Stack
from core.io._understand import understand
from core.io.archives import inflated, is_zip, unpack
from core.io.choices import AS_UNDERSTOOD, Choices
from core.io.formats import format_of, suffixes
from core.io.limits import refuse_larger, refuse_more
from core.io.understood import Candidate
from core.notes import Note

_ONE_TRACK = "Choose the folder of one track"


def read(files: Sequence[File], *, choices: Choices = AS_UNDERSTOOD) -> tuple[Candidate, ...]:
    """Find all hierarchies in files; their titles are unique.

    Formats are recognized by content, then name. Files with one layer combine into one hierarchy
    per annotator, coarse to fine. Their names decide the order (``uppercase`` before ``lowercase``,
    ``coarse`` before ``fine``, ``ref1`` before ``ref2``), otherwise the number of segments. In a
    zip archive, each folder is another hierarchy, with the folder in the title. But files of the
    same name in folders such as ``structureCoarse`` and ``structureFine`` combine.
    """
    return _read(files, "", choices)


def read_path(
    path: str | os.PathLike[str], *, choices: Choices = AS_UNDERSTOOD
) -> tuple[Candidate, ...]:
    """Find all hierarchies in a file, a zip archive, a folder of layer files, or a SALAMI track.

    A SALAMI track's folder ``parsed`` has priority. In a folder, files named like a known format
    are read, such as ``.jams`` and ``.txt``, but not hidden files.
    """
    files, folder = load_path(Path(path))
    return _read(files, folder, choices)


def read_text(
    text: str, name: str = "pasted text", *, choices: Choices = AS_UNDERSTOOD
) -> tuple[Candidate, ...]:
    """Find all hierarchies in text of any format."""
    # Lone surrogates can't be encoded; the reader refuses their replacement and names its byte.
    return _read([File(name, text.encode(errors="surrogatepass"))], "", choices)


def _read(files: Sequence[File], folder: str, choices: Choices) -> tuple[Candidate, ...]:
    if not files:
        raise ReadError("no file to read", source=folder or "input", advice="Choose a file")
    source = folder or files[0].display
    files = _inflated(files)
    refuse_more(len(files), limits.MAX_FILES, "files", source=source)
    if len(files) > 1:  # the error can name one file
        refuse_more(_bytes_of(files), limits.MAX_BYTES, "bytes in all files", source=source)
    plain = [file for file in files if not is_zip(file)]
    if choices.files:
        unpacked = (members for _, folders in _archives(files) for _, members in folders)
        inside = [File(file.display, file.data) for members in unpacked for file in members]
        return _distinct(_candidates(_picked([*plain, *inside], choices), folder, choices))
    candidates = _candidates(plain, folder, choices) if plain else []
    for file, folders in _archives(files):
        candidates += _candidates_in(file, folders, choices)
        _refuse_many(candidates, source)
    return _distinct(candidates)


def _inflated(files: Sequence[File]) -> list[File]:
    """Return the files without gzip compression; those beyond the limit in all are cut."""
    left, plain = limits.MAX_BYTES, []
    for file in files:
        plain.append(inflated(file, left))
        left -= len(plain[-1].data)
    return plain


def _archives(files: Sequence[File]) -> Iterator[tuple[File, list[tuple[str, list[File]]]]]:
    """Unpack the files that are archives one by one, grouped by folder."""
    left, count = limits.MAX_BYTES, 0
    for file in files:
        if is_zip(file):
            folders = unpack(file, left)
            for _, inside in folders:
                left -= _bytes_of(inside)
                count += len(inside)
            refuse_more(count, limits.MAX_FILES, "files in all archives", source=file.display)
            yield file, folders


def file_names(files: Sequence[File]) -> tuple[str, ...]:
    """List the files in the order of :attr:`Choices.files`: plain files, then files in archives."""
    inside = [
        f"{folder}/{file.display}" if folder else file.display
        for _, folders in _archives(files)
        for folder, members in folders
        for file in members
    ]
    return (*(file.display for file in files if not is_zip(file)), *inside)


def _bytes_of(files: Sequence[File]) -> int:
    return sum(len(file.data) for file in files)


def _refuse_many(candidates: Sequence[Candidate], source: str) -> None:
    hierarchies = (candidate.hierarchy for candidate in candidates)
    count = sum(len(layer.labels) for hierarchy in hierarchies for layer in hierarchy.layers)
    refuse_more(count, limits.MAX_ALL_SEGMENTS, "segments in all hierarchies", source=source)


def _candidates_in(
    archive: File, folders: list[tuple[str, list[File]]], choices: Choices
) -> list[Candidate]:
    candidates: list[Candidate] = []
    failures: list[HierscopeError] = []
    for folder, files in folders:
        try:
            inside = _candidates(files, folder, choices)
        except (ReadError, HierarchyError) as error:
            failures.append(_inside(error, "/".join(filter(None, (archive.display, folder)))))
            continue
        for candidate in inside:
            if folder and not candidate.title.startswith(f"{folder} ("):
                title = f"{folder}, {candidate.title}"
                annotator = ", ".join(filter(None, (folder, candidate.annotator)))
                candidate = replace(candidate, title=title, annotator=annotator)
            candidates.append(candidate)
        _refuse_many(candidates, archive.display)
    return _with_stray(candidates, failures)


def _inside(error: ReadError | HierarchyError, where: str) -> HierscopeError:
    """Add the archive and the folder to an error."""
    if isinstance(error, ReadError):
        source = f"{where}/{error.source}"
        return type(error)(error.problem, source=source, line=error.line, advice=error.advice)
    return error.changed(problem=f"{error.problem} in {where}")


def _candidates(files: Sequence[File], folder: str, choices: Choices) -> list[Candidate]:
    stacks: list[Stack] = []
    flats: list[FileLayer] = []
    failures: list[HierscopeError] = []
    count = 0
    for index, file in enumerate(files):
        try:
            with naming(file.display):
                known = format_of(file)
                parts = known.read(file)
                if unread := lost(known, file, parts):
                    parts = [replace(parts[0], notes=(*parts[0].notes, *unread)), *parts[1:]]
        except ReadError as error:
            if len(files) == 1 or not _stray(file):
                raise
            failures.append(error)
            continue
        for part in parts:
            if isinstance(part, Stack):
                title = part.format or known.title
                stacks.append(replace(part, format=title, encoding=file.encoding))
            else:
                flats.append(FileLayer(part, index, known.title, file.encoding))
            inside = part.flats if isinstance(part, Stack) else (part,)
            count += sum(len(flat.layer.segments) for flat in inside)
        refuse_more(count, limits.MAX_ALL_SEGMENTS, "segments in all files", source=file.display)
    stacks += group(flats, folder, together=bool(choices.files))
    stacks = with_coarse(stacks if choices.starts else [*map(apart, stacks)])
    candidates = []
    for stack in stacks:
        try:
            with naming(stack.flats[0].source):
                candidates.append(understand(stack, _fitting(choices, stack, stacks)))
        except HierscopeError as error:
            if len(stacks) == 1:
                raise
            failures.append(error)
    return _with_stray(candidates, failures)


def _stray(file: File) -> bool:
    """Whether an unreadable file is there by chance: its name does not fit the format."""
    try:
        return not file.is_called(*format_of(file).suffixes)
    except ReadError:
        return True


def _with_stray(candidates: list[Candidate], failures: Sequence[HierscopeError]) -> list[Candidate]:
    """Attach read errors to the readable files as notes; if none is readable, raise the first."""
    if failures and not candidates:
        raise failures[0]
    stray = tuple(map(_left_out, failures))
    return [replace(candidate, notes=(*candidate.notes, *stray)) for candidate in candidates]


def _left_out(error: HierscopeError) -> Note:
    """Describe a file's error without a fix, since it may not be a hierarchy at all."""
    if isinstance(error, UnknownFormatError):
        return Note("stray-left-out", f"left out: {error.source}, format not recognized")
    if not isinstance(error, ReadError):
        return Note("file-left-out", f"left out: {error}")
    line = "" if error.line is None else f", line {error.line}"
    return Note("file-left-out", f"left out: {error.source}{line}: {error.problem}")


def _picked(files: Sequence[File], choices: Choices) -> Sequence[File]:
    """Return the chosen files, in the chosen order."""
    if max(choices.files) > len(files):
        problem = f"there is no file {max(choices.files)}"
        raise ReadError(problem, source=files[0].display, advice=f"Choose from 1 to {len(files)}")
    return [files[number - 1] for number in choices.files]


def _fitting(choices: Choices, stack: Stack, stacks: Sequence[object]) -> Choices:
    """Drop the choice of layers for a stack that lacks them, unless it is the only stack."""
    unfit = len(stacks) > 1 and max(choices.layers, default=0) > len(stack.flats)
    return replace(choices, layers=()) if unfit else choices


def _distinct(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Append numbers to equal titles, for example of a song in two files."""
    titles = Counter(candidate.title for candidate in candidates)
    turns: Counter[str] = Counter()
    numbered = []
    for candidate in candidates:
        title = candidate.title
        turns[title] += 1
        number = f" #{turns[title]}" if titles[title] > 1 else ""
        numbered.append(replace(candidate, title=f"{title}{number}"))
    return tuple(numbered)


def load_path(path: Path) -> tuple[list[File], str]:
    """Load a file, or the files in a folder and its folder ``parsed``, with the folder's name."""
    shown = shortened(str(path))
    try:
        if not is_folder(path):
            return [_load(path)], ""
        listing = Listing(shown, limits.MAX_LISTED)
        paths = [layer for folder in with_parsed(path) for layer in layers_in(folder, listing)]
        if not paths:
            advice = f"Expected files named {', '.join(suffixes())}"
            raise ReadError("the folder has no segment files", source=shown, advice=advice)
        refuse_more(len(paths), limits.MAX_FILES, "files", source=shown, advice=_ONE_TRACK)
        name = os.path.basename(real_path(path))
        return _load_all(paths, shown), shortened(name)
    except OSError as error:
        raise open_error(error, shown) from error


def layers_in(folder: Path, listing: Listing) -> list[Path]:
    """List possible layers in a folder by name: visible files with readable suffixes."""
    paths = [
        path
        for path in map(Path, listing.entries(folder))
        if path.suffix.lower() in suffixes() and not is_hidden(path.name) and is_file(path)
    ]
    return sorted(paths, key=lambda path: natural(path.name))


def _load_all(paths: list[Path], shown: str) -> list[File]:
    files, count = [], 0
    for path in paths:
        files.append(_load(path))
        count += len(files[-1].data)
        refuse_larger(count, limits.MAX_BYTES, "the folder", source=shown, advice=_ONE_TRACK)
    return files


def _load(path: Path) -> File:
    try:
        return File(path.name, read_file(path, limits.MAX_BYTES))
    except (FileNotFoundError, NotADirectoryError) as error:
        source = shortened(str(path))
        raise ReadError("no such file", source=source, advice="Check the path") from error
