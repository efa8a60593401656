"""What writers of formats share: files of lines, and what formats can't hold."""

from collections.abc import Callable

from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.io._text import encode
from core.wording import counted


def digits(hierarchy: Hierarchy, written: Callable[[float], float], last: str) -> list[str]:
    """Say so if times are not as `written` gives them, and if segments have no length then."""
    rows = [row.tolist() for row in hierarchy.boundaries]
    rounded = [[written(time) for time in row] for row in rows]
    short = sum(len(row) - len(set(row)) for row in rounded)
    lost = [] if rows == rounded else [f"digits of times beyond {last}"]
    return [*lost, *([f"{counted(short, 'segment')} shorter than that"] if short else [])]


def characters(hierarchy: Hierarchy, written: Callable[[str], str], what: str) -> list[str]:
    """Count the labels and names that `written` changes."""
    texts = [text for layer in hierarchy.layers for text in (*layer.labels, layer.name)]
    count = sum(written(text) != text for text in texts)
    return [f"{what} in {counted(count, 'label')}"] if count else []


def named(hierarchy: Hierarchy, written: Callable[[str], str]) -> list[str]:
    """Give a name to each layer as `written` gives it, none empty and none twice, as tiers want."""
    names: list[str] = []
    for level, layer in enumerate(hierarchy.layers, 1):
        name = written(layer.name) or f"layer {level}"
        while name in names:
            name += "'"
        names.append(name)
    return names


def names(hierarchy: Hierarchy, written: list[str]) -> list[str]:
    """Say how layers are called that have no name, or that of another layer."""
    changed = [
        f"'{shortened(name)}'"
        for layer, name in zip(hierarchy.layers, written, strict=True)
        if layer.name != name
    ]
    return [f"that layers have no name of their own: {', '.join(changed)}"] if changed else []


def all_names(hierarchy: Hierarchy, files: str = "") -> list[str]:
    """Say so if layers are called otherwise than they are read: not at all, or as their files."""
    read = [f"{files}{at}" if files else "" for at in range(1, len(hierarchy.layers) + 1)]
    return ["names of layers"] if [layer.name for layer in hierarchy.layers] != read else []


def files_of(
    hierarchy: Hierarchy, suffix: str, written: Callable[[Layer], bytes]
) -> dict[str, bytes]:
    """Give one file per layer, as `written` makes it of the layer."""
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
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(_one_line(label) != label for label in labels)
    white = [f"white space in {counted(changed, 'label')}"] if changed else []
    return [*all_names(hierarchy, "layer"), *white]


def _one_line(label: str) -> str:
    return " ".join(label.split())
