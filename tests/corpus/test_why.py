"""Causes in a corpus: diagnosed for each pair, stored, and summarized by method."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from made_results import made
from results_files import SERIAL, assert_same, collect, read_pair

from core.corpus.items import Problem
from core.corpus.job import Job
from core.corpus.losses import GROUP_OF, GROUPS, losses
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.corpus.why import Why, diagnosed_among
from core.diagnosis import KINDS, diagnose
from core.errors import ReadError, ScoreError
from core.vocabulary import VARIANTS
from core.windows import CORPUS_WINDOWS

DIAGNOSED = (3.0, math.inf)
JOB = Job((0.5, 3.0, math.inf), diagnosed=DIAGNOSED)


def test_each_pair_is_diagnosed_as_it_is_alone(corpus):
    items = corpus(2)
    results = collect(SERIAL(items, JOB), JOB)
    table = results.causes()
    for row, item in enumerate(items):
        for number, variant in enumerate(VARIANTS):
            for at, window in enumerate(DIAGNOSED):
                alone = diagnose(*read_pair(item), window, variant=variant)
                slot = number * len(DIAGNOSED) + at
                assert results.why[row].sentences[slot] == alone.sentence
                assert results.why[row].unexplained[slot] == np.float32(alone.unexplained)
                here = table.query(
                    "track == @item.track and window == @window and measure == @variant"
                )
                assert here["order"].tolist() == list(range(1, len(alone.causes) + 1))
                for name in ("kind", "side", "text"):
                    assert here[name].tolist() == [getattr(each, name) for each in alone.causes]
                assert here["boundaries"].tolist() == [each.touched for each in alone.causes]
                gains = [each.gain.f_measure for each in alone.causes]
                np.testing.assert_allclose(here["gain"], gains, atol=1e-7)
                assert results.why[row].findings[slot] == "".join(
                    finding.kind for finding in alone.findings[:1]
                )
                first = alone.causes[0].kind if alone.causes else ""
                assert results.why[row].first_kind(slot) == first
    assert set(table["sentence"]) == {text for why in results.why for text in why.sentences}


def test_causes_are_taken_with_their_pairs(corpus):
    rows, problem = [*SERIAL(corpus(4), JOB)], Problem("t", "p", "r")
    whole = collect([*rows, problem], JOB)
    assert_same(whole.take([2, 0]), collect([rows[2], rows[0], problem], JOB))
    assert whole.take([]).why == ()


def test_a_run_goes_on_with_causes_and_begins_anew_without(corpus, tmp_path):
    path, items = tmp_path / "r.parquet", corpus(3)
    plain = replace(JOB, diagnosed=())
    assert plain.key != JOB.key
    update_results(path, items[:2], JOB, scoring=SERIAL)
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (1, 2)
    assert_same(read_results(path), collect(SERIAL(items, JOB), JOB))
    done = update_results(path, items, plain, scoring=SERIAL)
    assert (done.computed, done.kept) == (3, 0)
    bare = read_results(path)
    assert [why.kinds for why in bare.why] == [()] * 3
    assert not len(losses(bare).windows)
    with pytest.raises(ReadError, match="Score the corpus again"):
        bare.causes()
    # And back: what was there is said to have had no causes.
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert "3 windows without causes" in done.replaced.message()


def test_a_pair_of_too_many_boundaries_is_scored_and_says_so(corpus):
    (item,) = corpus(1)
    Path(item.reference[0]).write_text(",".join(str(at / 10) for at in range(4001)))
    results = collect(SERIAL([item], JOB), JOB)
    sentences = results.why[0].sentences
    assert len(set(sentences)) == 1
    assert sentences[0].startswith("Not diagnosed: ")
    assert sentences[0].endswith("boundaries in all layers, more than 4,000.")
    assert not len(results.causes())
    found = losses(results)
    lost = 1 - results.values("f_measure_reduced")[0, 1:]
    np.testing.assert_allclose(found.parts[0, 0, :, GROUPS.index("unexplained")], lost)
    np.testing.assert_allclose(found.total[0, 0], lost)


def test_windows_that_are_diagnosed():
    assert diagnosed_among(CORPUS_WINDOWS) == (
        *(0.5, 1.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 60.0),
        math.inf,
    )
    assert diagnosed_among([7.0, 15.0]) == (15.0,)
    assert diagnosed_among([7.0, 12.0]) == (7.0, 12.0)
    assert Job((3.0, 0.5), diagnosed=(3, 0.5)).diagnosed == (0.5, 3.0)
    with pytest.raises(ScoreError, match="only at scored windows"):
        Job((0.5,), diagnosed=(3.0,))


def because(unexplained, findings=("", ""), **shares):
    """Why a pair loses, by the shares of the kinds of causes in each slot."""
    table = np.array([*shares.values()]).reshape(-1, 2)
    orders, zeros = (table != 0).astype(int), np.zeros_like(table)
    kinds = tuple(shares)
    about = ("estimate",) * len(kinds), kinds, (1,) * len(kinds)
    return Why(("", ""), unexplained, findings, kinds, *about, orders, zeros, table, zeros)


def test_a_loss_is_split_by_cause():
    # Slots: reduced and full, at 15 s alone; the third has no T_F, the last is of another track.
    results = made([0.5, 0.8, math.nan, 0.6], methods=["m", "n", "n", "o"])
    why = (
        because((0.1, 0.5), missing=(0.3, -0.1), offset=(0.1, 0.0)),
        because((-0.1, 0.9), scale=(0.1, 0.1), layer_missing=(0.3, 0.0)),
        because((1.0, 1.0)),
        because((0.0, 0.0), ("other_track", ""), missing=(0.5, 0.5)),
    )
    found = losses(replace(results, why=why, job=replace(results.job, diagnosed=(15.0,))))
    assert found.methods == ("m", "n", "o")
    assert found.windows.tolist() == [15.0]
    assert found.count[:, :, 0].tolist() == [[1, 1]] * 3

    def parts(method, variant):
        row = found.parts[method, variant, 0]
        return {group: round(part, 6) for group, part in zip(GROUPS, row, strict=True) if part}

    # What is explained, 0.4, is divided 3 : 1; a share below 0 counts as 0.
    assert parts(0, 0) == {"missing": 0.3, "offset or stretch": 0.1, "unexplained": 0.1}
    assert parts(0, 1) == {"unexplained": 0.5}
    # Nothing less than nothing is unexplained, and nothing more than the loss.
    assert parts(1, 0) == {"layers": 0.15, "offset or stretch": 0.05}
    assert parts(1, 1) == {"unexplained": 0.2}
    assert parts(2, 0) == {"unexplained": 0.4}
    assert parts(2, 1) == {"missing": 0.4}
    assert [each.first_kind(0) for each in why[2:]] == ["", "other_track"]
    assert set(GROUP_OF) == set(KINDS)
