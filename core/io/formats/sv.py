"""Sonic Visualiser sessions, ``.sv``: the XML of all layers, compressed by bzip2."""

from __future__ import annotations

import bz2

from core.errors import ReadError
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._format import Format
from core.io._sonic import losses, read_layers, write_layers
from core.io._stack import Stack
from core.io.limits import MAX_BYTES

_MAGIC = b"BZh"


def _read(file: File) -> list[Stack]:
    return [read_layers(File(file.name, _unpacked(file))).stack(file.display)]


def _unpacked(file: File) -> bytes:
    """Unpack a session, and no more than a file may have."""
    if not file.data.startswith(_MAGIC):
        return file.data  # sessions are also kept unpacked
    packed = bz2.BZ2Decompressor()
    try:
        data = packed.decompress(file.data, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ReadError(
            "the session is damaged", mend="Save it again in Sonic Visualiser"
        ) from error
    if len(data) <= MAX_BYTES and not packed.eof:
        raise ReadError("the session is cut off", mend="Save it again in Sonic Visualiser")
    if data.startswith(_MAGIC):
        raise ReadError("the session is compressed twice", mend="Unpack it once")
    return data


def write_sv(hierarchy: Hierarchy) -> bytes:
    """Write a session with a pane of regions a layer, the coarsest on top."""
    return bz2.compress(write_layers(hierarchy.layers))


SV = Format(
    key="sv",
    name="Sonic Visualiser session",
    gist=".sv",
    about="its layers of instants, regions, and values or texts with labels; audio, notes, boxes "
    "and curves are ignored",
    suffixes=(".sv",),
    recognises=lambda file: file.data.startswith(_MAGIC) or file.is_called(".sv"),
    read=_read,
    write=write_sv,
    loses=losses,
    stands_alone=True,
)
