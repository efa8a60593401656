"""Writers: JAMS, CSV, a CSV of boundaries, and ``.lab`` files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from core.errors import HierarchyError
from core.hierarchy import Hierarchy

SANDBOX = "hierscope"
"""Where a file, and a multi_segment annotation, keep what JAMS has no place for."""


def write_jams(*hierarchies: Hierarchy, state: Mapping[str, str] | None = None) -> bytes:
    """Write hierarchies as JAMS, a ``multi_segment`` annotation each.

    :func:`core.io.read` gives back the same hierarchies. JAMS stores start and duration, whose sum
    can miss the end by a rounding error: the end, like the layers' names, is also in the
    annotation's sandbox. The hierarchy's name is that of the annotator.

    Parameters
    ----------
    *hierarchies : Hierarchy
        At least one.
    state : mapping of str to str, optional
        What is on screen, for the sandbox of the file; :func:`core.io.read_state` gives it back if
        it is as short as that takes.

    Returns
    -------
    bytes
        Levels start at 0, as elsewhere in JAMS.

    Raises
    ------
    HierarchyError
        If there is no hierarchy to write.
    """
    if not hierarchies:
        raise HierarchyError("there is no hierarchy to write", mend="Give at least one")
    import jams  # takes a second, which readers and scores do without

    jam = jams.JAMS()
    jam.file_metadata.duration = max(hierarchy.end for hierarchy in hierarchies)
    if state is not None:
        jam.sandbox.update(**{SANDBOX: {"state": dict(state)}})
    for hierarchy in hierarchies:
        annotation = jams.Annotation(
            "multi_segment",
            time=hierarchy.start,
            duration=hierarchy.duration,
            annotation_metadata={"annotator": {"name": hierarchy.name}},
            sandbox={
                SANDBOX: {
                    "layers": [layer.name for layer in hierarchy.layers],
                    "end": hierarchy.end,
                }
            },
        )
        for level, layer in enumerate(hierarchy.layers):
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True):
                value = {"label": label, "level": level}
                annotation.append(time=start, duration=end - start, value=value)
        jam.annotations.append(annotation)
    text: str = jam.dumps()
    return text.encode()


def write_csv(hierarchy: Hierarchy) -> bytes:
    """Write a table ``start,end,level,label``, a row a segment, level 1 = coarsest.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    bytes
        UTF-8; times in seconds with all their digits. Names are not in the table.
    """
    return _csv(
        [
            ("start", "end", "level", "label"),
            *(
                (repr(start), repr(end), str(level), label)
                for level, layer in enumerate(hierarchy.layers, 1)
                for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
            ),
        ]
    )


def write_boundaries_csv(hierarchy: Hierarchy) -> bytes:
    """Write a row of boundaries a layer, coarsest first.

    Parameters
    ----------
    hierarchy : Hierarchy

    Returns
    -------
    bytes
        Times in seconds with all their digits, without names and labels.
    """
    return _csv([repr(time) for time in row.tolist()] for row in hierarchy.boundaries)


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
        f"layer{level}.lab": _encode(
            "".join(
                f"{start!r}\t{end!r}\t{' '.join(label.split())}\n"
                for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
            )
        )
        for level, layer in enumerate(hierarchy.layers, 1)
    }


def _csv(rows: Iterable[Iterable[str]]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(rows)
    return _encode(stream.getvalue())


def _encode(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise HierarchyError(
            "a label has a character that UTF-8 can't hold (half of a surrogate pair)",
            mend="Rename the label",
        ) from error
