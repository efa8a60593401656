"""What the page Windows remembers; the part of a measure is that of Corpus, too."""

from core.vocabulary import PARTS, SIDES, Part
from explorer.state.value import Choice, Number, Table, Value


class WindowsState(Table):
    carried = True

    axis = Choice("log", ("log", "linear"), url="axis")  # the scale of windows
    part = Choice[Part]("f_measure", PARTS, url="measure", name="measure")  # charts of one score
    bound = Number(0.9, 0.0, 1.0, url="bound")  # the share of queries that should count

    layers_side = Choice("reference", SIDES)  # whose layers are weighed
    beats = Value[tuple[str, bytes] | None](None)  # the file of frame times
    beats_turn = Value(0)  # how often its uploader was emptied
    more_estimates = Value[tuple[tuple[str, bytes], ...]](())  # files of other estimates
    more_of = Value[list[list[float]]]([])  # their reference's boundaries
    more_refused = Value("")  # why files were not taken
    more_turn = Value(0)  # how often their uploader was emptied
