"""What was found as rows, for files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.caemsi.arranging import Map
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances
from core.caemsi.equivalence import EquivalenceTest
from core.caemsi.items import Corpus
from core.caemsi.margins import MarginCurve

Row = dict[str, Any]


def item_names(a: Corpus, b: Corpus) -> list[str]:
    """Give the names of all items, those of A first, each with its corpus before it."""
    return [f"{side}/{item.name}" for side, corpus in (("A", a), ("B", b)) for item in corpus.items]


def distance_rows(a: Corpus, b: Corpus, distances: Distances) -> list[Row]:
    """Give a row an item, with its distances from all."""
    names = item_names(a, b)
    return [
        {"item": name, **dict(zip(names, row, strict=True))}
        for name, row in zip(names, distances.values.tolist(), strict=True)
    ]


def item_rows(a: Corpus, b: Corpus, distances: Distances, found: Map | None) -> list[Row]:
    """Give a row an item: its bytes, what they are compressed, and its place on the map, if any."""
    places = [[None, None]] * len(distances) if found is None else found.places.tolist()
    return [
        {
            "corpus": side,
            "item": item.name,
            "bytes": len(item.data),
            "compressed": int(size),
            "map_x": x,
            "map_y": y,
        }
        for (side, item), size, (x, y) in zip(
            [(side, item) for side, corpus in (("A", a), ("B", b)) for item in corpus.items],
            distances.sizes,
            places,
            strict=True,
        )
    ]


def margin_rows(curve: MarginCurve) -> list[Row]:
    """Give a row a margin: p_eqv, and what it is the larger of."""
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


def labelling_rows(difference: DifferenceTest, equivalence: EquivalenceTest) -> list[Row]:
    """Give a row a labelling, with its statistics; what was observed stands in the first.

    The tests label independently: items, and distances. A row is empty where one has fewer.
    """
    a, b = equivalence.a, equivalence.b
    columns: dict[str, Sequence[float]] = {
        "T": [difference.statistic, *difference.null.tolist()],
        "T_I_a": [a.t_inferior, *a.null_inferior.tolist()],
        "T_S_a": [a.t_superior, *a.null_superior.tolist()],
        "T_I_b": [b.t_inferior, *b.null_inferior.tolist()],
        "T_S_b": [b.t_superior, *b.null_superior.tolist()],
    }
    most = max(map(len, columns.values()))
    return [
        {
            "labelling": at or "observed",
            "margin_inferior": equivalence.inferior,
            "margin_superior": equivalence.superior,
        }
        | {name: column[at] if at < len(column) else None for name, column in columns.items()}
        for at in range(most)
    ]
