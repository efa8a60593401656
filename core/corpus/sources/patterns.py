"""Match the files of a folder with a pattern such as ``{method}/{track}_{layer}.lab``.

Files that differ in ``{layer}`` are layers of one hierarchy; ``*`` matches any part of a name."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import re2

from core.corpus.items import Problem
from core.errors import ReadError
from core.files.access import (
    Listing,
    exists,
    expanded,
    is_folder,
    open_problem,
    opening,
    real_path,
)
from core.files.names import is_hidden, is_text, natural, shortened
from core.io.limits import MAX_LISTED, MAX_PATTERN

DEFAULT_PATTERN = "{track}.*"

_PIECE = re.compile(r"\{(?P<place>[^{}]*)\}|(?P<stars>\*+)|(?P<text>[^{}*]+|[{}])")
_PLACES = {"track": "[^/]+", "method": "[^/]+?", "layer": "[^/]+?"}
# The track is greedy, other fields are not: `{track}.*` finds the track `a.b` in `a.b.jams`, and in
# `{method}_{track}.jams` all but the first underscore belong to the track.


@dataclass(frozen=True)
class Fit:
    path: str
    track: str
    method: str = ""
    layer: str = ""
    """Values of the pattern's fields; empty if the pattern lacks the field."""


@dataclass(frozen=True)
class Scan:
    folder: str
    pattern: str
    fits: tuple[Fit, ...]
    others: tuple[str, ...]
    """Paths that do not match: files, or folders where the pattern expects files."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Pattern:
    """A pattern of paths relative to a folder, folders separated by ``/``."""

    text: str
    side: str
    places: Sequence[str] = ("track", "method", "layer")
    """The allowed placeholders; ``track`` is required."""

    def __post_init__(self) -> None:
        if len(self.text) > MAX_PATTERN:
            raise ReadError(
                f"{len(self.text):,} characters, more than the {MAX_PATTERN} allowed",
                source=self._source,
                advice="Shorten it",
            )
        names = [piece["place"] for piece in _PIECE.finditer(self.text)]
        for name in names:
            if name is not None and name not in self.places:
                self._refuse(f"has an unknown placeholder {{{shortened(name)}}}")
        if not is_text(self.text):
            self._refuse("is not in UTF-8")
        if "track" not in names:
            self._refuse("has no placeholder {track}")
        if re.search(r"\*\*|[{}]", re.sub(r"\{\w+\}", "", self.text)):
            self._refuse("has a ** or a lone brace")
        if ".." in self.parts:
            self._refuse("leads out of the folder")

    def _refuse(self, problem: str) -> None:
        known = ", ".join(f"{{{place}}}" for place in self.places)
        raise ReadError(
            f"'{shortened(self.text)}' {problem}",
            source=self._source,
            advice=f"Use {known}, * for anything in a name, and / between folders",
        )

    @property
    def _source(self) -> str:
        return f"pattern of the {self.side}s"

    @cached_property
    def parts(self) -> list[str]:
        return [part for part in re.split(r"[/\\]", self.text) if part not in ("", ".")]

    @cached_property
    def stages(self) -> list[Stage]:
        """Stages that match the first part, the first two parts, and so on."""
        return [Stage("/".join(self.parts[: n + 1])) for n in range(len(self.parts))]


class Stage:
    """A prefix of a pattern; RE2 matches it in linear time."""

    def __init__(self, text: str, known: Mapping[str, str] | None = None) -> None:
        self._text, self._known = text, known or {}
        self._places: list[str] = []
        expression = ""
        for piece in _PIECE.finditer(unicodedata.normalize("NFC", text)):
            if piece["place"] in self._known:
                expression += re2.escape(self._known[piece["place"]])
            elif piece["place"]:
                self._places.append(piece["place"])
                expression += f"({_PLACES[piece['place']]})"
            else:
                expression += "[^/]*?" if piece["stars"] else re2.escape(piece["text"])
        self._expression = re2.compile(expression)

    def fit(self, name: str) -> dict[str, str] | None:
        """Return the text of each placeholder in a name; None if the name does not match."""
        match = self._expression.fullmatch(name)
        if match is None:
            return None
        texts: dict[str, list[str]] = {}
        for place, text in zip(self._places, match.groups(), strict=True):
            texts.setdefault(place, []).append(text)
        for place, same in texts.items():
            # RE2 has no back-references: if a repeated placeholder has two texts, try both.
            ways = [*dict.fromkeys(same)][:2]
            if len(ways) > 1:
                stages = (Stage(self._text, {**self._known, place: text}) for text in ways)
                return next(filter(None, (stage.fit(name) for stage in stages)), None)
        return {**self._known, **{place: text for place, (text, *_) in texts.items()}}


def scan(folder: str | os.PathLike[str], pattern: Pattern, without: Collection[str] = ()) -> Scan:
    """Find the files in a folder that match a pattern, except hidden files."""
    if not os.fspath(folder):
        raise ReadError("no folder was entered", source="Folders", advice="Enter its path")
    root = os.path.abspath(expanded(folder))
    listing = Listing(root, MAX_LISTED)
    with opening(root):
        entries = listing.entries(root)
    results = [*_fitting(entries, "", pattern.stages, without, listing)]
    if not results:
        results.append(Problem("", root, "the folder is empty"))
    fits = tuple(result for result in results if isinstance(result, Fit))
    others = tuple(result for result in results if isinstance(result, str))
    problems = tuple(result for result in results if isinstance(result, Problem))
    return Scan(root, pattern.text, fits, others, problems)


def scan_names(names: Iterable[str], folder: str, pattern: Pattern) -> Scan:
    """Find the uploaded names in a folder that match a pattern, like :func:`scan` on a disk."""
    fits, others = [], []
    for name in sorted(names, key=natural):
        if name.startswith(f"{folder}/"):
            inside = unicodedata.normalize("NFC", name.removeprefix(f"{folder}/"))
            fields = pattern.stages[-1].fit(inside)
            if fields is None:
                others.append(name)
            else:
                fits.append(Fit(name, **fields))
    return Scan(folder, pattern.text, tuple(fits), tuple(others), ())


def _fitting(
    entries: Iterable[os.DirEntry[str]],
    inside: str,
    stages: Sequence[Stage],
    without: Collection[str],
    listing: Listing,
) -> Iterator[Fit | Problem | str]:
    for entry in sorted(entries, key=lambda entry: natural(entry.name)):
        if is_hidden(entry.name) or entry.path in without:
            continue
        if not is_text(entry.name):
            shown = entry.path.encode(errors="surrogateescape").decode(errors="replace")
            yield Problem("", shown, "the name is not in UTF-8. Rename it")
            continue
        # macOS stores accents as separate characters.
        relative = inside + unicodedata.normalize("NFC", entry.name)
        fields = stages[0].fit(relative)
        try:
            leads_on = entry.is_dir()
        except OSError as error:  # for example a link to itself
            yield Problem("", entry.path, open_problem(error))
            continue
        if fields is None or leads_on == (len(stages) == 1):
            yield entry.path
        elif len(stages) == 1:
            yield Fit(entry.path, **fields)
        else:
            try:
                inner = listing.entries(entry.path)
            except OSError as error:
                yield Problem("", entry.path, open_problem(error))
                continue
            yield from _fitting(inner, f"{relative}/", stages[1:], without, listing)


def named_folder(text: str) -> tuple[str, str]:
    """Split ``name=folder`` into name and folder; the name is optional."""
    name, equals, folder = text.partition("=")
    if not equals or exists(text.strip()):
        name, folder = "", text
    return name.strip(), folder.strip()


def name_of(folder: str) -> str:
    """Return the name of a folder, without a pattern after it."""
    return os.path.basename(real_path(split_path(folder, "")[0]))


def called_folder(text: str) -> tuple[str, str]:
    """Like :func:`named_folder`, but a missing name is the folder's own."""
    name, folder = named_folder(text)
    return name or name_of(folder), folder


def split_path(place: str | os.PathLike[str], pattern: str) -> tuple[str, str]:
    """Split a path into the folder and the pattern at its end, if any."""
    text = os.fspath(place)
    if is_folder(expanded(text)) or not re.search(r"[{*]", text):
        return text, pattern
    plain = re.split(r"[{*]", text, maxsplit=1)[0]
    cut = max(plain.rfind("/"), plain.rfind(os.sep))
    folder = text[:cut] if cut > 0 else (os.curdir if cut < 0 else os.sep)
    return folder, text[cut + 1 :].replace(os.sep, "/")
