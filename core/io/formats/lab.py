"""Reader of ``.lab`` files: ``start end label`` lines, one layer a file.

:func:`mir_eval.io.load_labeled_intervals` wants a label on every line and takes ``nan``, so lines
are parsed here.
"""

from __future__ import annotations

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._flat import Flat, hints
from core.io._text import data_lines, parse_segment
from core.repair import RawLayer


def read_lab(text: str, file: File) -> Flat:
    """Read lines of start, end and an optional label that may contain spaces.

    Parameters
    ----------
    text : str
        The decoded content, with at least one line of data.
    file : File
        Its name is a hint at the layer's place.

    Returns
    -------
    Flat

    Raises
    ------
    ReadError
        Names the line.
    """
    source = file.display
    segments = []
    for line, content in data_lines(text):
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
    return Flat(RawLayer(tuple(segments), file.stem), source, hints(file.stem))
