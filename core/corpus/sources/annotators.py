"""Pairs of two annotators, from tracks that list the files of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.corpus.items import Found, Item, Problem
from core.errors import ReadError
from core.files.names import natural

ONE_ANNOTATION = "one annotation only"
"""Why many of SALAMI's tracks make no pair."""


@dataclass(frozen=True)
class Track:
    """A track and its annotators, counted from 1."""

    name: str
    path: str
    files: Mapping[int, tuple[str, ...]]
    """The files of each annotator."""
    known: Mapping[str, Any] = field(default_factory=dict)
    """Metadata; None and empty text for what is not known."""
    persons: Mapping[int, Any] = field(default_factory=dict)
    """Who each annotator is."""
    problem: str = ""
    """Why the files could not be listed; empty if they could."""


def pair_annotators(tracks: Iterable[Track], reference: int, estimate: int) -> Found:
    """Pair two annotators of each track."""
    if reference == estimate:
        raise ReadError(
            f"annotator {reference} is both reference and estimate",
            source="SALAMI",
            mend="Choose two annotators",
        )
    items, problems = [], []
    for track in sorted(tracks, key=lambda track: natural(track.name)):
        lacking = [n for n in (reference, estimate) if n not in track.files]
        if lacking:
            other = f"no annotation by annotator {' and '.join(map(str, lacking))}"
            reason = ONE_ANNOTATION if len(track.files) == 1 else other
            problems.append(Problem(track.name, track.path, track.problem or reason))
        else:
            files = track.files[reference], track.files[estimate]
            known = {
                **track.known,
                "reference_annotator": track.persons.get(reference),
                "estimate_annotator": track.persons.get(estimate),
            }
            metadata = tuple((key, text) for key in known if (text := _text(known[key])))
            items.append(Item(track.name, f"annotator {estimate}", *files, metadata=metadata))
    return Found(tuple(items), tuple(problems))


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):  # every digit of it, but of whole numbers no ".0"
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value).strip()
