"""The table of all measures: names, requirements and the functions that compute them.

Tables, curves, exports, LaTeX, the command line, corpus columns, the glossary and the frontend
read it. To add a measure, add an entry here and the function that it names.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from typing import Any, Literal

from core.errors import ScoreError
from core.vocabulary import DIRECTIONS, PARTS, Part
from core.wording import listed

_NAMES: dict[Part, str] = {"recall": "Recall", "precision": "Precision", "f_measure": "Measure"}
_LETTERS: dict[Part, str] = {"recall": "R", "precision": "P", "f_measure": "F"}
_TERMS: dict[Part, str] = {"recall": "recall", "precision": "precision", "f_measure": "f-measure"}


@dataclass(frozen=True)
class Measure:
    """A measure with recall, precision and F."""

    key: str  # its name in columns of tables and addresses
    letter: str  # "T" in T_R and "T-Recall"
    variant: str  # distinguishes measures with the same letter; else empty
    sums: str
    """The function that computes the score, as ``"module:function"``. It takes a
    :class:`core.tmeasures.problem.Problem` and its :class:`core.tmeasures.problem.Cells`. It
    returns the sums of scores over queries and the numbers of queries, of shape ``(windows,
    columns)``: recall and precision of this and the following measures with this function."""
    needs: Literal["boundaries", "labels"] = "boundaries"
    """What both hierarchies need; without it the pair has no score."""
    queries: str = ""
    """The function for single queries. It takes a problem, cells, positions, and the windows' reach
    there. It returns arrays of shape ``(windows, columns, positions)``: g, NaN without a triplet,
    and the number of triplets (Z of Eq. 8). Empty if the measure is no mean over queries."""
    has_triplets: bool = False  # whether its losses can be listed by triplet
    windowed: bool = True
    """Whether its paper and mir_eval have a window. If not, they score the whole track, and the
    score at any other window is hierscope's own."""
    terms: Mapping[Part, str] | None = None  # the glossary's names for its recall, precision and F
    paper: str = ""  # the paper that defines it: a key of core.citing.WORKS

    @property
    def title(self) -> str:
        """Its variant, or its letter if it has none."""
        return self.variant or self.letter

    @property
    def heading(self) -> str:
        """Its letter and variant: ``"T reduced"``, ``"L"``."""
        return f"{self.letter} {self.variant}".rstrip()

    def name(self, part: Part, window: float = math.inf) -> str:
        """Return mir_eval's name of a score; if it has none, ``"L-Recall within window"`` etc."""
        limit = "" if self.windowed or math.isinf(window) else " within window"
        return f"{self.letter}-{_NAMES[part]} {self.variant}".rstrip() + limit

    def symbol(self, part: Part) -> str:
        """The symbol of a score, such as ``"T_R"``."""
        return f"{self.letter}_{_LETTERS[part]}"

    def label(self, part: Part) -> str:
        """The symbol and variant of a score, such as ``"T_R reduced"``."""
        return f"{self.symbol(part)} {self.variant}".rstrip()

    def score(self, part: Part) -> str:
        """The same for a sentence, such as ``"T_R (reduced)"`` and ``"L_R"``."""
        return f"{self.symbol(part)} ({self.variant})" if self.variant else self.symbol(part)

    @property
    def triplet(self) -> str:
        """The thing it counts, for a sentence: ``"triplet (reduced)"``, ``"triplet of labels"``."""
        return "triplet of labels" if self.needs == "labels" else f"triplet ({self.variant})"

    @property
    def own_window(self) -> str:
        """A sentence that its window is hierscope's own; empty if its paper has one."""
        if self.windowed:
            return ""
        return (
            f"{self.title} within a window is hierscope's own; its paper and mir_eval have "
            f"{self.title} of the whole track"
        )

    def term(self, part: Part) -> str:
        """Return the glossary's name of a score."""
        return (self.terms or _TERMS)[part]


def own_windows(measures: Iterable[Measure], windows: Iterable[float]) -> list[str]:
    """Return a sentence for each measure whose windows are hierscope's own."""
    finite = any(map(math.isfinite, windows))
    return [measure.own_window for measure in measures if finite and measure.own_window]


@cache
def function(name: str) -> Callable[..., Any]:
    """Import a function by its dotted name."""
    return resolve_name(name)


_SUMS, _QUERIES = "core.tmeasures.scoring:sum_triplets", "core.tmeasures.scoring:query_triplets"
_L = "core.lmeasures.labels"
_T = "mcfee2015hierarchical"

MEASURES: tuple[Measure, ...] = (
    Measure("reduced", "T", "reduced", _SUMS, queries=_QUERIES, has_triplets=True, paper=_T),
    Measure("full", "T", "full", _SUMS, queries=_QUERIES, has_triplets=True, paper=_T),
    Measure(
        "l",
        "L",
        "",
        f"{_L}:sum_meets",
        needs="labels",
        queries=f"{_L}:query_meets",
        has_triplets=True,
        windowed=False,
        terms={"recall": "l", "precision": "l", "f_measure": "f-measure"},
        paper="mcfee2017evaluating",
    ),
)
"""Every measure, in the order of tables."""

BY_KEY = {measure.key: measure for measure in MEASURES}


def chosen_measures(keys: Iterable[str], had: Iterable[Measure], lack: str) -> list[Measure]:
    """Return measures by key; raise ScoreError if one is unknown, or not had since `lack`."""
    available = [*had]
    for key in keys:
        if key not in BY_KEY:
            raise ScoreError(f"There is no measure {key!r}. Choose from {', '.join(BY_KEY)}.")
        if BY_KEY[key] not in available:
            title = BY_KEY[key].title
            raise ScoreError(f"{title} needs labels, and {lack}. Choose another measure.")
    return [BY_KEY[key] for key in keys]


def caption(measures: Iterable[str], compared: str, how: str) -> str:
    """Describe scores of measures by key, for a table or figure in a paper."""
    headings = listed([measure.heading for measure in chosen_measures(measures, MEASURES, "")])
    return f"{headings}{f' of {compared}' * bool(compared)}: {how}"


SCORES: tuple[tuple[str, Part], ...] = tuple(
    (measure.key, part) for measure in MEASURES for part in PARTS
)
"""Every score of a pair, as (measure key, part), in the order of columns."""

COLUMNS: tuple[str, ...] = (
    *(f"{part}_{key}" for key, part in SCORES),
    *(f"{part}_share_{measure.key}" for measure in MEASURES for part in DIRECTIONS),
)
"""Columns of a table of scores: ``recall_reduced``, ``precision_reduced``, ``f_measure_reduced``,
the same for ``full`` and ``l``, then the shares of queries with a score:
``recall_share_reduced``, ..., ``precision_share_l``."""

VALUES: tuple[str, ...] = tuple(dict.fromkeys(name.rpartition("_")[0] for name in COLUMNS))
"""Columns of a table with one row per measure: ``recall``, ``precision``, ``f_measure``,
``recall_share``, ``precision_share``."""

PLACES: tuple[tuple[int, ...], ...] = tuple(
    tuple(COLUMNS.index(f"{name}_{measure.key}") for name in VALUES) for measure in MEASURES
)
"""The indices of these in :data:`COLUMNS`, by measure."""

QUERY_COLUMNS: tuple[tuple[str, Part], ...] = tuple(
    (measure.key, part) for measure in MEASURES if measure.queries for part in DIRECTIONS
)
"""The scores that have a g for each query, as (measure key, part)."""

SYMBOLS: dict[Part, str] = {part: MEASURES[0].symbol(part) for part in PARTS}
"""The paper's symbols of the T-measures."""
