"""Lesson: what conventions change."""

from dataclasses import replace

from core.frames import DEFAULT_FRAME_SIZE
from core.tmeasures import CONVENTIONS
from core.vocabulary import DIRECTIONS
from core.windows import sweep
from core.wording import number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Task, Verdict
from explorer.lessons.course.pairs import sample, seconds

_NEAR = 0.01
_SMALL, _LARGE = 0.01, 0.1


def lesson() -> Lesson:
    scene = sample("figure6", query=14.0)
    return Lesson(
        "conventions",
        "What conventions change",
        "Two papers may give two numbers for one pair, and both be right.",
        (_odd(scene), _frames(scene), _match(scene)),
        "Name the convention with every T-measure: what the window means, how times become frames, "
        "who is in the mean. Compare numbers only under one convention.",
        ("convention", "mir-eval", "paper-tables", "paper-equation", "frameless", "frame-size"),
    )


def _odd(scene: Scene) -> Step:
    hints = {
        "mir_eval": "In mir_eval the window is w to each side, as in two others; how it counts "
        "frames changes little.",
        "paper-tables": "In the tables the window is w to each side, as in two others.",
        "paper-equation": "",
        "frameless": "Without frames the window is w to each side, as in two others; small frames "
        "come close to it.",
    }
    names = list(hints)
    values = [scene.value("recall", convention=name) for name in names]
    middle = sorted(values)[len(values) // 2]
    odd = max(range(len(names)), key=lambda at: abs(values[at] - middle))
    scores = ", ".join(f"{name} {number(value)}" for name, value in zip(names, values, strict=True))
    return Step(
        "One pair, four numbers",
        f"The same pair at w = {seconds(scene.window)}. The paper's text, its tables, mir_eval, "
        "and the limit of small frames do not compute quite the same.",
        scene,
        Choice(
            "Under which convention is T_R furthest from the others?",
            tuple(names),
            odd,
            f"{scores}. In Eq. 8 the window is w in all, half of it to each side; the printed "
            "tables, and mir_eval, have w to *each* side.",
            tuple(hints[name] for name in names),
        ),
        after=("window", "scores"),
    )


def _frames(scene: Scene) -> Step:
    counts = {
        name: int(CONVENTIONS[name].reach([scene.window], DEFAULT_FRAME_SIZE)[0][0, 0])
        for name in ("mir_eval", "paper-tables")
    }
    apart = scene.value("recall", convention="mir_eval") - scene.value("recall")
    return Step(
        "Frames",
        f"Time is cut into frames of {seconds(DEFAULT_FRAME_SIZE)}. Counted right, "
        f"{seconds(scene.window)} are {counts['paper-tables']} frames. In mir_eval they are "
        f"{counts['mir_eval']}: its floating-point arithmetic lands just below the next one.",
        scene,
        Choice(
            "How far does that frame move T_R here?",
            (
                f"By less than {_SMALL:g}",
                f"By {_SMALL:g} to {_LARGE:g}",
                f"By more than {_LARGE:g}",
            ),
            (abs(apart) >= _SMALL) + (abs(apart) > _LARGE),
            f"By {apart:+.4f}. It is small, yet two programs that differ by it do not print the "
            "same digits: so hierscope's default follows mir_eval to the last one.",
            (
                "",
                f"It is one of {counts['paper-tables']} frames to each side, and T_R moves by a "
                "smaller share of its range.",
                f"That would be more than a tenth of the scale, for one frame of "
                f"{counts['paper-tables']}.",
            ),
        ),
        after=("scores",),
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
            f"{scores} at {seconds(made.window)}: {about}twice the window of the tables, as half "
            "of it lies on each side. "
            "Before comparing with a paper that cites Eq. 8, find out which one its authors ran.",
        )

    return Step(
        "Translate",
        f"The tables' convention gives T_R = {number(scene.value('recall'))} and T_P = "
        f"{number(scene.value('precision'))} at {seconds(wanted)}. The picture is now under "
        "Eq. 8: the window is half as wide.",
        start,
        Task(
            "Set the window so that Eq. 8 gives these numbers. Then check.",
            check,
            replace(start, window=min(off, key=off.__getitem__)),
        ),
        before=("window",),
        after=("window", "scores", "curves"),
    )
