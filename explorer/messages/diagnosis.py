"""The messages of a diagnosis: its sentence and causes, and what mending one of them changes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from core.diagnosis import Cause, Diagnosis, Mark, Values
from core.diagnosis.words import without_asides
from core.hierarchy import Hierarchy
from core.io.pair import describe
from core.vocabulary import PARTS

Pair = tuple[Hierarchy, Hierarchy]


def diagnosis_message(diagnosis: Diagnosis) -> dict[str, Any]:
    """Give a diagnosis as JSON values."""
    return {
        "sentence": list(_pieces(diagnosis.sentence, [cause.text for cause in diagnosis.causes])),
        "part": diagnosis.part,
        "scores": _three(diagnosis.scores),
        "left": diagnosis.unexplained,
        "causes": [
            {
                "name": cause_name(cause),
                "kind": cause.kind.replace("_", " "),
                "text": cause.text,
                "gain": _three(cause.gain),
                "after": _three(cause.after),
                "together": cause.together.part(diagnosis.part),
                "touched": cause.touched,
                "overlaps": cause.overlaps,
            }
            for cause in diagnosis.causes
        ],
    }


def sentence_message(sentence: str) -> dict[str, Any]:
    """Give a sentence alone, for a view that has nobody to ask."""
    return {"sentence": [[sentence, None]], "causes": []}


def cause_name(cause: Cause) -> str:
    """Give what tells the causes of a pair apart, such as ``"missing-estimate"``."""
    return f"{cause.kind}-{cause.side}"


def mend_message(cause: Cause, before: Pair, after: Pair) -> dict[str, Any]:
    """Give what mending a cause changes, as it is drawn, and the mended pair."""
    marks = cause.marks
    inserted: dict[int, int] = {}
    dropped: list[int] = []
    if cause.kind in ("layer_superfluous", "level_mismatch"):
        single = {int(cause.detail["layer"])} if cause.detail["layers"] == 1 else set()
        gone = {mark.level for mark in marks if mark.change == "removed"}
        dropped = sorted(level - 1 for level in gone | single)
    if cause.kind in ("layer_missing", "level_mismatch"):
        new = sorted({mark.level for mark in marks if mark.change == "added"})
        # One that has no boundaries has no mark, and stands above all others.
        bare = len(after[1].layers) - len(before[1].layers) + len(dropped) - len(new)
        above = [sum(row < level - 1 for row in dropped) for level in new]
        inserted = {level: level - 1 - bare - at + above[at] for at, level in enumerate(new)}
    return {
        "cause": cause_name(cause),
        "marks": [
            [mark.change, mark.side, inserted.get(mark.level, mark.level - 1), mark.time, mark.to]
            for mark in marks
        ],
        "inserted": sorted(set(inserted.values())),
        "dropped": dropped,
        "turned": cause.kind == "layers_reversed",
        "changes": list(_counts(marks)),
        "reference": describe(after[0]),
        "estimate": describe(after[1]),
    }


def _counts(marks: Sequence[Mark]) -> Iterator[list[Any]]:
    """Say how many boundaries are added, removed and moved, as far as any is."""
    counts = Counter(mark.change for mark in marks)
    for change in ("added", "removed", "moved"):
        if counts[change]:
            yield [change, f"{counts[change]:,} {change}"]


def _pieces(sentence: str, texts: Sequence[str]) -> Iterator[list[Any]]:
    """Cut a sentence where it names causes; of a text that is in another the longer is meant."""
    named: dict[str, int] = {}
    # In a long sentence they have no asides; of two that are alike without them the first is meant.
    for sentences in (texts, map(without_asides, texts)):
        for at, text in enumerate(sentences):
            named.setdefault(text, at)
    among = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    for piece in re.split(f"({among})", sentence) if named else [sentence]:
        if piece:
            yield [piece, named.get(piece)]


def _three(values: Values) -> list[float | None]:
    return [values.part(part) for part in PARTS]
