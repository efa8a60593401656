"""The message of the component that draws a corpus; nothing here knows Streamlit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.corpus.losses import GROUPS, losses
from core.corpus.results import Results
from core.corpus.segments import segment_spread
from core.corpus.summary import BINS, Description, all_scores, density, outliers, rows_by_method
from core.corpus.why import INSTEAD, Causes
from core.measures import SCORES
from core.vocabulary import VARIANTS, Part
from explorer.messages.pack import pack, wrap
from explorer.state.pair import PairState

MOST_DRAWN = 4000
"""More tracks are not drawn one by one: 6 MB, and about as many as there are pixels for."""


def corpus_message(
    drawn: bytes,
    *,
    window: float,
    variant: str,
    part: Part,
    scores: Sequence[int],
    restored: int,
    opened: int,
) -> bytes:
    """Pack a drawing with what it starts from."""
    head = {
        "window": None if math.isinf(window) else window,
        "score": SCORES.index((variant, part)),
        "scores": list(scores),
        "restored": restored,
        "opened": opened,
        "least": PairState.window.least,
    }
    return wrap(head, drawn)


def corpus_drawing(
    results: Results, described: dict[str, Description], rows: Sequence[int], source: str
) -> bytes:
    """Pack the scores of all tracks for every window, and what describes them."""
    scores = all_scores(results)
    methods = rows_by_method(results)
    which = np.empty(len(results), dtype=np.float64)
    beyond = np.zeros((len(results), len(results.windows), -(-len(SCORES) // 8)), dtype=np.uint8)
    densities = []
    for number, (method, members) in enumerate(methods.items()):
        which[members] = number
        marked = outliers(scores[members], described[method])
        beyond[members] = np.packbits(marked, axis=2, bitorder="little")
        densities.append(np.rint(255 * density(scores[members])).astype(np.uint8))
    # Evenly chosen, so that each method keeps its share.
    drawn = np.unique(np.linspace(0, len(results) - 1, min(len(results), MOST_DRAWN)).astype(int))
    windows = results.windows.tolist()
    tracks = len(set(results.tracks))
    spread = segment_spread(results)
    job = results.job
    lost = losses(results)
    diagnosed = [job.diagnosed.index(window) for window in lost.windows.tolist()]
    slots = [n * len(job.diagnosed) + at for n in range(len(VARIANTS)) for at in diagnosed]
    texts, first = _first_causes(results.why, drawn, slots)
    head: dict[str, Any] = {
        "source": source,
        "windows": [None if math.isinf(window) else window for window in windows],
        "words": [job.convention.describe_window(window) for window in windows],
        "frames": job.convention.describe_frames(job.frame_size),
        "methods": list(methods),
        "tracks": [results.tracks[row] for row in drawn],
        "rows": [int(rows[row]) for row in drawn],
        "bins": BINS,
        "edges": spread.edges.tolist(),
        "segments": spread.durations.count,
        "middle": spread.durations.median if spread.durations.count else None,
        "p95": spread.durations.p95 if spread.durations.count else None,
        "total": len(results),
        "diagnosed": [None if math.isinf(window) else window for window in lost.windows.tolist()],
        "variants": list(VARIANTS),
        "measures": [measure.key for measure in results.measures],
        "groups": list(GROUPS),
        "texts": texts,
        "label": "Distribution of scores over tracks against the window, a row a method",
        "caption": f"{tracks} tracks; {job.convention.describe_frames(job.frame_size)}",
        "file": "hierscope-corpus",
    }
    return pack(
        head,
        values=scores[drawn].astype(np.float32),
        beyond=beyond[drawn],
        method=which[drawn],
        stats=np.array([described[method].table() for method in methods], dtype=np.float32),
        density=np.array(densities),
        lengths=spread.shares,
        shorter=spread.shorter,
        losses=lost.parts.astype(np.float32),
        counts=lost.count.astype(np.float32),
        first=first,
    )


def _first_causes(
    why: Causes, drawn: npt.NDArray[np.int64], slots: Sequence[int]
) -> tuple[list[str], npt.NDArray[np.float32]]:
    """Give texts, and which of them says what each pair's first cause is in each slot.

    Where something else is said instead, the text is the sentence.
    """
    rows = [why.first(slot)[drawn] for slot in slots]
    found = np.array(rows, np.int64).reshape(len(slots), len(drawn)).T
    causes = np.unique(found[found >= 0])
    places = np.where(found >= 0, np.searchsorted(causes, found), -1)
    texts = [why.texts[at] for at in causes.tolist()]
    for row, pair in enumerate(drawn.tolist()):
        for place, slot in enumerate(slots):
            if why.findings[pair][slot] in INSTEAD:
                places[row, place] = len(texts)
                texts.append(why.sentences[pair][slot])
    return texts, places.astype(np.float32)
