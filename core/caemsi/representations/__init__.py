"""Convert files of any kind to the bytes that are compressed."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import ReadError, check_known, naming
from core.io.limits import MAX_BYTES, MAX_IMAGE_BYTES

REPRESENTATIONS = ("bytes", "image", "midi", "hierarchy", "hierarchy-durations")

# Readers of images and MIDI are imported on use, because their imports are slow.


@dataclass(frozen=True)
class Represented:
    """An item in the form that is compressed."""

    data: bytes
    identity: str = ""
    """See :class:`core.caemsi.items.Item`."""
    others: tuple[str, ...] = ()
    """Titles of further hierarchies in the same files, which are not used."""


def check_representation(representation: str) -> None:
    """Raise StyleError if a representation is not known."""
    check_known("representation", representation, REPRESENTATIONS)


def recommended_compressor(representation: str) -> str:
    """Return the compressor that suits the length of such items."""
    check_representation(representation)
    return "deflate" if representation.startswith("hierarchy") else "zlib"


def most_bytes(representation: str) -> int:
    """Return the limit of a file in bytes."""
    return MAX_IMAGE_BYTES if representation == "image" else MAX_BYTES


def represent(files: Sequence[tuple[str, bytes]], representation: str) -> Represented:
    """Turn files of an item into what is compressed; raise ReadError or StyleError."""
    check_representation(representation)
    most = most_bytes(representation)
    for name, data in files:
        if not data:
            raise ReadError("empty", source=name, advice="Leave it out")
        if len(data) > most:
            raise ReadError(
                f"larger than {most // 1_000_000} MB", source=name, advice="Leave it out"
            )
    if representation.startswith("hierarchy"):
        from core.caemsi.representations import hierarchies

        first, *others = hierarchies.read_hierarchies(files)
        durations = representation == "hierarchy-durations"
        return Represented(
            hierarchies.tree_bytes(first.hierarchy, durations=durations),
            hierarchies.identity(first.hierarchy),
            tuple(other.title for other in others),
        )
    ((name, data),) = files
    with naming(name):
        if representation == "image":
            from core.caemsi.representations.images import image_bytes

            data = image_bytes(data)
        elif representation == "midi":
            from core.caemsi.representations.midi import midi_bytes

            data = midi_bytes(data)
    return Represented(data)
