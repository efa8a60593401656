"""Read and compare the corpora of Styles; the cache ignores arguments that begin with ``_``."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

import streamlit as st

from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import (
    MOST_MAPPED,
    Distances,
    Map,
    Order,
    Spread,
    clustered,
    flat_map,
    spread,
)
from core.caemsi.equivalence import MARGINS, MarginCurve, Ranked, equivalence
from core.caemsi.items import Corpus, Item
from core.caemsi.results import StyleTests, item_names
from core.caemsi.verdict import ALPHAS, verdict
from core.errors import HierscopeError
from explorer import session
from explorer.machine import workers
from explorer.messages.styles import draw_tests
from explorer.session.around_streamlit import plain
from explorer.session.remembered import remembered
from explorer.state.styles import StylesState
from explorer.styles.sources import SIDES, StylesSource, read_side
from explorer.widgets.progress import Watch

T = TypeVar("T")
Key = tuple[Any, ...]


@remembered(8)
def _place(key: Key) -> dict[str, Any]:
    """Hold slow results: Streamlit (1.67) refuses widgets, such as Stop, in cached functions."""
    return {}


@remembered(200)
def _drawing(
    measured: Key,
    draws: Draws,
    limits: Key,
    _difference: DifferenceTest,
    _ranked: Ranked,
    _spread: Spread,
    **options: Any,
) -> tuple[MarginCurve, bytes]:
    """Return all margins and the component's drawing; another margin needs no other labelings."""
    margin, alpha = limits
    return draw_tests(_difference, _ranked, spread=_spread, margin=margin, alpha=alpha, **options)


@dataclass(frozen=True, eq=False)
class Measured:
    corpora: tuple[Corpus, Corpus]
    representation: str
    distances: Distances
    key: Key  # identifies it, as plain values

    @property
    def names(self) -> tuple[str, str]:
        a, b = self.corpora
        return a.name, b.name

    @property
    def items(self) -> tuple[Item, ...]:
        a, b = self.corpora
        return (*a.items, *b.items)

    @property
    def n_a(self) -> int:
        return len(self.corpora[0].items)

    @property
    def item_names(self) -> list[str]:
        return item_names(*self.corpora)

    @cached_property
    def spread(self) -> Spread:
        return spread(self.distances, self.n_a)

    @cached_property
    def by_likeness(self) -> list[int]:
        return clustered(self.distances)

    @cached_property
    def map(self) -> Map | None:
        """The places of the items on a map; None if there are too many."""
        return None if len(self.distances) > MOST_MAPPED else flat_map(self.distances)


@dataclass(frozen=True, eq=False)
class Compared:
    measured: Measured
    draws: Draws
    difference: DifferenceTest
    ranked: Ranked
    curve: MarginCurve
    drawing: bytes  # for the component
    about: str  # one line about the corpora and the method

    def tests(self) -> StyleTests:
        margin, measured = session.styles.margin, self.measured
        test = equivalence(self.ranked, margin, plus_one=self.difference.plus_one)
        return StyleTests(
            measured.corpora,
            measured.representation,
            measured.distances,
            self.difference,
            test,
            verdict(self.difference, test, session.styles.alpha),
            self.draws.seed,
        )


def limits() -> Key:
    """Return a margin and a level that are not on the sliders."""
    margin, alpha = session.styles.margin, session.styles.alpha
    return MARGINS[0] if margin in MARGINS else margin, ALPHAS[0] if alpha in ALPHAS else alpha


def _watched(name: str, key: Key, progress: Callable[[int, int], str], make: Callable[..., T]) -> T:
    """Compute a slow result once, with a progress bar if it reports progress."""
    place = _place(key)
    if "made" not in place:
        with Watch(
            f"styles_{name}",
            progress,
            help="Stops this step only. You can start it again.",
            patience=0.4,
            on_stop=_stop,
        ) as watch:
            session.styles.finished = ""
            place["made"] = make(progress=watch.tell, cancelled=watch.stopped)
    return place["made"]


def read_both(
    source: StylesSource, read_as: str, duplicates: tuple[bool, bool]
) -> tuple[Corpus | None, Corpus | None]:
    """Read both corpora; an error in one is shown, and the other is still read."""
    corpora: list[Corpus | None] = []
    for side in SIDES:
        try:
            corpora.append(
                _watched(
                    f"corpus_{side}",
                    ("corpus", side, source, read_as, duplicates),
                    lambda done, total: f"Reading: {done / max(total, 1):.0%}",
                    partial(read_side, source, side, read_as, duplicates),
                )
            )
        except HierscopeError as error:
            st.error(f"Corpus {side.upper()}: {plain(str(error))}", icon=":material/error:")
            corpora.append(None)
    a, b = corpora
    return a, b


def compare(
    corpora: tuple[Corpus, Corpus],
    key: tuple[StylesSource, str, tuple[bool, bool]],
    compressor: str,
    order: Order,
    draws: Draws,
    limits: Key,
) -> Compared:
    measured_key = ("distances", compressor, key, order)
    measure_both = partial(measure, *corpora, compressor, order=order, workers=workers())
    measured = _watched(
        "distances",
        measured_key,
        lambda done, total: f"{done:,} of {total:,} distances",
        lambda **watched: Measured(corpora, key[1], measure_both(**watched), measured_key),
    )
    with st.spinner("Testing …"):
        difference, ranked = _watched(
            "tests",
            ("tests", measured_key, draws),
            lambda done, total: f"{done:,} of {total:,} labelings",
            partial(run_tests, measured.distances, measured.n_a, draws),
        )
        about = _about(measured, draws, difference.n_permutations)
        curve, drawing = _drawing(
            measured_key,
            draws,
            limits,
            difference,
            ranked,
            measured.spread,
            names=measured.names,
            sizes=(measured.n_a, len(measured.items) - measured.n_a),
        )
        # Before the next call of Streamlit, at which a click may end the run.
        session.styles.finished = session.styles.under_way
    return Compared(measured, draws, difference, ranked, curve, drawing, about)


def _about(measured: Measured, draws: Draws, labelings: int) -> str:
    distances = measured.distances
    parts = [
        *(
            f"{side}: {corpus.name}, {len(corpus.items)} items"
            for side, corpus in zip("AB", measured.corpora, strict=True)
        ),
        f"{distances.compressor} ({distances.version})",
        *["mean of both orders"] * (distances.order == "mean"),
        f"{labelings:,} labelings, seed {draws.seed}",
        *["both corpora have the same weight"] * draws.equal_weight,
        *["the observed labeling is counted"] * draws.plus_one,
    ]
    return "; ".join(parts)


def stopped(key: Key) -> bool:
    # The work may have finished before the click on Stop.
    if session.styles.stopped != repr(key) or session.styles.finished == repr(key):
        return False
    text, button = st.columns([4, 1], vertical_alignment="center")
    text.info("Stopped before the comparison was complete.", icon=":material/stop_circle:")
    button.button(
        "Start again",
        key="styles_go_on",
        on_click=session.styles.reset,
        args=([StylesState.stopped],),
        width="stretch",
        type="primary",
    )
    return True


def _stop() -> None:
    session.styles.stopped = session.styles.under_way
