"""The frozen result of both tests of two corpora, its tables and its citation."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import zip_longest
from typing import Any

from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances, Map, Order
from core.caemsi.equivalence import EquivalenceTest, MarginCurve, Partial
from core.caemsi.items import Corpus, left_words
from core.caemsi.verdict import LEVEL_NOTE, Verdict, items_words, too_few, too_few_alike, write_p
from core.citing import WORKS, Citation
from core.showing import Column, Result, Row
from core.wording import counted, listed

_CAEMSI = WORKS["ens2018caemsi"]
_ORDERS: dict[Order, str] = {
    "input": "",
    "canonical": ", the lexicographically smaller item first",
    "mean": ", the mean of both orders",
}


@dataclass(frozen=True, eq=False, repr=False)
class StyleTests(Result):
    """The results of both tests of two corpora.

    Parameters
    ----------
    corpora : (Corpus, Corpus)
        A and B, with the items left out.
    representation : str
        How files were read.
    distances : Distances
        Between all items, A first.
    difference : DifferenceTest
    equivalence : EquivalenceTest
    verdict : Verdict
        The conclusion from both tests.
    seed : int
        Seed of the labelings.
    """

    columns = (
        Column("test", "text", "difference, equivalence, or equivalence of one corpus"),
        Column("statistic", "number", "T for difference; else δ/L, of the corpus farther away"),
        Column("p_value", "p", "p_diff, p_eqv, or lambda of one corpus"),
        Column("significant", "flag", "whether p is below alpha"),
        Column("permutations", "count", "number of labelings"),
    )
    shown = ("test", "statistic", "p_value", "significant", "permutations")

    corpora: tuple[Corpus, Corpus]
    representation: str
    distances: Distances
    difference: DifferenceTest
    equivalence: EquivalenceTest
    verdict: Verdict
    seed: int = 0

    @property
    def sizes(self) -> tuple[int, int]:
        a, b = self.corpora
        return len(a.items), len(b.items)

    @property
    def warnings(self) -> list[str]:
        """Warnings about distances, and about too few items or labelings."""
        alpha = self.verdict.alpha
        warnings = (
            self.distances.warning,
            too_few(self.difference, self.sizes, alpha),
            too_few_alike(self.equivalence, self.sizes, alpha),
        )
        return [warning for warning in warnings if warning]

    @property
    def remarks(self) -> list[str]:
        """Warnings, and the limits of the tests."""
        test, alpha = self.equivalence, self.verdict.alpha
        needed = items_words(min(test.inferior, test.superior), alpha)
        is_named = bool(too_few_alike(test, self.sizes, alpha))
        return [*self.warnings, *[needed] * (not is_named), LEVEL_NOTE]

    @property
    def left_out(self) -> list[str]:
        """One line per file or item left out, with the reason."""
        return [
            line
            for corpus in self.corpora
            for line in left_words(corpus.name, corpus.unreadable, corpus.removed)
        ]

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*self.remarks, *self.left_out)

    def rows(self) -> list[Row]:
        alpha = self.verdict.alpha
        a, b = self.equivalence.a, self.equivalence.b
        rows = (
            ("difference", self.difference, self.difference.statistic, self.difference.p_value),
            ("equivalence", self.equivalence, self.equivalence.statistic, self.equivalence.p_value),
            ("equivalence of A", self.equivalence, a.effect, a.value),
            ("equivalence of B", self.equivalence, b.effect, b.value),
        )
        return [
            {
                "test": name,
                "statistic": statistic,
                "p_value": p,
                "significant": p < alpha,
                "permutations": test.n_permutations,
            }
            for name, test, statistic, p in rows
        ]

    def cells(self, most: int | None = None) -> list[dict[str, str]]:
        """Return the rows as text; the number of labelings limits how small a p-value can be."""
        tests: list[DifferenceTest | EquivalenceTest] = [self.difference]
        tests += [self.equivalence] * 3
        return [
            cells | {"p_value": write_p(test, row["p_value"]).removeprefix("= ")}
            for cells, row, test in zip(super().cells(), self.rows(), tests, strict=True)
        ][:most]

    def headline(self) -> str:
        names = " and ".join(
            f"{corpus.name} ({counted(len(corpus.items), 'item')})" for corpus in self.corpora
        )
        how = f"{self.representation}, {self.distances.compressor}"
        return f"{names}: {self.verdict.name} ({how})"

    def sentences(self) -> list[str]:
        return [self.verdict.sentence]

    def document(self) -> dict[str, Any]:
        """Return both tests and their inputs for JSON; infinity is null."""
        distances, difference, equivalence = self.distances, self.difference, self.equivalence
        statistic = difference.statistic
        return {
            "verdict": self.verdict.name,
            "sentence": self.verdict.sentence,
            "alpha": self.verdict.alpha,
            "p_diff": difference.p_value,
            "p_eqv": equivalence.p_value,
            "difference": {
                "statistic": statistic if math.isfinite(statistic) else None,
                "count": difference.count,
                "permutations": difference.n_permutations,
                "exact": difference.exact,
                "equal_weight": difference.equal_weight,
                "plus_one": difference.plus_one,
            },
            "equivalence": {
                "statistic": equivalence.statistic,
                "margin_inferior": equivalence.inferior,
                "margin_superior": equivalence.superior,
                "permutations": equivalence.n_permutations,
                "exact": equivalence.exact,
                "plus_one": equivalence.plus_one,
                "a": _partial(equivalence.a),
                "b": _partial(equivalence.b),
            },
            "compressor": {
                "name": distances.compressor,
                "version": distances.version,
                "order": distances.order,
                "reach": distances.reach,
                "longest_pair": distances.longest,
            },
            "warnings": self.remarks,
            "corpora": [
                {
                    "name": corpus.name,
                    "items": len(corpus.items),
                    "unreadable": [asdict(left) for left in corpus.unreadable],
                    "duplicates": [asdict(left) for left in corpus.removed],
                }
                for corpus in self.corpora
            ],
            "representation": self.representation,
            "seed": self.seed,
        }

    def cite(self) -> Citation:
        """Return a methods passage for a paper, and the works to cite."""
        difference, distances = self.difference, self.distances
        near = f"the median rank of distances within a corpus {_margin(self.equivalence)}"
        sentences = [
            f"Two corpora of {self.sizes[0]} and {self.sizes[1]} items were tested for difference "
            f"and for equivalence in style ({_CAEMSI.short})",
            f"Items were read as {self.representation}, and compared by the normalized compression "
            f"distance with {distances.compressor} ({distances.version}){_ORDERS[distances.order]}",
            _drawn(difference, self.equivalence),
            # Options that differ from the paper.
            *["Both corpora have equal weight in the mean distance within"]
            * difference.equal_weight,
            *["The observed labeling is counted, too"] * difference.plus_one,
            f"Equivalence means that {near} of the number of distances compared",
            f"Both tests are at α = {self.verdict.alpha:g}",
            f"They were computed with hierscope {version('hierscope')}",
        ]
        text = " ".join(f"{sentence}." for sentence in sentences)
        return Citation(text, (_CAEMSI, WORKS["hierscope"]))


def _partial(partial: Partial) -> dict[str, float]:
    return {
        "effect": partial.effect,
        "lambda": partial.value,
        "t_inferior": partial.t_inferior,
        "t_superior": partial.t_superior,
        "lambda_inferior": partial.lambda_inferior,
        "lambda_superior": partial.lambda_superior,
        "length": partial.length,
    }


def _drawn(*tests: DifferenceTest | EquivalenceTest) -> str:
    kinds = [
        ("all" if test.exact else f"{test.n_permutations:,} random") + " labelings"
        for test in tests
    ]
    if len(set(kinds)) == 1:
        return f"Each test goes through {kinds[0]}"
    return f"The tests go through {listed(kinds)}, in this order"


def _margin(test: EquivalenceTest) -> str:
    if test.inferior == test.superior:
        return f"differs from that of distances between by less than {test.inferior:g}"
    return (
        f"is higher than that of distances between by less than {test.inferior:g}, and lower by "
        f"less than {test.superior:g},"
    )


def item_names(a: Corpus, b: Corpus) -> list[str]:
    """Return the names of all items, A first, with the corpus as prefix."""
    return [f"{side}/{item.name}" for side, corpus in (("A", a), ("B", b)) for item in corpus.items]


def distance_rows(a: Corpus, b: Corpus, distances: Distances) -> list[Row]:
    """Return the square matrix of distances, one row per item."""
    names = item_names(a, b)
    return [
        {"item": name, **dict(zip(names, row, strict=True))}
        for name, row in zip(names, distances.values.tolist(), strict=True)
    ]


def item_rows(a: Corpus, b: Corpus, distances: Distances, placed: Map | None) -> list[Row]:
    """Return one row per item: size, compressed size, and position on the map, if any."""
    places = [[None, None]] * len(distances) if placed is None else placed.places.tolist()
    items = [(side, item) for side, corpus in (("A", a), ("B", b)) for item in corpus.items]
    return [
        {
            "corpus": side,
            "item": item.name,
            "bytes": len(item.data),
            "compressed": size,
            "map_x": x,
            "map_y": y,
        }
        for (side, item), size, (x, y) in zip(items, distances.sizes.tolist(), places, strict=True)
    ]


def margin_rows(curve: MarginCurve) -> list[Row]:
    """Return one row per margin: p_eqv, and the lambdas of which it is the maximum."""
    return [
        {
            "margin_inferior": test.inferior,
            "margin_superior": test.superior,
            "p_eqv": test.p_value,
            "lambda_a": test.a.value,
            "lambda_b": test.b.value,
        }
        for test in curve.tests
    ]


def labeling_rows(difference: DifferenceTest, equivalence: EquivalenceTest) -> list[Row]:
    """Return one row per labeling with its statistics; the first row is the observation."""
    a, b = equivalence.a, equivalence.b
    columns = {
        "T": [difference.statistic, *difference.null.tolist()],
        "T_I_a": [a.t_inferior, *a.null_inferior.tolist()],
        "T_S_a": [a.t_superior, *a.null_superior.tolist()],
        "T_I_b": [b.t_inferior, *b.null_inferior.tolist()],
        "T_S_b": [b.t_superior, *b.null_superior.tolist()],
    }
    margins = {"margin_inferior": equivalence.inferior, "margin_superior": equivalence.superior}
    return [
        {"labeling": at or "observed", **margins, **dict(zip(columns, values, strict=True))}
        for at, values in enumerate(zip_longest(*columns.values()))
    ]
