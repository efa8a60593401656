"""Hypothesis strategies for hierarchies. Times are whole milliseconds."""

import math
import os
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from core.hierarchy import SHORTEST, Hierarchy
from core.settings import Settings
from core.tmeasures import CONVENTIONS, MIR_EVAL, PAPER_EQUATION, PAPER_TABLES

EVERY_CONVENTION = [
    *CONVENTIONS.values(),
    *(
        replace(convention, no_triplet=0.0)
        for convention in CONVENTIONS.values()
        if not convention.frameless  # lose-the-frames is a mean over all queries
    ),
]
FRAMED_CONVENTIONS = [
    MIR_EVAL,
    PAPER_TABLES,
    PAPER_EQUATION,
    replace(PAPER_TABLES, no_triplet=1.0),
    replace(PAPER_EQUATION, no_triplet=0.0),
]
FRAME_SIZES = (0.1, 0.25, 0.3, 0.5, 1.0)
FEWEST = 10


def each_of(conventions):
    """Run a test with each convention, named in the test's id."""
    return pytest.mark.parametrize(
        "convention", conventions, ids=lambda c: c.name + "-over-all" * c.mean_over_all
    )


def examples(n):
    """Settings for a test with n examples in the thorough profile, times HIERSCOPE_THOROUGH; the
    quick profile has a tenth of them, but at least ten.
    """
    thorough = settings().max_examples == 100
    least = n if thorough else max(n // 10, min(n, FEWEST))
    return settings(max_examples=least * int(os.environ.get("HIERSCOPE_THOROUGH", "1")))


def in_settings(options):
    """Gather the options of a function that are settings of scores into one value."""
    names = {field.name for field in fields(Settings)}
    how = {name: options[name] for name in names & options.keys()}
    return {"settings": Settings(**how)} | {
        name: value for name, value in options.items() if name not in names
    }


def _marks(span, most, step):
    """Boundaries inside a span, half of the time on a grid of `step`; all in milliseconds."""
    anywhere = st.integers(1, span - 1)
    if span <= step:
        return st.sets(anywhere, max_size=most)
    on_grid = st.integers(1, (span - 1) // step).map(lambda k: k * step)
    return st.sets(st.one_of(on_grid, anywhere), max_size=most)


@st.composite
def hierarchies(draw, span, *, step=100, layers=(1, 4), most=5):
    """A hierarchy over `span` ms, nested or not, sometimes with two equal layers.

    Boundaries fall half of the time on a grid of `step` ms; a layer adds at most `most` of them.
    """
    nested = draw(st.booleans())
    rows, seen = [], set()
    for _ in range(draw(st.integers(*layers))):
        if rows and draw(st.integers(0, 5)) == 0:
            rows.append(rows[-1])
            continue
        inside = draw(_marks(span, most, step))
        seen |= inside
        rows.append(sorted({0, span} | (seen if nested else inside)))
    return Hierarchy.from_boundaries([[ms / 1000 for ms in row] for row in rows])


@st.composite
def pairs(draw, *, frames=(1, 13), layers=(1, 4), most=5, frame_sizes=FRAME_SIZES):
    """A reference and an estimate with the same number of frames, and the frame size."""
    frame_size = draw(st.sampled_from(frame_sizes))
    step = round(frame_size * 1000)
    span = step * draw(st.integers(*frames)) + draw(st.integers(0, step - 1))
    reference, estimate = (
        draw(hierarchies(span, step=step, layers=layers, most=most)) for _ in range(2)
    )
    return reference, estimate, frame_size


@st.composite
def deep_hierarchies(draw, n_frames, layers):
    """A layer per merge, boundaries on the frames of 1 s; nested or shuffled."""
    marks = draw(st.permutations(range(1, n_frames)))[: layers - 1]
    rows = [sorted({0, n_frames, *marks[:level]}) for level in range(layers)]
    if draw(st.booleans()):
        rows = draw(st.permutations(rows))
    return Hierarchy.from_boundaries(rows)


def windows(end):
    """One to four windows up to beyond the track, whole track and below a frame included."""
    longest = round(end * 1500)
    tenths = st.integers(1, max(1, longest // 100)).map(lambda k: k / 10)
    anything = st.integers(1, max(1, longest)).map(lambda ms: ms / 1000)
    special = st.sampled_from((math.inf, 0.01))
    return st.lists(st.one_of(tenths, tenths, anything, special), min_size=1, max_size=4)


def frame_times(end, most=12):
    """Frame times in seconds, increasing, within [0, end]: a regular grid, or like beats."""
    span = math.floor(end * 1000)
    beats = st.sets(st.integers(0, span), min_size=2, max_size=most).map(sorted)
    grid = st.integers(1, max(1, span // 2)).map(lambda step: range(0, span + 1, step)[:most])
    return st.one_of(beats, grid).map(lambda row: [ms / 1000 for ms in row])


@st.composite
def interval_lists(draw, span, *, layers=(1, 3)):
    """Layers of intervals for mir_eval: gaps, overlaps and any order.

    The first row of each layer starts at 0 and one row ends at `span` ms, unless the draw differs;
    times are in seconds.
    """
    rows = []
    for _ in range(draw(st.integers(*layers))):
        ends = st.tuples(st.integers(0, span), st.integers(0, span)).filter(lambda p: p[0] != p[1])
        row = [sorted(pair) for pair in draw(st.lists(ends, max_size=5))]
        row += [[0, draw(st.integers(1, span))], [draw(st.integers(0, span - 1)), span]]
        rows.append(np.array(draw(st.permutations(row))) / 1000)
    return rows


# A hierarchy refuses surrogates and NUL characters, which no file of text can store.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
TIMES = st.one_of(
    st.floats(0, 1e4, allow_subnormal=False),
    st.floats(0, 1e9),
    st.integers(0, 50_000).map(lambda frame: frame * 512 / 22050),
)


@st.composite
def any_hierarchies(draw, labels=TEXTS, names=TEXTS):
    """Hierarchies with any boundaries, labels and names, nested or not."""
    ends = st.lists(TIMES, min_size=2, max_size=2)
    start, end = sorted(draw(ends.filter(lambda both: abs(both[1] - both[0]) >= SHORTEST)))
    rows = []
    for _ in range(draw(st.integers(1, 4))):
        inner = draw(st.lists(TIMES.filter(lambda time: start < time < end), max_size=5))
        rows.append(sorted({start, *inner, end}))
    return Hierarchy.from_boundaries(
        rows,
        [draw(st.lists(labels, min_size=len(row) - 1, max_size=len(row) - 1)) for row in rows],
        layer_names=[draw(names) for _ in rows],
        name=draw(names),
    )


@st.composite
def labeled(draw, hierarchy):
    """A hierarchy with few drawn labels, so that they repeat."""
    letters = st.sampled_from("abAc")
    labels = [
        draw(st.lists(letters, min_size=len(row) - 1, max_size=len(row) - 1))
        for row in hierarchy.boundaries
    ]
    return Hierarchy.from_boundaries(hierarchy.boundaries, labels)
