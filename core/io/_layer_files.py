"""Writing of formats with a file a layer: ``layer1`` is the coarsest."""

from __future__ import annotations

from collections.abc import Callable

from core.hierarchy import Hierarchy, Layer
from core.io._losses import all_names
from core.io._text import encode
from core.wording import counted


def files_of(
    hierarchy: Hierarchy, suffix: str, written: Callable[[Layer], bytes]
) -> dict[str, bytes]:
    """Give a file a layer, as `written` makes it of the layer."""
    return {
        f"layer{level}{suffix}": written(layer) for level, layer in enumerate(hierarchy.layers, 1)
    }


def lines_of(layer: Layer, time: Callable[[float], str] = repr) -> bytes:
    """Write a line ``start<TAB>end<TAB>label`` a segment; `time` gives the digits."""
    return encode(
        "".join(
            f"{time(start)}\t{time(end)}\t{_one_line(label)}\n"
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        )
    )


def lost_in_lines(hierarchy: Hierarchy) -> list[str]:
    """Say what is lost where each layer is such a file."""
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(_one_line(label) != label for label in labels)
    white = [f"white space in {counted(changed, 'label')}"] if changed else []
    return [*all_names(hierarchy, "layer"), *white]


def _one_line(label: str) -> str:
    return " ".join(label.split())
