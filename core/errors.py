"""The exceptions that hierscope raises.

::

    HierscopeError
    ├── HierarchyError   (also a ValueError)  a hierarchy that can't be built
    ├── ReadError        (also a ValueError)  a file that can't be read
    │   └── UnknownFormatError                one of no known format
    ├── ScoreError       (also a ValueError)  scores that can't be computed as asked
    └── StyleError       (also a ValueError)  corpora that can't be compared as asked
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from core.wording import TIME_WORDS


class HierscopeError(Exception):
    """Base of every error that hierscope raises on purpose."""


class HierarchyError(HierscopeError, ValueError):
    """A hierarchy that is not valid.

    Parameters
    ----------
    problem : str
        What is wrong, without layer and time.
    layer : int or None
        The layer at fault, 1 = coarsest.
    time : float or None
        Where it is wrong, in the unit.
    mend : str
        What the user can do about it.
    unit : str
        Of the time, as of :class:`core.hierarchy.Hierarchy`.
    """

    def __init__(
        self,
        problem: str,
        *,
        layer: int | None = None,
        time: float | None = None,
        mend: str = "",
        unit: str = "seconds",
    ) -> None:
        self.problem = problem
        self.layer = layer
        self.time = time
        self.mend = mend
        self.unit = unit
        place = [] if layer is None else [f"layer {layer}"]
        if time is not None:
            place.append(f"at {TIME_WORDS[unit].at(time)}")
        text = f"{' '.join(place)}: {problem}" if place else problem
        super().__init__(f"{text}. {mend}" if mend else text)

    def changed(self, **changes: Any) -> HierarchyError:
        """Give the same error with some parameters changed, such as its layer."""
        return HierarchyError(**(vars(self) | changes))


class ReadError(HierscopeError, ValueError):
    """A file that can't be read as a hierarchy.

    Parameters
    ----------
    problem : str
        What is wrong with the content.
    source : str
        The name of the file (or folder, or pasted text); readers leave it to who opened it.
    line : int or None
        The line at fault, 1 = first.
    mend : str
        What the user can do about it.
    """

    def __init__(
        self, problem: str, *, source: str = "", line: int | None = None, mend: str = ""
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.source = source
        self.line = line
        self.mend = mend

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}"
        place = ", ".join(filter(None, (self.source, line)))
        text = f"{place}: {self.problem}" if place else self.problem
        return f"{text}. {self.mend}" if self.mend else text


class UnknownFormatError(ReadError):
    """A file of no known format, which may be nobody's hierarchy."""


class ScoreError(HierscopeError, ValueError):
    """Scores that can't be computed with the given pair or parameters."""


class StyleError(HierscopeError, ValueError):
    """Corpora whose styles can't be compared as asked.

    Parameters
    ----------
    problem : str
        What is wrong.
    mend : str
        What the user can do about it.
    """

    def __init__(self, problem: str, *, mend: str = "") -> None:
        self.problem = problem
        self.mend = mend
        text = f"{problem[:1].upper()}{problem[1:]}"
        super().__init__(f"{text}. {mend}" if mend else text)


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Name a file in errors of reading it."""
    try:
        yield
    except ReadError as error:
        error.source = error.source or source
        raise
