"""Build messages about a diagnosis: sentence, causes, and what fixing a cause changes."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from core.diagnosis import Cause, Diagnosis, Values
from core.diagnosis.texts import without_asides
from core.hierarchy import Pair
from core.io.pair import describe
from core.vocabulary import PARTS


def diagnosis_message(diagnosis: Diagnosis) -> dict[str, Any]:
    return {
        "sentence": list(_pieces(diagnosis)),
        "part": diagnosis.part,
        "scores": _three(diagnosis.scores),
        "causes": [
            {
                "name": cause_name(cause),
                "text": cause.text,
                "after": _three(cause.after),
                "together": cause.together.part(diagnosis.part),
                "overlaps": cause.overlaps,
            }
            for cause in diagnosis.causes
        ],
    }


def sentence_message(sentence: str) -> dict[str, Any]:
    """Return a sentence without causes, for a page without a server."""
    return {"sentence": [[sentence, None]], "causes": []}


def cause_name(cause: Cause) -> str:
    """Return a name unique among the causes of a pair, such as ``"missing-estimate"``."""
    return f"{cause.kind}-{cause.side}"


def fix_message(cause: Cause, before: Pair, after: Pair) -> dict[str, Any]:
    marks = cause.marks
    counts: Counter[str] = Counter(mark.change for mark in marks)
    changes = [change for change in ("added", "removed", "moved") if counts[change]]
    inserted: dict[int, int] = {}
    dropped: list[int] = []
    if cause.kind in ("layer_superfluous", "level_mismatch"):
        named = {int(cause.detail["layer"])} if cause.detail["layers"] == 1 else set()
        removed = {mark.level for mark in marks if mark.change == "removed"}
        dropped = sorted(level - 1 for level in removed | named)
    if cause.kind in ("layer_missing", "level_mismatch"):
        new = sorted({mark.level for mark in marks if mark.change == "added"})
        # A new layer without boundaries has no mark and is above all other layers.
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
        "changes": [[change, f"{counts[change]:,} {change}"] for change in changes],
        "reference": describe(after[0]),
        "estimate": describe(after[1]),
    }


def _pieces(diagnosis: Diagnosis) -> Iterator[list[Any]]:
    """Split the sentence at the fixes of causes."""
    numbers: dict[str, int] = {}
    # Details may be left out; equal texts then refer to the first cause.
    for number, cause in enumerate(diagnosis.causes):
        for text in (cause.fix, without_asides(cause.fix)):
            numbers.setdefault(text.lower(), number)
    # Longest first: a text can be part of another.
    texts = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    sentence = diagnosis.sentence
    for finding in diagnosis.findings:
        if finding.kind == "coverage":  # the page says so beside the score
            for text in (finding.text, without_asides(finding.text)):
                sentence = " ".join(sentence.replace(text, "").split()) or sentence
    pieces = re.split(f"({texts})", sentence, flags=re.IGNORECASE) if numbers else [sentence]
    for piece in filter(None, pieces):
        yield [piece, numbers.get(piece.lower())]


def _three(values: Values) -> list[float | None]:
    return [values.part(part) for part in PARTS]
