"""Folders of layers and of tracks, as SALAMI has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from core.files.access import Listing, is_folder

ANNOTATIONS = "annotations"
_PARSED = "parsed"  # holds layers of the track around it


def with_parsed(folder: Path) -> list[Path]:
    """Give a folder and, where it has one, its folder ``parsed``: both hold layers of one track."""
    return [folder, *filter(is_folder, [folder / _PARSED])]


def annotations_in(folder: Path, listing: Listing) -> Iterator[Path]:
    """Give the folders of annotations in the folder of a corpus.

    They stand in it or, as mirdata and an unpacked archive have it, in a folder of it such as
    ``salami-data-public-hierarchy-corrections``.
    """
    if is_folder(folder / ANNOTATIONS):
        yield folder / ANNOTATIONS
    if is_folder(folder):
        inner = sorted(map(Path, listing.entries(folder)))
        yield from filter(is_folder, (each / ANNOTATIONS for each in inner))


def holder(folders: Sequence[str]) -> Sequence[str]:
    """Give the path of the folder that a file belongs to, which a folder ``parsed`` never is."""
    return folders[:-1] if folders[-1:] == [_PARSED] else folders
