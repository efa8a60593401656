"""Results files: writing, reading, and updates that compute only changed pairs."""

import json
import math
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from made_results import with_document
from results_files import SEGMENTS, SERIAL, assert_same, collect, stopping, write_results

from core.corpus.baselines import BASELINES
from core.corpus.items import Item, Problem
from core.corpus.job import Job, Row
from core.corpus.store import BATCH, DamagedError, read_results
from core.corpus.updating import update_results
from core.errors import ReadError
from core.measures import COLUMNS
from core.notes import KINDS, Note
from core.settings import Settings
from core.tmeasures import FRAMELESS
from core.vocabulary import SIDES

JOB = Job((0.5, 3.0, math.inf))
text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)
number = st.floats(0, 1, width=32)


notes = st.builds(
    Note,
    st.one_of(text, st.sampled_from([*KINDS])),
    text,
    st.none() | st.integers(1, 9),
    st.none() | number,
    st.sampled_from(["", *SIDES]),
    st.floats(0, 9),
)


@st.composite
def rows(draw, windows=3):
    item = Item(
        draw(text),
        draw(text),
        tuple(draw(st.lists(text, min_size=1, max_size=3))),
        tuple(draw(st.lists(text, min_size=1, max_size=3))),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 9)),
        tuple(draw(st.lists(st.tuples(text, text), max_size=3))),
        draw(st.sampled_from(["", *BASELINES])),
    )
    return Row(
        item,
        draw(text),
        draw(st.floats(0.1, 1e6)),
        draw(st.integers(1, 60)),
        draw(st.integers(1, 60)),
        *(np.array(draw(st.lists(number, max_size=4)), dtype=np.float32) for _ in range(2)),
        draw(arrays(float, (windows, len(COLUMNS)), elements=number)),
        tuple(draw(st.lists(notes, max_size=2))),
    )


problems = st.builds(Problem, text, text, text)


@given(outcomes=st.lists(st.one_of(rows(), problems), max_size=6))
def test_what_is_written_is_read(outcomes):
    results = collect(outcomes, JOB)
    assert results.job == JOB
    kept = [outcome for outcome in outcomes if isinstance(outcome, Row)]
    assert len(results) == len(kept)
    assert results.problems == tuple(each for each in outcomes if isinstance(each, Problem))
    for at, row in enumerate(kept):
        assert results.items[at] == row.item
        assert results.digests[at] == row.digest
        assert results.pair_notes[at] == row.notes
        assert results.durations[at] == row.duration
        assert results.reference_layers[at] == row.reference_layers
        assert results.estimate_layers[at] == row.estimate_layers
        np.testing.assert_array_equal(results.scores[at], row.scores)
        for name in SEGMENTS:
            assert len(getattr(results, name)) == len(kept)
            np.testing.assert_array_equal(getattr(results, name)[at], getattr(row, name))


@given(data=st.data(), outcomes=st.lists(rows(), min_size=1, max_size=3))
def test_some_of_the_rows(data, outcomes):
    results = collect([*outcomes, Problem("t", "p", "r")], JOB)
    mask = data.draw(st.lists(st.booleans(), min_size=len(outcomes), max_size=len(outcomes)))
    kept = [row for row, keep in zip(outcomes, mask, strict=True) if keep]
    assert_same(results.take(mask), collect([*kept, Problem("t", "p", "r")], JOB))
    backwards = np.arange(len(outcomes))[::-1]
    wanted = collect([*outcomes[::-1], Problem("t", "p", "r")], JOB)
    assert_same(results.take(backwards), wanted)
    assert len(results.take([])) == 0


def test_many_batches_and_some_windows(corpus, tmp_path):
    (item,) = corpus(1)
    (row,) = SERIAL([item], JOB)
    count = 2 * BATCH + 3
    many = [
        replace(row, item=replace(item, track=str(at)), scores=row.scores * (at + 1) / count)
        for at in range(count)
    ]
    write_results(tmp_path / "r.parquet", many, JOB)
    whole = read_results(tmp_path / "r.parquet")
    assert whole.tracks == tuple(map(str, range(count)))
    turns = np.arange(1, count + 1)
    assert (whole.scores[:, 1, 2] == row.scores[1, 2] * turns / count).all()
    some = read_results(tmp_path / "r.parquet", [math.inf, 0.5])
    assert some.windows.tolist() == [math.inf, 0.5]
    np.testing.assert_array_equal(some.scores, whole.scores[:, [2, 0]])
    with pytest.raises(ReadError, match="no scores at 7 s"):
        read_results(tmp_path / "r.parquet", [7.0])


def test_a_file_says_how_it_came_about(tmp_path):
    job = Job((2.0, math.inf), Settings(FRAMELESS, beta=2.0))
    write_results(tmp_path / "r.parquet", [], job)
    said = json.loads(pq.read_schema(tmp_path / "r.parquet").metadata[b"hierscope"])
    assert said["windows"] == [2.0, None]
    assert said["versions"] == {"hierscope": "0.1.0"}
    assert said["key"] == job.key
    assert read_results(tmp_path / "r.parquet").job == job


def test_the_data_say_their_windows_and_whole_numbers_stay_whole(corpus, tmp_path):
    path = tmp_path / "r.parquet"
    write_results(path, [*SERIAL(corpus(2), JOB), Problem("t", "p", "r")], JOB)
    found = pd.read_parquet(path)
    assert found["windows"][0].tolist() == [0.5, 3.0, math.inf]
    assert found["windows"][2] is None
    assert [str(found.dtypes[name]) for name in ("position", "reference_choice")] == [
        "Int64",
        "Int32",
    ]
    assert found["estimate_layers"].tolist() == [2, 2, pd.NA]
    scores = found[:2].explode(["windows", "f_measure_full"]).set_index(["track", "windows"])
    wanted = read_results(path).values("f_measure_full")
    assert scores.loc[("1", 3.0), "f_measure_full"] == wanted[1, 1]
    said = pq.read_schema(path).field("position").metadata
    assert b"in the corpus" in said[b"description"]


def with_a_broken_page(path, back=1):
    """Change a bit so many bytes before the end of a column of scores."""
    column = next(
        chunk
        for chunk in map(pq.ParquetFile(path).metadata.row_group(0).column, range(40))
        if chunk.path_in_schema.startswith(COLUMNS[0])
    )
    start = column.dictionary_page_offset or column.data_page_offset
    data = bytearray(path.read_bytes())
    data[start + column.total_compressed_size - back] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: pq.write_table(pq.read_table(path).replace_schema_metadata({}), path),
        lambda path: path.write_bytes(path.read_bytes()[:-20]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"PAR1" + bytes(50) + b"\x32\x00\x00\x00PAR1"),
        lambda path: path.write_text("track,reference,estimate\n"),
    ],
)
def test_what_is_no_file_of_results_is_refused_and_kept(corpus, tmp_path, spoil):
    path = tmp_path / "r.parquet"
    write_results(path, [], JOB)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(ReadError, match="not a results file") as caught:
        read_results(path)
    assert caught.value.source == str(path)
    for fresh in (False, True):
        with pytest.raises(ReadError, match="not a results file"):
            update_results(path, corpus(2), JOB, scoring=None, fresh=fresh)
    assert path.read_bytes() == before
    assert set(os.listdir(tmp_path)) == {"corpus", "r.parquet"}


@pytest.mark.parametrize(
    "changes", [{"windows": []}, {"beta": 0}, {"convention": {}}, {"flat": 0}, {"read": [""]}]
)
def test_a_job_that_can_not_be_is_damage(tmp_path, changes):
    path = tmp_path / "r.parquet"
    write_results(path, [], JOB)
    with_document(path, **changes)
    with pytest.raises(DamagedError, match="damaged"):
        read_results(path)


def test_no_bit_of_the_scores_changes_unseen(corpus, tmp_path):
    path = tmp_path / "r.parquet"
    write_results(path, SERIAL(corpus(2), JOB), JOB)
    whole = path.read_bytes()
    for back in range(1, 20):
        path.write_bytes(whole)
        with_a_broken_page(path, back)
        with pytest.raises(ReadError, match="damaged"):
            read_results(path)


@pytest.mark.parametrize(
    "spoil",
    [
        partial(with_document, format=99),
        lambda path: pq.write_table(pq.read_table(path).drop_columns(["windows"]), path),
        with_a_broken_page,
    ],
)
def test_damaged_results_are_replaced_by_a_fresh_run_only(corpus, tmp_path, spoil):
    path = tmp_path / "r.parquet"
    items = corpus(2)
    update_results(path, items, JOB, scoring=SERIAL)
    spoil(path)
    before = path.read_bytes()
    for reading in (
        lambda: read_results(path),
        lambda: update_results(path, items, JOB, scoring=None),
    ):
        with pytest.raises(ReadError, match="--fresh") as caught:
            reading()
        assert caught.value.source == str(path)
    assert path.read_bytes() == before
    assert update_results(path, items, JOB, scoring=SERIAL, fresh=True).computed == 2
    assert_same(read_results(path), collect(SERIAL(items, JOB), JOB))


@pytest.fixture
def update(tmp_path):
    """Update results, count what was computed and kept, and compare with a fresh run."""
    path = tmp_path / "r.parquet"

    def run_and_compare(items, job=JOB, **options):
        done = update_results(path, items, job, scoring=SERIAL, **options)
        assert os.listdir(path.parent).count("r.parquet.part") == 0
        wanted = {
            outcome.item: outcome for outcome in SERIAL(items, job) if isinstance(outcome, Row)
        }
        ordered = [wanted[item] for item in items if item in wanted]
        assert_same(read_results(path), collect([*ordered, *done.problems], job))
        assert done.finished
        return done.computed, done.kept

    return run_and_compare


def test_an_update_computes_only_what_changed(corpus, update):
    items = corpus(12)
    assert update(items) == (12, 0)
    assert update(items) == (0, 12)
    Path(items[3].estimate[0]).write_text("0,9,20\n")
    assert update(items) == (1, 11)
    # Pairs that were moved or described anew are kept.
    moved = corpus(12, folder="elsewhere")
    Path(moved[3].estimate[0]).write_text("0,9,20\n")
    assert update([replace(item, metadata=(("genre", "folk"),)) for item in moved]) == (0, 12)
    # What is gone is dropped, what is new comes where it belongs.
    (new,) = corpus(1, "other")
    assert update([*items[6:], new, *items[:4]]) == (1, 10)
    assert update(items[6:]) == (0, 6)
    assert update([replace(items[6], estimate_choice=0), *items[7:]]) == (0, 6)
    assert update(items[6:], Job((1.0,))) == (6, 0)
    assert update(items[6:], Job((1.0,)), fresh=True) == (6, 0)
    assert update([]) == (0, 0)


def test_failures_are_tried_again(corpus, update):
    items = corpus(5)
    path = Path(items[2].reference[0])
    text = path.read_text()
    path.write_text("")
    assert update(items, problems=[Problem("t", "p", "no estimate")]) == (4, 0)
    path.write_text(text)
    assert update(items) == (1, 4)


def test_a_track_that_stands_twice_is_scored_once_and_said(corpus, tmp_path):
    items = corpus(2)
    double = replace(items[1], track="0")
    odd = replace(items[1], track="2", metadata=(("title", "\udcff"),))
    done = update_results(tmp_path / "r.parquet", [*items, double, odd], JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (2, 0)
    assert [problem.track for problem in done.problems] == ["0", "2"]
    assert "twice" in done.problems[0].reason
    assert "not text" in done.problems[1].reason
    assert read_results(tmp_path / "r.parquet").items == tuple(items)


@settings(max_examples=6)
@given(
    stops=st.lists(
        st.tuples(st.integers(0, 12), st.sampled_from([None, KeyboardInterrupt])), max_size=4
    ),
    batch=st.integers(1, 5),
)
def test_a_run_that_is_stopped_again_and_again_computes_each_pair_once(
    stops, batch, tmp_path_factory
):
    folder = tmp_path_factory.mktemp("resumed")
    items = _write(folder, 12)
    path = folder / "r.parquet"
    computed = []

    def counting(scoring):
        def scored(items, job, **options):
            for outcome in scoring(items, job, **options):
                computed.extend([outcome.item] * isinstance(outcome, Row))
                yield outcome

        return scored

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.corpus.updating.BATCH", batch)
        update_results(path, items[:2], JOB, scoring=SERIAL)
        for after, error in stops:
            before = path.read_bytes()
            try:
                done = update_results(path, items, JOB, scoring=counting(stopping(after, error)))
            except KeyboardInterrupt:
                done = None
            assert (done is not None and done.finished) == (after >= len(items))
            if done is None or not done.finished:
                assert path.read_bytes() == before
        last = update_results(path, items, JOB, scoring=counting(SERIAL))
    assert last.finished
    assert sorted(item.track for item in computed) == sorted(item.track for item in items[2:])
    assert_same(read_results(path), collect(SERIAL(items, JOB), JOB))
    assert not (folder / "r.parquet.part").exists()


def _write(folder, count):
    items = []
    for number in range(count):
        path = folder / f"{number}.csv"
        path.write_text(f"0,{number + 1},20\n0,{number + 1},15,20\n")
        items.append(Item(str(number), "m", (str(path),), (str(folder / "0.csv"),)))
    return items


def test_what_changed_since_the_cancel_is_computed_again(corpus, tmp_path):
    items = corpus(6)
    path = tmp_path / "r.parquet"
    stopped = update_results(path, items, JOB, scoring=stopping(4))
    assert (stopped.computed, stopped.finished) == (4, False)
    assert not path.exists()
    Path(items[1].estimate[0]).write_text("0,9,21\n")
    done = update_results(path, items, JOB, scoring=stopping(3))
    assert (done.computed, done.kept) == (1, 2)
    done = update_results(path, items, JOB, scoring=SERIAL)
    assert (done.computed, done.kept) == (2, 4)
    assert_same(read_results(path), collect(SERIAL(items, JOB), JOB))


def test_rows_that_vanish_during_the_run_are_not_lost_silently(corpus, tmp_path):
    items = corpus(4)
    path = tmp_path / "r.parquet"
    update_results(path, items, JOB, scoring=SERIAL)

    def and_removes(items, job, **options):
        yield from SERIAL(items, job, **options)
        path.unlink()

    with pytest.raises(ReadError, match="4 rows are missing"):
        update_results(path, items, JOB, scoring=and_removes)
