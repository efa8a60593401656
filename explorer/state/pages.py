"""Declaration of all pages, for the navigation and the values in their addresses."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from explorer.state.corpus import CorpusState
from explorer.state.lessons import GuideState, LessonsState
from explorer.state.own_lesson import OwnLessonState
from explorer.state.pair import PairState
from explorer.state.styles import StylesState
from explorer.state.value import Table
from explorer.state.windows import WindowsState

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

BY_TITLE = {page.title: page for page in PAGES}
