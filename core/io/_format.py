"""The description of a file format, for readers, writers and texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._layers import Flat, Stack


@dataclass(frozen=True)
class Format:
    """A kind of file that holds hierarchies or layers."""

    key: str  # its name in commands, such as `"csv"`
    name: str
    gist: str  # what distinguishes it from formats with the same name, or the content of a file
    about: str  # further information in Markdown, for the table of formats in docs/files.md
    suffixes: tuple[str, ...]
    recognises: Callable[[File], bool]
    """Returns whether a file has this format, by its bytes, its text, and then its name."""
    read: Callable[[File], Sequence[Stack | Flat]]
    """Returns stacks of layers, and single layers that combine with other files."""
    write: Callable[..., bytes] | None = None
    """Returns the bytes of a file with one hierarchy, or with all hierarchies if `several`."""
    several: bool = False
    suffix: str = ""
    """Suffix of written files, as in the format's tool; by default the first of `suffixes`."""
    write_layers: Callable[[Hierarchy], Mapping[str, bytes]] | None = None
    """Returns the bytes of one file per layer, by name."""
    loses: Callable[[Hierarchy], Sequence[str]] = lambda _: ()
    """Lists the parts of a hierarchy that the format can't store."""
    advice: str = ""  # advice on opening a file in its tool
    fits: Callable[[Hierarchy], bool] = lambda _: True
    """Returns whether a hierarchy can be written at all; some formats need measures."""
    units: tuple[str, ...] = ("seconds",)
    """Units that the format stores; times in other units are read as seconds."""
    stands_alone: bool = False
    """Whether a file is always a whole work, and never one of several layers in a folder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "suffix", self.suffix or self.suffixes[0])

    def files(self, hierarchy: Hierarchy) -> Mapping[str, bytes]:
        """Write a hierarchy as one file per layer or a single file; empty if not writable."""
        if self.write_layers:
            return self.write_layers(hierarchy)
        return {f"layers{self.suffix}": self.write(hierarchy)} if self.write else {}

    @property
    def title(self) -> str:
        """The name in errors, pages and docs."""
        return f"{self.name} ({self.gist})" if self.gist else self.name
