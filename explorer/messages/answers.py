"""The types of answers to live questions, as the browser unpacks them: a head, then arrays."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, WithJsonSchema

from core.triplets.results import Outcome
from core.vocabulary import Direction, Part, Side

Bytes = Annotated[Any, WithJsonSchema({"type": "Uint8Array<ArrayBuffer>"})]
Floats = Annotated[Any, WithJsonSchema({"type": "Float64Array<ArrayBuffer>"})]
Stretch = tuple[float, float]
Depths = tuple[int, int]  # of i and of j


class DrawnTriplet(BaseModel):
    outcome: Outcome | None  # None if it is not counted
    moments: tuple[str, str, str]
    answers: tuple[str, str]  # of the reference, and of the estimate
    own: int  # the side that counts it
    verdict: str
    of_labels: bool
    segments: list[list[tuple[int, float, float, str, Stretch | None]]]
    i: Stretch
    j: Stretch
    example: Stretch
    count: float
    of_loss: float | None
    run: Depths | None = None


class Row(BaseModel):
    """A block in a list."""

    query: float
    queries: Stretch
    run: Depths
    i: Stretch
    j: Stretch
    depth_reference: Depths
    depth_estimate: Depths
    outcome: Outcome
    count: float
    share: float
    loss: float
    of_loss: float | None


class Triplets(BaseModel):
    query: float
    variant: str
    direction: Direction
    picked: DrawnTriplet | None


class QueryTriplets(Triplets):
    frameless: bool
    agree: float
    tie: float
    inverted: float
    total: float
    reach: Stretch
    sentence: str
    rows: list[Row] | None = None
    listed: int | None = None


class Split(BaseModel):
    score: float
    tie: float
    inverted: float
    uncounted: float


class Strip(BaseModel):
    range: Stretch
    peak: float
    columns: int


class Track(BaseModel):
    splits: dict[str, dict[Direction, Split]]
    beside: str
    rows: list[Row]
    cut: bool
    layers: list[list[list[float]]] | None = None
    strip: Strip | None = None


class LookAnswer(BaseModel):
    triplets: QueryTriplets
    g: list[float | None]
    track_key: str
    track: Track | None
    shown: Stretch | None = None
    strips: Bytes | None = None
    loss: Bytes | None = None
    pixels: Bytes | None = None


class ScapeAnswer(BaseModel):
    windows: Stretch
    rows: int
    shown: Stretch
    planes: Bytes
    costs: Bytes


class PatchAnswer(BaseModel):
    sentence: str
    worst: Stretch | None


class DepthsAnswer(BaseModel):
    pixels: int
    ref_depths: Bytes
    est_depths: Bytes


class Cause(BaseModel):
    name: str
    text: str
    after: list[float | None]
    together: float | None
    overlaps: bool


class Diagnosis(BaseModel):
    sentence: list[tuple[str, int | None]]
    part: Part
    scores: list[float | None]
    causes: list[Cause]


class DiagnoseAnswer(BaseModel):
    first: int
    diagnoses: list[Diagnosis]


class Layer(BaseModel):
    name: str
    boundaries: list[float]
    labels: list[str]


class Hierarchy(BaseModel):
    name: str
    unit: str
    layers: list[Layer]


class FixAnswer(BaseModel):
    cause: str
    marks: list[tuple[Literal["added", "removed", "moved"], Side, int, float, float | None]]
    inserted: list[int]
    dropped: list[int]
    turned: bool
    changes: list[tuple[str, str]]
    reference: Hierarchy
    estimate: Hierarchy


class Effects(BaseModel):
    key: str
    first: int
    rows: list[tuple[Literal["add", "remove"], int, float, float, float, float, float | None]]
    total: int


class Coverage(BaseModel):
    least: float
    whole: str
    enough: str
    little: dict[str, dict[Part, str]]


class DrawAnswer(BaseModel):
    drawn: str
    rules: str
    end: float
    count: int
    index: int
    shown: Stretch
    coverage: Coverage
    g: list[float | None]
    triplets: Triplets
    effects: Effects | None = None
    at: Floats
    scores: Floats
    strips: Bytes


class SampleAnswer(BaseModel):
    drawing: Bytes


ANSWERS = {
    "look": LookAnswer,
    "scape": ScapeAnswer,
    "patch": PatchAnswer,
    "depths": DepthsAnswer,
    "diagnose": DiagnoseAnswer,
    "fix": FixAnswer,
    "draw": DrawAnswer,
    "sample": SampleAnswer,
}
"""The answer to each kind of question."""
