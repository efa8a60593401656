"""All pages, for the navigation; the small tables of their state; the values in addresses."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from core.files.names import escaped
from core.vocabulary import PARTS, Part
from explorer.state.corpus import CorpusState
from explorer.state.own_lesson import OwnLessonState
from explorer.state.pair import NAMES, ORIGIN, READINGS, PairState
from explorer.state.styles import StylesState
from explorer.state.value import TIME, Choice, Number, Switch, Table, Value, matching

_name = matching(r"[a-z0-9-]{0,40}")


class LessonsState(Table):
    carried = True

    lesson = Value("", _name, url="lesson")  # the open lesson; empty for the list
    step = Number(1, 1, 999, url="step")  # its step
    lecture = Switch(False, url="lecture")  # whether to continue with the lecture's next lesson
    term = Value("", _name, url="term")  # the term in the address

    aside = Value[dict[str, Any] | None](None)  # the state of other pages during a lesson
    stage = Value("")  # the step whose scene is on screen
    staged = Value("", PairState.pair.parse)  # its pair with the reader's edits, packed
    triplet = Value("", matching(rf"({TIME} {TIME})?"))  # i and j set by the reader, if any
    made = Value[dict[str, dict[str, Any]]]({})  # the reader's changes to each scene
    verdicts = Value[dict[str, tuple[bool, str, bool]]]({})  # see :class:`Verdict`
    answers = Value[dict[str, Any]]({})  # the answer to each step; for a task, the changes
    answered = Value(0)  # how often an answer was set by the program


class GuideState(Table):
    page = Value("index", _name, url="page", name="guide")  # a file of docs/


MADE = (LessonsState.staged, PairState.window, PairState.query, LessonsState.triplet)
"""The values of a scene that a reader can change."""


class WindowsState(Table):
    carried = True

    part = Choice[Part]("f_measure", PARTS, url="measure", name="measure")  # the score in charts

    beats = Value[tuple[str, bytes] | None](None)  # the file of frame times
    beats_turn = Value(0)  # how often its uploader was emptied
    more_estimates = Value[tuple[tuple[str, bytes], ...]](())  # files of further estimates
    more_of = Value[list[list[float]]]([])  # boundaries of their reference
    more_refused = Value("")  # why files were refused
    more_turn = Value(0)  # how often their uploader was emptied


class VisitState(Table):
    page = Value("")  # title of the page on screen
    session = Value("")  # ID of the session; empty before its start
    fresh = Value(0)  # how often another pair was opened, which empties the uploader
    restored = Value(0)  # how often the server, not a component, set the state on screen
    taken = Value[dict[tuple[str, str], object]]({})  # time of each component's last state
    salami = Value[str | None](None)  # SALAMI's folder as typed on Papers or Corpus
    meant = Value[frozenset[str]](frozenset())  # paths that were typed here, or clicked to be read
    papers_files = Value[list[Any] | None](None)  # files in the uploader of Papers


_SCRIPTS = Path(str(files("explorer") / "pages"))


@dataclass(frozen=True)
class Page:
    """A page; its script has the same name as its title."""

    title: str
    tables: tuple[type[Table], ...] = ()
    """Its state; tables that are not `carried` are only in this page's address."""
    live: bool = False  # whether the page can show the live view

    @property
    def script(self) -> Path:
        return _SCRIPTS / f"{self.title.lower()}.py"


COMPARE = Page("Compare", (PairState,), live=True)
TRIPLETS = Page("Triplets", live=True)
DRAW = Page("Draw", live=True)
CORPUS = Page("Corpus", (CorpusState,))
LESSONS = Page("Lessons", (LessonsState, OwnLessonState), live=True)
SECTIONS = {
    "": (COMPARE, TRIPLETS, DRAW, Page("Windows", (WindowsState,)), LESSONS, CORPUS),
    "More": (
        Page("Styles", (StylesState,)),
        Page("Papers"),
        Page("Guide", (GuideState,)),
        Page("Glossary"),
    ),
}
"""All pages in the order of the navigation. The first one opens; named sections are menus."""
PAGES = tuple(page for pages in SECTIONS.values() for page in pages)

OPENED = (
    *(*ORIGIN, PairState.sources, PairState.repairs),
    *(CorpusState.uploaded, CorpusState.upload, CorpusState.earlier, StylesState.files),
    *(WindowsState.beats, WindowsState.more_estimates, WindowsState.more_of),
)
"""The pair on screen, and all uploads."""

BY_TITLE = {page.title: page for page in PAGES}

LINK_LIMIT = 8000
"""Limit of characters of a pair or lesson in a link: nginx and Apache refuse more than 8 kB."""

_SHOWN = 40  # characters of an invalid value in a message

_OF_TABLE = {
    table: tuple(value for value in table.values() if value.url)
    for page in PAGES
    for table in page.tables
}

ADDRESSED = tuple(value for values in _OF_TABLE.values() for value in values)

OF_ALL = tuple(value for table, values in _OF_TABLE.items() if table.carried for value in values)
"""The values in every page's address, without folders (private) and lessons (long)."""

OF_PAGE = {
    page.title: (*OF_ALL, *(value for table in page.tables for value in _OF_TABLE[table]))
    for page in PAGES
}
"""The values in the address of each page."""


def from_url(query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    values, wrong = {}, []
    for value in ADDRESSED:
        values[value.key] = value.default
        if value.url in query:
            try:
                values[value.key] = value.parse(query[value.url])
            except ValueError:
                text = query[value.url]
                shown = escaped(text[:_SHOWN])
                wrong.append(f"{value.url}={shown}{'…' * (len(text) > _SHOWN)}")
    return values, wrong


def to_url(values: Mapping[str, Any], limit: float = LINK_LIMIT) -> dict[str, str]:
    """Return a URL's query of all changed values; a pair or lesson above `limit` is left out."""
    shown = dict(values)
    lesson = len(shown.get("questions", ""))
    if lesson > limit:
        shown["questions"], lesson = "", 0
    if len(shown["pair"]) + lesson > limit:
        shown["pair"] = ""
    elif shown["pair"]:
        if shown.get("swapped"):  # the packed pair is already exchanged
            shown["reference_read"], shown["estimate_read"] = (
                shown.get(value.key, value.default) for value in reversed(READINGS)
            )
        shown |= {"own": False, "sample": "", "swapped": False}
        shown |= {value.key: "" for value in NAMES}  # the packed pair has them
    return {
        value.url: value.format(shown[value.key])
        for value in ADDRESSED
        if value.key in shown and shown[value.key] not in (value.default, "")
    }
