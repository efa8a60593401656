"""From a path to the files to read."""

from __future__ import annotations

import re
from pathlib import Path

from core.errors import ReadError
from core.io._files import MAX_BYTES, File, printable

MAX_FILES = 200
_SUFFIXES = {".jams", ".json", ".csv", ".lab", ".txt"}


def load_path(path: Path) -> tuple[list[File], str]:
    """Load a file, or the files of segments in a folder and its folder ``parsed``.

    Parameters
    ----------
    path : Path

    Returns
    -------
    files : list of File
        Those of a folder by name, ``textfile2`` before ``textfile10``.
    folder : str
        The folder's name fit for display; empty for a file.

    Raises
    ------
    ReadError
        If there is nothing to read, more than `MAX_FILES` files, or no permission.
    """
    shown = printable(str(path))
    try:
        if not path.is_dir():
            return [_load(path)], ""
        paths = [found for folder in (path, path / "parsed") for found in _listed(folder)]
        if not paths:
            raise ReadError(
                "the folder has no file of segments",
                source=shown,
                mend=f"Give files called {', '.join(sorted(_SUFFIXES))}",
            )
        if len(paths) > MAX_FILES:
            raise ReadError(
                f"the folder has {len(paths)} files, more than the {MAX_FILES} allowed",
                source=shown,
                mend="Choose the folder of one track",
            )
        return [_load(found) for found in paths], printable(path.resolve().name)
    except OSError as error:
        raise ReadError(
            f"can't be opened ({error.strerror})", source=shown, mend="Check the path"
        ) from error


def _listed(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in _SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]
    return sorted(found, key=lambda path: natural(path.name))


def natural(text: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Give a key that sorts 2 before 10, and numbers before words.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple
        Different for different texts.
    """
    parts = re.findall(r"(\d{1,18})|(\D+)", text, re.ASCII)
    return [(not digits, int(digits or 0), word) for digits, word in parts], text


def _load(path: Path) -> File:
    if not path.is_file():
        problem = "not a file" if path.exists() else "no such file"
        raise ReadError(problem, source=printable(str(path)), mend="Check the path")
    with path.open("rb") as stream:
        return File(path.name, stream.read(MAX_BYTES + 1))
