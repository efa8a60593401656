"""The state of the page Windows; the page Corpus shares its part."""

from core.vocabulary import PARTS, Part
from explorer.state.value import Choice, Table, Value


class WindowsState(Table):
    carried = True

    part = Choice[Part]("f_measure", PARTS, url="measure", name="measure")  # the score in charts

    beats = Value[tuple[str, bytes] | None](None)  # the file of frame times
    beats_turn = Value(0)  # how often its uploader was emptied
    more_estimates = Value[tuple[tuple[str, bytes], ...]](())  # files of further estimates
    more_of = Value[list[list[float]]]([])  # boundaries of their reference
    more_refused = Value("")  # why files were refused
    more_turn = Value(0)  # how often their uploader was emptied
