"""What the page Styles computes once and keeps, with a bar and a way to stop while it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from core.caemsi.arranging import MOST_MAPPED, Map, clustered, flat_map
from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.difference import DifferenceTest
from core.caemsi.distances import Distances, Order
from core.caemsi.equivalence import EquivalenceTest, Ranked, equivalence
from core.caemsi.items import Corpus
from core.caemsi.margins import MarginCurve
from core.caemsi.spreading import Spread, spread
from core.errors import HierscopeError
from explorer import session
from explorer.messages.both_tests import draw_tests
from explorer.styles.choices import Limits
from explorer.styles.sources import SIDES, Source, guess, read_side
from explorer.widgets.progress import Watch
from explorer.widgets.text import plain

T = TypeVar("T")
Key = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Compared:
    """Two corpora, and all that was found.

    Parameters
    ----------
    a, b : Corpus
    distances : Distances
    difference : DifferenceTest
    ranked : Ranked
    curve : MarginCurve
    spread : Spread
    measured : tuple
        What tells its distances from others, as plain values.
    drawing : bytes
        For the component.
    about : str
        What was compared, and how, in a line.
    """

    a: Corpus
    b: Corpus
    distances: Distances
    difference: DifferenceTest
    ranked: Ranked
    curve: MarginCurve
    spread: Spread
    measured: Key
    drawing: bytes
    about: str

    @property
    def names(self) -> tuple[str, str]:
        """What the corpora are called."""
        return self.a.name, self.b.name

    def at(self, margin: float) -> EquivalenceTest:
        """Test for equivalence within a margin."""
        apart = self.curve.superior
        both = (margin, margin if apart is None else apart)
        return equivalence(self.ranked, both, plus_one=self.difference.plus_one)


@st.cache_resource(max_entries=24, ttl="2h", show_spinner=False)
def _large_shelf(key: Key) -> dict[str, Any]:
    """A place for a corpus, its distances, or labellings; no bar of progress can be in a cache."""
    return {}


@st.cache_resource(max_entries=200, ttl="2h", show_spinner=False)
def _small_shelf(key: Key) -> dict[str, Any]:
    """A place for what is soon computed, and small."""
    return {}


def _kept(key: Key, make: Callable[[], T], shelf: Callable[[Key], dict[str, Any]]) -> T:
    place = shelf(key)
    if "made" not in place:
        place["made"] = make()
    made: T = place["made"]
    return made


def guessed(source: Source) -> str:
    """Guess what files are read as."""
    return _kept(("guess", source), lambda: guess(source), _small_shelf)


def read_both(
    source: Source, read_as: str, duplicates: tuple[bool, bool]
) -> tuple[Corpus | None, Corpus | None]:
    """Read both corpora; what is wrong with one is said, and the other is read all the same."""
    found: list[Corpus | None] = []
    for side in SIDES:
        key = ("corpus", side, source, read_as, duplicates)
        watch = _watch(key, lambda done, total: f"Reading: {done / max(total, 1):.0%}")
        try:
            found.append(
                _kept(
                    key,
                    lambda side=side, watch=watch: read_side(  # type: ignore[misc]
                        source, side, read_as, duplicates, watch
                    ),
                    _large_shelf,
                )
            )
        except HierscopeError as error:
            _raise_if_asked(watch)
            st.error(f"Corpus {side.upper()}: {plain(str(error))}", icon=":material/error:")
            found.append(None)
        watch.clear()
        _raise_if_asked(watch)
    return found[0], found[1]


def compare(
    corpora: tuple[Corpus, Corpus],
    key: Key,
    compressor: str,
    order: Order,
    draws: Draws,
    limits: Limits,
) -> Compared:
    """Measure and test; what is done already is not done again.

    Parameters
    ----------
    corpora : (Corpus, Corpus)
    key : tuple
        What tells them from others, as plain values.
    compressor, order, draws
        See :mod:`core.caemsi.comparing`.
    limits : Limits

    Raises
    ------
    StyleError
        If they can't be compared.
    """
    a, b = corpora
    measured = _measured_key(key, compressor, order)
    watch = _watch(measured, lambda done, total: f"{done:,} of {total:,} distances")
    try:
        distances = _kept(
            measured,
            lambda: measure(
                a, b, compressor, order=order, progress=watch.tell, cancelled=watch.stopped
            ),
            _large_shelf,
        )
    except HierscopeError:
        _raise_if_asked(watch)
        watch.clear()
        raise
    watch.clear()
    _raise_if_asked(watch)
    drawn = _drawing_key(measured, draws, limits)
    n_a = len(a.items)
    with st.spinner("Testing …"):
        difference, ranked = _kept(
            ("tests", measured, draws), lambda: run_tests(distances, n_a, draws), _large_shelf
        )
        about = _about(a, b, distances, draws, difference.n_permutations)
        # Another margin needs no other labellings.
        curve, drawing = _kept(
            drawn,
            lambda: draw_tests(
                difference,
                ranked,
                names=(a.name, b.name),
                sizes=(n_a, len(b.items)),
                about=about,
                superior=limits.superior,
                margin=limits.margin,
                alpha=limits.alpha,
            ),
            _small_shelf,
        )
        apart = _kept(("spread", measured), lambda: spread(distances, n_a), _large_shelf)
    return Compared(a, b, distances, difference, ranked, curve, apart, measured, drawing, about)


def _measured_key(key: Key, compressor: str, order: Order) -> Key:
    return ("distances", key, compressor, order)


def _drawing_key(measured: Key, draws: Draws, limits: Limits) -> Key:
    return ("drawing", measured, draws, limits)


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


def by_likeness(found: Compared) -> list[int]:
    """Give the items in an order in which those that are alike stand side by side."""
    order = _kept(("order", found.measured), lambda: clustered(found.distances), _small_shelf)
    return [int(at) for at in order]


def item_places(found: Compared) -> Map | None:
    """Give the places of the items on a map; None where there are too many."""
    if len(found.distances) > MOST_MAPPED:
        return None
    return _kept(("map", found.measured), lambda: flat_map(found.distances), _small_shelf)


def stopped(key: Key) -> bool:
    """Draw what is to be said of a work that was stopped, if this one was."""
    if session.styles.stopped != repr(key):
        return False
    corpora, compressor, order, draws, limits = key
    measured = _measured_key(corpora, compressor, order)
    if "made" in _small_shelf(_drawing_key(measured, draws, limits)):
        return False  # it was done when Stop came
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


def _watch(key: Key, words: Callable[[int, int], str]) -> Watch:
    return Watch(
        f"styles_{key[0]}_{key[1]}" if key[0] == "corpus" else "styles",
        words,
        help="Nothing else on the page is lost; it can be started again.",
        patience=0.4,
        on_stop=_stop,
    )


def _stop() -> None:
    session.styles.stopped = session.styles.under_way


def _raise_if_asked(watch: Watch) -> None:
    if watch.asked is not None:
        raise watch.asked  # Streamlit takes up what was clicked from here.
