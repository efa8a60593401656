"""From a path to the files to read."""

from __future__ import annotations

from pathlib import Path

from core.errors import ReadError
from core.files.access import open_error
from core.files.folders import with_parsed
from core.files.names import is_hidden, natural, shortened
from core.io._files import File
from core.io.formats import suffixes
from core.io.limits import MAX_BYTES, MAX_FILES


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
        If there is nothing to read, more than `MAX_FILES` files or `MAX_BYTES` in them, or no
        permission.
    """
    shown = shortened(str(path))
    try:
        if not path.is_dir():
            return [_load(path)], ""
        paths = [found for folder in with_parsed(path) for found in _listed(folder)]
        if not paths:
            raise ReadError(
                "the folder has no file of segments",
                source=shown,
                mend=f"Give files called {', '.join(suffixes())}",
            )
        if len(paths) > MAX_FILES:
            raise ReadError(
                f"the folder has {len(paths)} files, more than the {MAX_FILES} allowed",
                source=shown,
                mend="Choose the folder of one track",
            )
        return _load_all(paths, shown), shortened(path.resolve().name)
    except OSError as error:
        raise open_error(error, shown) from error


def _listed(folder: Path) -> list[Path]:
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in suffixes() and not is_hidden(path.name) and path.is_file()
    ]
    return sorted(found, key=lambda path: natural(path.name))


def _load_all(paths: list[Path], shown: str) -> list[File]:
    files, count = [], 0
    for path in paths:
        files.append(_load(path))
        count += len(files[-1].data)
        if count > MAX_BYTES:
            raise ReadError(
                f"the files in the folder have more than the {MAX_BYTES / 1e6:.0f} MB allowed",
                source=shown,
                mend="Choose the folder of one track",
            )
    return files


def _load(path: Path) -> File:
    if not path.is_file():
        problem = "not a file" if path.exists() else "no such file"
        raise ReadError(problem, source=shortened(str(path)), mend="Check the path")
    with path.open("rb") as stream:
        return File(path.name, stream.read(MAX_BYTES + 1))
