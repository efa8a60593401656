"""The names that Python and the browser have in common: measures, columns, fields of questions.

The browser reads them as ``shared/schema.json``, which :mod:`explorer.frontend.serving` makes of
this.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from core.corpus.summary import Description
from core.measures import COLUMNS, MEASURES, QUERY_COLUMNS, SCORES
from core.nesting import NEST_DECIMALS
from core.timewords import TIME_WORDS
from core.triplets import ROLES
from core.vocabulary import PARTS

_SCORES = [f"{part}_{key}" for key, part in SCORES]
_STATE = (
    "window", "variant", "direction", "listed", "outcome", "layers", "region", "convention",
    "mean_over_all", "frame_size", "beta", "part",
)  # fmt: skip
_PAIR = {"pair": "text", "told": "pair or null"}
_VIEW = {"query": "number", "shown": "two numbers"}

SCHEMA: dict[str, Any] = {
    "measures": [
        {
            "key": measure.key,
            "title": measure.at_window,
            "letter": measure.letter,
            "needs": measure.needs,
            "has_triplets": measure.has_triplets,
            "has_queries": bool(measure.queries),
            "words": {part: measure.words(part) for part in PARTS},
            "symbols": {part: measure.symbol(part) for part in PARTS},
            "terms": {part: measure.term(part) for part in PARTS},
        }
        for measure in MEASURES
    ],
    "parts": list(PARTS),
    "arrays": {
        "scores": list(COLUMNS),
        "delta": _SCORES,
        "strips": [f"{part}_{key}" for key, part in QUERY_COLUMNS],
        "loss": list(ROLES),
        "stats": [field.name for field in fields(Description)],
        "corpus_scores": _SCORES,
        "p": ["p_eqv", "lambda_a", "lambda_b"],
        "observed": ["inferior_a", "superior_a", "inferior_b", "superior_b"],
    },
    "units": [
        {"unit": each.unit, "one": each.one, "short": each.short, "first": each.first}
        for each in TIME_WORDS.values()
    ],
    "no_triplet": 255,
    "one": 254,
    "strip_columns": 800,
    "boundary_decimals": NEST_DECIMALS,
    "state": list(_STATE),
    "questions": {
        "look": {
            **_PAIR,
            **_VIEW,
            "strips": "flag",
            "track": "text",
            "held": "text",
            "chosen": "two counts or null",
            "triplet": "two numbers or null",
            "state": "texts by name",
        },
        "sample": {"sample": "text", "state": "texts by name"},
        "diagnose": {
            **_PAIR,
            "extra": "number or null",
            "first": "count",
            "count": "count",
            "state": "texts by name",
        },
        "mend": {**_PAIR, "cause": "text", "state": "texts by name"},
        "depths": {**_PAIR, "held": "text", "state": "texts by name"},
        "draw": {
            "told": "pair",
            "drawn": "text",
            "nested": "flag",
            "effects": "text",
            "first": "count",
            "extra": "number or null",
            **_VIEW,
            "state": "texts by name",
        },
    },
    "errors": [
        "malformed",
        "too-large",
        "too-long",
        "unknown-pair",
        "refused",
        "failed",
        "dropped",
    ],
}
"""What both sides call things: of an array, what its columns are; of a question, its fields and
their types."""
