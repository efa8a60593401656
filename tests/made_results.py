"""Generate results of a corpus."""

import json
import math

import numpy as np
import pyarrow.parquet as pq

from core.corpus.items import Item
from core.corpus.job import Job
from core.corpus.results import Results
from core.corpus.why import NONE
from core.measures import COLUMNS, MEASURES

WINDOWS = (0.5, 15.0, math.inf)


def ragged(rows):
    return tuple(np.array(row, dtype=np.float32) for row in rows)


def made(
    scores,
    methods=None,
    tracks=None,
    metadata=None,
    durations=None,
    lengths=None,
    estimated=None,
    baselines=(),
    windows=WINDOWS,
):
    """Results with these scores, shape (n,), (n, w) or (n, w, measures); all queries count.

    Methods in `baselines` are the grid.
    """
    scores = np.array(scores, dtype=float)
    if scores.ndim < 3:
        scores = np.broadcast_to(
            scores.reshape(len(scores), -1, 1), (len(scores), len(windows), len(COLUMNS))
        ).copy()
        scores[:, :, 6:] = 1.0
    n = len(scores)
    lengths = lengths or [[4.0, 6.0]] * n
    tracks = tracks or [f"t{row}" for row in range(n)]
    return Results(
        job=Job(windows),
        windows=np.array(windows),
        items=tuple(
            Item(
                tracks[row],
                methods[row] if methods else "m",
                (f"{tracks[row]}.jams",),
                (f"estimate{row}.jams",),
                metadata=tuple((metadata or [{}] * n)[row].items()),
                baseline="grid" if methods and methods[row] in baselines else "",
            )
            for row in range(n)
        ),
        digests=tuple("0" * n),
        durations=np.asarray(durations if durations is not None else [60.0] * n, dtype=float),
        reference_layers=np.full(n, 2),
        estimate_layers=np.full(n, 2),
        scores=_with_missing(scores),
        reference_segments=ragged(lengths),
        estimate_segments=ragged(estimated or lengths),
        pair_notes=((),) * n,
        why=(NONE,) * n,
        flat=np.empty((n, 3, 0, 3)),
    )


def _with_missing(scores):
    """Set the scores of sides without queries as the core does."""
    for at in range(len(MEASURES)):
        recall, precision = (scores[..., 9 + 2 * at + side] > 0 for side in (0, 1))
        own = scores[..., 3 * at : 3 * at + 3]
        own[..., 2][recall ^ precision] = 0.0
        for column, scored in enumerate((recall, precision, recall | precision)):
            own[..., column][~scored] = np.nan
    return scores


def with_document(path, **changes):
    """Change what the file says of itself."""
    table = pq.read_table(path)
    document = json.loads(table.schema.metadata[b"hierscope"]) | changes
    pq.write_table(table.replace_schema_metadata({"hierscope": json.dumps(document)}), path)
