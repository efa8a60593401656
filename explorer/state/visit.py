"""What is remembered of a visit as a whole; only the session knows it."""

from __future__ import annotations

from typing import Any

from explorer.state.value import Table, Value


class VisitState(Table):
    """Of the session."""

    session = Value("")
    """What tells it from others; empty until it has begun."""
    fresh = Value(0)
    """How often a pair from elsewhere was put on screen."""
    restored = Value(0)
    """How often something else than the pictures said what is on screen."""
    taken = Value[dict[tuple[str, str], object]]({})
    """When each thing was said that pictures have told; changed in place."""
    salami = Value[str | None](None)
    """The folder of SALAMI that was typed, on Papers or Corpus."""
    papers_olda = Value[list[Any] | None](None)
    """What the uploader of Papers holds."""
