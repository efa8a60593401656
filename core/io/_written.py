"""Helpers for writing formats: files of lines, and the parts that formats can't store."""

from collections.abc import Callable

from core.files.names import shortened
from core.hierarchy import Hierarchy, Layer
from core.wording import counted


def digits(hierarchy: Hierarchy, written: Callable[[float], float], last: str) -> list[str]:
    """Report if rounding by `written` changes times, or leaves segments without length."""
    rows = [row.tolist() for row in hierarchy.boundaries]
    rounded = [[written(time) for time in row] for row in rows]
    short = sum(len(row) - len(set(row)) for row in rounded)
    lost = [] if rows == rounded else [f"digits of times beyond {last}"]
    return [*lost, *([f"{counted(short, 'segment')} shorter than that"] if short else [])]


def characters(hierarchy: Hierarchy, written: Callable[[str], str], what: str) -> list[str]:
    """Report the number of labels and names that `written` changes."""
    texts = [text for layer in hierarchy.layers for text in (*layer.labels, layer.name)]
    count = sum(written(text) != text for text in texts)
    return [f"{what} in {counted(count, 'label')}"] if count else []


def named(hierarchy: Hierarchy, written: Callable[[str], str]) -> list[str]:
    """Return a unique name for each layer, converted by `written`, since tiers need one."""
    names: list[str] = []
    for level, layer in enumerate(hierarchy.layers, 1):
        name = written(layer.name) or f"layer {level}"
        while name in names:
            name += "'"
        names.append(name)
    return names


def names(hierarchy: Hierarchy, written: list[str]) -> list[str]:
    """Report the new names of layers without a name of their own."""
    changed = [
        f"'{shortened(name)}'"
        for layer, name in zip(hierarchy.layers, written, strict=True)
        if layer.name != name
    ]
    return [f"that layers have no name of their own: {', '.join(changed)}"] if changed else []


def all_names(hierarchy: Hierarchy, files: str = "") -> list[str]:
    """Report if layers have names that are not read again (no name, or the file's name)."""
    read = [f"{files}{at}" if files else "" for at in range(1, len(hierarchy.layers) + 1)]
    return ["names of layers"] if [layer.name for layer in hierarchy.layers] != read else []


def files_of(
    hierarchy: Hierarchy, suffix: str, written: Callable[[Layer], bytes]
) -> dict[str, bytes]:
    """Write one file per layer, by name."""
    return {
        f"layer{level}{suffix}": written(layer) for level, layer in enumerate(hierarchy.layers, 1)
    }


def lines_of(layer: Layer, time: Callable[[float], str] = repr) -> bytes:
    """Write one line ``start<TAB>end<TAB>label`` per segment; `time` formats times."""
    return "".join(
        f"{time(start)}\t{time(end)}\t{_one_line(label)}\n"
        for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
    ).encode()


def lost_in_lines(hierarchy: Hierarchy) -> list[str]:
    """List what a format with a line per segment can not keep."""
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(_one_line(label) != label for label in labels)
    white = [f"white space in {counted(changed, 'label')}"] if changed else []
    return [*all_names(hierarchy, "layer"), *white]


def _one_line(label: str) -> str:
    return " ".join(label.split())
