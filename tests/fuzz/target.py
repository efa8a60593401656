"""What is fuzzed: how an input is made, and what takes it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from core.errors import HierscopeError

Parts = tuple[tuple[str, bytes], ...]
"""An input: names and contents, such as files, or keys of a link and what they say."""


@dataclass(frozen=True)
class Target:
    """One way in.

    Parameters
    ----------
    name : str
    make : callable
        Gives an input. It draws on nothing but the random numbers that it is given.
    take : callable
        Given the parts and an empty folder, which is the working one, too, hands them to hierscope
        and gives every text that would be shown. What it raises but `refuses` is a failure.
    refuses : tuple of exception types
        What is documented.
    """

    name: str
    make: Callable[[Random], Parts]
    take: Callable[[Parts, Path], Iterable[str]]
    refuses: tuple[type[Exception], ...] = (HierscopeError,)


def written(parts: Parts) -> list[Path]:
    """Write parts as files into the working folder, and give their names, which are ours."""
    paths = []
    for name, data in parts:
        Path(name).write_bytes(data)
        paths.append(Path(name))
    return paths
