"""Lesson: triplets counted one by one, then by blocks, then as a score."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import mean, median

from core.hierarchy import Hierarchy
from core.tmeasures.scoring import query_scores
from core.triplets import QueryBlocks
from core.triplets.blocks import query_blocks
from core.triplets.explaining import explain
from core.triplets.results import OUTCOME_NAMES, Explanation, Segment
from core.wording import listed, number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Ticks
from explorer.lessons.course.pairs import WHOLE

_FRAME = 1.0
_MADE_OF = {"agree": "agrees", "tie": "has ties", "inverted": "says the opposite"}


def lesson() -> Lesson:
    end = 5.0
    scene = Scene(
        Hierarchy.from_boundaries([[0.0, 2.0, end]], [["A", "B"]]),
        Hierarchy.from_boundaries([[0.0, 3.0, end]], [["X", "Y"]]),
        window=WHOLE,
        variant="full",
        frame_size=_FRAME,
    )
    other = replace(
        scene,
        reference=Hierarchy.from_boundaries([[0.0, 3.0, end]], [["A", "B"]]),
        estimate=Hierarchy.from_boundaries([[0.0, 1.0, 3.0, end]], [["X", "Y", "Z"]]),
    )
    return Lesson(
        ("Basics", 20),
        "Count them",
        f"{end:g} seconds of music: count every triplet by hand, then get the score.",
        (
            _has(scene, 0),
            _agrees("On which do both agree?", scene, 0),
            _by_blocks(scene, 0, 3),
            _as_score(scene),
            _agrees("A new song", other, 1),
        ),
        "g(q) is the share of a query's triplets with which the other hierarchy agrees. Recall is "
        "the mean of g(q) over all queries with a triplet. Precision starts from the estimate's "
        "triplets: with how many does the reference agree?",
        ("triplet", "query", "agree", "tie", "inverted", "g-of-q", "recall"),
        full_only=True,
    )


def moments(scene: Scene) -> list[float]:
    return query_scores(*scene.sides, [scene.window], settings=scene.settings).times.tolist()


def _at(scene: Scene, q: float) -> Scene:
    """Place q in the middle of the second that it names."""
    return replace(scene, query=q + _FRAME / 2)


def _candidates(scene: Scene, q: float) -> list[Explanation]:
    """Return every (q, i, j) of a query, whether triplet of the reference or not."""
    others = [time for time in moments(scene) if time != q]
    task = scene.reference_triplets()
    return [explain(task, q, i, j) for i in others for j in others if i != j]


def _triplets(explanations: Iterable[Explanation]) -> list[Explanation]:
    return [triplet for triplet in explanations if triplet.outcome is not None]


def _name(triplet: Explanation) -> str:
    return f"({triplet.q:g}, {triplet.i:g}, {triplet.j:g})"


def _has(scene: Scene, q: float) -> Step:
    every = _candidates(scene, q)
    right = [at for at, triplet in enumerate(every) if triplet.outcome is not None]
    of_q = [f"{triplet.i:g}" for triplet in _triplets(every) if triplet.j == _triplets(every)[0].j]
    frames = listed([f"{time:g}" for time in moments(scene)])
    return Step(
        "Which are triplets?",
        f"Time is cut into **frames** of a second. Each is named after its start: {frames}. q is "
        "in the middle of its frame. "
        "(q, i, j) is a triplet of the reference if i shares a segment with q and j does not.",
        _at(scene, q),
        Ticks(
            f"Let q be {q:g}. Select every (q, i, j) that is a triplet of the reference.",
            tuple(map(_name, every)),
            right,
            f"{len(right)} triplets. Only moment {' or '.join(of_q)} shares the segment "
            f"“{scene.reference.layers[0].labels[0]}” with q, so it is i. j is any of the "
            f"{len(right) // len(of_q)} moments outside.",
            tuple(map(why_none, every)),
        ),
        after=(),
    )


def why_none(triplet: Explanation) -> str:
    of_i, of_j, _ = triplet.reference
    if of_i.level > of_j.level:
        return f"{_name(triplet)}: {triplet.i:g} shares the segment of q, {triplet.j:g} does not."
    if of_i.level < of_j.level:
        return f"{_name(triplet)} is the wrong way round: {triplet.j:g} is closer."
    return f"{_name(triplet)} is no triplet: {_alike(triplet, of_i)}."


def _alike(triplet: Explanation, of_i: Segment) -> str:
    """Describe what i and j share with q if they are equally close."""
    if of_i.level:
        return f"both {triplet.i:g} and {triplet.j:g} share the segment of q"
    return f"neither {triplet.i:g} nor {triplet.j:g} shares the segment of q"


def _agrees(title: str, scene: Scene, q: float) -> Step:
    triplets = _triplets(_candidates(scene, q))
    right = [at for at, triplet in enumerate(triplets) if triplet.outcome == "agree"]
    blocks = query_blocks(scene.reference_triplets(), q)
    return Step(
        title,
        f"The options are the triplets of the reference with q = {q:g}. The estimate agrees with a "
        "triplet if, there too, i shares a segment with q and j does not. If both do, or neither, "
        "it is a **tie**.",
        _at(scene, q),
        Ticks(
            "Select the triplets with which the estimate agrees.",
            tuple(map(_name, triplets)),
            right,
            f"{_share(blocks)}, the score g(q) of this query.",
            tuple(map(why_lost, triplets)),
        ),
        after=(),
    )


def why_lost(triplet: Explanation) -> str:
    (of_i, of_j, _), estimate = triplet.estimate, f"{_name(triplet)}: in the estimate"
    if of_i.level > of_j.level:
        return f"{_name(triplet)}: the estimate agrees."
    if of_i.level < of_j.level:
        return f"{estimate} {triplet.j:g} shares the segment of q, {triplet.i:g} does not."
    return f"{estimate} {_alike(triplet, of_i)}: a tie."


def _share(query: QueryBlocks) -> str:
    return f"The estimate agrees with {query.agree:g} of {query.total:g}: {query.g:.2f}"


def _rows(query: QueryBlocks) -> Iterator[tuple[str, str, str, str]]:
    """Return the blocks of a query as text: i, j, number of triplets, outcome in the estimate."""
    blocks = query.blocks
    for at, outcome in enumerate(blocks.outcome.tolist()):
        i, j = (f"{start:g}–{end:g} s" for start, end in (blocks.i[at], blocks.j[at]))
        yield i, j, f"{blocks.count[at]:g}", _MADE_OF[OUTCOME_NAMES[outcome]]


def _by_blocks(scene: Scene, seen: float, q: float) -> Step:
    task = scene.reference_triplets()
    query = query_blocks(task, q)
    options = tuple(f"{count} of {query.total:g}" for count in range(int(query.total) + 1))
    table = "\n".join(
        [
            "| i | j | triplets | the estimate |\n| --- | --- | --- | --- |",
            *(f"| {' | '.join(row)} |" for row in _rows(query_blocks(task, seen))),
        ]
    )
    blocks = " ".join(
        f"i in {i} and j in {j}: {count} triplets; the estimate {made_of}."
        for i, j, count, made_of in _rows(query)
    )
    return Step(
        "Count many at once",
        "Neighboring moments in the same segments have the same outcome, so they are counted "
        "together. A **block** is a stretch for i and a stretch for j, without q itself. For "
        f"q = {seen:g} the blocks are:\n\n{table}\n\nNow q = {q:g}.",
        _at(scene, q),
        Choice(
            f"With how many triplets of q = {q:g} does the estimate agree?",
            options,
            options.index(f"{query.agree:g} of {query.total:g}"),
            f"{_share(query)}. {blocks}",
            hints=tuple(_why_not(scene, q, count) for count in range(len(options))),
        ),
        after=("strips",),
    )


def _why_not(scene: Scene, q: float, count: int) -> str:
    """Explain why a number of triplets is wrong, without the right number."""
    every = _triplets(_candidates(scene, q))
    agreed = [triplet for triplet in every if triplet.outcome == "agree"]
    if count < len(agreed):
        return f"The estimate agrees with more. {why_lost(agreed[count])}"
    lost = next(triplet for triplet in every if triplet.outcome != "agree")
    whole = "The reference has no more. " if count == len(every) else ""
    return f"{whole}The estimate agrees with fewer. {why_lost(lost)}"


def _as_score(scene: Scene) -> Step:
    task = scene.reference_triplets()
    every = [query_blocks(task, q) for q in moments(scene)]
    agreed, of = sum(query.agree for query in every), sum(query.total for query in every)
    values = {
        "The mean of g(q) over the queries": mean(query.g for query in every),
        f"The share of all triplets: {agreed:g} of {of:g}": agreed / of,
        "The median of g(q)": median(query.g for query in every),
    }
    recall = scene.value("recall")
    is_it = [math.isclose(value, recall, abs_tol=1e-9) for value in values.values()]
    cells = {
        "q": [f"{query.query:g}" for query in every],
        "agree": [f"{query.agree:g} of {query.total:g}" for query in every],
        "g(q)": [f"{query.g:.2f}" for query in every],
    }
    rows = [f"| {name} | {' | '.join(row)} |" for name, row in cells.items()]
    rows.insert(1, "| --- " * (1 + len(every)) + "|")
    return Step(
        "From queries to the score",
        f"Every moment is a query once:\n\n{chr(10).join(rows)}\n\nThe recall **T_R** is one "
        "number, computed from these.",
        _at(scene, moments(scene)[0]),
        Choice(
            "Which number is T_R?",
            tuple(f"{name} = {number(value)}" for name, value in values.items()),
            is_it.index(True),
            f"T_R = {number(recall)}: each query has the same weight, however many triplets it "
            "has. **T_P**, the **precision**, starts from the triplets of the estimate and asks "
            f"whether the reference agrees: {number(scene.value('precision'))} here.",
            hints=(
                "",
                "That would give more weight to queries with more triplets.",
                "The median would ignore how low the lowest values are.",
            ),
        ),
        before=("strips",),
        after=("scores", "strips"),
    )
