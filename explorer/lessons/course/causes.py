"""Lesson: what is wrong with an estimate, found by eye before the diagnosis says it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from core.diagnosis import Diagnosis, Kind, diagnose, mend
from core.effects import effects
from core.wording import counted, number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step
from explorer.lessons.course.pairs import SAME, inner, sample

_LATE = 1.2  # seconds
_OFFSETS = np.arange(-3.0, 3.01, 0.3)  # seconds, that are tried
_LONG = 8.0  # seconds: a segment that is cut in two, where there are boundaries too many
_WORDS: dict[Kind, str] = {
    "offset": "All its times are late",
    "spurious": "It has boundaries that are too many",
    "missing": "It lacks boundaries",
    "layers_reversed": "Its layers run from fine to coarse",
    "layer_missing": "It lacks a layer",
}


def lesson() -> Lesson:
    return Lesson(
        "causes",
        "Why is it low?",
        "Three hierarchies were damaged, a fourth one twice. Find the cause before it is told.",
        (_late(), _turned(), _too_many(), _two()),
        "A low score has a cause that can be tried: mend it, and see what is gained and how many "
        "boundaries that takes. Of explanations that do alike, believe the one that changes least.",
        ("diagnosis", "gain", "price", "overlap"),
    )


def _damaged(name: str, **how: object) -> Scene:
    """Take the reference of a sample as both sides; the estimate is then damaged."""
    scene = sample(name, **how)
    return scene.with_estimate(*(row.tolist() for row in scene.reference.boundaries))


def _rows(scene: Scene) -> list[list[float]]:
    return [inner(scene.estimate, level) for level in range(1, 1 + len(scene.estimate.layers))]


def _with(scene: Scene, rows: Iterable[Iterable[float]]) -> Scene:
    """Give the estimate other inner boundaries; those beyond the ends are left out."""
    end = scene.reference.end
    inside = [sorted({time for time in row if 0 < time < end}) for row in rows]
    return scene.with_estimate(*([0.0, *row, end] for row in inside))


def _moved(scene: Scene, by: float) -> Scene:
    return _with(scene, ([time + by for time in row] for row in _rows(scene)))


def _diagnosis(scene: Scene) -> Diagnosis:
    return diagnose(
        *scene.sides,
        scene.window,
        variant="full" if scene.variant == "full" else "reduced",
        **scene.frames,
    )


def _best_edit(scene: Scene, kind: str) -> float | None:
    """Give T_F after the one edit of a kind ("add" or "remove") that helps most, if any can."""
    edits = effects(*scene.sides, scene.window, nested=True, **scene.frames)
    changes = edits.changes[scene.variant].f_measure
    tried = [float(by) for by, edit in zip(changes, edits.kinds, strict=True) if edit == kind]
    return scene.value("f_measure") + max(tried) if tried else None


_TRIED: dict[Kind, tuple[str, Callable[[Scene], float | None]]] = {
    "offset": (
        "Move all of it by the offset that helps most",
        lambda scene: max(_moved(scene, by).value("f_measure") for by in _OFFSETS.tolist()),
    ),
    "spurious": (
        "Leave out the boundary without which it is best",
        lambda scene: _best_edit(scene, "remove"),
    ),
    "missing": (
        "Add the boundary of the reference that helps most",
        lambda scene: _best_edit(scene, "add"),
    ),
    "layers_reversed": (
        "Turn its layers round",
        lambda scene: _with(scene, _rows(scene)[::-1]).value("f_measure"),
    ),
}
"""What is tried of a kind that is not the cause, and the T_F that comes of it."""


def _no_cause(scene: Scene, kind: Kind) -> str:
    """Say what comes of mending what is not wrong."""
    what, score = _TRIED[kind]
    before, after = scene.value("f_measure"), score(scene)
    if after is None:
        return "There is no such boundary: it has all that the reference has."
    if after < SAME:
        return f"{what}: no T_F is left."
    if abs(after - before) < SAME:
        return f"{what}: T_F stays at {number(before)}."
    return f"{what}: T_F goes from {number(before)} to {number(after)}, no further."


def _in_words(diagnosis: Diagnosis) -> str:
    touched = counted(diagnosis.causes[0].touched, "boundary")
    return (
        f"The diagnosis says: *{diagnosis.sentence}* Mending the first changes {touched}, each "
        "counted in every layer that has it."
    )


def _step(title: str, text: str, scene: Scene, kinds: tuple[Kind, ...], more: str) -> Step:
    """Ask which of some kinds a pair with one damage is of."""
    diagnosis = _diagnosis(scene)
    right = kinds.index(diagnosis.causes[0].kind)
    return Step(
        title,
        f"{text} T_F is {number(scene.value('f_measure'))}.",
        scene,
        Choice(
            "What is wrong with the estimate?",
            tuple(_WORDS[kind] for kind in kinds),
            right,
            f"{_in_words(diagnosis)} {more}",
            tuple("" if at == right else _no_cause(scene, kind) for at, kind in enumerate(kinds)),
        ),
    )


def _late() -> Step:
    scene = _moved(_damaged("pop_two_annotators", query=46.0), _LATE)
    return _step(
        "Everywhere a little",
        "A pop song, and a copy of its annotation that was damaged in one way.",
        scene,
        ("missing", "offset", "layers_reversed"),
        "Each boundary is off by as much, and to the same side: one number mends them all. That "
        "is a simpler account than as many boundaries that are each off by their own.",
    )


def _turned() -> Step:
    scene = _damaged("sonata_movement", variant="full", query=60.0)
    return _step(
        "Nothing is lacking",
        "A sonata movement, and a copy that was damaged in another way. Of the full measures,",
        _with(scene, _rows(scene)[::-1]),
        ("offset", "missing", "layers_reversed"),
        "Some tools write the finest layer first. No boundary is wrong, and yet much is lost: what "
        "shares a deep segment should share those above it, too. "
        "Reduced measures find no step of one layer in it, and so give no score.",
    )


def _too_many() -> Step:
    scene = _damaged("jazz_two_annotators", query=100.0)
    long = [(a, b) for a, b in pairwise(scene.reference.boundaries[-1]) if b - a > _LONG]
    new = [float(a + b) / 2 for a, b in long[::2]]
    *coarse, fine = _rows(scene)
    cut = _with(scene, (*coarse, [*fine, *new]))
    return _step(
        "All is there, and more",
        "A jazz standard, and a copy that was damaged in a third way.",
        cut,
        ("spurious", "missing", "offset"),
        f"T_P is {number(cut.value('precision'))}; T_R, {number(cut.value('recall'))}, is "
        "not full, though all boundaries of the reference are there: what is cut apart the "
        "reference holds together.",
    )


def _two() -> Step:
    whole = _damaged("sonata_movement", query=60.0)
    rows = _rows(whole)
    scene = _moved(_with(whole, [rows[0], *rows[2:]]), _LATE)
    diagnosis = _diagnosis(scene)
    pairs: tuple[tuple[Kind, Kind], ...] = (
        ("offset", "spurious"),
        ("layer_missing", "layers_reversed"),
        ("offset", "layer_missing"),
    )
    named = {cause.kind for cause in diagnosis.causes}
    right = [set(pair) for pair in pairs].index(named)
    alone = [cause.gain.f_measure or 0.0 for cause in diagnosis.causes]
    both = (diagnosis.causes[-1].together.f_measure or 0.0) - scene.value("f_measure")
    sum_ = sum(alone)
    return Step(
        "Two at once",
        "The sonata again, and a copy that was damaged in two ways. T_F is "
        f"{number(scene.value('f_measure'))}.",
        scene,
        Choice(
            "What is wrong with the estimate?",
            tuple(f"{_WORDS[one]}; {_WORDS[other].lower()}" for one, other in pairs),
            right,
            f"{_in_words(diagnosis)} Mended alone, they add {' and '.join(map(number, alone))}; "
            f"both together {number(both)}, which is {'more' if both > sum_ else 'less'} than the "
            "sum. Such gains can't be added up: a layer that is put in while all times are late is "
            "as late as the rest.",
            tuple(
                "" if at == right else _half(scene, *pair, named) for at, pair in enumerate(pairs)
            ),
        ),
    )


def _half(scene: Scene, one: Kind, other: Kind, named: set[Kind]) -> str:
    """Say what comes of a pair of causes of which one is right."""
    true, false = (one, other) if one in named else (other, one)
    reference, estimate = mend(*scene.sides, true)
    mended = replace(scene, reference=reference, estimate=estimate)
    return (
        f"One of the two is right: without it T_F is {number(mended.value('f_measure'))}. "
        f"{_no_cause(mended, false)}"
    )
