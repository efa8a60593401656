"""What a format is to all that reads, writes or names one."""

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
    gist: str
    """What tells it from others of its name, or what a file holds."""
    about: str  # what else to know, in Markdown, for the table of formats in docs/files.md
    suffixes: tuple[str, ...]
    recognises: Callable[[File], bool]
    """Tells whether a file is of this format, by its bytes, its text, and then its name."""
    read: Callable[[File], Sequence[Stack | Flat]]
    """Gives what a recognized file holds: stacks of layers, and single layers of several files."""
    write: Callable[..., bytes] | None = None
    """Gives the bytes of a file with a hierarchy, or with all of them if it takes `several`."""
    several: bool = False
    suffix: str = ""
    """Of the files that are written, as the tool has it; by default the first of `suffixes`."""
    write_layers: Callable[[Hierarchy], Mapping[str, bytes]] | None = None
    """Gives the bytes of a file for each layer, by name."""
    loses: Callable[[Hierarchy], Sequence[str]] = lambda _: ()
    """Says of a hierarchy what the format can't hold of it, a sentence each."""
    advice: str = ""  # on opening a file in its tool
    fits: Callable[[Hierarchy], bool] = lambda _: True
    """Tells whether a hierarchy can be written at all, as not all can in measures."""
    units: tuple[str, ...] = ("seconds",)
    """In which hierarchies it says that their times are; others are read as if in seconds."""
    stands_alone: bool = False
    """Whether a file is a work of its own, never a layer of one with others of its folder."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "suffix", self.suffix or self.suffixes[0])

    def files(self, hierarchy: Hierarchy) -> Mapping[str, bytes]:
        """Write a hierarchy as files by name: one a layer, or one; none if it is not written."""
        if self.write_layers:
            return self.write_layers(hierarchy)
        return {f"layers{self.suffix}": self.write(hierarchy)} if self.write else {}

    @property
    def words(self) -> str:
        """What errors, pages and docs/files.md call it."""
        return f"{self.name} ({self.gist})" if self.gist else self.name
