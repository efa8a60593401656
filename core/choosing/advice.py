"""A window for a pair, with reasons that can be cited."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.choosing._facts import Facts, Reason
from core.choosing._reasons import reasons
from core.choosing._sentence import sentence
from core.choosing.durations import layer_durations
from core.choosing.layers import LayerWeights, layer_weights
from core.choosing.steadiness import around
from core.choosing.values import counted
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.tmeasures import TMeasures
from core.windows import DEFAULT_WINDOW


@dataclass(frozen=True)
class Advice:
    """A window to choose, and why.

    Parameters
    ----------
    window : float
        Seconds; infinite is the whole track.
    reasons : tuple of Reason
        For and against it.
    agrees_with_default : bool
        Whether it is 15 s, the default of mir_eval and of the paper.
    sentence : str
        The advice in one sentence.
    """

    window: float
    reasons: tuple[Reason, ...]
    agrees_with_default: bool
    sentence: str


def advise(
    reference: Hierarchy,
    estimate: Hierarchy,
    result: TMeasures,
    *,
    variant: str = "reduced",
    bound: float = 0.9,
    share: float = 0.05,
    tolerance: float = 0.02,
    weights: LayerWeights | None = None,
) -> Advice:
    """Advise a window for a pair.

    Of the windows scored, those are supported that meet three conditions:

    1. Segments: w is long enough for the segments of the reference's finest layer, of which there
       are several; see :attr:`core.choosing.LayerDurations.spanned_from`.
    2. Queries: at least `bound` of them are counted in recall (Eq. 9). Those counted in precision
       hang on the estimate, and a window is chosen for a data set, whatever is scored on it.
    3. Layers: each layer of the reference has a weight of at least `share`, but those that have it
       at no window (sections 3.5 and 6; see :func:`core.choosing.layer_weights`).

    What they are about is the paper's; to make conditions of it, and their numbers, is hierscope's.

    Advised is 15 s where supported, since that is the default of mir_eval and of the paper, and
    otherwise the smallest supported window. Where none is, the third condition is dropped, then the
    first. Where no window counts `bound` of the queries, windows count as meeting the second that
    count `bound` of the most that any does, for no choice of w would give more. Where no window
    counts any query, nothing can be advised: the window is 15 s then, or else the largest, and the
    sentence says so.

    A window that is advised may still serve this pair badly, and no other may serve it better. So
    these do not decide, but are said in the sentence, and stand first among the reasons: that fewer
    of the estimate's queries count than `bound`, and that T_F is unsteady, which is to say that at
    the windows from half to double of the advised one its values lie 0.3 apart or more (see
    :mod:`core.choosing.steadiness`).

    Parameters
    ----------
    reference, estimate : Hierarchy
    result : TMeasures
        Of this pair, for increasing windows such as those of :func:`core.windows.sweep`.
    variant : str, the key of a measure
    bound, share : float
        In [0, 1].
    tolerance : float
        Of T_F, where the reasons say how stable it is.
    weights : LayerWeights, optional
        Those of the reference for the result's windows and `share`, where they are known already.

    Returns
    -------
    Advice
        One of the windows of `result`; for a reference of more than 8 layers, one of those that
        :func:`core.choosing.layer_weights` computes.

    Raises
    ------
    ScoreError
        If the reference does not start at 0.
    """
    if weights is None:
        weights = layer_weights(
            reference,
            result.windows,
            convention=result.convention,
            # Where frames were given, layers are weighed with the usual ones.
            frame_size=DEFAULT_FRAME_SIZE if result.frame_size is None else result.frame_size,
            share=share,
        )
    windows = weights.windows
    scores = result.scores[variant]
    columns = np.searchsorted(result.windows, windows)
    shares = scores.recall_share[columns]
    durations = layer_durations(reference)[-1]

    # A single segment leaves no other to hold.
    long_enough = (windows >= durations.spanned_from) & (durations.count > 1)
    enough = (shares >= bound) & (shares > 0)
    ever = ~np.isnan(weights.starts)
    every_layer = (weights.weights[ever] >= share).all(axis=0) & ever.any()
    conditions = {
        name: np.asarray(met)
        for name, met in (("segments", long_enough), ("queries", enough), ("layers", every_layer))
    }
    most = float(shares.max())
    possible = enough if enough.any() else shares >= bound * most
    rungs = (long_enough & possible & every_layer, long_enough & possible, possible)
    supported = next(rung for rung in rungs if rung.any())
    # The default is a time in seconds: of no other unit it says anything.
    is_default = (windows == DEFAULT_WINDOW) & (not reference.words.musical)
    if most == 0:
        supported = is_default | (windows == windows[-1])
    at = int((is_default if (supported & is_default).any() else supported).argmax())
    failed_by_default = None
    if is_default.any():
        failed_by_default = tuple(
            name for name, met in conditions.items() if not met[is_default].all()
        )
    facts = Facts(
        reference=reference,
        estimate=estimate,
        result=result,
        variant=variant,
        window=float(windows[at]),
        met={name: bool(met[at]) for name, met in conditions.items()},
        failed_by_default=failed_by_default,
        durations=durations,
        weights=weights,
        bound=bound,
        most_counted=most,
        tolerance=tolerance,
        around=around(
            result.windows,
            counted(result, variant, "f_measure"),
            float(windows[at]),
            reference.end,
        ),
    )
    return Advice(facts.window, reasons(facts), bool(is_default[at]), sentence(facts))
