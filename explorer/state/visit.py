"""The state of a visit as a whole; it is not in addresses."""

from typing import Any

from explorer.state.value import Table, Value


class VisitState(Table):
    page = Value("")  # title of the page on screen
    session = Value("")  # ID of the session; empty before its start
    fresh = Value(0)  # how often another pair was opened, which empties the uploader
    restored = Value(0)  # how often the server, not a component, set the state on screen
    taken = Value[dict[tuple[str, str], object]]({})  # time of each component's last state
    salami = Value[str | None](None)  # SALAMI's folder as typed on Papers or Corpus
    meant = Value[frozenset[str]](frozenset())  # paths that were typed here, or clicked to be read
    papers_files = Value[list[Any] | None](None)  # files in the uploader of Papers
