"""Build the packed messages that the live view of a pair draws; without Streamlit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.diagnosis import chance_range
from core.hierarchy import Hierarchy, Pair
from core.io.pair import describe, pair_document
from core.settings import DEFAULT
from core.showing import none_for_nan
from core.tmeasures import TMeasures
from core.tmeasures.results import N_SCORES, QueryScores
from core.tunes import tune_of
from core.vocabulary import VARIANTS, FloatArray
from core.windows import finite, whole_from
from explorer.messages.inspection import Setup
from explorer.messages.pack import pack
from explorer.messages.schema import SCHEMA
from explorer.messages.score_words import coverage_words, score_words
from explorer.palette import label_fills
from explorer.state.pair import PairState

STRIP_COLUMNS: int = SCHEMA["strip_columns"]
"""Queries in the strips of g(q), about one per pixel."""

NO_TRIPLET: int = SCHEMA["no_triplet"]
_STEPS: int = SCHEMA["one"]  # steps of g from 0 to 1


def live_message(
    setup: Setup,
    scores: Callable[[Setup], TMeasures],
    how: dict[str, str],
    start: dict[str, Any],
    as_read: Pair | None = None,
) -> bytes:
    (reference, estimate), extra, frame_size = setup.pair, setup.extra, setup.settings.frame_size
    result = scores(setup)
    convention, windows, units = result.convention, result.windows.tolist(), reference.notation
    back, ahead = convention.reach_in_seconds(result.windows, frame_size)
    arrays: dict[str, npt.NDArray[Any]] = {"scores": result.table(), "back": back, "ahead": ahead}
    default = replace(setup, settings=replace(DEFAULT, beta=setup.settings.beta))
    if setup != default:
        arrays["delta"] = (result.table() - scores(default).table())[:, :N_SCORES]
    head = {
        "pair": pair_key(reference, estimate),
        "how": how,
        "unit": reference.unit,
        "duration": reference.end,
        "least": PairState.window.least,
        "most": whole_from(reference.end),
        "reference": describe(reference),
        "estimate": describe(estimate),
        "fills": label_fills(reference, estimate),
        "windows": [finite(window) for window in windows],
        "says": score_words(result.settings, result.windows, back, units, result.lack)
        | {"coverage": coverage_words(result, setup.pair)},
        "window_texts": [convention.describe_window(window, units) for window in windows],
        "frames": result.settings.describe_frames(units),
        "extra": extra,
        "chance": _chance(setup, result) if start.get("shades_chance") else None,
        "step": 0.0 if convention.frameless else frame_size,
        **start,
    }
    if as_read and pair_key(*as_read) != head["pair"]:
        head["as_read"] = {"pair": pair_key(*as_read), **pair_document(*as_read)}
    if music := tune_of(reference, estimate):
        names = [reading.name for reading in music.readings]
        head["tune"] = {
            "title": music.title,
            "notes": music.notes,
            "because": dict(zip(names, music.because, strict=True)),
        }
    return pack(head, **arrays)


def _chance(setup: Setup, result: TMeasures) -> dict[str, Any]:
    """Return the range of F by chance at every window, by variant: lowest and highest values."""
    bounds = chance_range(*setup.pair, result.windows, settings=result.settings)[..., -1]
    return {
        variant: [none_for_nan(np.round(bound, 3)) for bound in bounds[:, at]]
        for at, variant in enumerate(VARIANTS)
    }


def alone_message(strips: QueryScores, duration: float, why: Mapping[str, Any]) -> bytes:
    """Pack g of the whole track at every window, for a view without a server."""
    windows = [finite(window) for window in strips.windows.tolist()]
    head = {"windows": windows, "duration": duration, "why": dict(why)}
    return pack(head, strips=steps(strips.g))


def steps(g: FloatArray) -> npt.NDArray[np.uint8]:
    """Encode values in [0, 1] as bytes; NaN becomes `NO_TRIPLET`."""
    drawn = np.where(np.isnan(g), NO_TRIPLET, np.rint(np.nan_to_num(g) * _STEPS))
    return drawn.astype(np.uint8)


def g_row(scores: QueryScores) -> list[float | None]:
    """Return g of one query at one window, in the strips' order; None without triplets."""
    return none_for_nan(scores.g[0, :, 0])


def pair_key(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Return a short key of a pair."""
    return f"{reference.digest[:16]}-{estimate.digest[:16]}"
