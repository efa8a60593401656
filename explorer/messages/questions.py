"""Parse and validate the browser's requests: every value is checked and limited."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError

from core.windows import effective_window
from explorer.state.pair import ASKED, PairState


class QuestionError(Exception):
    def __init__(self, name: str, message: str) -> None:
        self.name = name
        self.message = message
        super().__init__(message)


def _state(texts: Any) -> PairState:
    """Parse the settings of the page, which have the form of addresses."""
    if not isinstance(texts, dict):
        raise ValueError("the state is missing")
    values = {}
    for value in ASKED:
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
    """A request about a pair; the first one includes the pair itself."""

    pair: str
    document: dict[str, Any] | None


class Look(OfPair):
    """A request for the scores and triplets at a window and a query."""

    kind: Literal["look"]
    query: _Number
    shown: _Two  # start and end of the time on screen
    strips: bool  # whether to include g of all queries on screen
    track: Literal["none", "splits", "list", "whole"]
    """How much about the whole track; "list" is all but the large picture of the loss."""
    track_key: str  # of the whole-track answer that the browser has
    chosen: tuple[_Run, _Run] | None  # the runs of a block; None for the costliest
    triplet: _Two | None  # i and j of one triplet, instead of a block

    def on_track(self, end: float) -> Look:
        """Return the request with its times and its window clipped to a track."""
        times = {
            "query": within(self.query, end),
            "shown": shown_of(self.shown, end),
            "triplet": self.triplet and tuple(within(time, end) for time in self.triplet),
            "state": self.state.copy(window=effective_window(end, self.state.window)),
        }
        return self.model_copy(update=times)


class Scape(OfPair):
    """A request for g of the time on screen at every window."""

    kind: Literal["scape"]
    shown: _Two
    fine: bool  # whether at full resolution
    deciding: bool  # whether the deciding layer replaces g


class Patch(OfPair):
    """What is in the scape at a query and a window."""

    kind: Literal["patch"]
    query: _Number


class Depths(OfPair):
    kind: Literal["depths"]


class Diagnose(OfPair):
    """A request for diagnoses at `count` windows from number `first` on."""

    kind: Literal["diagnose"]
    extra: _Number | None
    first: _Count
    count: _Count


class Fix(OfPair):
    kind: Literal["fix"]
    cause: str


class Draw(Asked):
    """A request for the scores of a pair that a user is drawing."""

    kind: Literal["draw"]
    document: dict[str, Any]
    drawn: str  # the browser's identifier of the state
    nested: bool  # whether edits keep the layers nested
    effects: str  # the browser's identifier of the effects that it requests; empty for none
    first: _Count  # how many of these effects it has
    extra: _Number | None
    query: _Number
    shown: _Two
    triplet: _Two | None = None  # the i and j that stay while boundaries move


class Sample(Asked):
    kind: Literal["sample"]
    sample: str
    scape: bool = False  # whether its scape is shown


Question = Look | Scape | Patch | Depths | Diagnose | Fix | Draw | Sample
QUESTION: TypeAdapter[Question] = TypeAdapter(Annotated[Question, Field(discriminator="kind")])


class _Numbered(BaseModel):
    number: Annotated[int, Field(strict=True, ge=0, lt=10**9)] = 0
    kind: Any = None


def read(text: str) -> Question:
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
    """Return the number of a request; 0 if it has none."""
    return _numbered(text).number


def dropped(text: str) -> int | None:
    """Return the number of the request that a message cancels; None for other messages."""
    question = _numbered(text if len(text) < 100 else "{}")
    return question.number if question.kind == "drop" else None


def within(time: float, end: float) -> float:
    return min(max(time, 0.0), end)


def shown_of(shown: tuple[float, float], end: float) -> tuple[float, float]:
    """Clip the time on screen to the track; if nothing is left, return the whole track."""
    start, stop = shown[0], min(shown[1], end)
    return (start, stop) if 0.0 <= start < stop else (0.0, end)
