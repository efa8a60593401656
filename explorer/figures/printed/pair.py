"""Draw a pair for print: layers, g(q), and scores over windows."""

from matplotlib.figure import Figure

from core.errors import ScoreError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.measures import BY_KEY
from core.tmeasures import TMeasures
from explorer.figures.printed.canvas import (
    GAP,
    Canvas,
    Drawn,
    Panel,
    Printed,
    fitting,
    stacked,
    text_width,
)
from explorer.figures.printed.how import SIZES, Print
from explorer.figures.printed.over_time import layer_name, over_time, tick_text
from explorer.figures.printed.over_windows import over_windows
from explorer.figures.printed.scape import BESIDE

_MOST_NAMES = 0.24  # share of the width for names of layers


def print_pair(reference: Hierarchy, estimate: Hierarchy, result: TMeasures, how: Print) -> Printed:
    if how.query is not None and not 0 <= how.query <= reference.end:
        units = reference.notation
        raise ScoreError(
            f"There is no query at {units.at(how.query)}. Use a time from {units.at(0)} to "
            f"{units.at(reference.end)}."
        )
    for key in how.measures:
        if BY_KEY[key] not in result.measures:
            raise ScoreError(
                f"{BY_KEY[key].title} needs labels, and {result.lack} has none. Choose another "
                "measure."
            )
    title = " and ".join(
        shortened(side.name) or word
        for word, side in (("reference", reference), ("estimate", estimate))
    )

    def draw() -> Figure:
        canvas = Canvas(SIZES[how.size])
        return stacked(canvas, _panels(canvas, reference, estimate, result, how))

    return Printed(draw, title)


def _panels(
    canvas: Canvas, reference: Hierarchy, estimate: Hierarchy, result: TMeasures, how: Print
) -> list[Panel]:
    pair = Drawn(canvas, (reference, estimate), result, how)
    small = canvas.size.small
    names = ["0.5"]
    most = canvas.size.width * _MOST_NAMES
    if "layers" in how.panels:
        names += [
            fitting(layer_name(layer, at), most, small)
            for side in pair.sides
            for at, layer in enumerate(side.layers)
        ]
    if {"strips", "scape"} & {*how.panels}:
        names.append("precision")
    canvas.left = max(text_width(name, small) for name in names) + 3 * GAP
    # Half of an axis's last label extends beyond it.
    canvas.right = max(text_width(tick_text(pair.notation, pair.end), small) / 2, GAP) + 0.05
    if "scape" in how.panels:
        canvas.right += canvas.width * BESIDE / (1 + BESIDE)
    return [*over_time(pair), *over_windows(pair)]
