"""``.lab`` files: ``start end label`` lines, one layer a file.

:func:`mir_eval.io.load_labeled_intervals` wants a label on every line and takes ``nan``, so lines
are parsed here.
"""

from __future__ import annotations

import re

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._format import Format
from core.io._text import NUMBER, encode, parse_segment
from core.repair import RawLayer
from core.vocabulary import counted

_LINE = re.compile(rf"{NUMBER}\s+{NUMBER}(\s|$)", re.ASCII)
_COMMA_TIMES = re.compile(
    rf"\d+,\d+[ \t]+[^\d,;]|(\d+,\d+|{NUMBER})[ \t]+\d+,\d+([ \t]|$)", re.ASCII
)


def _recognises(file: File) -> bool:
    """Tell it by two times in the first line, or the name, but not where the last line is an end.

    Raises
    ------
    ReadError
        If the times have decimal commas, here or in the lines of SALAMI.
    """
    first, last = file.lines[0][1], file.lines[-1][1]
    if last.split()[-1].lower() != "end" and (file.is_called(".lab") or _LINE.match(first)):
        return True
    if _COMMA_TIMES.match(first):
        raise ReadError(
            f"'{shortened(first)}' has decimal commas",
            source=file.display,
            mend="Write decimals with a point",
        )
    return False


def _read(file: File) -> list[Flat]:
    source = file.display
    segments = []
    for line, content in file.lines:
        cells = content.split(maxsplit=2)
        if len(cells) < 2:
            raise ReadError(
                f"'{shortened(content)}' is not a start, an end and a label",
                source=source,
                line=line,
                mend="Write lines such as: 0.0 12.5 verse",
            )
        label = cells[2] if len(cells) == 3 else ""
        segments.append(parse_segment(cells[0], cells[1], label, source=source, line=line))
    return [Flat(RawLayer(tuple(segments), file.stem), source, hints(file.stem))]


def write_labs(hierarchy: Hierarchy) -> dict[str, bytes]:
    """Write a ``.lab`` file a layer, with a line ``start<TAB>end<TAB>label`` a segment.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    dict of str to bytes
        ``layer1.lab`` is the coarsest. White space in a label, which may be a line break, is
        written as one space. :func:`mir_eval.io.load_labeled_intervals` reads the files if every
        segment has a label.
    """
    return {
        f"layer{level}.lab": encode(
            "".join(
                f"{start!r}\t{end!r}\t{' '.join(label.split())}\n"
                for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
            )
        )
        for level, layer in enumerate(hierarchy.layers, 1)
    }


def _loses(hierarchy: Hierarchy) -> list[str]:
    lost = []
    if any(layer.name != f"layer{at}" for at, layer in enumerate(hierarchy.layers, 1)):
        lost.append("names of layers")
    labels = [label for layer in hierarchy.layers for label in layer.labels]
    changed = sum(" ".join(label.split()) != label for label in labels)
    if changed:
        lost.append(f"white space in {counted(changed, 'label')}")
    return lost


LAB = Format(
    key="lab",
    name=".lab",
    gist="a file a layer",
    about="`start end label` lines",
    suffixes=(".lab",),
    recognises=_recognises,
    read=_read,
    write_layers=write_labs,
    loses=_loses,
)
