"""The experiment: its trials, what they share, and that it goes on where it was."""

import json
import math
import os
import signal
import sys
from dataclasses import replace
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi import experiment_running as running
from core.caemsi.demo import markov_chains
from core.caemsi.experiment import read_sizes, run_experiment
from core.caemsi.experiment_store import Store
from core.caemsi.experiment_trials import Draw, Sizes, Trial, default_margin, run_trial
from core.caemsi.metrics import metrics
from core.caemsi.writing import experiment_document
from core.errors import ReadError, StyleError

LABELS = ["a"] * 14 + ["b"] * 12 + ["c"] * 7


def spread(labels=LABELS, apart=0.3, seed=0):
    """Distances of items that are nearer to their own class."""
    rng = np.random.default_rng(seed)
    names = np.array(labels)
    distances = 0.5 + apart * (names[:, None] != names) + rng.random((len(names),) * 2) / 10
    return np.triu(distances, 1) + np.triu(distances, 1).T


def alike(found, other):
    """Whether two results are the same, also where a rate is of nothing, which no nan equals."""
    return repr(found) == repr(other)


def collection():
    return markov_chains(3, classes=3, items=10, length=60)


@pytest.fixture(scope="module")
def chains():
    items = collection()
    return items, distance_matrix([item.data for item in items])


def test_margins_are_the_papers():
    printed = {(25, 25): 0.15, (50, 50): 0.1, (100, 100): 0.075, (50, 100): 0.0875}
    for sizes, margin in printed.items():
        assert default_margin(*sizes) == margin
    assert default_margin(5, 5) == default_margin(25, 25)


@given(st.integers(3, 500), st.integers(3, 500))
def test_margins_narrow_as_corpora_grow(a, b):
    assert default_margin(a, b) == default_margin(b, a)
    assert 0.05 < default_margin(a + 1, b) <= default_margin(a, b) <= 0.15


def test_sizes_are_read_once_each():
    assert [str(each) for each in read_sizes([25, (50, 100), (25, 25)])] == ["25", "50:100"]
    assert read_sizes([(50, 100)], 0.2) == [Sizes(50, 100, 0.2)]
    with pytest.raises(StyleError, match="2 items is too small"):
        read_sizes([(25, 2)])
    for margin in (0.0, math.inf, math.nan):
        with pytest.raises(StyleError, match="margin"):
            Sizes(5, 5, margin)


def test_a_trial_is_both_tests_of_two_disjoint_draws():
    draw = Draw(spread(), tuple(LABELS), 7, 50)
    sizes = Sizes(5, 4, 0.2)
    groups = {name: {at for at, label in enumerate(LABELS) if label == name} for name in "abc"}
    for number in range(6):
        found = run_trial(draw, sizes, number)
        assert found.same == (number % 2 == 0)
        # The same draw by hand: the class, then the items, then the tests, from one generator.
        rng = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(5, 4, number)))
        large = ["a", "b"]
        if found.same:
            first = second = large[rng.integers(2)]
            chosen = rng.choice(sorted(groups[first]), 9, replace=False)
        else:
            first, second = (large[at] for at in rng.choice(2, 2, replace=False))
            chosen = np.concatenate(
                [
                    rng.choice(sorted(groups[name]), count, replace=False)
                    for name, count in ((first, 5), (second, 4))
                ]
            )
        assert (found.class_a, found.class_b) == (first, second)
        assert len(set(chosen.tolist())) == 9
        assert set(chosen[:5].tolist()) <= groups[first]
        assert set(chosen[5:].tolist()) <= groups[second]
        matrix = draw.distances[np.ix_(chosen, chosen)]
        difference = difference_test(matrix, 5, n_permutations=50, rng=rng)
        equivalence = equivalence_test(matrix, 5, margin=0.2, n_permutations=50, rng=rng)
        assert (found.p_diff, found.ratio) == (difference.p_value, difference.statistic)
        assert (found.p_eqv, found.effect_a) == (equivalence.p_value, equivalence.a.effect)


def test_a_trial_is_the_same_whenever_and_wherever_it_is_run():
    options = {"n_permutations": 30, "seed": 5}
    whole = run_experiment(spread(), LABELS, [4, (3, 5)], trials=20, workers=3, **options)
    assert whole.finished
    for row in whole.rows:
        draw = Draw(spread(), tuple(LABELS), 5, 30)
        assert row.trials == tuple(run_trial(draw, row.sizes, number) for number in range(20))
    fewer = run_experiment(spread(), LABELS, [(3, 5)], trials=8, workers=1, **options)
    assert fewer.rows[0].trials == whole.rows[1].trials[:8]
    other = run_experiment(spread(), LABELS, [4], trials=20, n_permutations=30, seed=6)
    assert other.rows[0].trials != whole.rows[0].trials


def test_half_are_of_one_class_and_metrics_count_them():
    row = run_experiment(spread(apart=0.02), LABELS, [5], trials=60, alpha=0.2).rows[0]
    truth = [trial.same for trial in row.trials]
    assert sum(truth) == 30
    assert row.difference == metrics(truth, [trial.p_diff >= 0.2 for trial in row.trials])
    assert row.equivalence == metrics(truth, [trial.p_eqv < 0.2 for trial in row.trials])


def test_classes_far_apart_are_told_and_one_class_is_not_split():
    row = run_experiment(spread(apart=1), LABELS, [6], trials=200, n_permutations=200).rows[0]
    assert row.difference.tnr.value == 1
    assert row.difference.tpr.low < 0.95 < row.difference.tpr.high


def test_small_classes_are_left_out_and_named():
    found = run_experiment(spread(), LABELS, [3, 6, 7], trials=4, n_permutations=10)
    assert [row.classes for row in found.rows] == [("a", "b", "c"), ("a", "b"), ("a",)]
    assert [row.small for row in found.rows] == [(), ("c",), ("b", "c")]
    assert [len(row.trials) for row in found.rows] == [4, 4, 0]
    assert math.isnan(found.rows[2].difference.accuracy.value)
    assert {trial.class_a for trial in found.rows[1].trials} <= {"a", "b"}
    assert found.finished
    with pytest.raises(StyleError, match=r"two corpora of 7 each. Choose sizes up to 6"):
        run_experiment(spread(), LABELS, [7, 8], trials=4)
    few = ["a"] * 14 + ["b"] * 5
    with pytest.raises(StyleError, match=r"of 3 each. Give at least two classes 6 items"):
        run_experiment(spread(few), few, [3], trials=4)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"trials": 1}, "at least two trials"),
        ({"alpha": 1.5}, "alpha"),
        ({"sizes": []}, "No sizes"),
        ({"labels": LABELS[:-1]}, "32 labels do not fit"),
        ({"labels": ["a"] * len(LABELS)}, "one class"),
        ({"n_permutations": 0}, "at least one permutation"),
        ({"seed": -1}, "negative"),
        ({"distances": np.full((33, 33), math.nan)}, "not finite"),
    ],
)
def test_what_can_not_be_run_is_refused(options, problem):
    given_ = {"distances": spread(), "labels": LABELS, "sizes": [4], "trials": 4, **options}
    with pytest.raises(StyleError, match=problem):
        run_experiment(**given_)


def test_what_is_done_is_not_run_again(monkeypatch):
    first = run_experiment(spread(), LABELS, [4], trials=10, n_permutations=20)
    counted = []
    once = running.run_trials

    def count(draw, part):
        counted.extend(part)
        return once(draw, part)

    monkeypatch.setattr(running, "run_trials", count)
    steps = []
    again = run_experiment(
        spread(),
        LABELS,
        [4, 5],
        trials=12,
        n_permutations=20,
        done=first.rows[0].trials,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert len(counted) == 2 + 12
    assert again.rows[0].trials[:10] == first.rows[0].trials
    assert steps[0] == (10, 24)
    assert steps[-1] == (24, 24)
    # Another margin is another test.
    wider = Sizes(4, 4, 0.3)
    counted.clear()
    run_experiment(
        spread(), LABELS, [wider], trials=4, n_permutations=20, done=first.rows[0].trials
    )
    assert len(counted) == 4


def test_a_cancelled_experiment_gives_what_it_has():
    kept = []
    found = run_experiment(
        spread(),
        LABELS,
        [4],
        trials=1000,
        n_permutations=20,
        workers=2,
        keep=kept.extend,
        cancelled=lambda: len(kept) > 20,
    )
    assert not found.finished
    assert 20 < len(found.rows[0].trials) == len(kept) < 1000
    assert experiment_document(found)["rows"][0]["trials"] == len(kept)


def store(path, items, **settings):
    return Store(path, items, compressor="zlib", settings={"seed": 0, **settings})


def test_trials_come_back_from_the_file_as_they_were(tmp_path, chains):
    items, distances = chains
    labels = [item.label for item in items]
    kept = store(tmp_path / "t.jsonl", items)
    assert kept.trials() == []
    found = run_experiment(
        distances, labels, [3], trials=12, n_permutations=20, keep=kept.keep, workers=2
    )
    back = store(tmp_path / "t.jsonl", items).trials()
    assert sorted(back, key=lambda trial: trial.number) == list(found.rows[0].trials)
    kept.clear()
    assert kept.trials() == []


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_was_cut_off_is_run_again(tmp_path, chains, cut):
    items, distances = chains
    path = tmp_path / "t.jsonl"
    labels = [item.label for item in items]

    def run(kept):
        return run_experiment(
            distances,
            labels,
            [3],
            trials=4,
            n_permutations=20,
            done=kept.trials(),
            keep=kept.keep,
        )

    whole = run(store(path, items))
    content = path.read_bytes()
    path.write_bytes(content[:-cut])
    assert alike(run(store(path, items)), whole)
    assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())
    # Even when nothing but part of the first line was written.
    path.write_bytes(content[:30])
    assert alike(run(store(path, items)), whole)


def test_trials_of_something_else_are_refused(tmp_path, chains):
    items, _ = chains
    path = tmp_path / "t.jsonl"
    trial = Trial(3, 3, 0, 0.15, "a", "a", 0.5, 1.0, 0.5, 0.0, 0.0)
    store(path, items).keep([trial])
    with pytest.raises(ReadError, match="another setting: collection"):
        store(path, items[1:]).trials()
    with pytest.raises(ReadError, match="another setting: seed"):
        store(path, items, seed=1).trials()
    with pytest.raises(ReadError, match="another setting: compressor"):
        Store(path, items, compressor="lzma", settings={"seed": 0}).trials()
    for content in ("hello\n", "[]\n", json.dumps({"a": 1}) + "\n", "x"):
        path.write_text(content)
        with pytest.raises(ReadError, match="no file of trials"):
            store(path, items).trials()
        assert path.read_text() == content


OTHER_VALUES = [
    ('"number": 0', '"number": 0.5'),
    ('"number": 0', '"number": true'),
    ('"a": 3', '"a": "3"'),
    ('"a": 3', '"a": -3'),
    ('"p_diff": 0.5', '"p_diff": 1.5'),
    ('"p_diff": 0.5', '"p_diff": NaN'),
    ('"p_eqv": 0.5', '"p_eqv": null'),
    ('"ratio": 1.0', f'"ratio": {"9" * 401}'),
    ('"class_a": "a"', '"class_a": ["a"]'),
    ('"class_a"', '"class_c"'),
]


def test_a_damaged_line_is_named(tmp_path, chains):
    items, _ = chains
    path = tmp_path / "t.jsonl"
    trial = Trial(3, 3, 0, 0.15, "a", "a", 0.5, 1.0, 0.5, 0.0, 0.0)
    store(path, items).keep([trial, trial])
    head, *lines = path.read_text().splitlines()
    more = [lines[0].replace(old, new) for old, new in OTHER_VALUES]
    assert lines[0] not in more
    for damaged in ("{}", "[]", lines[0][:-5], head, "\0\0", "[" * 100_000, *more):
        content = "\n".join([head, lines[0], damaged, lines[1], ""])
        path.write_text(content)
        with pytest.raises(ReadError, match=r"t.jsonl, line 3: this is no trial. Take the line"):
            store(path, items).trials()
        assert path.read_text() == content


def test_what_is_not_of_an_experiment_is_not_thrown_away(tmp_path, chains):
    items, _ = chains
    path = tmp_path / "t.jsonl"
    path.write_text("precious")
    with pytest.raises(ReadError, match="no file of trials"):
        store(path, items).clear()
    assert path.read_text() == "precious"
    # One of other settings is.
    path.unlink()
    trial = Trial(3, 3, 0, 0.15, "a", "a", 0.5, 1.0, 0.5, 0.0, 0.0)
    store(path, items, seed=5).keep([trial])
    store(path, items).clear()
    assert not path.exists()


def test_two_runs_do_not_write_into_one_file(tmp_path, chains):
    items, _ = chains
    path = tmp_path / "t.jsonl"
    with store(path, items):
        with pytest.raises(ReadError, match="another run writes into it"), store(path, items):
            pass
        with store(tmp_path / "other.jsonl", items):
            pass
    with store(path, items):  # once the other is done
        pass
    assert list(tmp_path.iterdir()) == []
    with (
        pytest.raises(ReadError, match="no such folder"),
        store(tmp_path / "nowhere" / "t.jsonl", items),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_classes_of_any_name_can_be_kept(tmp_path, chains):
    items, _ = chains
    odd = [replace(item, label=f"\udcff{item.label}") for item in items]
    assert store(tmp_path / "t.jsonl", odd).trials() == []


def test_distances_that_a_killed_run_left_half_written_are_cleared(tmp_path, chains):
    items, distances = chains
    (tmp_path / ".t.jsonl.distances.npz.0123").write_bytes(b"half")
    (tmp_path / ".t.jsonl.txt").write_bytes(b"another's")
    store(tmp_path / "t.jsonl", items).keep_distances(distances)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".t.jsonl.txt",
        "t.jsonl.distances.npz",
    ]


def test_distances_come_back_as_they_were(tmp_path, chains):
    items, distances = chains
    kept = store(tmp_path / "t.jsonl", items)
    assert kept.distances() is None
    kept.keep_distances(distances)
    back = kept.distances()
    np.testing.assert_array_equal(back.values, distances.values)
    np.testing.assert_array_equal(back.sizes, distances.sizes)
    for name in ("compressor", "version", "order", "longest", "reach", "warning"):
        assert getattr(back, name) == getattr(distances, name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.jsonl.distances.npz"]
    # Not for another collection, nor out of a broken file.
    assert store(tmp_path / "t.jsonl", items[1:]).distances() is None
    kept.beside.write_bytes(kept.beside.read_bytes()[:100])
    assert kept.distances() is None
    kept.beside.write_bytes(b"")
    assert kept.distances() is None


def not_whole(said):
    return np.array(str(said).replace('"longest": ', '"longest": 0.5, "": '))


@pytest.mark.parametrize(
    "change",
    [
        {"values": lambda values: values[:-1]},
        {"values": lambda values: values.astype(np.complex128)},
        {"values": lambda values: values * np.nan},
        {"sizes": lambda sizes: sizes.astype(float)},
        {"sizes": lambda sizes: sizes[:, None]},
        {"sizes": lambda sizes: -sizes},
        {"document": lambda _: np.array("[]")},
        {"document": lambda _: np.array('{"of": {}}')},
        {"document": lambda said: np.array(str(said).replace("longest", "shortest"))},
        {
            "document": lambda said: np.array(
                str(said).replace('"longest": ', '"longest": -.5, "": ')
            )
        },
        {"document": lambda _: np.array("[" * 100_000)},
    ],
)
def test_kept_distances_that_are_none_are_measured_again(tmp_path, chains, change):
    items, distances = chains
    kept = store(tmp_path / "t.jsonl", items)
    kept.keep_distances(distances)
    assert kept.distances() is not None
    with np.load(kept.beside) as found:
        arrays = {name: change.get(name, lambda same: same)(found[name]) for name in found}
    np.savez(kept.beside, **arrays)
    assert kept.distances() is None


def test_on_a_cluster_trials_are_the_same():
    distributed = pytest.importorskip("distributed")
    options = {"trials": 12, "n_permutations": 20}
    here = run_experiment(spread(), LABELS, [4, 5], **options)
    lan = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(processes=False, **lan) as cluster:
        address = cluster.scheduler_address
        there = run_experiment(spread(), LABELS, [4, 5], scheduler=address, **options)
        part = run_experiment(
            spread(), LABELS, [4], scheduler=address, done=here.rows[0].trials[:5], **options
        )
    assert alike(there, here)
    assert alike(part.rows[0], here.rows[0])


@patch.dict(os.environ)  # a nanny leaves there what its workers began with
def test_an_experiment_outlives_all_its_workers(monkeypatch):
    distributed = pytest.importorskip("distributed")
    # Workers run the main module again, and tests of pages leave a page there.
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    options = {"trials": 100, "n_permutations": 20}
    lan = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(processes=True, **lan) as cluster:
        with distributed.Client(cluster) as client:
            pids = set(client.run(os.getpid).values())

        def kill(done, total):
            while done and pids:
                os.kill(pids.pop(), signal.SIGKILL)

        address = cluster.scheduler_address
        there = run_experiment(spread(), LABELS, [4], scheduler=address, progress=kill, **options)
    assert not pids
    assert alike(there, run_experiment(spread(), LABELS, [4], **options))


def test_a_trial_that_kills_its_workers_is_named(monkeypatch):
    def dying(address, compute, draw, parts, **_):
        yield next(parts)[:1], None

    monkeypatch.setattr(running, "on_cluster", dying)
    with pytest.raises(StyleError, match="died of trial 0 of size 4:5, perhaps for lack of memory"):
        run_experiment(spread(), LABELS, [(4, 5)], trials=4, scheduler="tcp://far:8786")


def test_a_cluster_of_another_version_is_refused(monkeypatch):
    distributed = pytest.importorskip("distributed")
    answers = iter([("0", "0", "0")])
    true = running.versions(None)
    # What the client sends is another than what the workers find.
    monkeypatch.setattr(running, "versions", lambda _: next(answers, true))
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        pytest.raises(StyleError, match="other versions"),
    ):
        run_experiment(
            spread(), LABELS, [4], trials=2, n_permutations=5, scheduler=cluster.scheduler_address
        )


def test_no_workers_are_said(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("core.jobs.cluster._PATIENCE", 1)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as cluster,
        pytest.raises(StyleError, match="The scheduler has no workers"),
    ):
        run_experiment(spread(), LABELS, [4], trials=2, scheduler=cluster.scheduler_address)


def test_no_scheduler_is_said(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("core.jobs.cluster._PATIENCE", 0.2)
    with pytest.raises(StyleError, match=r"no scheduler at 'tcp://127.0.0.1:9'"):
        run_experiment(spread(), LABELS, [4], trials=2, scheduler="tcp://127.0.0.1:9")
