"""Lesson: what conventions change."""

from dataclasses import replace

from core.vocabulary import DIRECTIONS
from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import sample, seconds

_NEAR = 0.01


def lesson() -> Lesson:
    scene = sample("figure6", query=14.0)
    return Lesson(
        ("Details", 40),
        "What conventions change",
        "Two papers can give two numbers for one pair, and both are right.",
        (_odd(scene), _match(scene), _song()),
        "Name the convention with every T-measure. It says what the window means, how times become "
        "frames, and which queries are in the mean. Compare numbers of one convention only.",
        ("convention", "mir-eval", "paper-tables", "paper-equation", "frameless", "frame-size"),
    )


def _odd(scene: Scene) -> Step:
    hints = {
        "mir_eval": "In mir_eval the window is w to each side, as in two others. Its frames change "
        "little.",
        "paper-tables": "In the tables the window is w to each side, as in two others.",
        "paper-equation": "",
        "frameless": "Without frames the window is w to each side, as in two others. Small frames "
        "give nearly the same.",
    }
    names = list(hints)
    values = [scene.value("recall", convention=name) for name in names]
    middle = sorted(values)[len(values) // 2]
    odd = max(range(len(names)), key=lambda at: abs(values[at] - middle))
    scores = ", ".join(f"{name} {number(value)}" for name, value in zip(names, values, strict=True))
    return Step(
        "One pair, four numbers",
        f"The window is w = {seconds(scene.window)}. The paper's equations, its tables, "
        "mir_eval and exact time without frames compute T_R in four ways.",
        scene,
        Choice(
            "Under which convention is T_R furthest from the others?",
            tuple(names),
            odd,
            f"{scores}. In Eq. 8 the window is w in total, half of it on each side. In the printed "
            "tables and in mir_eval it is w on *each* side.",
            tuple(hints[name] for name in names),
        ),
        after=("window", "scores"),
    )


def _match(scene: Scene) -> Step:
    wanted = scene.window
    start = replace(scene, convention="paper-equation")
    off = {
        window: max(abs(start.value(m, window) - scene.value(m)) for m in DIRECTIONS)
        for window in sweep(scene.reference.end).tolist()
    }

    def check(before: Scene, made: Scene) -> Verdict:
        values = {m: made.value(m) for m in DIRECTIONS}
        scores = f"T_R = {number(values['recall'])} and T_P = {number(values['precision'])}"
        if any(abs(values[m] - scene.value(m)) > _NEAR for m in DIRECTIONS):
            return Verdict(False, f"At {seconds(made.window)}: {scores}.")
        about = "" if made.window == 2 * wanted else "about "
        return Verdict(
            True,
            f"{scores} at {seconds(made.window)}: {about}twice the window of the tables, because "
            "half of it is on each side. If a paper cites Eq. 8, find out what its authors ran.",
        )

    return Step(
        "Translate",
        f"The convention of the tables gives T_R = {number(scene.value('recall'))} and T_P = "
        f"{number(scene.value('precision'))} at {seconds(wanted)}. The picture now uses Eq. 8, "
        "where the window is half as wide.",
        start,
        Task(
            "Set the window so that Eq. 8 gives these numbers.",
            check,
            replace(start, window=min(off, key=off.__getitem__)),
        ),
        before=("window", "scores"),
        after=("window", "scores", "curves"),
    )


def _song() -> Step:
    scene = sample("ode_to_joy", query=26.0)
    recall = scene.value("recall", convention="paper-equation")
    windows = [scene.window / 2, scene.window, 2 * scene.window]
    values = [scene.value("recall", window) for window in windows]
    listed = ", ".join(
        f"{number(value)} at {seconds(window)}"
        for window, value in zip(windows, values, strict=True)
    )
    return Step(
        "A number from a paper",
        f"A paper reports T_R = {number(recall)} for two readings of *Ode to Joy* at w = "
        f"{seconds(scene.window)}, by Eq. 8. The picture uses the convention of the tables.",
        scene,
        Choice(
            "At which window do the tables give nearly the same T_R?",
            tuple(map(seconds, windows)),
            min(range(len(windows)), key=lambda at: abs(values[at] - recall)),
            f"The tables give {listed}. By Eq. 8, {seconds(scene.window)} in total are "
            f"{seconds(windows[0])} to each side.",
            (
                "",
                "At the same w, the window of the tables is twice as wide.",
                "That window is four times as wide as the paper's.",
            ),
        ),
        before=("scores",),
        after=("window", "scores", "curves"),
    )
