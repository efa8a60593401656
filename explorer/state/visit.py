"""What is remembered of a visit as a whole; only the session knows it."""

from typing import Any

from explorer.state.value import Table, Value


class VisitState(Table):
    page = Value("")  # what the page on screen is called
    session = Value("")  # what tells it from others; empty until it has begun
    fresh = Value(0)  # how often a pair from elsewhere was put on screen
    restored = Value(0)  # how often something else than the pictures said what is on screen
    taken = Value[dict[tuple[str, str], object]]({})  # when pictures said what; in place
    salami = Value[str | None](None)  # the folder of SALAMI that was typed, on Papers or Corpus
    meant = Value[frozenset[str]](frozenset())  # paths that were typed here, or clicked to be read
    papers_files = Value[list[Any] | None](None)  # what the uploader of Papers holds
