"""Two runs of one corpus: how the scores of tracks changed."""

import numpy as np
import pytest
from made_results import made

from core.corpus.comparing import paired
from core.corpus.versions import changes
from core.errors import ScoreError

BEFORE = made(
    [0.5, 0.7, 0.9, np.nan, 0.2], methods=[*"aaaab"], tracks=["t1", "t2", "t3", "t4", "t1"]
)
AFTER = made([0.3, 0.8, 0.9, 0.4, 0.6], methods=[*"aaaac"], tracks=["t2", "t1", "t3", "t4", "t1"])


def test_tracks_are_matched_by_name_and_the_largest_change_comes_first():
    found = changes(BEFORE, AFTER)
    assert found.tracks == (("a", "t2"), ("a", "t1"), ("a", "t3"), ("a", "t4"))
    table = found.to_pandas()
    assert table.change.tolist()[:3] == pytest.approx([-0.4, 0.3, 0])
    assert np.isnan(table.change[3])
    assert np.isnan(table.before[3])
    # The same numbers as for two methods of one run.
    together = made(
        [0.8, 0.3, 0.9, 0.5, 0.7, 0.9], methods=[*"xxxyyy"], tracks=["t1", "t2", "t3"] * 2
    )
    wanted = paired(together, "x", "y", "reduced", "f_measure")
    (method,) = found.methods
    for name in ("count", "mean", "low", "high", "difference", "effect", "p_value"):
        assert getattr(method, name)[0] == pytest.approx(getattr(wanted, name)[1]), name
    (line,) = found.sentences()
    assert line.startswith("a: mean −0.033 (95% interval ")
    assert line.endswith("1 track worse, 1 better, 1 equal")


def test_the_only_method_of_each_run_may_be_renamed():
    one, other = (
        made([score] * 3, methods=[name] * 3) for score, name in ((0.25, "v1"), (0.5, "v2"))
    )
    found = changes(one, other, np.inf, "full", "recall")
    assert {method for method, _ in found.tracks} == {"v2"}
    assert found.change.tolist() == [0.25] * 3
    assert "T_R (full)" in found.headline()
    assert changes(one, made([0.5] * 2, methods=["v2"] * 2)).alone == 1


def test_runs_that_can_not_be_compared_are_refused():
    short = made([0.5] * 2, methods=[*"aa"], windows=(3.0,))
    with pytest.raises(ScoreError, match="no method in common"):
        changes(BEFORE, made([0.5] * 2, methods=[*"xy"]))
    with pytest.raises(ScoreError, match="earlier run has no scores at 15 s"):
        changes(short, AFTER)
