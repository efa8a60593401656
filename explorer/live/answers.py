"""Answers to live questions: numbers of the core, packed. Streamlit is not used here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.align import align
from core.diagnosis import diagnose, fix
from core.diagnosis.diagnosing import diagnose_windows
from core.errors import HierscopeError
from core.hierarchy import Pair
from core.io.pair import read_document
from core.samples import sample
from core.tmeasures.scoring import query_scores
from core.triplets.depths import depth_matrices
from core.triplets.patches import patch
from core.windows import columns, effective_window, sweep
from explorer.live.price import LONGEST, Allowance, CostlyError, GoneError, size_of
from explorer.messages import questions
from explorer.messages.diagnosis import cause_name, diagnosis_message, fix_message
from explorer.messages.edited import edited_answer
from explorer.messages.inspection import Setup, first_look, too_long, too_long_to_explain
from explorer.messages.pack import Answer, pack
from explorer.messages.pair import STRIP_COLUMNS, g_row, live_message, steps
from explorer.messages.scape import COARSE, FINE, layers_over_windows, scape_message
from explorer.messages.triplets import PIXELS, track_key, track_message, triplets_head
from explorer.server.failing import logged, reason_of
from explorer.state.pair import HOW

TOO_LONG = (
    "This pair has too many boundaries for live scores. Leave out layers, or use a part of the "
    "track."
)

MOST_PAIRS = 4  # per socket; the least recently used is replaced


class Pairs:
    """The pairs that a socket has sent, by the browser's keys."""

    elsewhere = False  # whether the process for costly questions may know more pairs

    def __init__(self) -> None:
        self._pairs: OrderedDict[tuple[str, bool], Pair] = OrderedDict()

    def of(self, asked: questions.OfPair) -> Pair:
        """Return the pair of a question, which may contain the pair, too."""
        # Diagnoses also need the hierarchies as they were read.
        aligned = not isinstance(asked, questions.Diagnose | questions.Fix)
        key = asked.pair, aligned
        if asked.document is not None:
            self._pairs[key] = read_document(asked.document, aligned=aligned)
            if len(self._pairs) > MOST_PAIRS:
                self._pairs.popitem(last=False)
        if key not in self._pairs:
            if self.elsewhere:
                raise CostlyError(0.0)
            raise questions.QuestionError("unknown-pair", "The pair is not loaded yet.")
        self._pairs.move_to_end(key)
        return self._pairs[key]

    def latest(self) -> Pairs:
        last = Pairs()
        last._pairs.update(list(self._pairs.items())[-1:])
        return last

    def take(self, others: Pairs) -> None:
        self._pairs.update(others._pairs)
        while len(self._pairs) > MOST_PAIRS:
            self._pairs.popitem(last=False)


def reply(text: str, pairs: Pairs, allowance: Allowance | None = None) -> bytes | None:
    """Answer a question in JSON; None if it takes too long or was dropped."""
    allowance = allowance or Allowance()
    try:
        allowance.go_on()
        question = questions.read(text)
        setup = Setup.of(*_pair(question, pairs), question.state)
        if problem := too_long(*setup.pair, setup.settings):
            raise questions.QuestionError("too-long", problem)
        head, arrays = ANSWERS[question.kind](question, setup, allowance)
        return pack({"number": question.number, **head}, **arrays)
    except CostlyError as error:
        if error.args[0] <= LONGEST:
            return None
        return refusal(questions.number_in(text), "too-long", TOO_LONG)
    except GoneError:
        return None
    except questions.QuestionError as error:
        return refusal(questions.number_in(text), error.name, error.message)
    except HierscopeError as error:
        # For example, frames are longer than the track.
        return refusal(questions.number_in(text), "refused", str(error))
    except Exception as error:
        # The socket stays open; the error is in the server's log only.
        entry = logged("a live question", error)
        message = (
            f"This could not be computed because {reason_of(error)} ({entry} in the server's log)."
        )
        return refusal(questions.number_in(text), "failed", message)


def refusal(number: int, name: str, message: str) -> bytes:
    return pack({"number": number, "error": {"name": name, "message": message}})


def _pair(question: questions.Question, pairs: Pairs) -> Pair:
    """Return the pair of a question, aligned unless it asks for causes."""
    if isinstance(question, questions.OfPair):
        return pairs.of(question)
    if isinstance(question, questions.Draw):
        return read_document(question.document)
    try:
        chosen = sample(question.sample)
    except KeyError:
        raise questions.QuestionError("malformed", "No sample has this name.") from None
    return align(chosen.reference, chosen.estimate).pair


def _look(asked: questions.Look, setup: Setup, allowance: Allowance) -> Answer:
    """Answer about a window and a query: g, triplets, and the requested part of the track."""
    question = asked.on_track(setup.reference.end)
    size, of_labels = size_of(setup), setup.inspected(asked.state) == "l"
    price = size.look(of_labels, question.strips)
    if question.track != "none":
        price += size.track(of_labels, question.track != "splits")
    allowance.take(price)
    of_track = size.score(1) + size.listing(of_labels)
    triplets, time = triplets_head(setup, question, lambda: allowance.take(of_track))
    window = [question.state.window]
    g = query_scores(*setup.pair, window, queries=[time], settings=setup.settings)
    head: dict[str, Any] = {"triplets": triplets, "g": g_row(g), "track_key": "", "track": None}
    arrays: dict[str, npt.NDArray[Any]] = {}
    if question.strips:
        head["shown"] = question.shown
        drawn = columns(*question.shown, STRIP_COLUMNS)
        strips = query_scores(*setup.pair, window, queries=drawn, settings=setup.settings)
        arrays["strips"] = steps(strips.g)
    if question.track != "none":
        head["track_key"] = track_key(setup, question)
        if question.track_key != head["track_key"]:
            head["track"], more = track_message(setup, question, allowance.go_on)
            arrays |= more
    return head, arrays


def _scape(asked: questions.Scape, setup: Setup, allowance: Allowance) -> Answer:
    """Answer with g of the stretch on screen at every window, and the mean loss of each moment."""
    variant, grid = asked.state.variant, FINE if asked.fine else COARSE
    allowance.take(size_of(setup).scape(*grid, variant == "l", asked.deciding))
    shown = questions.shown_of(asked.shown, setup.reference.end)
    return scape_message(setup, variant, shown, fine=asked.fine, layers=asked.deciding)


def _patch(asked: questions.Patch, setup: Setup, allowance: Allowance) -> Answer:
    """Describe the area of the scape at a place, and its worst point."""
    size, of_labels = size_of(setup), setup.inspected(asked.state) == "l"
    queries = COARSE[1] + size.cells
    allowance.take(size.scape(COARSE[0], queries, of_labels, False) + size.look(of_labels, False))
    around = patch(setup.task_of(asked.state), questions.within(asked.query, setup.reference.end))
    return {"sentence": around.sentence, "worst": around.worst}, {}


def _depths(asked: questions.Depths, setup: Setup, allowance: Allowance) -> Answer:
    allowance.take(size_of(setup).pictures(setup.inspected(asked.state) == "l"))
    pictures = depth_matrices(setup.task_of(asked.state), PIXELS)
    return {"pixels": PIXELS}, {
        name: np.rint(255 * matrix / max(float(np.max(matrix)), 1.0)).astype(np.uint8)
        for name, matrix in zip(("ref_depths", "est_depths"), pictures, strict=True)
    }


def _diagnose(asked: questions.Diagnose, setup: Setup, allowance: Allowance) -> Answer:
    end, first = setup.reference.end, asked.first
    windows = sweep(end, asked.extra and effective_window(end, asked.extra))
    wanted = windows[first : first + max(asked.count, 1)]
    _take_causes(setup, len(wanted), allowance)
    variants, part = [asked.state.explained_variant], asked.state.part
    (diagnoses,) = diagnose_windows(
        *setup.pair, wanted, variants=variants, part=part, settings=setup.settings
    )
    return {
        "first": first,
        "diagnoses": [diagnosis_message(diagnosis) for diagnosis in diagnoses],
    }, {}


def _fix(asked: questions.Fix, setup: Setup, allowance: Allowance) -> Answer:
    _take_causes(setup, 1, allowance)
    state, pair = asked.state, setup.pair
    window = effective_window(setup.reference.end, state.window)
    variant, part = state.explained_variant, state.part
    causes = diagnose(*pair, window, variant=variant, part=part, settings=setup.settings).causes
    cause = next((known for known in causes if cause_name(known) == asked.cause), None)
    if cause is None:
        raise questions.QuestionError("refused", "This is no longer a cause of the score.")
    fixed = fix(*pair, cause.kind, cause.side)
    return fix_message(cause, align(*pair).pair, fixed), {}


def _take_causes(setup: Setup, windows: int, allowance: Allowance) -> None:
    """Refuse a pair whose causes take too long."""
    if problem := too_long_to_explain(*setup.pair):
        raise questions.QuestionError("too-long", problem)
    allowance.take(size_of(setup).reasons(windows))


def _draw(asked: questions.Draw, setup: Setup, allowance: Allowance) -> Answer:
    """Answer about a drawn state: scores, strips, g of the query, and effects of boundaries."""
    allowance.take(size_of(setup).drawing(bool(asked.effects)))
    extra = asked.extra and effective_window(setup.reference.end, asked.extra)
    return edited_answer(replace(setup, extra=extra), asked)


def _sample(asked: questions.Sample, setup: Setup, allowance: Allowance) -> Answer:
    """Send a sample to the live view before the page's script has run."""
    allowance.take(size_of(setup).sample())
    state, chosen = asked.state, sample(asked.sample)
    start = first_look(setup, state) | {"enlarged": True}
    if asked.scape:
        start["of_layers"] = layers_over_windows(setup)
    view = live_message(
        setup, Setup.scores, state.texts(HOW), start, Pair(chosen.reference, chosen.estimate)
    )
    return {}, {"drawing": np.frombuffer(view, np.uint8)}


ANSWERS: dict[str, Callable[[Any, Setup, Allowance], Answer]] = {
    "look": _look,
    "scape": _scape,
    "patch": _patch,
    "depths": _depths,
    "diagnose": _diagnose,
    "fix": _fix,
    "draw": _draw,
    "sample": _sample,
}
