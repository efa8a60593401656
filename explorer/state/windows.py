"""What the page Windows remembers; the measure is that of Corpus, too."""

from __future__ import annotations

from core.choosing import Measure
from explorer.state.pair import SIDES
from explorer.state.value import Choice, Number, Table, Value

MEASURES: tuple[Measure, ...] = ("recall", "precision", "f_measure")
"""What is drawn where one measure is, under the names of :class:`core.tmeasures.Scores`."""


class WindowsState(Table):
    """Of the page Windows."""

    axis = Choice("log", ("log", "linear"), url="axis")
    """The scale of windows."""
    measure: Choice[Measure] = Choice("f_measure", MEASURES, url="measure")
    """The score that charts of one score show."""
    bound = Number(0.9, 0.0, 1.0, url="bound")
    """The share of queries that should count."""

    layers_side = Choice("reference", SIDES)
    """Whose layers are weighed."""
    beats = Value[tuple[str, bytes] | None](None)
    """The file of frame times."""
    beats_turn = Value(0)
    """How often its uploader was emptied."""
    more_estimates = Value[tuple[tuple[str, bytes], ...]](())
    """Files of other estimates."""
    more_of = Value[list[list[float]]]([])
    """The boundaries of the reference for which they were given."""
    more_refused = Value("")
    """Why files were not taken."""
    more_turn = Value(0)
    """How often their uploader was emptied."""
