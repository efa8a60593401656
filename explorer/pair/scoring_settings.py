"""The part of a page that chooses how scores are computed."""

from core.tmeasures import CONVENTIONS
from core.wording import IN_SECONDS, TimeNotation
from explorer import session
from explorer.state.pair import PairState
from explorer.widgets.fields import choose, number, switch

CONVENTION_WORDS = {
    "mir_eval": "Frames as mir_eval rounds them, ±w (mir_eval)",
    "paper-tables": "Exact frames, ±w (paper-tables)",
    "paper-equation": "Exact frames, ±w/2, Eq. 8 (paper-equation)",
    "frameless": "Without frames, ±w (frameless)",
    "lose-the-frames": "Without frames, 1 for q without a triplet (lose-the-frames)",
}


def settings(notation: TimeNotation = IN_SECONDS) -> None:
    choose(
        session.pair,
        PairState.convention,
        "Convention",
        CONVENTION_WORDS.__getitem__,
        "Published T-measures differ in what the window means and how times become frames. "
        "Compare only numbers under the same convention.",
    )
    convention = CONVENTIONS[session.pair.convention]
    if convention.half_window:
        switch(
            session.pair,
            PairState.mean_over_all,
            "Mean over all queries (Eq. 9)",
            "Queries without a triplet count as 0 instead of being left out.",
        )
    value = PairState.frame_size
    number(
        session.pair,
        value,
        f"Frame size ({value.least:g} to {value.most:g} {notation.short})",
        0.01,
        "The literature uses 0.1 s."
        + f" This pair is in {notation.unit}, and so is the frame." * notation.musical,
        format="%.2f",
        disabled=convention.frameless,
    )
    switch(
        session.pair,
        PairState.keep_silent,
        "Keep layers of silence",
        "By default a layer with only silence is left out, with a note. Such a layer divides "
        "nothing but can change scores a lot.",
    )
    value = PairState.beta
    number(
        session.pair,
        value,
        f"β of F ({value.least:g} to {value.most:g})",
        0.1,
        "Weight of recall in T_F. 1 weights recall and precision equally.",
        format="%.1f",
    )
