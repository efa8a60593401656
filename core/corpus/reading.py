"""Read the hierarchies of a corpus item, and compute a hash of its files."""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.align import Alignment, align
from core.corpus.baselines import MADE, VERSION
from core.corpus.items import Item
from core.errors import HierarchyError, HierscopeError, ReadError
from core.hierarchy import Hierarchy
from core.io import Candidate, Choices, File, load_path, read
from core.io.choices import AS_UNDERSTOOD
from core.notes import Note

Load = Callable[[Sequence[str]], list[File]]


class AbsentError(HierscopeError):
    """A baseline that a track lacks: it has no second annotation, or no reference to build on."""


class _NoAnnotationError(ReadError):
    """A file that lacks the chosen annotation."""


def load_files(paths: Sequence[str]) -> list[File]:
    """Load the files at some paths, which may be folders of layers."""
    files = []
    for path in paths:
        try:
            files += load_path(Path(path))[0]
        except ReadError as error:
            # The source may be a shortened path.
            raise ReadError(error.problem, source=path, advice=error.advice) from error
    return files


def read_aligned(
    item: Item,
    load: Load = load_files,
    choices: tuple[Choices, Choices] = (AS_UNDERSTOOD, AS_UNDERSTOOD),
) -> Alignment:
    """Read and align both hierarchies of an item; also return notes on changes."""
    of_reference, of_estimate = choices
    if item.baseline:  # another annotation in the reference's files
        of_estimate = of_reference
    with _absent(item, HierscopeError):
        reference = read_annotation(item.reference, item.reference_choice, load, of_reference)
    if item.baseline in MADE:
        whole = align(reference.hierarchy, reference.hierarchy).reference
        return align(reference.hierarchy, MADE[item.baseline](whole), reference.notes)
    with _absent(item, _NoAnnotationError):
        estimate = read_annotation(item.estimate, item.estimate_choice, load, of_estimate)
    return align(reference.hierarchy, estimate.hierarchy, reference.notes, estimate.notes)


def digest(item: Item, load: Load = load_files) -> str:
    """Return a hash of the files' names and bytes, the options, and the baseline's version."""
    content = hashlib.sha256()
    if item.baseline in MADE:
        content.update(f"{item.baseline} {VERSION}\n".encode())
    for paths, choice in (
        (item.reference, item.reference_choice),
        (item.estimate, item.estimate_choice),
    ):
        content.update(f"{choice}\n".encode())
        with _absent(item, ReadError):
            files = load(paths)
        for file in files:
            name = file.name.encode(errors="surrogatepass")
            # With lengths, so that different lists of files never have the same bytes.
            content.update(f"{len(name)} {len(file.data)}\n".encode())
            content.update(name)
            content.update(file.data)
    return content.hexdigest()


@contextmanager
def _absent(item: Item, kind: type[HierscopeError]) -> Iterator[None]:
    """Turn an error in reading a baseline into an AbsentError."""
    try:
        yield
    except kind as error:
        if item.baseline:
            raise AbsentError(str(error)) from error
        raise


def read_annotations(
    paths: Sequence[str], load: Load = load_files, choices: Choices = AS_UNDERSTOOD
) -> tuple[Candidate, ...]:
    """Read the files of one side; errors name the files as the corpus does."""
    try:
        candidates = read(load(paths), choices=choices)
    except ReadError as error:
        raise ReadError(
            error.problem, source=_source(paths, error.source), line=error.line, advice=error.advice
        ) from error
    except HierarchyError as error:
        # The error names no folder, and files of both sides often have the same name.
        text = str(HierarchyError(error.problem, layer=error.layer, time=error.time))
        name = next((name for name in map(_display, paths) if text.endswith(f" (in {name})")), "")
        raise ReadError(text, source=_source(paths, name), advice=error.advice) from error
    if len(paths) > 1 and len(candidates) > 1:
        raise ReadError(
            f"{len(paths)} files make {len(candidates)} hierarchies, not one",
            source=_source(paths),
            advice="Choose files with the layers of one annotation",
        )
    return candidates


def read_annotation(
    paths: Sequence[str], choice: int, load: Load = load_files, choices: Choices = AS_UNDERSTOOD
) -> Candidate:
    """Read one annotation from the files of a side, 0 = first."""
    candidates = read_annotations(paths, load, choices)
    if not 0 <= choice < len(candidates):
        raise _NoAnnotationError(
            f"has no annotation {choice + 1}",
            source=_source(paths),
            advice=f"Choose from 1 to {len(candidates)}",
        )
    if len(candidates) == 1:
        return candidates[0]
    chosen = candidates[choice]
    text = f"annotation {choice + 1} of {len(candidates)} is used ({chosen.title})"
    return replace(chosen, notes=(Note("annotation-chosen", text), *chosen.notes))


def refuse_other_units(hierarchy: Hierarchy, source: str) -> None:
    """Refuse times that are not in seconds, the unit of a corpus's windows and durations."""
    if hierarchy.notation.musical:
        raise ReadError(
            f"its times are in {hierarchy.unit}, but a corpus is scored in seconds",
            source=source,
            advice="Convert the files to seconds (hierscope convert --grid), or compare them alone",
        )


def _source(paths: Sequence[str], name: str = "") -> str:
    """Find the path of a file that a reader named: the file, or one in a folder or an archive."""
    for path in paths:
        if name in (path, _display(path)):
            return path
        if name.startswith(f"{_display(path)}/"):
            return path + name.removeprefix(_display(path))
    if len(paths) > 1:
        return os.path.dirname(paths[0])
    return f"{paths[0]}/{name}" if name else paths[0]


def _display(path: str) -> str:
    return File(path, b"").display
