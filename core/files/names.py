"""Names of files: their order, what they are without extension, how they are shown."""

import os
import re
from collections.abc import Iterable, Sequence

# What systems put into folders; other such files are hidden.
_LITTER = {"__MACOSX", "Thumbs.db", "desktop.ini"}
_HEAD, _TAIL = 40, 20


def natural(text: str) -> tuple[list[tuple[bool, int, str]], str]:
    """Give a key that sorts 2 before 10, and numbers before words."""
    parts = re.findall(r"(\d{1,18})|(\D+)", text, re.ASCII)
    return [(not digits, int(digits or 0), word) for digits, word in parts], text


def stem(name: str, *, numbers: bool = False) -> str:
    """Give a name without its extension, which may be a number (``ref.1``) where `numbers` do."""
    first = "[A-Za-z0-9]" if numbers else "[A-Za-z]"
    return re.sub(rf"(?<=.)\.(?:{first}[A-Za-z0-9]{{,4}}|(?i:textgrid))$", "", name)


def shortened(text: str) -> str:
    """Make text from a file fit for a message: short, one line, no control characters."""
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}…{text[-_TAIL:]}"
    # isprintable is False for controls, marks that reverse the text, and lone surrogates.
    return "".join(char if char.isprintable() else " " for char in text).strip()


def escaped(text: str) -> str:
    """Write unprintable characters as escapes, so that names stay complete and distinct."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def file_names(paths: Sequence[str]) -> list[str]:
    """Name files by their stems, and those of one stem by the folders that tell them apart."""
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
            levels = zip(*alike.values(), strict=False)  # the nearest folders first
            depth = next((at for at, row in enumerate(levels) if len({*row}) == len(row)), None)
            name = os.path.basename(path) if depth is None else above[depth]
            if depth is None and len({os.path.basename(other) for other in alike}) < len(alike):
                name = path
        names.append(shortened(name) or "file")
    return names


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Give a name that was there before a number: ``"a"``, ``"a (2)"``."""
    distinct: list[str] = []
    for name in names:
        number, candidate = 1, name
        while candidate in distinct:
            number += 1
            candidate = f"{name} ({number})"
        distinct.append(candidate)
    return tuple(distinct)


def is_hidden(name: str) -> bool:
    """Tell whether a file or folder is to be left alone."""
    return name.startswith(".") or name in _LITTER


def is_text(name: str) -> bool:
    """Tell whether a name can be written in UTF-8; files may have names that can't."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
