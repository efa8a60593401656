"""Code that is copied from a page: run, it prints the number of the page."""

import math
from dataclasses import replace

import pytest

import hierscope
from core.align import align
from core.citing.code import Origin, corpus_code, hierscope_code, mir_eval_code
from core.conventions import CONVENTIONS, PAPER_EQUATION
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.measures import BY_KEY, MEASURES
from core.samples import sample
from core.settings import Settings
from core.tmeasures import score

REFERENCE = Hierarchy.from_boundaries([[0, 20, 40], [0, 10, 20, 30, 40]], [["A", "B"], [*"abac"]])
ESTIMATE = Hierarchy.from_boundaries([[0, 15, 40], [0, 9, 15, 30, 40]], [["A", "B"], [*"abab"]])
OVER_ALL = replace(PAPER_EQUATION, no_triplet=0.0)


def printed(code, capsys):
    exec(code, {})
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, side in (("people", REFERENCE), ("own", ESTIMATE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "song.csv").write_bytes(write_csv(side))
    return tmp_path


@pytest.mark.parametrize("convention", [*CONVENTIONS.values(), OVER_ALL])
@pytest.mark.parametrize("window", [5.0, math.inf])
def test_code_prints_the_score_or_says_why_it_is_another(capsys, folder, convention, window):
    pair = align(REFERENCE, ESTIMATE).pair
    origins = [Origin(repr(f"{name}/song.csv"), {}) for name in ("people", "own")]
    settings = Settings(convention, 0.5, beta=2.0)
    scores = score(*pair, [window], settings=settings)
    for measure, part in zip(MEASURES, ("recall", "precision", "f_measure"), strict=True):
        expected = getattr(scores.of(measure.key), part)
        how = settings, window, measure, part
        assert float(printed(hierscope_code(origins, *how), capsys)) == expected
        code = mir_eval_code(pair, *how)
        same = float(printed(code, capsys)) == pytest.approx(expected, abs=1e-9)
        comparable = convention.name == "mir_eval" and (measure.windowed or math.isinf(window))
        assert ("# Not the score of hierscope:" in code) is not comparable
        assert same or not comparable


def test_names_and_labels_can_hold_anything(capsys, folder):
    odd = "'\"\\{}\n# \u2028"
    labels = [[odd, ""], ["", odd, "a", ""]]
    side = Hierarchy.from_boundaries([[0, 4, 9], [0, 2, 4, 6, 9]], labels, name=odd)
    how = Settings(), 5.0, BY_KEY["full"], "f_measure"
    assert float(printed(mir_eval_code(align(side, side).pair, *how), capsys)) == 1
    name = 'it\'s "one".csv'
    (folder / name).write_bytes(write_csv(side))
    code = hierscope_code([Origin(repr(name), {}), Origin(repr([name]), {})], *how)
    assert float(printed(code, capsys)) == 1


def test_code_of_a_sample_reads_it(capsys):
    how = Settings(), 5.0, BY_KEY["reduced"], "recall"
    figure = sample("figure6")
    code = hierscope_code([Origin.of_sample(figure.id, number) for number in (1, 2)], *how)
    expected = score(figure.reference, figure.estimate, [5.0]).reduced.recall
    assert float(printed(code, capsys)) == expected


@pytest.mark.parametrize("at", [20, -1])
def test_code_of_a_corpus_prints_the_mean_of_each_method(capsys, folder, at):
    source = {"references": "people", "estimates": "own"}
    settings = Settings(OVER_ALL, 0.5)
    results = hierscope.corpus(**source, convention=OVER_ALL, frame_size=0.5, output="kept.parquet")
    window, expected = float(results.windows[at]), results.score("full", "recall")[0, at]
    for origin in (source, {"results": "kept.parquet"}):
        code = corpus_code(origin, settings, window, BY_KEY["full"], "recall")
        (line,) = [line for line in printed(code, capsys).splitlines() if line.startswith("own")]
        assert float(line.split()[1]) == pytest.approx(expected, abs=1e-6)
