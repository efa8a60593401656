"""Answers to live questions: numbers of the core, packed. Streamlit is not used here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.align import align
from core.diagnosis import diagnose, mend
from core.diagnosis.api import diagnose_windows
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io.pair import read_document
from core.samples import sample
from core.tmeasures.api import query_scores
from core.triplets.depths import depth_matrices
from core.triplets.patches import patch
from core.windows import columns, effective_window, sweep
from explorer.live.price import LONGEST, Allowance, CostlyError, GoneError, size_of
from explorer.messages.diagnosis import cause_name, diagnosis_message, mend_message
from explorer.messages.edited import edited_answer
from explorer.messages.inspection import Setup, first_look
from explorer.messages.pack import Answer, pack
from explorer.messages.pair import STRIP_COLUMNS, g_row, live_message, strip_bytes
from explorer.messages.questions import (
    Depths,
    Diagnose,
    Draw,
    Look,
    Mend,
    OfPair,
    Patch,
    QuestionError,
    Sample,
    Scape,
    number_in,
    read,
    shown_of,
    within,
)
from explorer.messages.scape import COARSE, FINE, scape_message
from explorer.messages.triplets import PIXELS, track_key, track_message, triplets_head
from explorer.messages.work import too_long, too_long_to_explain
from explorer.server.failing import logged
from explorer.state.pair import HOW, PairState

TOO_LONG = (
    "This pair has too many boundaries for live scores. Leave out layers, or use a part of the "
    "track."
)

MOST_PAIRS = 4  # per socket; the least recently used is replaced

Pair = tuple[Hierarchy, Hierarchy]


class Pairs:
    """The pairs that a socket has sent, by the browser's keys."""

    elsewhere = False  # whether the process for costly questions may know more pairs

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, bool], Pair] = OrderedDict()

    def of(self, asked: OfPair) -> Pair:
        """Return the pair of a question, which may contain the pair, too."""
        # Diagnoses also need the hierarchies as they were read.
        aligned = not isinstance(asked, Diagnose | Mend)
        key = asked.pair, aligned
        if asked.told is not None:
            self._held[key] = read_document(asked.told, aligned=aligned)
            if len(self._held) > MOST_PAIRS:
                self._held.popitem(last=False)
        if key not in self._held:
            if self.elsewhere:
                raise CostlyError(0.0)
            raise QuestionError("unknown-pair", "The pair is not loaded yet.")
        self._held.move_to_end(key)
        return self._held[key]

    def latest(self) -> Pairs:
        last = Pairs()
        last._held.update(list(self._held.items())[-1:])
        return last

    def take(self, others: Pairs) -> None:
        self._held.update(others._held)
        while len(self._held) > MOST_PAIRS:
            self._held.popitem(last=False)


def reply(text: str, pairs: Pairs, allowance: Allowance | None = None) -> bytes | None:
    """Answer a question in JSON; None if it takes too long or was dropped."""
    allowance = allowance or Allowance()
    try:
        allowance.go_on()
        asked = read(text)
        head, arrays = ANSWERS[asked.kind](asked, pairs, allowance)
        return pack({"number": asked.number, **head}, **arrays)
    except CostlyError as error:
        seconds: float = error.args[0]
        return refusal(number_in(text), "too-long", TOO_LONG) if seconds > LONGEST else None
    except GoneError:
        return None
    except QuestionError as error:
        return refusal(number_in(text), error.name, error.words)
    except HierscopeError as error:
        # For example, frames are longer than the track.
        return refusal(number_in(text), "refused", str(error))
    except Exception as error:
        # The socket stays open; the error is in the server's log only.
        entry = logged("a live question", error)
        message = (
            "This could not be computed because of a fault in hierscope, "
            f"{entry} in the server's log."
        )
        return refusal(number_in(text), "failed", message)


def refusal(number: int, name: str, message: str) -> bytes:
    return pack({"number": number, "error": {"name": name, "words": message}})


def setup_of(pair: Pair, state: PairState) -> Setup:
    setup = Setup.of(*pair, state)
    if problem := too_long(*pair, setup.convention, setup.frame_size):
        raise QuestionError("too-long", problem)
    return setup


def how_to_explain(pair: Pair, state: PairState) -> dict[str, Any]:
    """Return the arguments of :func:`core.diagnosis.diagnose`, if the pair is not too large."""
    setup = setup_of(pair, state)
    if problem := too_long_to_explain(*pair):
        raise QuestionError("too-long", problem)
    return setup.how | {"variant": state.explained_variant, "part": state.part}


def _look(asked: Look, pairs: Pairs, allowance: Allowance) -> Answer:
    """Answer about a window and a query: g, triplets, and the requested part of the track."""
    pair, state = pairs.of(asked), asked.state
    setup = setup_of(pair, state)
    question = asked.on_track(pair[0].end)
    size, of_labels = size_of(setup), setup.inspected(state) == "l"
    price = size.look(of_labels, question.strips)
    if question.track != "none":
        price += size.track(of_labels, question.track != "splits")
    allowance.take(price)
    of_track = size.score(1) + size.listing(of_labels)
    triplets, time = triplets_head(setup, question, lambda: allowance.take(of_track))
    window = [question.state.window]
    g = query_scores(*pair, window, queries=[time], **setup.frames)
    head: dict[str, Any] = {"triplets": triplets, "g": g_row(g), "track_key": "", "track": None}
    arrays: dict[str, npt.NDArray[Any]] = {}
    if question.strips:
        head["shown"] = question.shown
        drawn = columns(*question.shown, STRIP_COLUMNS)
        arrays["strips"] = strip_bytes(query_scores(*pair, window, queries=drawn, **setup.frames))
    if question.track != "none":
        head["track_key"] = track_key(setup, question)
        if question.held != head["track_key"]:
            head["track"], more = track_message(setup, question, allowance.go_on)
            arrays |= more
    return head, arrays


def _scape(asked: Scape, pairs: Pairs, allowance: Allowance) -> Answer:
    """Answer with g of the stretch on screen at every window, and the mean loss of each moment."""
    pair, state = pairs.of(asked), asked.state
    setup = setup_of(pair, state)
    grid = FINE if asked.fine else COARSE
    allowance.take(size_of(setup).scape(*grid, state.variant == "l", asked.deciding))
    shown = shown_of(asked.shown, pair[0].end)
    return scape_message(setup, state.variant, shown, fine=asked.fine, layers=asked.deciding)


def _patch(asked: Patch, pairs: Pairs, allowance: Allowance) -> Answer:
    """Describe the area of the scape at a place, and its worst point."""
    pair, state = pairs.of(asked), asked.state
    setup = setup_of(pair, state)
    size, of_labels = size_of(setup), setup.inspected(state) == "l"
    queries = COARSE[1] + size.cells
    allowance.take(size.scape(COARSE[0], queries, of_labels, False) + size.look(of_labels, False))
    around = patch(setup.task_of(state), within(asked.query, pair[0].end))
    return {"words": around.sentence, "worst": around.worst}, {}


def _depths(asked: Depths, pairs: Pairs, allowance: Allowance) -> Answer:
    pair, state = pairs.of(asked), asked.state
    setup = setup_of(pair, state)
    allowance.take(size_of(setup).pictures(setup.inspected(state) == "l"))
    pictures = depth_matrices(setup.task_of(state), PIXELS)
    return {"key": asked.held, "pixels": PIXELS}, {
        name: np.rint(255 * matrix / max(float(np.max(matrix)), 1.0)).astype(np.uint8)
        for name, matrix in zip(("ref_depths", "est_depths"), pictures, strict=True)
    }


def _diagnose(asked: Diagnose, pairs: Pairs, allowance: Allowance) -> Answer:
    pair, state = pairs.of(asked), asked.state
    end, first = pair[0].end, asked.first
    windows = sweep(end, asked.extra and effective_window(end, asked.extra))
    wanted = windows[first : first + max(asked.count, 1)]
    how = how_to_explain(pair, state)
    allowance.take(size_of(setup_of(pair, state)).reasons(len(wanted)))
    (diagnoses,) = diagnose_windows(*pair, wanted, variants=[how.pop("variant")], **how)
    return {"first": first, "found": [diagnosis_message(diagnosis) for diagnosis in diagnoses]}, {}


def _mend(asked: Mend, pairs: Pairs, allowance: Allowance) -> Answer:
    pair, state = pairs.of(asked), asked.state
    window = effective_window(pair[0].end, state.window)
    how = how_to_explain(pair, state)
    allowance.take(size_of(setup_of(pair, state)).reasons(1))
    causes = diagnose(*pair, window, **how).causes
    cause = next((known for known in causes if cause_name(known) == asked.cause), None)
    if cause is None:
        raise QuestionError("refused", "This is no longer a cause of the score.")
    aligned = align(*pair)
    mended = mend(*pair, cause.kind, cause.side)
    return mend_message(cause, (aligned.reference, aligned.estimate), mended), {}


def _draw(asked: Draw, _: Pairs, allowance: Allowance) -> Answer:
    """Answer about a drawn state: scores, strips, g of the query, and effects of boundaries."""
    pair = read_document(asked.told)
    setup = setup_of(pair, asked.state)
    allowance.take(size_of(setup).drawing(bool(asked.effects)))
    extra = asked.extra and effective_window(pair[0].end, asked.extra)
    return edited_answer(replace(setup, extra=extra), asked)


def _sample(asked: Sample, _: Pairs, allowance: Allowance) -> Answer:
    """Send a sample to the live view before the page's script has run."""
    try:
        chosen = sample(asked.sample)
    except KeyError:
        raise QuestionError("malformed", "No sample has this name.") from None
    state, pair = asked.state, align(chosen.reference, chosen.estimate)
    setup = setup_of((pair.reference, pair.estimate), state)
    allowance.take(size_of(setup).sample())
    start = first_look(setup, state) | {"enlarged": True}
    view = live_message(
        setup, Setup.scores, state.texts(HOW), start, (chosen.reference, chosen.estimate)
    )
    return {}, {"drawing": np.frombuffer(view, np.uint8)}


ANSWERS: dict[str, Callable[[Any, Pairs, Allowance], Answer]] = {
    "look": _look,
    "scape": _scape,
    "patch": _patch,
    "depths": _depths,
    "diagnose": _diagnose,
    "mend": _mend,
    "draw": _draw,
    "sample": _sample,
}
