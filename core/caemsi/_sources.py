"""What each artifact of a corpus is read from: a file, or for hierarchies a folder of layers."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from core.errors import ReadError
from core.io import natural

# What systems put into folders; other such files are hidden.
_LITTER = {"__MACOSX", "Thumbs.db", "desktop.ini"}
_LAYERS = (".csv", ".lab", ".txt")
_PARSED = "parsed"


@dataclass(frozen=True)
class Source:
    """What one artifact is read from; `path` is empty where it is not on a disk."""

    name: str
    title: str
    path: str
    load: Callable[[], list[tuple[str, bytes]]]
    label: str = ""


def grouped(names: list[str], representation: str) -> dict[str, list[str]]:
    """The files of each artifact, in natural order."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=natural):
        parts = name.split("/")
        if any(map(is_hidden, parts)):
            continue
        is_layer = representation.startswith("hierarchy") and is_layer_name(name)
        folder = parts[:-1]
        if folder[1:] and folder[-1] == _PARSED:
            folder = folder[:-1]
        groups.setdefault("/".join(folder) if is_layer and folder else name, []).append(name)
    return dict(sorted(groups.items(), key=lambda group: natural(group[0])))


def from_disk(root: str, members: list[str], most: int) -> Callable[[], list[tuple[str, bytes]]]:
    """Give what reads the files of one artifact; of each no more than shows it to be too large."""

    def load() -> Iterator[tuple[str, bytes]]:
        for member in members:
            path, name = os.path.join(root, member), os.path.basename(member)
            try:
                # Looked at first: to open a pipe that no one writes to takes for ever.
                if not stat.S_ISREG(os.stat(path).st_mode):
                    raise ReadError("not a file", source=name, mend="Leave it out")
                with open(path, "rb") as stream:
                    yield name, stream.read(most + 1)
            except OSError as error:
                problem = f"can't be opened ({error.strerror})"
                if os.path.islink(path) and not isinstance(error, PermissionError):
                    problem = "a link that leads nowhere"
                raise ReadError(problem, source=name, mend="Check the path") from error

    return lambda: list(load())


def layers_in(folder: str) -> list[str]:
    """The files in a folder that are layers of one hierarchy, in natural order."""
    names = os.listdir(folder)
    parsed = os.path.join(folder, _PARSED)
    if os.path.isdir(parsed):
        names += [f"{_PARSED}/{name}" for name in os.listdir(parsed)]
    layers = (name for name in names if is_layer_name(name) and not is_hidden(name.split("/")[-1]))
    return sorted(layers, key=natural)


def is_layer_name(name: str) -> bool:
    """Tell whether a file may be a layer of the hierarchy in its folder."""
    return name.lower().endswith(_LAYERS)


def from_memory(
    contents: Mapping[str, bytes], members: list[str]
) -> Callable[[], list[tuple[str, bytes]]]:
    """Give what looks the files of one artifact up."""
    return lambda: [(member.split("/")[-1], contents[member]) for member in members]


def title_of(name: str, members: list[str]) -> str:
    """What an artifact is called: its name without folder and extension."""
    base = name.split("/")[-1]
    # A folder has no extension, and a number is none, as in BWV.846.
    return re.sub(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{,4}$", "", base) if name in members else base


def printable(text: str) -> str:
    """Write what can't be printed as an escape, so that names stay apart."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def is_hidden(name: str) -> bool:
    """Tell whether a file or folder is to be left alone."""
    return name.startswith(".") or name in _LITTER
