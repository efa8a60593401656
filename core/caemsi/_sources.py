"""What each artifact of a corpus is read from: a file, or for hierarchies a folder of layers."""

from __future__ import annotations

import os
import re
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


def grouped(names: list[str], representation: str) -> dict[str, list[str]]:
    """The files of each artifact, in natural order."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=natural):
        parts = name.split("/")
        if any(map(is_hidden, parts)):
            continue
        is_layer = representation.startswith("hierarchy") and name.lower().endswith(_LAYERS)
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
            if not os.path.isfile(path):
                problem = "not a file" if os.path.exists(path) else "a link that leads nowhere"
                raise ReadError(problem, source=name, mend="Leave it out")
            try:
                with open(path, "rb") as stream:
                    yield name, stream.read(most + 1)
            except OSError as error:
                raise ReadError(
                    f"can't be opened ({error.strerror})", source=name, mend="Check its permissions"
                ) from error

    return lambda: list(load())


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


def is_hidden(name: str) -> bool:
    """Tell whether a file or folder is to be left alone."""
    return name.startswith(".") or name in _LITTER
