"""The one table of measures: what each is called, what it needs, and how it is computed.

Tables, curves, exports, LaTeX, the command line, the columns of corpora, the glossary and the
frontend read it. A measure is added by one entry, and the function that it names.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from typing import Any, Literal

from core.vocabulary import DIRECTIONS, PARTS, Part

_WORDS: dict[Part, str] = {"recall": "Recall", "precision": "Precision", "f_measure": "Measure"}
_LETTERS: dict[Part, str] = {"recall": "R", "precision": "P", "f_measure": "F"}
_TERMS: dict[Part, str] = {"recall": "recall", "precision": "precision", "f_measure": "f-measure"}


@dataclass(frozen=True)
class Measure:
    """Recall, precision and F of one kind."""

    key: str  # its name in columns of tables and addresses
    letter: str  # of its symbols and names: "T" in T_R and "T-Recall"
    variant: str  # tells it from others of its letter; empty if there are none
    sums: str
    """The function that computes it, as ``"module:function"``: from a
    :class:`core.tmeasures.problem.Problem` and its :class:`core.tmeasures.problem.Cells` to the sum
    of scores over all queries, and how many are counted, each of shape ``(windows, columns)``:
    recall and precision of this measure, and of those that follow it with the same function."""
    needs: Literal["boundaries", "labels"] = "boundaries"
    """What hierarchies must have; a pair that lacks it has no score."""
    queries: str = ""
    """The same for g of each query: from a problem, cells, positions, and the reach of windows
    there, to two arrays of shape ``(windows, columns, positions)``: g, NaN where a query has no
    triplet, and the count of its triplets (Z of Eq. 8). Empty for a measure that is no mean over
    queries."""
    has_triplets: bool = False  # whether its losses can be looked at, triplet by triplet
    windowed: bool = True
    """Whether its paper and mir_eval have a window. Where they have not, theirs is the score of the
    whole track, and any other is hierscope's own."""
    terms: Mapping[Part, str] | None = None  # the glossary's names for its recall, precision and F
    paper: str = ""  # that defines it: a key of core.citing.works.WORKS

    @property
    def title(self) -> str:
        """What tells it from other measures: its variant, or its letter where it is alone."""
        return self.variant or self.letter

    @property
    def at_window(self) -> str:
        """Its title beside a window w, ``"L within w"`` where the measure has none of its own."""
        return self.title if self.windowed else f"{self.title} within w"

    @property
    def heading(self) -> str:
        """Its letter and variant: ``"T reduced"``, ``"L"``."""
        return f"{self.letter} {self.variant}".rstrip()

    def name(self, part: Part, window: float = math.inf) -> str:
        """Give mir_eval's name of a score; ``"L-Recall within window"`` where mir_eval has none."""
        limit = "" if self.windowed or math.isinf(window) else " within window"
        return f"{self.letter}-{_WORDS[part]} {self.variant}".rstrip() + limit

    def symbol(self, part: Part) -> str:
        """Give the symbol of a score, such as ``"T_R"``."""
        return f"{self.letter}_{_LETTERS[part]}"

    def words(self, part: Part) -> str:
        """Give symbol and variant of a score, such as ``"T_R reduced"``."""
        return f"{self.symbol(part)} {self.variant}".rstrip()

    def score(self, part: Part) -> str:
        """Give the same for a sentence, such as ``"T_R (reduced)"`` and ``"L_R"``."""
        return f"{self.symbol(part)} ({self.variant})" if self.variant else self.symbol(part)

    @property
    def triplet(self) -> str:
        """What it counts, for a sentence: ``"triplet (reduced)"``, ``"triplet of labels"``."""
        return "triplet of labels" if self.needs == "labels" else f"triplet ({self.variant})"

    @property
    def own_window(self) -> str:
        """Say that its window is hierscope's own; empty if it is not."""
        if self.windowed:
            return ""
        return (
            f"{self.title} within a window is hierscope's own; its paper and mir_eval have "
            f"{self.title} of the whole track"
        )

    def term(self, part: Part) -> str:
        return (self.terms or _TERMS)[part]


@cache
def function(name: str) -> Callable[..., Any]:
    return resolve_name(name)


_SUMS, _QUERIES = "core.tmeasures.api:sum_triplets", "core.tmeasures.api:query_triplets"
_L = "core.lmeasures.api"
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

SCORES: tuple[tuple[str, Part], ...] = tuple(
    (measure.key, part) for measure in MEASURES for part in PARTS
)
"""Every score of a pair, as the key of a measure and a part of it, in the order of columns."""

COLUMNS: tuple[str, ...] = (
    *(f"{part}_{key}" for key, part in SCORES),
    *(f"{part}_share_{measure.key}" for measure in MEASURES for part in DIRECTIONS),
)
"""What a table of scores holds: ``recall_reduced``, ``precision_reduced``, ``f_measure_reduced``,
the same for ``full``, then the shares of queries that are counted: ``recall_share_reduced``, ...,
``precision_share_l``."""

VALUES: tuple[str, ...] = tuple(dict.fromkeys(name.rpartition("_")[0] for name in COLUMNS))
"""The same of one measure, as tables with a row a measure have them: ``recall``, ``precision``,
``f_measure``, ``recall_share``, ``precision_share``."""

PLACES: tuple[tuple[int, ...], ...] = tuple(
    tuple(COLUMNS.index(f"{name}_{measure.key}") for name in VALUES) for measure in MEASURES
)
"""Where these stand among :data:`COLUMNS`, by measure."""

QUERY_COLUMNS: tuple[tuple[str, Part], ...] = tuple(
    (measure.key, part) for measure in MEASURES if measure.queries for part in DIRECTIONS
)
"""The scores that have a g for each query, as a key of a measure and a part."""

SYMBOLS: dict[Part, str] = {part: MEASURES[0].symbol(part) for part in PARTS}
"""The scores of T-measures as the paper writes them."""
