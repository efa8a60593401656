"""The names that Python and the browser share; :mod:`explorer.frontend.serving` serves them."""

from typing import Any

from core.hierarchy import NEST_DECIMALS, PADDING
from core.measures import COLUMNS, MEASURES, QUERY_COLUMNS, SCORES
from core.triplets.blocks import ROLES
from core.vocabulary import DIRECTIONS, PARTS, SIDES
from core.windows import SCAPED_FROM
from core.wording import TIME_NOTATIONS
from explorer.room.model import MOST_BOUNDARIES
from explorer.state.pair import ASKED, CHOICES, LISTED, LONGEST_NAME

_SCORES = [f"{part}_{key}" for key, part in SCORES]

SCHEMA: dict[str, Any] = {
    "measures": [
        {
            "key": measure.key,
            "title": measure.title,
            "windowed": measure.windowed,
            "letter": measure.letter,
            "needs": measure.needs,
            "has_triplets": measure.has_triplets,
            "has_queries": bool(measure.queries),
            "names": {part: measure.label(part) for part in PARTS},
            "symbols": {part: measure.symbol(part) for part in PARTS},
            "terms": {part: measure.term(part) for part in PARTS},
        }
        for measure in MEASURES
    ],
    "parts": list(PARTS),
    "directions": list(DIRECTIONS),
    "sides": list(SIDES),
    "arrays": {
        "scores": list(COLUMNS),
        "delta": _SCORES,
        "strips": [f"{part}_{key}" for key, part in QUERY_COLUMNS],
        "loss": list(ROLES),
    },
    "units": [
        {"unit": unit.unit, "one": unit.singular, "short": unit.short, "first": unit.first}
        for unit in TIME_NOTATIONS.values()
    ],
    "no_triplet": 255,
    "one": 254,
    "strip_columns": 800,
    "scape": {"from": SCAPED_FROM, "parts": 30},
    "padding": list(PADDING),
    "longest_question": 1_200_000,  # characters; see LARGEST in explorer/server/connections.py
    "longest_name": LONGEST_NAME,  # characters
    "most_boundaries": MOST_BOUNDARIES,  # of a drawing for the room
    "boundary_decimals": NEST_DECIMALS,
    "state": {
        "choices": {value.key: value.default for value in CHOICES},
        "listed": [value.key for value in LISTED],
        "asked": [value.key for value in ASKED],
    },
}
"""Names that Python and the browser share, such as the columns of each array."""
