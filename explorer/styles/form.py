"""What the fields of the page Styles hold, as text, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.caemsi import COMPRESSORS
from core.caemsi.comparing import Draws
from core.caemsi.distances import Order
from core.caemsi.items import REPRESENTATIONS
from core.caemsi.margins import ALPHAS, MARGINS
from core.caemsi.representations import recommended_compressor
from core.caemsi.samples import style_sample_ids
from explorer.machine import for_this_machine

KINDS = {
    "sample": "Samples",
    "files": "Upload files",
    "upload": "Upload folders",
    "folders": "Folders of this machine",
}
"""Where corpora can come from."""

FORM = {
    "kind": "sample",
    "sample": style_sample_ids()[0],
    "a": "",
    "b": "",
    "as": "",
    "titles": "1",
    "similar": "1",
    "compressor": "",
    "order": "canonical",
    "permutations": "1000",
    "seed": "0",
    "exact": "0",
    "equal": "0",
    "plus": "0",
    "superior": "",
}
"""What the fields hold at first. An empty representation is guessed, an empty compressor is the one
that suits it, an empty superior margin is the same as the inferior one."""

ORDERS: dict[str, Order] = {"canonical": "canonical", "mean": "mean"}
MOST_PERMUTATIONS = 10_000
SUPERIOR = (0.0025, 1.0)


def form() -> dict[str, str]:
    """Give what the fields hold."""
    return {**FORM, **st.session_state["styles_form"]}


def say(**said: str) -> None:
    """Change fields."""
    held = form() | said
    st.session_state["styles_form"] = {key: held[key] for key in FORM if held[key] != FORM[key]}


def take(name: str, write: Callable[[Any], str] = str) -> None:
    """Take what a widget says."""
    say(**{name: write(st.session_state[f"widget_styles_{name}"]).strip()})


def flag(value: bool) -> str:
    """Write a switch."""
    return "1" if value else "0"


def kinds() -> list[str]:
    """Give the kinds of sources that are open to whoever looks at the page."""
    return [kind for kind in KINDS if kind != "folders" or for_this_machine()]


def kind() -> str:
    """Give the kind of source that is chosen."""
    said = form()["kind"]
    return said if said in kinds() else "sample"


def sample() -> str:
    """Give the sample that is chosen."""
    said = form()["sample"]
    return said if said in style_sample_ids() else FORM["sample"]


def representation(guess: str) -> str:
    """Give what files are read as."""
    said = form()["as"]
    return said if said in REPRESENTATIONS else guess


def compressor(read_as: str) -> str:
    """Give the compressor: the one that is chosen, or that suits what files are read as."""
    said = form()["compressor"]
    return said if said in COMPRESSORS else recommended_compressor(read_as)


def order() -> Order:
    """Give in which order pairs are compressed."""
    return ORDERS.get(form()["order"], "canonical")


def duplicates() -> tuple[bool, bool]:
    """Whether items of one title, and similar ones, are taken out."""
    said = form()
    return said["titles"] == "1", said["similar"] == "1"


def draws() -> Draws:
    """Give how labellings are drawn."""
    said = form()
    return Draws(
        n_permutations=whole(said, "permutations", 1, MOST_PERMUTATIONS),
        seed=whole(said, "seed", 0, 2**31),
        exact=said["exact"] == "1",
        equal_weight=said["equal"] == "1",
        plus_one=said["plus"] == "1",
    )


def whole(said: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Read a number; the default, where a link says something else."""
    text = said[name]
    right = text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most
    return int(text if right else FORM[name])


def superior() -> float | None:
    """Give the superior margin, where it is one by itself."""
    try:
        value = float(form()["superior"])
    except ValueError:
        return None
    return value if SUPERIOR[0] <= value <= SUPERIOR[1] else None


@dataclass(frozen=True)
class Limits:
    """Of what counts as equivalent, and as significant.

    Parameters
    ----------
    superior : float or None
        See :class:`core.caemsi.margins.MarginCurve`.
    margin, alpha : float
        As chosen, where sliders do not offer it; else the first that they do.
    """

    superior: float | None
    margin: float
    alpha: float


def limits() -> Limits:
    """Give the limits; the same wherever the sliders stand."""
    margin, alpha = st.session_state["margin"], st.session_state["alpha"]
    return Limits(
        superior(),
        MARGINS[0] if margin in MARGINS else margin,
        ALPHAS[0] if alpha in ALPHAS else alpha,
    )
