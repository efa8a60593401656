"""What the browser asks, read: every value checked, and nothing that would take too long."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError

from core.hierarchy import Hierarchy
from core.io import read_document
from core.windows import effective_window
from explorer.messages.edited import Edited
from explorer.messages.inspection import Question, Setup
from explorer.messages.work import too_long, too_long_to_explain
from explorer.state.pair import PairState

STATE = (
    PairState.window, PairState.variant, PairState.direction, PairState.listed, PairState.outcome,
    PairState.layers, PairState.region, PairState.convention, PairState.mean_over_all,
    PairState.frame_size, PairState.beta, PairState.part,
)  # fmt: skip
"""What every question says of the page, as texts in an address."""


class QuestionError(Exception):
    """A question that is not answered."""

    def __init__(self, name: str, words: str) -> None:
        self.name = name
        self.words = words
        super().__init__(words)


def _state(said: Any) -> PairState:
    if not isinstance(said, dict):
        raise ValueError("the state is missing")
    values = {}
    for value in STATE:
        try:
            values[value.key] = value.parse(said[value.key])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"“{value.key}” is missing or wrong") from error
    return PairState(values)


_Number = Annotated[float, Field(gt=-1e15, lt=1e15, allow_inf_nan=False)]
_Two = tuple[_Number, _Number]
_Count = Annotated[int, Field(ge=0, lt=10**9)]
_Run = Annotated[int, Field(gt=-(10**6), lt=10**6)]


class Asked(BaseModel):
    """A question."""

    model_config = ConfigDict(strict=True, arbitrary_types_allowed=True)

    number: _Count
    state: Annotated[PairState, PlainValidator(_state, json_schema_input_type=dict[str, str])]


class OfPair(Asked):
    """A question about a pair, which is told the first time."""

    pair: str
    told: dict[str, Any] | None


class Look(OfPair):
    """What a window and a query of a pair are."""

    kind: Literal["look"]
    query: _Number
    shown: _Two
    strips: bool
    track: Literal["none", "splits", "whole"]
    held: str
    chosen: tuple[_Run, _Run] | None
    triplet: _Two | None

    def question(self, end: float) -> Question:
        """Give what is asked of a pair that lasts so many seconds."""
        moments = self.triplet and (within(self.triplet[0], end), within(self.triplet[1], end))
        return Question(
            query=within(self.query, end),
            state=self.state.copy(window=effective_window(end, self.state.window)),
            shown=shown_of(self.shown, end),
            chosen=self.chosen,
            triplet=moments,
            strips=self.strips,
            track=self.track,
            held=self.held,
        )


class Depths(OfPair):
    """How deep moments of a pair meet."""

    kind: Literal["depths"]
    held: str


class Diagnose(OfPair):
    """Why a score is low, at so many windows from the first on."""

    kind: Literal["diagnose"]
    extra: _Number | None
    first: _Count
    count: _Count


class Mend(OfPair):
    """What mending a cause of a low score changes."""

    kind: Literal["mend"]
    cause: str


class Draw(Asked):
    """What a state is that is being drawn."""

    kind: Literal["draw"]
    told: dict[str, Any]
    drawn: str
    nested: bool
    effects: str
    first: _Count
    extra: _Number | None
    query: _Number
    shown: _Two

    @property
    def edited(self) -> Edited:
        """Give the state."""
        pair = read_document(self.told)
        return Edited(self.drawn, *pair, self.nested, self.effects, self.first)


class Sample(Asked):
    """What the view draws of a sample."""

    kind: Literal["sample"]
    sample: str


_Every = Look | Depths | Diagnose | Mend | Draw | Sample
QUESTION: TypeAdapter[_Every] = TypeAdapter(Annotated[_Every, Field(discriminator="kind")])


class _Numbered(BaseModel):
    number: Annotated[int, Field(strict=True, ge=0, lt=10**9)] = 0
    kind: Any = None


def read(text: str) -> _Every:
    """Read a question: a JSON object of one of these kinds."""
    try:
        return QUESTION.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        if len(first["loc"]) < 2:
            words = "A question is a JSON object of one of the known kinds."
        else:
            kind, name, *_ = first["loc"]
            words = f"“{name}” of “{kind}”: {first['msg']}."
        raise QuestionError("malformed", words) from error


def number_in(text: str) -> int:
    """Give the number of a question; 0 where it has none."""
    try:
        return _Numbered.model_validate_json(text).number
    except ValidationError:
        return 0


def dropped(text: str) -> int | None:
    """Give the number of the question that a message drops; None for a question."""
    try:
        said = _Numbered.model_validate_json(text if len(text) < 100 else "{}")
    except ValidationError:
        return None
    return said.number if said.kind == "drop" else None


def setup_of(pair: tuple[Hierarchy, Hierarchy], state: PairState) -> Setup:
    """Say how a pair is scored."""
    setup = Setup.of(*pair, state)
    words = too_long(*pair, setup.convention, setup.frame_size)
    if words:
        raise QuestionError("too-long", words)
    return setup


def how_to_explain(pair: tuple[Hierarchy, Hierarchy], state: PairState) -> dict[str, Any]:
    """Say how it is found why a score is low, as :func:`core.diagnosis.diagnose` takes it."""
    setup = setup_of(pair, state)
    words = too_long_to_explain(*pair)
    if words:
        raise QuestionError("too-long", words)
    return setup.how | {"variant": state.explained_variant, "part": state.part}


def within(time: float, end: float) -> float:
    """Give the time within the track that is nearest."""
    return min(max(time, 0.0), end)


def shown_of(shown: tuple[float, float], end: float) -> tuple[float, float]:
    """Give the stretch on screen as far as the track goes; all of it for what is none."""
    start, stop = shown[0], min(shown[1], end)
    return (start, stop) if 0.0 <= start < stop else (0.0, end)
