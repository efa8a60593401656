"""Sonic Visualiser layers, ``.svl``: XML, a layer a file."""

from __future__ import annotations

import re

from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._format import Format
from core.io._layer_files import files_of
from core.io._sonic import RATE, losses, read_layers, write_layers
from core.io._stack import Stack

_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>|<!DOCTYPE[^>]{0,200}>|\s)*+<sv[\s>]")


def _recognises(file: File) -> bool:
    return file.is_called(".svl") or bool(_ROOT.match(file.text))


def _read(file: File) -> list[Stack | Flat]:
    found = read_layers(file)
    if len(found.layers) == 1:
        return [Flat(found.layers[0], file.display, hints(file.stem), found.notes[0])]
    return [found.stack(file.display)]


def write_svls(hierarchy: Hierarchy) -> dict[str, bytes]:
    """Write a ``.svl`` file of regions a layer."""
    return files_of(hierarchy, ".svl", lambda layer: write_layers([layer]))


SVL = Format(
    key="svl",
    name="Sonic Visualiser",
    gist="layer, .svl",
    about="time instants, regions, or values or texts with labels; a file a layer",
    suffixes=(".svl",),
    recognises=_recognises,
    read=_read,
    write_layers=write_svls,
    loses=losses,
    # Tried with Sonic Visualiser 4.5.1, which takes no notice of a layer's rate.
    advice=f"layers are in place over audio of {RATE:,} Hz only, as Sonic Visualiser counts their "
    "frames at the rate of the audio",
)
