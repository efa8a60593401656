"""What each artifact of a corpus is read from: a file, or for hierarchies a folder of layers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.caemsi.representations import most_bytes
from core.errors import ReadError
from core.files.access import (
    ClosedError,
    Listing,
    is_folder,
    is_link,
    open_error,
    open_problem,
    read_file,
)
from core.files.folders import holder, with_parsed
from core.files.names import is_hidden, natural, stem
from core.io.formats import suffixes
from core.io.limits import MAX_LISTED


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
        folder = holder(parts[:-1]) or parts[:-1]
        groups.setdefault("/".join(folder) if is_layer and folder else name, []).append(name)
    return dict(sorted(groups.items(), key=lambda group: natural(group[0])))


def from_disk(root: str, members: list[str], most: int) -> Callable[[], list[tuple[str, bytes]]]:
    """Give what reads the files of one artifact; of each no more than shows it to be too large."""

    def load() -> Iterator[tuple[str, bytes]]:
        for member in members:
            path, name = os.path.join(root, member), os.path.basename(member)
            try:
                yield name, read_file(path, most)
            except ClosedError:
                raise
            except (ReadError, IsADirectoryError) as error:
                raise ReadError("not a file", source=name, mend="Leave it out") from error
            except OSError as error:
                problem = open_problem(error)
                if is_link(path) and not isinstance(error, PermissionError):
                    problem = "a link that leads nowhere"
                raise ReadError(problem, source=name, mend="Check the path") from error

    return lambda: list(load())


def from_path(place: str, representation: str) -> Callable[[], list[tuple[str, bytes]]]:
    """Give what reads an item's file, or for hierarchies the layers in its folder."""
    most = most_bytes(representation)

    def load() -> list[tuple[str, bytes]]:
        if not (representation.startswith("hierarchy") and is_folder(place)):
            return from_disk("", [place], most)()
        try:
            layers = _layers_in(Path(place))
        except OSError as error:
            raise open_error(error, Path(place).name) from error
        if not layers:
            raise ReadError(
                f"a folder without layers ({', '.join(suffixes(layers=True))})",
                source=Path(place).name,
                mend="Name the file itself",
            )
        return from_disk(place, layers, most)()

    return load


def _layers_in(folder: Path) -> list[str]:
    """The files in a folder that are layers of one hierarchy, in natural order."""
    listing = Listing(folder.name, MAX_LISTED)
    layers = (
        (place / each.name).relative_to(folder).as_posix()
        for place in with_parsed(folder)
        for each in map(Path, listing.entries(place))
        if is_layer_name(each.name) and not is_hidden(each.name)
    )
    return sorted(layers, key=natural)


def is_layer_name(name: str) -> bool:
    """Tell whether a file may be a layer of the hierarchy in its folder."""
    return name.lower().endswith(suffixes(layers=True))


def from_memory(
    contents: Mapping[str, bytes], members: list[str]
) -> Callable[[], list[tuple[str, bytes]]]:
    """Give what looks the files of one artifact up."""
    return lambda: [(member.split("/")[-1], contents[member]) for member in members]


def title_of(name: str, members: list[str]) -> str:
    """What an artifact is called: its name without folder and extension."""
    base = name.split("/")[-1]
    # A folder has no extension, and a number is none, as in BWV.846.
    return stem(base) if name in members else base
