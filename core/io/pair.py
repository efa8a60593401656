"""Convert a pair to a JSON document for the browser, and back."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field
from pydantic_core import PydanticCustomError

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy, Pair
from core.io.documents import checked
from core.io.limits import MAX_END, MAX_LAYERS, MAX_PAIR_SEGMENTS, MAX_TEXT, refuse_more
from core.io.units import unit_named
from core.wording import TIME_NOTATIONS


def _known(unit: str) -> str:
    unit = unit_named(unit)
    if unit not in TIME_NOTATIONS:
        raise PydanticCustomError("unknown_name", f"not one of {', '.join(TIME_NOTATIONS)}")
    return unit


_Text = Annotated[str, Field(max_length=MAX_TEXT)]
_Time = Annotated[float, Field(ge=0, le=MAX_END, allow_inf_nan=False)]


class _Strict(BaseModel):
    # Fail fast, since errors for a million values would take a gigabyte.
    model_config = ConfigDict(strict=True)


class _Layer(_Strict):
    name: _Text = ""
    boundaries: Annotated[list[_Time], Field(max_length=MAX_PAIR_SEGMENTS + 1), FailFast()]
    labels: Annotated[list[_Text], Field(max_length=MAX_PAIR_SEGMENTS), FailFast()] = []


class _Side(_Strict):
    name: _Text = ""
    unit: Annotated[str, AfterValidator(_known)] = "seconds"
    layers: Annotated[list[_Layer], Field(max_length=MAX_LAYERS)]

    def hierarchy(self, place: str) -> Hierarchy:
        try:
            return Hierarchy.from_boundaries(
                [layer.boundaries for layer in self.layers],
                [layer.labels for layer in self.layers],
                layer_names=[layer.name for layer in self.layers],
                name=self.name,
                unit=self.unit,
            )
        except HierarchyError as error:
            raise error.changed(problem=f"{error.problem} (in the {place})") from error


class _Pair(_Strict):
    reference: _Side
    estimate: _Side


def describe(hierarchy: Hierarchy) -> dict[str, Any]:
    """Return a hierarchy as JSON values; layers are coarsest first, boundaries in the unit."""
    layers = [
        {"name": layer.name, "boundaries": layer.boundaries.tolist(), "labels": list(layer.labels)}
        for layer in hierarchy.layers
    ]
    return {"name": hierarchy.name, "unit": hierarchy.unit, "layers": layers}


def pair_document(reference: Hierarchy, estimate: Hierarchy) -> dict[str, Any]:
    """Return a pair as JSON values; see :func:`describe` for each side."""
    return {"reference": describe(reference), "estimate": describe(estimate)}


def read_document(value: object, source: str = "drawing", *, aligned: bool = True) -> Pair:
    """Read a document of :func:`pair_document`; names, units and labels may be missing."""
    pair = checked(
        _Pair.model_validate, value, source=source, advice="Is it a pair of hierarchies?"
    )
    layers = (*pair.reference.layers, *pair.estimate.layers)
    n_segments = sum(len(layer.boundaries) - 1 for layer in layers)
    limit, advice = MAX_PAIR_SEGMENTS, "Leave out some layers"
    refuse_more(n_segments, limit, "segments", source=source, advice=advice)
    reference = pair.reference.hierarchy(f"reference of the {source}")
    estimate = pair.estimate.hierarchy(f"estimate of the {source}")
    if reference.unit != estimate.unit:
        problem = f"the reference is in {reference.unit}, the estimate in {estimate.unit}"
        raise ReadError(problem, source=source, advice="Convert both to one unit")
    for side, hierarchy in (("reference", reference), ("estimate", estimate)):
        if aligned and hierarchy.start != 0:
            problem = f"the {side} starts at {hierarchy.notation.at(hierarchy.start)}"
            raise ReadError(problem, source=source, advice=f"Start at {hierarchy.notation.at(0.0)}")
    if aligned and reference.end != estimate.end:
        ends = [hierarchy.notation.at(hierarchy.end) for hierarchy in (reference, estimate)]
        problem = f"the reference ends at {ends[0]}, the estimate at {ends[1]}"
        raise ReadError(problem, source=source, advice="Both must end at the same time")
    return Pair(reference, estimate)
