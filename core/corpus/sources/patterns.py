"""Patterns such as ``{method}/{track}_{layer}.lab``, and the files of a folder that fit one."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.corpus.items import Problem
from core.errors import ReadError
from core.files.access import open_error, open_problem
from core.files.names import is_hidden, is_text, natural, shortened

DEFAULT_PATTERN = "{track}.*"
"""Files of any type, called as the track."""

_PIECE = re.compile(r"\{(?P<name>[^{}]*)\}|(?P<stars>\*+)|(?P<text>[^{}*]+|[{}])")

# The track's name takes as much as it can and all else as little: the track of `a.b.jams` under
# `{track}.*` is `a.b`, and in `{method}_{track}.jams` underscores are the track's.
_PLACEHOLDERS = {"track": "[^/]+", "method": "[^/]+?", "layer": "[^/]+?"}


@dataclass(frozen=True)
class Fit:
    """A file that fits a pattern.

    Parameters
    ----------
    path : str
        Absolute.
    track, method, layer : str
        What stands in the places of the pattern; empty where it has no such place.
    """

    path: str
    track: str
    method: str = ""
    layer: str = ""


@dataclass(frozen=True)
class Scan:
    """What a folder holds.

    Parameters
    ----------
    folder : str
        Absolute.
    pattern : str
    fits : tuple of Fit
        In natural order.
    others : tuple of str
        Paths of files, and folders where files are wanted, that do not fit.
    problems : tuple of Problem
        What could not be opened or named.
    """

    folder: str
    pattern: str
    fits: tuple[Fit, ...]
    others: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Pattern:
    """A pattern of paths relative to a folder, folders separated by ``/``.

    ``{track}`` stands for the track's name, ``{method}`` for who made it, ``{layer}`` for what
    tells the files of one hierarchy apart, ``*`` for anything but ``/``.

    Parameters
    ----------
    text : str
    side : str
        ``"reference"`` or ``"estimate"``, for messages.
    places : sequence of str
        The placeholders that are allowed; ``track`` is needed.

    Raises
    ------
    ReadError
        If the text is no such pattern.
    """

    text: str
    side: str
    places: Sequence[str] = ("track", "method", "layer")

    def __post_init__(self) -> None:
        names = [piece["name"] for piece in _PIECE.finditer(self.text)]
        for name in names:
            if name is not None and name not in self.places:
                self._refuse(f"has an unknown place {{{shortened(name)}}}")
        if "track" not in names:
            self._refuse("has no place {track}")
        if re.search(r"\*\*|[{}]", re.sub(r"\{\w+\}", "", self.text)):
            self._refuse("has a ** or a lone brace")
        if ".." in self.parts:
            self._refuse("leads out of the folder")

    def _refuse(self, problem: str) -> None:
        known = ", ".join(f"{{{place}}}" for place in self.places)
        raise ReadError(
            f"'{shortened(self.text)}' {problem}",
            source=f"pattern of the {self.side}s",
            mend=f"Use {known}, * for anything in a name, and / between folders",
        )

    @cached_property
    def parts(self) -> list[str]:
        """The folders and, last, the file."""
        return [part for part in re.split(r"[/\\]", self.text) if part not in ("", ".")]

    @cached_property
    def stages(self) -> list[re.Pattern[str]]:
        """What fits the first part, the first two, ..., the whole."""
        return [_expression("/".join(self.parts[: n + 1])) for n in range(len(self.parts))]


def scan(folder: str | os.PathLike[str], pattern: Pattern, without: Collection[str] = ()) -> Scan:
    """Find the files in a folder that fit a pattern, no deeper than the pattern goes.

    Hidden files and folders are left alone.

    Parameters
    ----------
    folder : str or path-like
    pattern : Pattern
    without : collection of str
        Absolute paths that are left alone, too.

    Returns
    -------
    Scan

    Raises
    ------
    ReadError
        If the folder can't be opened.
    """
    if not os.fspath(folder):
        raise ReadError("no folder is named", source="Folders", mend="Give its path")
    root = os.path.abspath(os.path.expanduser(folder))
    try:
        os.scandir(root).close()
    except OSError as error:
        raise open_error(error, root) from error
    fits, others, problems = [], [], []
    for found in _walk(root, "", pattern.stages, without):
        if isinstance(found, Fit):
            fits.append(found)
        elif isinstance(found, Problem):
            problems.append(found)
        else:
            others.append(found)
    if not (fits or others or problems):
        problems.append(Problem("", root, "the folder is empty"))
    return Scan(root, pattern.text, tuple(fits), tuple(others), tuple(problems))


def _walk(
    folder: str, inside: str, stages: Sequence[re.Pattern[str]], without: Collection[str]
) -> Iterator[Fit | Problem | str]:
    try:
        with os.scandir(folder) as listed:
            entries = sorted(listed, key=lambda entry: natural(entry.name))
    except OSError as error:
        yield Problem("", folder, open_problem(error))
        return
    for entry in entries:
        if is_hidden(entry.name) or entry.path in without:
            continue
        if not is_text(entry.name):
            shown = entry.path.encode(errors="surrogateescape").decode(errors="replace")
            yield Problem("", shown, "the name is not in UTF-8. Rename it")
            continue
        # macOS writes accents as marks of their own.
        relative = inside + unicodedata.normalize("NFC", entry.name)
        found = stages[0].fullmatch(relative)
        try:
            is_folder = entry.is_dir()
        except OSError as error:  # such as a link to itself
            yield Problem("", entry.path, open_problem(error))
            continue
        if found is None or is_folder == (len(stages) == 1):
            yield entry.path
        elif len(stages) > 1:
            yield from _walk(entry.path, f"{relative}/", stages[1:], without)
        else:
            yield Fit(entry.path, **found.groupdict())


def named_folder(text: str) -> tuple[str, str]:
    """Split the name that may stand before a folder from it.

    Parameters
    ----------
    text : str
        ``NAME=FOLDER``, or a folder alone, which may hold that sign, too; a pattern may follow it.

    Returns
    -------
    name : str
        Empty where none is given.
    folder : str
        With its pattern.
    """
    name, equals, folder = text.partition("=")
    if not equals or os.path.exists(text.strip()):
        name, folder = "", text
    return name.strip(), folder.strip()


def name_of(folder: str) -> str:
    """Give what a folder itself is called, without the pattern that may follow it."""
    return os.path.basename(os.path.realpath(split_path(folder, "")[0]))


def split_path(place: str | os.PathLike[str], pattern: str) -> tuple[str, str]:
    """Split a folder from a pattern that it may end in.

    Parameters
    ----------
    place : str or path-like
        Such as ``"estimates/a"`` or ``"estimates/a/{track}.jams"``.
    pattern : str
        What applies where there is none.

    Returns
    -------
    folder, pattern : str
    """
    text = os.fspath(place)
    if os.path.isdir(os.path.expanduser(text)) or not re.search(r"[{*]", text):
        return text, pattern
    plain = re.split(r"[{*]", text, maxsplit=1)[0]
    cut = max(plain.rfind("/"), plain.rfind(os.sep))
    folder = text[:cut] if cut > 0 else (os.curdir if cut < 0 else os.sep)
    return folder, text[cut + 1 :].replace(os.sep, "/")


def _expression(text: str) -> re.Pattern[str]:
    pieces, seen = [], set()
    for piece in _PIECE.finditer(unicodedata.normalize("NFC", text)):
        name = piece["name"]
        if name is None:
            pieces.append("[^/]*?" if piece["stars"] else re.escape(piece["text"]))
        elif name in seen:
            pieces.append(f"(?P={name})")
        else:
            pieces.append(f"(?P<{name}>{_PLACEHOLDERS[name]})")
            seen.add(name)
    return re.compile("".join(pieces))
