"""The causes of a corpus as one plain table: a row for each pair, measure, window and cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from core.errors import ReadError
from core.measures import BY_KEY
from core.vocabulary import VARIANTS

if TYPE_CHECKING:
    from core.corpus.results import Results


def cause_table(results: Results) -> pa.Table:
    """Give a row for each pair, measure, window and cause, the most helpful first."""
    why, windows = results.why, results.job.diagnosed
    if not windows:
        raise undiagnosed()
    # By pair, then by slot, then in order.
    cause, slot = np.nonzero(why.orders)
    owner, order = why.owners[cause], why.orders[cause, slot]
    turn = np.lexsort((order, slot, owner))
    cause, slot, owner, order = cause[turn], slot[turn], owner[turn], order[turn]
    titles = [BY_KEY[variant].title for variant in VARIANTS]
    sentences = [text for row in why.sentences for text in row]
    columns = {
        "track": _taken(results.tracks, owner),
        "method": _taken(results.methods, owner),
        "measure": _taken(titles, slot // len(windows)),
        "window": np.array(windows)[slot % len(windows)],
        "order": order,
        "kind": _taken(why.kinds, cause),
        "side": _taken(why.sides, cause),
        "text": _taken(why.texts, cause),
        "boundaries": why.boundaries[cause],
        "gain": why.gains[cause, slot].astype(np.float64),
        "share": why.shares[cause, slot].astype(np.float64),
        "together": why.together[cause, slot].astype(np.float64),
        "unexplained": why.unexplained[owner, slot].astype(np.float64),
        "sentence": _taken(sentences, owner * len(why.unexplained[0]) + slot) if len(owner) else [],
    }
    texts = ("track", "method", "measure", "kind", "side", "text", "sentence")
    return pa.table(
        {
            name: pa.array(column, pa.string()) if name in texts else pa.array(column)
            for name, column in columns.items()
        }
    )


def undiagnosed() -> ReadError:
    """Give the error of results that hold no causes."""
    return ReadError(
        "hold no causes: the pairs were scored without a diagnosis",
        source="these results",
        mend="Score the corpus again, which takes hierscope corpus or the page Corpus seconds",
    )


def _taken(values: Any, at: npt.NDArray[np.int64]) -> pa.Array:
    return pa.array(values, pa.string()).take(pa.array(at))
