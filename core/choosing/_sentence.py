"""The advice in one sentence."""

from __future__ import annotations

from core.choosing._facts import CONDITIONS, Facts
from core.choosing.layers import DEFAULT_WINDOW
from core.choosing.words import describe_window, listed, percent

_NEARLY = 0.9


def sentence(facts: Facts) -> str:
    """Say which window to choose, what speaks for it, and which conditions it does not meet."""
    if facts.most_counted == 0:
        return (
            f"No window can be advised: the reference has no triplet ({facts.variant}) at any of "
            "the windows scored."
        )
    name = describe_window(facts.window)
    if facts.most_counted < facts.bound:
        return (
            f"Choose {name}: no window counts {percent(facts.bound)} of the queries, and this one "
            f"counts {_counted(facts)}; it meets {_others(facts)}."
        )
    failed = [words for condition, words in CONDITIONS.items() if not facts.met[condition]]
    if failed:
        return (
            f"No window meets all three conditions; choose {name}, which does not meet the "
            f"one{'s' if len(failed) > 1 else ''} on {listed(failed)}."
        )
    if facts.window == DEFAULT_WINDOW:
        return f"Choose {name}: it meets all three conditions, and it is the default."
    return f"Choose {name}, the smallest of the windows scored that meets all three conditions."


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
