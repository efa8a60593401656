"""What the browser asks, read: every value checked, and nothing that would take too long."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError

from core.windows import effective_window
from explorer.state.pair import PairState

STATE = (
    PairState.window, PairState.variant, PairState.direction, PairState.listed, PairState.outcome,
    PairState.layers, PairState.region, PairState.convention, PairState.mean_over_all,
    PairState.frame_size, PairState.beta, PairState.part,
)  # fmt: skip
"""What every question says of the page, as texts in an address."""


class QuestionError(Exception):
    def __init__(self, name: str, message: str) -> None:
        self.name = name
        self.words = message
        super().__init__(message)


def _state(texts: Any) -> PairState:
    if not isinstance(texts, dict):
        raise ValueError("the state is missing")
    values = {}
    for value in STATE:
        try:
            values[value.key] = value.parse(texts[value.key])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"“{value.key}” is missing or wrong") from error
    return PairState(values)


_Number = Annotated[float, Field(gt=-1e15, lt=1e15, allow_inf_nan=False)]
_Two = tuple[_Number, _Number]
_Count = Annotated[int, Field(ge=0, lt=10**9)]
_Run = Annotated[int, Field(gt=-(10**6), lt=10**6)]


class Asked(BaseModel):
    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)

    number: _Count
    state: Annotated[PairState, PlainValidator(_state, json_schema_input_type=dict[str, str])]


class OfPair(Asked):
    """A question about a pair, which comes with the first one."""

    pair: str
    told: dict[str, Any] | None


class Look(OfPair):
    """What a window and a query of a pair are."""

    kind: Literal["look"]
    query: _Number
    shown: _Two  # the stretch of time on screen
    strips: bool  # whether to give g of all queries on screen
    track: Literal["none", "splits", "list", "whole"]
    """How much of the whole track; a list lacks the picture of loss alone, which is large."""
    held: str  # which answer about the whole track the browser has
    chosen: tuple[_Run, _Run] | None  # the runs of a block; None for the costliest
    triplet: _Two | None  # the i and j of one triplet, in place of a block

    def on_track(self, end: float) -> Look:
        """Give the question with its times and its window as far as a track goes."""
        times = {
            "query": within(self.query, end),
            "shown": shown_of(self.shown, end),
            "triplet": self.triplet and tuple(within(time, end) for time in self.triplet),
            "state": self.state.copy(window=effective_window(end, self.state.window)),
        }
        return self.model_copy(update=times)


class Scape(OfPair):
    """g of the stretch on screen at every window."""

    kind: Literal["scape"]
    shown: _Two
    fine: bool  # whether in every detail
    deciding: bool  # whether which layer decides, in place of g


class Patch(OfPair):
    """What is in the scape at a query and a window."""

    kind: Literal["patch"]
    query: _Number


class Depths(OfPair):
    kind: Literal["depths"]
    held: str


class Diagnose(OfPair):
    """Why a score is low, at so many windows from the first on."""

    kind: Literal["diagnose"]
    extra: _Number | None
    first: _Count
    count: _Count


class Mend(OfPair):
    kind: Literal["mend"]
    cause: str


class Draw(Asked):
    """What a state of the pair is that is being drawn."""

    kind: Literal["draw"]
    told: dict[str, Any]
    drawn: str  # what the browser calls the state
    nested: bool  # whether the layers are kept a refinement
    effects: str  # what the browser calls the effects that it asks for; empty for none
    first: _Count  # how many of them it has
    extra: _Number | None
    query: _Number
    shown: _Two
    triplet: _Two | None = None  # the i and j that stay while boundaries move


class Sample(Asked):
    kind: Literal["sample"]
    sample: str


_Every = Look | Scape | Patch | Depths | Diagnose | Mend | Draw | Sample
QUESTION: TypeAdapter[_Every] = TypeAdapter(Annotated[_Every, Field(discriminator="kind")])


class _Numbered(BaseModel):
    number: Annotated[int, Field(strict=True, ge=0, lt=10**9)] = 0
    kind: Any = None


def read(text: str) -> _Every:
    try:
        return QUESTION.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        if len(first["loc"]) < 2:
            message = "A question is a JSON object of one of the known kinds."
        else:
            kind, name, *_ = first["loc"]
            message = f"“{name}” of “{kind}”: {first['msg']}."
        raise QuestionError("malformed", message) from error


def _numbered(text: str) -> _Numbered:
    try:
        return _Numbered.model_validate_json(text)
    except ValidationError:
        return _Numbered()


def number_in(text: str) -> int:
    """Give the number of a question; 0 if it has none."""
    return _numbered(text).number


def dropped(text: str) -> int | None:
    """Give the number of the question that a message drops; None for a question."""
    question = _numbered(text if len(text) < 100 else "{}")
    return question.number if question.kind == "drop" else None


def within(time: float, end: float) -> float:
    return min(max(time, 0.0), end)


def shown_of(shown: tuple[float, float], end: float) -> tuple[float, float]:
    """Clip the stretch on screen to the track; an empty one is the whole track."""
    start, stop = shown[0], min(shown[1], end)
    return (start, stop) if 0.0 <= start < stop else (0.0, end)
