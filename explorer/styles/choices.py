"""What the fields of the page Styles mean."""

from __future__ import annotations

from dataclasses import dataclass

from core.caemsi.comparing import Draws
from core.caemsi.margins import ALPHAS, MARGINS
from core.caemsi.representations import recommended_compressor
from explorer import session
from explorer.machine import for_this_machine
from explorer.state.styles import KINDS


def offered_kinds() -> list[str]:
    """Give the kinds of sources that are open to whoever looks at the page."""
    return [kind for kind in KINDS if kind != "folders" or for_this_machine()]


def source_kind() -> str:
    """Give the kind of source that is chosen."""
    said = session.styles_form.kind
    return said if said in offered_kinds() else "sample"


def representation(guess: str) -> str:
    """Give what files are read as."""
    return session.styles_form.read_as or guess


def compressor(read_as: str) -> str:
    """Give the compressor: the one that is chosen, or that suits what files are read as."""
    return session.styles_form.compressor or recommended_compressor(read_as)


def duplicates() -> tuple[bool, bool]:
    """Whether items of one title, and similar ones, are taken out."""
    return session.styles_form.titles, session.styles_form.similar


def draws() -> Draws:
    """Give how labellings are drawn."""
    form = session.styles_form
    return Draws(form.permutations, form.seed, form.exact, form.equal, form.plus)


@dataclass(frozen=True)
class Limits:
    """Of what counts as equivalent, and as significant."""

    superior: float | None
    """See :class:`core.caemsi.margins.MarginCurve`."""
    margin: float
    alpha: float
    """As chosen, where sliders do not offer it; else the first that they do."""


def limits() -> Limits:
    """Give the limits; the same wherever the sliders stand."""
    margin, alpha = session.styles.margin, session.styles.alpha
    return Limits(
        session.styles_form.superior or None,
        MARGINS[0] if margin in MARGINS else margin,
        ALPHAS[0] if alpha in ALPHAS else alpha,
    )
