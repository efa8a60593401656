"""Lesson: predict, make and repair the cause of a low score."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from core.diagnosis import Diagnosis, Kind, diagnose, fix
from core.effects import effects
from core.wording import counted, number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import SAME, WHOLE, inner, sample

_LATE = 1.2  # seconds
_OFFSETS = np.arange(-3.0, 3.01, 0.3)  # tried, in seconds
_ERROR = 0.02  # loss of T_F that an error should cause
_WORDS: dict[Kind, str] = {
    "offset": "All its boundaries are late by the same time",
    "shifted": "Some of its boundaries are in the wrong place",
    "spurious": "It has extra boundaries",
    "missing": "It lacks boundaries",
    "layers_reversed": "Its layers are in reverse order",
    "layer_missing": "It lacks a layer",
}


def lesson() -> Lesson:
    return Lesson(
        ("Practice", 20),
        "Why is it low?",
        "Find the cause of a low score, make an error, and repair one.",
        (_late(), _two(), _make(), _repair()),
        "Test a cause: fix it, and see how much T_F rises and how many boundaries change. If two "
        "explanations gain the same, prefer the one that changes less.",
        ("diagnosis", "gain", "price", "overlap"),
    )


def _damaged(name: str, **how: object) -> Scene:
    """Use the reference of a sample for both sides; the estimate is damaged later."""
    scene = sample(name, **how)
    return scene.with_estimate(*(row.tolist() for row in scene.reference.boundaries))


def _rows(scene: Scene) -> list[list[float]]:
    return [inner(scene.estimate, level) for level in range(1, 1 + len(scene.estimate.layers))]


def _with(scene: Scene, rows: Iterable[Iterable[float]]) -> Scene:
    """Replace the estimate's inner boundaries; boundaries beyond the ends are left out."""
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
        settings=scene.settings,
    )


def _best_edit(scene: Scene, kind: str) -> float:
    """Return T_F after the most helpful edit of a kind ("add" or "remove")."""
    edits = effects(*scene.sides, scene.window, nested=True, settings=scene.settings)
    changes = edits.changes[scene.variant].f_measure
    tried = [float(by) for by, edit in zip(changes, edits.kinds, strict=True) if edit == kind]
    return scene.value("f_measure") + max(tried)


def _best_move(scene: Scene) -> float:
    """Return T_F after the most helpful move of a boundary to its place."""
    rows = _rows(scene)
    places = [inner(scene.reference, level + 1) for level in range(len(rows))]
    moved = (
        _with(scene, [*rows[:at], [*row[:n], place, *row[n + 1 :]], *rows[at + 1 :]])
        for at, row in enumerate(rows)
        for n, time in enumerate(row)
        for place in [min(places[at], key=lambda there: abs(there - time))]
    )
    return max(scene.value("f_measure") for scene in moved)


_TRIED: dict[Kind, tuple[str, Callable[[Scene], float]]] = {
    "offset": (
        "Move all boundaries by the time that helps most",
        lambda scene: max(_moved(scene, by).value("f_measure") for by in _OFFSETS.tolist()),
    ),
    "spurious": (
        "Remove the boundary whose removal helps most",
        lambda scene: _best_edit(scene, "remove"),
    ),
    "shifted": ("Move the boundary that helps most", _best_move),
    "missing": (
        "Add the boundary of the reference that helps most",
        lambda scene: _best_edit(scene, "add"),
    ),
    "layers_reversed": (
        "Reverse its layers",
        lambda scene: _with(scene, _rows(scene)[::-1]).value("f_measure"),
    ),
}
"""Repairs for kinds that are not the cause, with T_F after each."""


def _no_cause(scene: Scene, kind: Kind) -> str:
    what, score = _TRIED[kind]
    before, after = scene.value("f_measure"), score(scene)
    if after < SAME:
        return f"{what}: T_F falls to {number(after)}."
    if abs(after - before) < SAME:
        return f"{what}: T_F stays at {number(before)}."
    return f"{what}: T_F changes from {number(before)} to {number(after)} only."


def _in_words(diagnosis: Diagnosis) -> str:
    touched = counted(diagnosis.causes[0].touched, "boundary")
    return (
        f"The diagnosis: *{diagnosis.sentence}* Fixing the first cause changes {touched}, counted "
        "in every layer."
    )


def _step(title: str, text: str, scene: Scene, kinds: tuple[Kind, ...], more: str) -> Step:
    """Ask which of some kinds of error a pair has."""
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
    scene = _moved(_damaged("jingle_bells", query=45.0), _LATE)
    return _step(
        "A damaged copy",
        "The estimate is a copy of the reference with one kind of damage.",
        scene,
        ("shifted", "missing", "offset"),
        "One shift fixes all boundaries. That is simpler than moving each by its own time.",
    )


def _two() -> Step:
    whole = _damaged("minuet_in_g", query=21.0)
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
    return Step(
        "Two causes",
        "This copy of the *Minuet in G* has two kinds of damage. T_F is "
        f"{number(scene.value('f_measure'))}.",
        scene,
        Choice(
            "What is wrong with the estimate?",
            tuple(f"{_WORDS[first]}; {_WORDS[second].lower()}" for first, second in pairs),
            right,
            f"{_in_words(diagnosis)} Fixing one alone adds {' or '.join(map(number, alone))}. "
            f"Fixing both adds {number(both)}, {'more' if both > sum(alone) else 'less'} than the "
            "sum. So gains cannot be added: a layer added to a late copy is late, too.",
            tuple(
                "" if at == right else _half(scene, *pair, named) for at, pair in enumerate(pairs)
            ),
        ),
    )


def _half(scene: Scene, first: Kind, second: Kind, named: set[Kind]) -> str:
    true, false = (first, second) if first in named else (second, first)
    reference, estimate = fix(*scene.sides, true)
    fixed = replace(scene, reference=reference, estimate=estimate)
    return (
        f"One of the two is right. Fixing it gives T_F = {number(fixed.value('f_measure'))}. "
        f"{_no_cause(fixed, false)}"
    )


def _make() -> Step:
    song = sample("jingle_bells", query=45.0)
    reference = replace(song.reference, layers=song.reference.layers[1:])  # fits a phone
    scene = replace(song, reference=reference).with_estimate(
        *(row.tolist() for row in reference.boundaries)
    )
    upper, finest = _rows(scene)
    return Step(
        "Make an error",
        "The estimate is an exact copy, so T_F is 1. Predict what the diagnosis will say about "
        "your error.",
        scene,
        Task(
            f"Add, move or remove one boundary of the estimate so that T_F falls by {_ERROR:g} or "
            "more.",
            _check_made,
            _with(scene, (upper[1:], finest)),
            edits=True,
        ),
        before=("scores",),
    )


def _check_made(before: Scene, made: Scene) -> Verdict:
    score = made.value("f_measure")
    if score > before.value("f_measure") - _ERROR:
        return Verdict(False, f"T_F is {number(score)}. Make a larger error.")
    return Verdict(True, f"T_F is {number(score)}. {_in_words(_diagnosis(made))}")


def _repair() -> Step:
    whole = _damaged("ode_to_joy", window=WHOLE, query=21.0)
    _, *lower = _rows(whole)
    scene = _with(whole, ([], *lower))
    return Step(
        "Repair an error",
        f"This copy of *Ode to Joy* has one error. Over the whole track T_F is "
        f"{number(scene.value('f_measure'))}.",
        scene,
        Task(
            f"Change one boundary so that T_F is at least {1 - _ERROR:g}.",
            _check_repaired,
            whole,
            edits=True,
        ),
        before=("scores",),
    )


def _check_repaired(before: Scene, made: Scene) -> Verdict:
    score = made.value("f_measure")
    if score >= 1 - _ERROR:
        return Verdict(True, f"T_F is {number(score)}. The upper layer lacked its boundary.")
    return Verdict(False, f"T_F is {number(score)}. {_in_words(_diagnosis(made))}")
