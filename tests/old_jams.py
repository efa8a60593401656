"""JAMS files from before 2015: generated ones, and those published by the papers' authors."""

import os
from pathlib import Path

import pytest

FOLDER = (
    Path(os.environ.get("HIERSCOPE_HIER_EVAL") or Path(__file__).parents[2] / "shared/hier_eval")
    / "test"
)
ANNOTATIONS, OLDA = FOLDER / "SALAMI_636.jams", FOLDER / "SALAMI_636_OLDA.jams"
needs_files = pytest.mark.skipif(
    not (ANNOTATIONS.is_file() and OLDA.is_file()),
    reason="no files of urinieto/hier_eval; set HIERSCOPE_HIER_EVAL",
)


def point(start, end, label, context):
    return {
        "start": {"confidence": 0.0, "value": start},
        "end": {"confidence": 0.0, "value": end},
        "label": {"confidence": 0.0, "context": context, "value": label},
    }


def layer(context, times, labels):
    rows = zip(times, times[1:], labels, strict=False)
    return [point(start, end, label, context) for start, end, label in rows]


def annotation(*points, name="4", **more):
    return {
        "annotation_metadata": {
            "attribute": "sections",
            "annotator": {"name": name, "email": "TODO"},
            "version": "1.2",
            **more,
        },
        "data": list(points),
        "sandbox": {},
    }


def old(*annotations, **more):
    """A file like those of the tools of 2014: all kinds of annotations, most of them empty."""
    empty = {"chords": [], "notes": [], "tags": [], "sandbox": {}, "beats": [], "melody": []}
    metadata = {"artist": "A", "title": "T", "version": 0.01, "duration": 60.5, "md5": ""}
    return {**empty, "sections": list(annotations), "metadata": metadata, **more}
