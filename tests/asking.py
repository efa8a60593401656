"""Ask live questions like the browser, and unpack the answers."""

import json

from pydantic import TypeAdapter
from unpacking import unpacked

from core.io.pair import pair_document
from explorer.live.answers import Pairs, reply
from explorer.messages.answers import ANSWERS
from explorer.state.pair import ASKED, PairState

TYPED = {kind: TypeAdapter(answer) for kind, answer in ANSWERS.items()}
DEFAULT_STATE = PairState({}).texts(ASKED)


def say(reference, estimate, query, **more):
    """A question with its pair; further arguments are values of the state."""
    said = {
        "kind": "look",
        "number": 1,
        "pair": "a pair",
        "document": pair_document(reference, estimate),
        "query": query,
        "shown": [0.0, reference.end],
        "strips": False,
        "track": "none",
        "track_key": "",
        "chosen": None,
        "triplet": None,
    }
    state = DEFAULT_STATE | {name: each for name, each in more.items() if name not in said}
    return said | {name: more[name] for name in said.keys() & more} | {"state": state}


def drawing(reference, estimate, **more):
    """A question about a pair that is being drawn."""
    drawn = {"kind": "draw", "drawn": "ab1:4", "nested": True}
    how = {"effects": "", "first": 0, "extra": None}
    return {**say(reference, estimate, 5.0), **drawn, **how, **more}


def look(sample, query, **more):
    """A question about a sample."""
    return say(*pair(sample), query, **more)


def pair(sample):
    return sample.reference, sample.estimate


def replied(said, pairs=None):
    """The answer: the head, which may be an error, and the arrays."""
    text = said if isinstance(said, str) else json.dumps(said)
    return unpacked(reply(text, pairs or Pairs()))


def answered(said, pairs=None):
    """The head and the arrays of an answer without an error."""
    head, arrays = replied(said, pairs)
    assert "error" not in head, head
    kind = (json.loads(said) if isinstance(said, str) else said)["kind"]
    TYPED[kind].validate_json(json.dumps(head | dict.fromkeys(arrays, "an array")), strict=True)
    return head, arrays
