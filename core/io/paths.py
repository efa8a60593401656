"""Load the files at a path."""

import os
from pathlib import Path

from core.errors import ReadError
from core.files.access import Listing, is_file, is_folder, open_error, read_file, real_path
from core.files.folders import with_parsed
from core.files.names import is_hidden, natural, shortened
from core.io._files import File
from core.io.formats import suffixes
from core.io.limits import MAX_BYTES, MAX_FILES, MAX_LISTED, refuse_larger, refuse_more

_ONE_TRACK = "Choose the folder of one track"


def load_path(path: Path) -> tuple[list[File], str]:
    """Load a file, or the files in a folder and its folder ``parsed``, with the folder's name."""
    shown = shortened(str(path))
    try:
        if not is_folder(path):
            return [_load(path)], ""
        listing = Listing(shown, MAX_LISTED)
        paths = [layer for folder in with_parsed(path) for layer in layers_in(folder, listing)]
        if not paths:
            advice = f"Expected files named {', '.join(suffixes())}"
            raise ReadError("the folder has no segment files", source=shown, advice=advice)
        refuse_more(len(paths), MAX_FILES, "files", source=shown, advice=_ONE_TRACK)
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
        refuse_larger(count, MAX_BYTES, "the folder", source=shown, advice=_ONE_TRACK)
    return files


def _load(path: Path) -> File:
    try:
        return File(path.name, read_file(path, MAX_BYTES))
    except (FileNotFoundError, NotADirectoryError) as error:
        source = shortened(str(path))
        raise ReadError("no such file", source=source, advice="Check the path") from error
