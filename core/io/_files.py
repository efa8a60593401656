"""What goes in and out of the readers: files and candidates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.files.names import shortened, stem
from core.hierarchy import Hierarchy
from core.repair import Note

MAX_BYTES = 20_000_000
"""Larger files are refused; a hierarchy of a whole album has a few kilobytes."""


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
        return shortened(base) or "unnamed file"

    @property
    def stem(self) -> str:
        """The displayed name without its extension."""
        return stem(self.display)


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
