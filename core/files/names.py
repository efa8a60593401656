"""File names: sorting, names without extension, and names in messages."""

import os
import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

# Files that operating systems add to folders, besides hidden ones.
_LITTER = {"__MACOSX", "Thumbs.db", "desktop.ini"}
_HEAD, _TAIL = 40, 20


def natural(text: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Return a key that sorts 2 before 10, and numbers before words."""
    parts = re.findall(r"(\d{1,18})|(\D+)", text, re.ASCII)
    return [(not digits, int(digits or 0), word) for digits, word in parts], text


def stem(name: str, *, numbers: bool = False) -> str:
    """Return a name without extension; with `numbers`, also without one like ``.1``."""
    first = "[A-Za-z0-9]" if numbers else "[A-Za-z]"
    return re.sub(rf"(?<=.)\.(?:{first}[A-Za-z0-9]{{,4}}|(?i:textgrid))$", "", name)


def shortened(text: str) -> str:
    """Shorten a text from a file for a message: one line, no control characters."""
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}…{text[-_TAIL:]}"
    return printable(text)


def printable(text: str) -> str:
    """Return a text as one line without control characters."""
    # isprintable is False for control characters, text-direction marks, and lone surrogates.
    return "".join(char if char.isprintable() else " " for char in text).strip()


def escaped(text: str) -> str:
    """Replace unprintable characters by escapes, so that names stay complete and distinct."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def file_names(paths: Sequence[str]) -> list[str]:
    """Name files by their stems; files with the same stem by the folders that differ."""
    stems = [stem(os.path.basename(path)) for path in paths]
    folders = [os.path.abspath(path).split(os.sep)[-2::-1] for path in paths]
    names = []
    for name, path, above in zip(stems, paths, folders, strict=True):
        alike = {
            os.path.abspath(other): around
            for of, other, around in zip(stems, paths, folders, strict=True)
            if of == name
        }
        if len(alike) > 1:
            levels = zip(*alike.values(), strict=False)  # nearest folders first
            depth = next((at for at, row in enumerate(levels) if len({*row}) == len(row)), None)
            name = os.path.basename(path) if depth is None else above[depth]
            if depth is None and len({os.path.basename(other) for other in alike}) < len(alike):
                name = path
        names.append(escaped(name) or "file")
    return names


def common_start(names: Sequence[str]) -> str:
    """Return the whole words with which all names begin; ``"song"`` for song_ref and song_est."""
    words = [re.findall(r"[\s_.-]*[^\s_.-]+", name) for name in names]
    alike = takewhile(lambda row: len({*row}) == 1, zip(*words, strict=False))
    return "".join(first for first, *_ in alike).strip(" _.-")


def joint_name(names: Sequence[str]) -> str:
    """Name several files at once: by their common start, or else one after the other."""
    stems = [stem(name) for name in names]
    return common_start(stems) or ", ".join(stems)


def with_numbers(names: Iterable[str]) -> tuple[str, ...]:
    """Append numbers to repeated names: ``"a"``, ``"a (2)"``."""
    distinct: list[str] = []
    for name in names:
        number, candidate = 1, name
        while candidate in distinct:
            number += 1
            candidate = f"{name} ({number})"
        distinct.append(candidate)
    return tuple(distinct)


def is_hidden(name: str) -> bool:
    """Return whether a file or folder must be ignored."""
    return name.startswith(".") or name in _LITTER


def is_text(name: str) -> bool:
    """Return whether a name can be encoded in UTF-8; some file names can't."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
