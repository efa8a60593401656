"""The advice in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from core.choosing._facts import CONDITIONS, Facts
from core.choosing.stating import default_words
from core.choosing.words import listed, percent
from core.windows import DEFAULT_WINDOW

_NEARLY = 0.9


def sentence(facts: Facts) -> str:
    """Say which window to choose, what speaks for it, and what does not."""
    if facts.lacks_labels:
        return f"No window can be advised: {facts.lacks_labels}."
    if facts.most_counted == 0:
        return (
            f"No window can be advised: the reference has no {facts.measure.triplet} at any of "
            "the windows scored."
        )
    warned = ", and ".join(_warnings(facts))
    return f"{_choice(facts)}; but {warned}." if warned else f"{_choice(facts)}."


def _choice(facts: Facts) -> str:
    name = facts.result.words.window(facts.window)
    if facts.most_counted < facts.bound:
        return (
            f"Choose {name}: no window tried counts {percent(facts.bound)} of the queries in the "
            f"reference, and this one counts {_counted(facts)}; it meets {_others(facts)}"
        )
    failed = [words for condition, words in CONDITIONS.items() if not facts.met[condition]]
    if failed:
        return (
            f"No window tried meets all three conditions on the reference; choose {name}, which "
            f"does not meet the one{'s' if len(failed) > 1 else ''} on {listed(failed)}"
        )
    # They are on the reference alone.
    three = "all three conditions on the reference"
    if facts.window == DEFAULT_WINDOW and not facts.result.words.musical:
        return f"Choose {name}: it meets {three}, and it is {default_words(facts.measure)}"
    return f"Choose {name}, the smallest of the windows tried that meets {three}"


def _warnings(facts: Facts) -> Iterator[str]:
    """Say what speaks against a score at the window, though it be the one to choose."""
    if facts.estimate_short:
        share = facts.counted_in_estimate
        yield (
            f"only {percent(share)} of the queries count in the estimate"
            if share
            else ("none of the queries counts in the estimate")
        )
    if facts.around is not None and facts.around.unsteady:
        near = facts.around
        yield (
            f"{facts.measure.score('f_measure')} lies between {near.low:.3f} and {near.high:.3f} "
            "from half to double of it"
        )


def _counted(facts: Facts) -> str:
    here, most = facts.counted, facts.most_counted
    if here >= most:
        return "as many as any"
    if here >= _NEARLY * most:
        return "nearly as many as any"
    return f"{percent(here)}, where {percent(most)} is the most"


def _others(facts: Facts) -> str:
    """Say which of the conditions hold that are not about counted queries."""
    others = [name for name in CONDITIONS if name != "queries"]
    met = [CONDITIONS[name] for name in others if facts.met[name]]
    failed = [CONDITIONS[name] for name in others if not facts.met[name]]
    if not failed:
        return f"the conditions on {listed(met)}"
    if not met:
        return f"neither of the conditions on {listed(failed)}"
    return f"the condition on {listed(met)}, not the one on {listed(failed)}"
