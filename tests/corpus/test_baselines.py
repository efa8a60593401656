"""Baselines match their definitions, and are scored like methods."""

from itertools import pairwise

import numpy as np
import pytest
import strategies
from hypothesis import given
from results_files import SERIAL, read_pair

from core.choosing.chance import random_boundaries
from core.corpus.baselines import BASELINES, MADE, OTHER, coarsest_layer, grid, with_baselines
from core.corpus.items import Item, Pairs
from core.corpus.job import Absent, Job, score_item
from core.corpus.reading import AbsentError
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.tmeasures import score
from hierscope.cli import main

JOB = Job((3.0, 15.0))


def inner(hierarchy):
    return [layer.boundaries[1:-1].tolist() for layer in hierarchy.layers]


@given(reference=strategies.hierarchies(60, layers=(1, 4), most=12))
def test_random_boundaries_and_the_grid_have_the_references_rates(reference):
    for make in (random_boundaries, grid):
        made = make(reference)
        assert (made.start, made.end) == (reference.start, reference.end)
        assert [*map(len, inner(made))] == [*map(len, inner(reference))]
        rows = sorted(inner(made), key=len)
        assert all({*few} <= {*many} for few, many in pairwise(rows))
        assert inner(make(reference)) == inner(made)
        reference_layers = [layer.boundaries for layer in reference.layers]
        same = Hierarchy.from_boundaries(reference_layers, name="called otherwise")
        assert inner(make(same)) == inner(made)
    finest = max(grid(reference).layers, key=lambda layer: len(layer.boundaries)).boundaries
    np.testing.assert_allclose(np.diff(finest), finest[1] - finest[0])
    assert coarsest_layer(reference).layers == reference.layers[:1]


def test_the_grid_is_as_even_as_its_finest_layer_allows():
    rows = [[0, 7, 90], [0, 7, 8, 90], [0, 1, 7, 8, 9, 20, 30, 40, 50, 90]]
    made = grid(Hierarchy.from_boundaries(rows))
    assert inner(made) == [[60], [30, 60], [10, 20, 30, 40, 50, 60, 70, 80]]


def test_random_boundaries_lie_anywhere():
    reference = Hierarchy.from_boundaries([np.linspace(0, 100, 20_002)])
    (found,) = inner(random_boundaries(reference))
    shares = np.histogram(found, 10, (0, 100))[0] / 20_000
    np.testing.assert_allclose(shares, 0.1, atol=0.01)
    other = Hierarchy.from_boundaries([np.linspace(0, 100, 20_002) ** 2 / 100])
    assert inner(random_boundaries(other)) != [found]


@pytest.fixture
def both(tmp_path):
    """A file with two annotations."""
    made = [Hierarchy.from_boundaries([[0, 20, 60], [0, middle, 20, 60]]) for middle in (5, 8)]
    path = tmp_path / "both.jams"
    path.write_bytes(write_jams(*made))
    return Item("song", "mine", (str(path),), (str(path),), 0, 1)


def test_baselines_are_scored_as_methods_are(corpus, tmp_path):
    found = with_baselines(Pairs(tuple(corpus(3))))
    assert len(found.items) == 3 + 3 * len(BASELINES)
    path = tmp_path / "r.parquet"
    done = update_results(path, found.items, JOB, scoring=SERIAL)
    # No file holds a second annotation: that is no problem.
    assert (done.computed, done.problems, done.finished, done.alone) == (12, (), True, 3)
    results = read_results(path)
    assert list(dict.fromkeys(results.methods)) == ["m", *MADE]
    assert [item.baseline for item in results.items] == [*[""] * 3, *np.repeat([*MADE], 3)]
    reference, estimate = read_pair(results.items[6])
    assert inner(estimate) == inner(grid(reference))
    wanted = score(reference, estimate, JOB.windows)
    np.testing.assert_array_equal(
        results.values("f_measure_full")[6], wanted.scores["full"].f_measure
    )
    assert results.metadata["genre"][:3] == results.metadata["genre"][3:6]
    assert set(results.without_baselines().methods) == {"m"}
    again = update_results(path, found.items, JOB, scoring=SERIAL)
    assert (again.computed, again.kept) == (0, 12)
    without = update_results(path, found.items[:3], JOB, scoring=SERIAL)
    assert (without.computed, without.kept) == (0, 3)
    assert len(read_results(path)) == 3


def test_a_method_may_be_called_as_a_baseline_is(corpus):
    found = with_baselines(Pairs(tuple(corpus(1, method="grid"))))
    assert [item.method for item in found.items] == [
        "grid",
        OTHER,
        "random boundaries",
        "grid (baseline)",
        "coarsest layer",
    ]


def test_the_other_annotator_is_the_next_annotation_of_the_file(both):
    first = with_baselines(Pairs((Item("song", "m", both.reference, ("e.csv",)),)))
    other = next(item for item in first.items if item.baseline == OTHER)
    assert (other.reference_choice, other.estimate_choice) == (0, 1)
    row = score_item(other, JOB)
    np.testing.assert_array_equal(row.scores, score_item(both, JOB).scores)
    last = with_baselines(Pairs((Item("song", "m", both.reference, ("e.csv",), 1),)))
    assert [item.estimate_choice for item in last.items] == [0, 0, 1, 1, 1]
    # Where it is a method already, once is enough.
    own = with_baselines(Pairs((both,)))
    assert [item.baseline for item in own.items] == ["", *MADE]


def test_the_other_annotator_of_salami_is_in_the_file_beside(tmp_path):
    texts = ("0\tA, a\n20\tb\n60\tEnd\n", "0\tA, a\n30\tB, b\n60\tEnd\n")
    for number, text in enumerate(texts, 1):
        (tmp_path / f"textfile{number}.txt").write_text(text)
    paths = [(str(tmp_path / f"textfile{number}.txt"),) for number in (1, 2)]
    for one, two in (paths, paths[::-1]):
        other = with_baselines(Pairs((Item("7", "m", one, ("e.csv",)),))).items[1]
        assert (other.baseline, other.estimate, other.estimate_choice) == (OTHER, two, 0)
        wanted = score_item(Item("7", "m", one, two), JOB).scores
        np.testing.assert_array_equal(score_item(other, JOB).scores, wanted)
    # Also where they are files of other layers.
    for estimate in (paths[1], ("parsed/textfile2_uppercase.txt",)):
        annotators = with_baselines(Pairs((Item("7", "annotator 2", paths[0], estimate),)))
        assert [item.baseline for item in annotators.items] == ["", *MADE]
    (tmp_path / "textfile1.txt").unlink()
    assert score_item(other, JOB) == Absent(other)
    parsed = ("p/textfile2_lowercase.txt", "p/textfile2_uppercase.txt")
    other = with_baselines(Pairs((Item("7", "m", parsed, ("e.csv",)),))).items[1]
    assert other.estimate == ("p/textfile1_lowercase.txt", "p/textfile1_uppercase.txt")


def test_a_reference_is_said_to_be_wrong_once(corpus):
    (item,) = corpus(1)
    with open(item.reference[0], "w") as file:
        file.write("nothing")
    outcomes = list(SERIAL(with_baselines(Pairs((item,))).items, JOB))
    assert [type(each).__name__ for each in outcomes] == ["Problem", *["Absent"] * 4]
    with pytest.raises(AbsentError, match=r"0\.csv"):
        read_pair(outcomes[1].item)
    gone = Item("a", "grid", ("gone.csv",), ("gone.csv",), baseline="grid")
    assert score_item(gone, JOB) == Absent(gone)


def test_the_command_scores_them_and_says_how_methods_compare(corpus, sides, tmp_path, capsys):
    corpus(8)
    words = ["-o", str(tmp_path / "r"), "--windows", "3", "15", "--baselines"]
    assert main(["corpus", *sides, *words]) == 0
    captured = capsys.readouterr()
    assert "0 unchanged, 8 tracks without another annotator; all in" in captured.err
    table, compared, better, lost = (part.splitlines() for part in captured.out.split("\n\n"))
    lines = [*table, "", *compared]
    assert len(lost) == 2 + 4 * 2
    assert better[1].split() == ["methods", "variant", "3", "s", "15", "s"]
    for line, row in zip(lines[21:], better[2:], strict=True):
        assert (row.split()[-1] == "–") == (line.split()[-1] >= "0.05")
    assert "Methods compared track by track at 15 s" in lines[19]
    assert lines[21].startswith("estimate − random boundaries  reduced")
    assert len(lines) == 21 + 3 * 2  # not baselines among each other, and too few for Friedman
    assert read_results(tmp_path / "r").items[-1].baseline == "coarsest layer"
