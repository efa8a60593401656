"""The exceptions that hierscope raises.

::

    HierscopeError
    ├── HierarchyError   (also a ValueError)  a hierarchy that can't be built
    ├── ReadError        (also a ValueError)  a file that can't be read
    │   └── UnknownFormatError                one of no known format
    ├── ScoreError       (also a ValueError)  scores that can't be computed
    └── StyleError       (also a ValueError)  corpora that can't be compared
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from core.wording import TIME_NOTATIONS


class HierscopeError(Exception):
    """Base of every error that hierscope raises on purpose."""


class HierarchyError(HierscopeError, ValueError):
    """A hierarchy that is not valid.

    Parameters
    ----------
    problem : str
        The fault, without layer and time.
    layer : int or None
        The faulty layer, 1 = coarsest.
    time : float or None
        The time of the fault, in `unit`.
    advice : str
        What the user can do about it.
    unit : str
        Unit of the time, as in :class:`core.hierarchy.Hierarchy`.
    """

    def __init__(
        self,
        problem: str,
        *,
        layer: int | None = None,
        time: float | None = None,
        advice: str = "",
        unit: str = "seconds",
    ) -> None:
        self.problem = problem
        self.layer = layer
        self.time = time
        self.advice = advice
        self.unit = unit
        place = [] if layer is None else [f"layer {layer}"]
        if time is not None:
            place.append(f"at {TIME_NOTATIONS[unit].at(time)}")
        text = f"{' '.join(place)}: {problem}" if place else problem
        super().__init__(f"{text}. {advice}" if advice else text)

    def changed(self, **changes: Any) -> HierarchyError:
        """Return the same error with some parameters changed, such as its layer."""
        return HierarchyError(**(vars(self) | changes))


class ReadError(HierscopeError, ValueError):
    """A file that can't be read as a hierarchy.

    Parameters
    ----------
    problem : str
        The fault in the content.
    source : str
        The name of the file, folder or pasted text. The caller that opened it sets the name.
    line : int or None
        The faulty line, 1 = first.
    advice : str
        What the user can do about it.
    """

    def __init__(
        self, problem: str, *, source: str = "", line: int | None = None, advice: str = ""
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.source = source
        self.line = line
        self.advice = advice

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}"
        place = ", ".join(filter(None, (self.source, line)))
        text = f"{place}: {self.problem}" if place else self.problem
        return f"{text}. {self.advice}" if self.advice else text


class UnknownFormatError(ReadError):
    """A file whose format is not known; it may hold no hierarchy at all."""


class ScoreError(HierscopeError, ValueError):
    """Scores that can't be computed for this pair or with these parameters."""


class StyleError(HierscopeError, ValueError):
    """Corpora whose styles can't be compared with these parameters.

    Parameters
    ----------
    problem : str
        The fault.
    advice : str
        What the user can do about it.
    """

    def __init__(self, problem: str, *, advice: str = "") -> None:
        self.problem = problem
        self.advice = advice
        text = f"{problem[:1].upper()}{problem[1:]}"
        super().__init__(f"{text}. {advice}" if advice else text)


def check_known(what: str, name: str, known: Collection[str]) -> None:
    """Raise StyleError if a name, such as a compressor's, is not among the known ones."""
    if name not in known:
        raise StyleError(f"there is no {what} '{name}'", advice=f"Choose from {', '.join(known)}")


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Add the file's name to read errors that have none."""
    try:
        yield
    except ReadError as error:
        error.source = error.source or source
        raise
