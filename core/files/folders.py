"""Folders of layers: as in SALAMI, a folder ``parsed`` holds layers of the track around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_PARSED = "parsed"


def with_parsed(folder: Path) -> list[Path]:
    """Give a folder and, where it has one, its folder ``parsed``: both hold layers of one track."""
    return [folder, *filter(Path.is_dir, [folder / _PARSED])]


def holder(folders: Sequence[str]) -> Sequence[str]:
    """Give the path of the folder that a file belongs to, which a folder ``parsed`` never is."""
    return folders[:-1] if folders[-1:] == [_PARSED] else folders
