"""Questions of the live channel."""

import json
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.io.pair import pair_document
from core.measures import BY_KEY
from core.samples import samples
from core.tmeasures import CONVENTIONS
from core.triplets.api import ROLES
from core.triplets.results import OUTCOMES
from core.vocabulary import DIRECTIONS
from explorer.live.answers import Pairs, reply
from explorer.messages.diagnosis import cause_name
from explorer.messages.questions import STATE
from explorer.state.pair import PairState

from .mutations import damaged, json_damaged, tree_damaged
from .readers import OTHER, SONG
from .trying import Parts, Target

_TIMES = (0.0, 1.0, 1.000001, 5.0, 9.999999, 10.0, 20.05, 30.0)
_LENGTHS = (30.0, 30.0, 30.0, 1e-320, 1e-160, 1e-30, 1e-9, 1e-6, 1e-3, 9e5)
_VIEW = {"query": 5.0, "shown": [0.0, 30.0]}


def _cause() -> str:
    """Give a cause that the pair has."""
    return cause_name(diagnose(SONG, OTHER).causes[0])


@cache
def _questions() -> tuple[dict[str, object], ...]:
    """Give a good question of each kind."""
    state = PairState({}).texts(STATE)
    song = pair_document(SONG, OTHER)
    pair = {"pair": "a pair", "document": song}
    look = {"strips": True, "track_key": "", "chosen": [0, 1], "triplet": [1.0, 2.0]}
    look["state"] = state
    return (
        {"kind": "look", "number": 1, **pair, **_VIEW, **look, "track": "whole"},
        {"kind": "look", "number": 2, **pair, **_VIEW, **look, "track": "splits", "chosen": None},
        {"kind": "depths", "number": 3, **pair, "state": state},
        {"kind": "sample", "number": 4, "sample": samples()[0].id, "state": state},
        {
            "kind": "draw", "number": 5, "document": song, "drawn": "1", "nested": False,
            "effects": "none", "first": 0, "extra": None, **_VIEW, "state": state,
        },
        {
            "kind": "draw", "number": 6, "document": song, "drawn": "2", "nested": True,
            "effects": "every", "first": 0, "extra": 3.0, **_VIEW, "state": state,
        },
        {
            "kind": "diagnose", "number": 7, **pair, "extra": None, "first": 60, "count": 2,
            "state": state,
        },
        {"kind": "mend", "number": 8, **pair, "cause": _cause(), "state": state},
    )  # fmt: skip


def _listing(random: Random) -> dict[str, object]:
    """Give a good question about a list, with how it is scored and what is listed drawn anew."""
    start, wide = random.choice(_TIMES), random.choice((1e-6, 1e-3, 0.1, 1.0, 9.0))
    drawn = {
        "variant": random.choice([*BY_KEY]),
        "convention": random.choice([*CONVENTIONS]),
        "frame_size": f"{random.choice((0.02, 0.1, 0.5, 2.0))}",
        "window": random.choice(("0.01", "0.5", "3", "15", "inf", f"{random.uniform(0.01, 30)}")),
        "direction": random.choice(DIRECTIONS),
        "listed": random.choice(("track", "query")),
        "outcome": random.choice(("lost", *OUTCOMES)),
        "layers": f"{random.choice(('any', *'0123'))}-{random.choice(('any', *'0123'))}",
        "region": random.choice(("", f"{random.choice(ROLES)}:{start:.6f}-{start + wide:.6f}")),
    }
    good = _questions()[random.choice((0, 1))]
    return {
        **good,
        "document": _lasting(random.choice(_LENGTHS)),
        "query": random.choice((*_TIMES, random.uniform(0.0, 30.0))),
        "track": random.choice(("none", "splits", "list", "whole")),
        "state": {**good["state"], **drawn},
        "triplet": random.choice((None, [start, start + wide])),
    }


def _lasting(end: float) -> dict[str, object]:
    """Give the pair as if it lasted so many seconds."""
    sides = (
        Hierarchy.from_boundaries(
            [layer.boundaries / SONG.end * end for layer in side.layers],
            [layer.labels for layer in side.layers],
        )
        for side in (SONG, OTHER)
    )
    return pair_document(*sides)


def _make(random: Random) -> Parts:
    if random.random() < 0.3:
        return (("question", json.dumps(_listing(random)).encode()),)
    good = random.choice(_questions())
    if random.random() < 0.2:
        return (("question", damaged(json.dumps(good).encode(), random)),)
    if random.random() < 0.4:
        # A field alone, so that what it meets is otherwise as it should be.
        name = random.choice(list(good))
        good = good | {name: tree_damaged(good[name], random)}
        return (("question", json.dumps(good).encode()),)
    return (("question", json_damaged(json.dumps(good).encode(), random)),)


def _take(parts: Parts, folder: Path) -> Iterator[str]:
    answer = reply(parts[0][1].decode(errors="replace"), Pairs())
    (length,) = struct.unpack_from("<I", answer)
    head = json.loads(answer[4 : 4 + length])
    error = head.get("error")
    if error:
        assert error["name"] != "failed", head
        yield error["message"]


TARGETS = (Target("live", _make, _take),)
