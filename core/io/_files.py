"""What goes in and out of the readers: files and candidates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.hierarchy import Hierarchy
from core.repair import Note

MAX_BYTES = 20_000_000
"""Larger files are refused; a hierarchy of a whole album has a few kilobytes."""

_HEAD, _TAIL = 40, 20


def printable(text: str) -> str:
    """Make text from a file fit for a message: short, one line, no control characters.

    Parameters
    ----------
    text : str
        Anything, of any length.

    Returns
    -------
    str
        At most 61 characters; the middle is left out of longer text.
    """
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}…{text[-_TAIL:]}"
    # isprintable is False for controls, marks that reverse the text, and lone surrogates.
    return "".join(char if char.isprintable() else " " for char in text).strip()


@dataclass(frozen=True)
class File:
    """A file's name and content, as uploaded.

    Parameters
    ----------
    name : str
        As the user's computer calls it. It is only a hint and may be hostile: it is never opened,
        and only :attr:`display` is shown.
    data : bytes
    """

    name: str
    data: bytes

    @property
    def display(self) -> str:
        """The name without folders and control characters, at most 61 characters."""
        base = re.split(r"[/\\]", self.name.rstrip("/\\"))[-1]
        return printable(base) or "unnamed file"

    @property
    def stem(self) -> str:
        """The displayed name without its extension."""
        return re.sub(r"(?<=.)\.[A-Za-z0-9]{1,5}$", "", self.display)


@dataclass(frozen=True)
class Candidate:
    """One hierarchy found in the input.

    Parameters
    ----------
    hierarchy : Hierarchy
    title : str
        For a picker, for example ``"annotator 1 (multi_segment)"``.
    notes : tuple of Note
        What was mended, left out or guessed; empty when the file was taken as it is.
    """

    hierarchy: Hierarchy
    title: str
    notes: tuple[Note, ...] = ()
