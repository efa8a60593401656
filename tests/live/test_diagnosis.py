"""Questions about low scores: answers equal the core's, and the drawing is the repair."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from asking import DEFAULT_STATE, answered, replied, say

from core.align import align
from core.diagnosis import Finding, diagnose
from core.diagnosis.diagnosing import diagnose_windows
from core.diagnosis.texts import without_asides
from core.hierarchy import Hierarchy
from core.io.pair import read_document
from core.samples import sample, samples
from core.windows import sweep
from explorer.messages.diagnosis import cause_name, diagnosis_message
from explorer.messages.inspection import too_long_to_explain

MERGED, TUNE, FIGURE_6 = map(sample, ("jingle_bells_algorithm", "jingle_bells", "figure6"))


def asked(kind, pair, **more):
    return {**say(*pair, 5.0), "kind": kind, "extra": None, **more}


def layers(hierarchy, *numbers):
    return replace(hierarchy, layers=tuple(hierarchy.layers[number] for number in numbers))


LATE = Hierarchy.from_boundaries(
    [[0.0, *(row[1:-1] + 1.5), row[-1]] for row in TUNE.reference.boundaries]
)
PAIRS = {
    **{each.id: (each.reference, each.estimate) for each in samples()},
    "late": (TUNE.reference, LATE),
    "reversed": (MERGED.reference, layers(MERGED.reference, 2, 1, 0)),
    "doubled": (MERGED.reference, layers(MERGED.reference, 0, 0, 1, 2)),
    "finer": (layers(MERGED.reference, 0, 1), layers(MERGED.reference, 1, 2)),
    "coarser": (layers(MERGED.reference, 1, 2), layers(MERGED.reference, 0, 1)),
    "one layer": (MERGED.reference, layers(MERGED.reference, 2)),
}


def test_a_diagnosis_is_the_cores_at_each_window():
    part = "f_measure"
    pair = TUNE.reference, TUNE.estimate
    windows = sweep(TUNE.reference.end, np.inf)[88:91]  # where a second cause is in the sentence
    state = DEFAULT_STATE | {"part": part, "variant": "reduced"}
    head, _ = answered(asked("diagnose", pair, first=88, count=3, state=state))
    found = diagnose_windows(*pair, windows, variants=["reduced"], part=part)[0]
    assert head["first"] == 88
    assert head["diagnoses"] == [diagnosis_message(each) for each in found]
    for message, diagnosis in zip(head["diagnoses"], found, strict=True):
        assert "".join(text for text, _ in message["sentence"]) == diagnosis.sentence
        named = [(text, at) for text, at in message["sentence"] if at is not None]
        assert [at for _, at in named] == [0, 1, 2][: len(named)]
        assert len(named) > 1
        for text, at in named:
            fix = diagnosis.causes[at].fix.lower()
            assert text.lower() in (fix, without_asides(fix))


def test_causes_are_found_in_a_sentence_that_has_no_room_for_their_asides():
    whole = sample("figure5")
    found = diagnose(whole.reference, whole.estimate, 15.0)
    first, *others = found.causes
    cause, coverage = replace(first, fix=f"{first.fix} (2 of them)"), "Recall rests on 8 %"
    finding = Finding("coverage", f"{coverage} (full T_F: 0.76).")
    shortened = replace(
        found,
        causes=(cause, *others),
        findings=(finding,),
        sentence=f"{found.sentence} {coverage}.",
    )
    message = diagnosis_message(shortened)
    assert [first.fix, 0] in message["sentence"]
    assert message["causes"][0]["text"] == cause.text
    assert coverage not in str(message["sentence"])


def edited(rows, marks):
    """Layers after what is marked: sets of times a row."""
    after = [set(row) for row in rows]
    for change, row, time, to in marks:
        near = min(after[row], key=lambda each: abs(each - time), default=None)
        if change != "added":
            assert abs(near - time) < 1e-6
            after[row].discard(near)
        if change != "removed":
            after[row].add(to if change == "moved" else time)
    return [sorted(row) for row in after]


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_marked_is_what_the_repair_changes(name):
    pair = PAIRS[name]
    before = align(*pair)
    causes = diagnose(*pair, 15.0).causes
    assert causes
    for cause in causes:
        head, _ = answered(asked("fix", pair, cause=cause_name(cause)))
        fixed = read_document(head)
        inner = {
            side: [row[1:-1].tolist() for row in getattr(before, side).boundaries]
            for side in ("reference", "estimate")
        }
        assert sum(int(words.split()[0]) for _, words in head["changes"]) == len(head["marks"])
        # Layers that are inserted are drawn at the edge of a row, also two at the same.
        fresh = {row: [] for row in head["inserted"]}
        own = {"reference": [], "estimate": []}
        for change, side, row, time, to in head["marks"]:
            if fresh and change == "added":
                fresh[row].append(time)
            else:
                own[side].append((change, row, time, to))
        after = {side: edited(inner[side], own[side]) for side in inner}
        estimate = after["estimate"]
        for row in reversed(head["dropped"]):
            del estimate[row]
        more = len(fixed[1].layers) - len(estimate) if fresh else 0
        for row in sorted(fresh, reverse=True):
            count = more if len(fresh) == 1 else 1
            at = row - sum(dropped < row for dropped in head["dropped"])
            rows = [each[1:-1].tolist() for each in fixed[1].boundaries[at : at + count]]
            assert sorted(fresh[row]) == pytest.approx(sorted(chain(*rows)), abs=1e-6)
            estimate[at:at] = rows
        if head["turned"]:
            estimate.reverse()
        for side, hierarchy in zip(after, fixed, strict=True):
            rows = [row[1:-1].tolist() for row in hierarchy.boundaries]
            assert [len(row) for row in rows] == [len(row) for row in after[side]]
            for row, marked in zip(rows, after[side], strict=True):
                assert row == pytest.approx(marked, abs=1e-6)


def test_a_pair_is_explained_as_it_was_read():
    reference = TUNE.reference
    thousandfold = Hierarchy.from_boundaries([1000 * row for row in reference.boundaries])
    head, _ = answered(asked("diagnose", (reference, thousandfold), first=70, count=1))
    assert "milliseconds" in head["diagnoses"][0]["causes"][0]["text"]
    head, _ = answered(asked("fix", (reference, thousandfold), cause="scale-estimate"))
    fixed = read_document(head)[1]
    for row, there in zip(fixed.boundaries, reference.boundaries, strict=True):
        np.testing.assert_allclose(row, there, atol=1e-6)


def test_what_is_no_cause_is_refused():
    pair = FIGURE_6.reference, FIGURE_6.estimate
    for name in ("offset-estimate", "", "boo"):
        head, _ = replied(asked("fix", pair, cause=name))
        assert head["error"]["name"] == "refused"
    head, _ = replied(asked("diagnose", pair, first=10**6, count=1))
    assert head["error"]["name"] == "refused"


def test_a_pair_with_too_many_boundaries_is_not_explained():
    times = np.linspace(0, 3 * 3600, 2001)
    many = Hierarchy.from_boundaries([times[[0, -1]], times[::10], times], name="three hours")
    words = too_long_to_explain(many, many)
    assert "not computed: this pair has too many boundaries" in words
    assert "The command hierscope diagnose computes it." in words
    assert not too_long_to_explain(TUNE.reference, TUNE.estimate)
    for question in (
        asked("diagnose", (many, many), first=0, count=1),
        asked("fix", (many, many), cause="missing-estimate"),
    ):
        head, _ = replied(question)
        assert head["error"] == {"name": "too-long", "message": words}
