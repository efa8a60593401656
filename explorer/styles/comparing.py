"""The part of the page Styles that reads and compares, with a bar and a way to stop meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import streamlit as st

from core.caemsi.arranging import MOST_MAPPED, Map
from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances, Order
from core.caemsi.equivalence import EquivalenceTest, Ranked, equivalence
from core.caemsi.items import Corpus
from core.caemsi.margins import MarginCurve
from core.caemsi.spreading import Spread
from core.errors import HierscopeError
from explorer import session
from explorer.machine import workers
from explorer.session.around_streamlit import plain
from explorer.styles import computed
from explorer.styles.choices import Limits
from explorer.styles.computed import Key
from explorer.styles.sources import SIDES, StylesSource, read_side
from explorer.widgets.progress import Watch

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Compared:
    """Two corpora, and all that was found."""

    a: Corpus
    b: Corpus
    distances: Distances
    difference: DifferenceTest
    ranked: Ranked
    curve: MarginCurve
    spread: Spread
    measured: Key
    """What tells its distances from others, as plain values."""
    drawing: bytes
    """For the component."""
    about: str
    """What was compared, and how, in a line."""

    @property
    def names(self) -> tuple[str, str]:
        """What the corpora are called."""
        return self.a.name, self.b.name

    @property
    def by_likeness(self) -> list[int]:
        """The items in an order in which those that are alike stand side by side."""
        return computed.by_likeness(self.measured, self.distances)

    @property
    def places(self) -> Map | None:
        """The places of the items on a map; None where there are too many."""
        many = len(self.distances) > MOST_MAPPED
        return None if many else computed.places(self.measured, self.distances)

    def at(self, margin: float) -> EquivalenceTest:
        """Test for equivalence within a margin."""
        apart = self.curve.superior
        both = (margin, margin if apart is None else apart)
        return equivalence(self.ranked, both, plus_one=self.difference.plus_one)


def _watched(
    name: str, key: Key, words: Callable[[int, int], str], make: Callable[[Watch], T]
) -> T:
    """Make what takes long, once, with a bar of progress if it says how far it is."""
    place = computed.place(key)
    if "made" not in place:
        with Watch(
            f"styles_{name}",
            words,
            help="Nothing else on the page is lost; it can be started again.",
            patience=0.4,
            on_stop=_stop,
        ) as watch:
            session.styles.finished = ""
            place["made"] = make(watch)
    made: T = place["made"]
    return made


def read_both(
    source: StylesSource, read_as: str, duplicates: tuple[bool, bool]
) -> tuple[Corpus | None, Corpus | None]:
    """Read both corpora; what is wrong with one is said, and the other is read all the same."""
    found: list[Corpus | None] = []
    for side in SIDES:
        try:
            found.append(
                _watched(
                    f"corpus_{side}",
                    ("corpus", side, source, read_as, duplicates),
                    lambda done, total: f"Reading: {done / max(total, 1):.0%}",
                    partial(read_side, source, side, read_as, duplicates),
                )
            )
        except HierscopeError as error:
            st.error(f"Corpus {side.upper()}: {plain(str(error))}", icon=":material/error:")
            found.append(None)
    return found[0], found[1]


def compare(
    corpora: tuple[Corpus, Corpus],
    key: Key,
    compressor: str,
    order: Order,
    draws: Draws,
    limits: Limits,
) -> Compared:
    """Measure and test; what is done already is not done again."""
    a, b = corpora
    measured = ("distances", compressor, key, order)
    distances = _watched(
        "distances",
        measured,
        lambda done, total: f"{done:,} of {total:,} distances",
        lambda watch: measure(
            a,
            b,
            compressor,
            order=order,
            workers=workers(),
            progress=watch.tell,
            cancelled=watch.stopped,
        ),
    )
    n_a = len(a.items)
    with st.spinner("Testing …"):
        difference, ranked = _watched(
            "tests",
            ("tests", measured, draws),
            lambda done, total: f"{done:,} of {total:,} labellings",
            lambda watch: run_tests(
                distances, n_a, draws, progress=watch.tell, cancelled=watch.stopped
            ),
        )
        about = _about(a, b, distances, draws, difference.n_permutations)
        curve, drawing = computed.drawing(
            measured,
            draws,
            limits,
            difference,
            ranked,
            names=(a.name, b.name),
            sizes=(n_a, len(b.items)),
            about=about,
        )
        apart = computed.apart(measured, distances, n_a)
        # Before Streamlit is called again, which may end the run for a click.
        session.styles.finished = session.styles.under_way
    return Compared(a, b, distances, difference, ranked, curve, apart, measured, drawing, about)


def _about(a: Corpus, b: Corpus, distances: Distances, draws: Draws, count: int) -> str:
    """Say what was compared, and how."""
    parts = [
        *(f"{side}: {each.name}, {len(each.items)} items" for side, each in (("A", a), ("B", b))),
        f"{distances.compressor} ({distances.version})",
        *["mean of both orders"] * (distances.order == "mean"),
        f"{count:,} labellings, seed {draws.seed}",
        *["both corpora weigh the same"] * draws.equal_weight,
        *["the observed one counted in"] * draws.plus_one,
    ]
    return "; ".join(parts)


def stopped(key: Key) -> bool:
    """Draw what is to be said of a work that was stopped, if this one was."""
    # It may have been done when Stop came.
    if session.styles.stopped != repr(key) or session.styles.finished == repr(key):
        return False
    words, button = st.columns([4, 1], vertical_alignment="center")
    words.info("Stopped before it was done.", icon=":material/stop_circle:")
    button.button(
        "Start again",
        key="styles_go_on",
        on_click=_go_on,
        width="stretch",
        type="primary",
    )
    return True


def _go_on() -> None:
    session.styles.stopped = ""


def under_way(key: Key) -> None:
    """Note what is computed, should it be stopped."""
    session.styles.under_way = repr(key)


def _stop() -> None:
    session.styles.stopped = session.styles.under_way
