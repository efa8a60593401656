"""What the page Windows remembers; the part of a measure is that of Corpus, too."""

from core.vocabulary import PARTS, Part
from explorer.state.value import Choice, Table, Value


class WindowsState(Table):
    carried = True

    part = Choice[Part]("f_measure", PARTS, url="measure", name="measure")  # charts of one score

    beats = Value[tuple[str, bytes] | None](None)  # the file of frame times
    beats_turn = Value(0)  # how often its uploader was emptied
    more_estimates = Value[tuple[tuple[str, bytes], ...]](())  # files of other estimates
    more_of = Value[list[list[float]]]([])  # their reference's boundaries
    more_refused = Value("")  # why files were not taken
    more_turn = Value(0)  # how often their uploader was emptied
