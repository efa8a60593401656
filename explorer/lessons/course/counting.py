"""Lesson: triplets counted one by one, then by blocks, then as a score."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import mean, median

from core.hierarchy import Hierarchy
from core.tmeasures.api import query_scores
from core.triplets import QueryBlocks
from core.triplets.api import query_blocks
from core.triplets.explaining import explain
from core.triplets.results import OUTCOME_NAMES, Explanation, Segment
from core.wording import listed, number
from explorer.lessons.course.model import Choice, Lesson, Scene, Step, Ticks
from explorer.lessons.course.pairs import WHOLE

_FRAME = 1.0
_MADE_OF = {"agree": "keeps them", "tie": "calls them ties", "inverted": "says the inverse"}


def lesson() -> Lesson:
    end = 5.0
    scene = Scene(
        Hierarchy.from_boundaries([[0.0, 2.0, end]], [["A", "B"]]),
        Hierarchy.from_boundaries([[0.0, 3.0, end]], [["X", "Y"]]),
        window=WHOLE,
        variant="full",
        frame_size=_FRAME,
    )
    return Lesson(
        "counting",
        "Count them",
        f"{end:g} seconds, two segments: every triplet counted by hand, by blocks, and as a score.",
        (_has(scene, 0), _keeps(scene, 0), _by_blocks(scene, 0, 3), _as_score(scene)),
        "A query's score g(q) is what the other hierarchy keeps of its triplets. Recall is the "
        "mean of g(q) over the queries, each counting as much as any other.",
        ("triplet", "query", "agree", "tie", "inverted", "g-of-q", "recall"),
        full_only=True,
    )


def moments(scene: Scene) -> list[float]:
    scores = query_scores(*scene.sides, [scene.window], **scene.frames)
    times: list[float] = scores.times.tolist()
    return times


def _at(scene: Scene, q: float) -> Scene:
    """Place q in the middle of the second that it names."""
    return replace(scene, query=q + _FRAME / 2)


def _candidates(scene: Scene, q: float) -> list[Explanation]:
    """Give every (q, i, j) of a query, triplet of the reference or not."""
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
        f"The axis is cut into **frames** of a second: {frames}, each named by the time at which "
        "it begins. (q, i, j) is a triplet of the reference if i shares a segment with q there and "
        "j does not.",
        _at(scene, q),
        Ticks(
            f"Let q be moment {q:g}. Tick every (q, i, j) that is a triplet of the reference.",
            tuple(map(_name, every)),
            right,
            f"{len(right)} triplets: i can be {' or '.join(of_q)} alone, which shares the segment "
            f"“{scene.reference.layers[0].labels[0]}” with q, and j each of the "
            f"{len(right) // len(of_q)} moments outside of it.",
            tuple(map(why_none, every)),
        ),
        after=(),
    )


def why_none(triplet: Explanation) -> str:
    of_i, of_j, _ = triplet.reference
    if of_i.level > of_j.level:
        return f"{_name(triplet)}: {triplet.i:g} shares the segment of q, {triplet.j:g} does not."
    if of_i.level < of_j.level:
        return f"{_name(triplet)} is the wrong way round: {triplet.j:g} is the closer one."
    return f"{_name(triplet)} is none: of {triplet.i:g} and {triplet.j:g} {_alike(of_i)}."


def _alike(of_i: Segment) -> str:
    """Say of i and j, which are as close to q, what they share with it."""
    return f"{'both share' if of_i.level else 'neither shares'} the segment of q"


def _keeps(scene: Scene, q: float) -> Step:
    triplets = _triplets(_candidates(scene, q))
    right = [at for at, triplet in enumerate(triplets) if triplet.outcome == "agree"]
    blocks = query_blocks(scene.reference_triplets(), q)
    return Step(
        "Which are kept?",
        "These are the triplets of the reference with the same q. The estimate, below it, keeps "
        "one if there, too, i shares a segment with q and j does not. If both do or none does, it "
        "is a **tie**.",
        _at(scene, q),
        Ticks(
            f"Tick those that the estimate keeps, for q = {q:g}.",
            tuple(map(_name, triplets)),
            right,
            f"{_share(blocks)}. That is g(q), the score of the query {q:g}.",
            tuple(map(why_lost, triplets)),
        ),
        after=(),
    )


def why_lost(triplet: Explanation) -> str:
    of_i, of_j, _ = triplet.estimate
    if of_i.level > of_j.level:
        return f"{_name(triplet)}: the estimate agrees."
    if of_i.level < of_j.level:
        return f"{_name(triplet)}: in the estimate {triplet.j:g} shares the segment of q instead."
    return (
        f"{_name(triplet)}: in the estimate {_alike(of_i)}, {triplet.i:g} and {triplet.j:g}: a tie."
    )


def _share(query: QueryBlocks) -> str:
    return f"{query.agree:g} of {query.total:g} are kept: {query.g:.2f}"


def _rows(query: QueryBlocks) -> Iterator[tuple[str, str, str, str]]:
    """Give the blocks of a query as words: i, j, triplets, and what the estimate does."""
    blocks = query.blocks
    for at, outcome in enumerate(blocks.outcome.tolist()):
        i, j = (f"{start:g}–{end:g} s" for start, end in (blocks.i[at], blocks.j[at]))
        yield i, j, f"{blocks.count[at]:g}", _MADE_OF[OUTCOME_NAMES[outcome]]


def _by_blocks(scene: Scene, seen: float, q: float) -> Step:
    task = scene.reference_triplets()
    query = query_blocks(task, q)
    options = tuple(f"{kept} of {query.total:g}" for kept in range(int(query.total) + 1))
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
        "Moments side by side that both hierarchies treat alike need not be counted one by one. A "
        "**block** is a stretch of i times a stretch of j, and has one outcome; q itself is left "
        f"out of its stretch. This is how Triplets lists what you counted, q = {seen:g}:\n\n"
        f"{table}\n\nNow q = {q:g}.",
        _at(scene, q),
        Choice(
            f"How many of the triplets of q = {q:g} does the estimate keep?",
            options,
            options.index(f"{query.agree:g} of {query.total:g}"),
            f"{_share(query)}. {blocks}",
            hints=tuple(_why_not(scene, q, count) for count in range(len(options))),
        ),
        after=("strips",),
    )


def _why_not(scene: Scene, q: float, count: int) -> str:
    """Say why a query does not keep so many triplets, without saying how many it keeps."""
    every = _triplets(_candidates(scene, q))
    kept = [triplet for triplet in every if triplet.outcome == "agree"]
    if count < len(kept):
        return f"More are kept. {why_lost(kept[count])}"
    lost = next(triplet for triplet in every if triplet.outcome != "agree")
    whole = "So many the reference has. " if count == len(every) else ""
    return f"{whole}Fewer are kept. {why_lost(lost)}"


def _as_score(scene: Scene) -> Step:
    task = scene.reference_triplets()
    every = [query_blocks(task, q) for q in moments(scene)]
    kept, of = sum(query.agree for query in every), sum(query.total for query in every)
    values = {
        "The mean of g(q) over the queries": mean(query.g for query in every),
        f"All that is kept, of all there are: {kept:g} of {of:g}": kept / of,
        "The middle one, when the g(q) are put in order": median(query.g for query in every),
    }
    recall = scene.value("recall")
    is_it = [math.isclose(value, recall, abs_tol=1e-9) for value in values.values()]
    columns = zip(
        *(
            (f"{query.query:g}", f"{query.agree:g} of {query.total:g}", f"{query.g:.2f}")
            for query in every
        ),
        strict=True,
    )
    rows = [
        f"| {name} | {' | '.join(row)} |"
        for name, row in zip(("q", "kept", "g(q)"), columns, strict=True)
    ]
    rows.insert(1, "| --- " * (1 + len(every)) + "|")
    return Step(
        "From queries to the score",
        f"Every moment is a query once:\n\n{chr(10).join(rows)}\n\nOf these, one number is made.",
        _at(scene, moments(scene)[0]),
        Choice(
            "Which is T_R, the recall?",
            tuple(f"{name} = {number(value)}" for name, value in values.items()),
            is_it.index(True),
            f"T_R = {number(recall)}: each query counts as much as any other, however many "
            "triplets it has. T_P asks the other way round, and takes the triplets of the "
            f"estimate: {number(scene.value('precision'))} here.",
            hints=(
                "",
                "That way a query with more triplets would count more than one with fewer.",
                "That way it would not matter how low the lower ones are, nor how high the others.",
            ),
        ),
        before=("strips",),
        after=("scores", "strips"),
    )
