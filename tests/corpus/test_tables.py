"""The tables of a corpus: one row per pair, window and variant, or per flat measure."""

import csv
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made_results import WINDOWS, made

import hierscope
from core.corpus.job import LAYERS, Job, every_flat, flat_scores
from core.corpus.results import counts_text
from core.corpus.store import read_results
from core.errors import ReadError
from core.flat.grid import flat_grid
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.measures import BY_KEY, COLUMNS
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS
from core.tmeasures.results import N_SCORES
from core.vocabulary import PARTS
from hierscope.cli import main


def scores(n):
    table = np.random.default_rng(n).random((n, len(WINDOWS), len(COLUMNS)))
    table[:1, 0, N_SCORES:] = 0
    return table


@pytest.mark.parametrize("n", [0, 1, 9])
def test_each_row_is_a_score_of_the_results(n):
    results = made(scores(n), ["m", "1"] * n, metadata=[{"year": "1999"}] * n)
    rows = results.table().to_pylist()
    assert len(rows) == n * len(WINDOWS) * len(BY_KEY)
    turns = ((r, w, key) for r in range(n) for w in range(len(WINDOWS)) for key in BY_KEY)
    for row, (pair, window, key) in zip(rows, turns, strict=True):
        assert (row["track"], row["method"]) == (f"t{pair}", ["m", "1"][pair % 2])
        assert (row["window"], row["measure"]) == (WINDOWS[window], key)
        for name in ("recall", "precision", "f_measure", "recall_share", "precision_share"):
            value = results.values(f"{name}_{key}")[pair, window]
            assert row[name] == (None if math.isnan(value) else value)
        assert row["year"] == "1999"


def test_the_table_says_what_is_known_and_how_it_was_scored():
    results = made(
        scores(2), ["m", "g"], metadata=[{"window": "5", "genre": "a"}, {}], baselines="g"
    )
    table = results.table()
    first, *_, last = table.to_pylist()
    assert first["duration"] == 60.0
    assert (first["reference_layers"], first["estimate_layers"]) == (2, 2)
    assert table.schema.field("reference_layers").type == pa.int32()
    assert (first["baseline"], last["baseline"]) == (False, True)
    assert (first["window"], first["metadata_window"], first["genre"]) == (0.5, "5", "a")
    assert (last["metadata_window"], last["genre"]) == ("", "")
    said = {"convention": "mir_eval", "frame_size": 0.1, "beta": 1.0, "mean_over_all": False}
    assert said.items() <= first.items()
    exact = replace(results, job=Job(WINDOWS, Settings(FRAMELESS, beta=2.0)))
    said = {"convention": "frameless", "frame_size": None, "beta": 2.0}
    assert said.items() <= exact.table().to_pylist()[0].items()


def test_files_hold_the_table(tmp_path):
    results = made(scores(3), ["1", "02", 'a, "b"'])
    wanted = results.table()
    results.write(tmp_path / "t.parquet")
    assert pq.read_table(tmp_path / "t.parquet").equals(wanted)
    (tmp_path / "t").write_bytes(results.to_parquet())
    assert pq.read_table(tmp_path / "t").equals(wanted)
    results.write(tmp_path / "t.csv", csv=True)
    text = {"track": str, "method": str}
    found = pd.read_csv(tmp_path / "t.csv", dtype=text)
    pd.testing.assert_frame_equal(found, wanted.to_pandas(), check_dtype=False, rtol=1e-14)
    made(scores(0)).write(tmp_path / "t.csv", csv=True)
    assert pd.read_csv(tmp_path / "t.csv").columns.tolist() == made(scores(0)).table().column_names


def test_the_command_writes_tables_beside_the_results(corpus, sides, tmp_path, capsys):
    corpus(3)
    # Among the estimates, where they are no estimates when it is run again.
    places = [f"{sides[1]}/{name}" for name in ("r.parquet", "s.csv", "s.parquet")]
    words = ["-o", places[0], "--windows", "3", "inf", "--csv", places[1], "--tidy", places[2]]
    words += ["--latex", str(tmp_path / "t.tex"), "--digits", "3"]
    for _ in range(2):
        assert main(["corpus", *sides, *words]) == 0
        assert f"one row per window and variant is in {places[1]}" in capsys.readouterr().err
    latex = read_results(places[0]).to_latex(digits=3)
    assert (tmp_path / "t.tex").read_text() == latex
    found = pd.read_parquet(places[2])
    assert len(found) == 3 * 2 * len(BY_KEY)
    pd.testing.assert_frame_equal(
        pd.read_csv(places[1], dtype={"track": str, "number": str, "beta": float}),
        found,
        check_dtype=False,
    )


@pytest.mark.parametrize("wrong", ["{here}/r", "{here}/r.part", "{here}", "{here}/gone/s.csv"])
def test_a_table_has_a_place_of_its_own(corpus, sides, tmp_path, wrong, capsys):
    corpus(1)
    path = wrong.format(here=tmp_path)
    command = ["corpus", *sides, "-o", str(tmp_path / "r")]
    for words in (["--csv", path], ["--csv", str(tmp_path / "s"), "--tidy", path]):
        assert main([*command, *words]) == 2
        assert path in capsys.readouterr().err
    assert not (tmp_path / "r").exists()
    assert main([*command, "--csv", str(tmp_path / "s"), "--tidy", str(tmp_path / "s")]) == 2


KEYS = every_flat()
TUNE = sample("jingle_bells")
BARE = Hierarchy.from_boundaries([[0, 30, 60], [0, 20, 30, 60]])


def best(grid, key):
    """The scores of the pair of layers with the best F, looked for one by one."""
    found = None
    for row in grid.rows():
        f = row["f_measure"]
        if row["measure"] == key and f is not None and (found is None or f > found[2]):
            found = [row[part] for part in PARTS]
    return found


def test_they_are_those_of_the_coarsest_the_finest_and_the_best_pair_of_layers():
    pair = TUNE.reference, TUNE.estimate
    grid = flat_grid(*pair, beta=2.0)
    found = flat_scores(*pair, KEYS, 2.0)
    assert found.shape == (len(LAYERS), len(KEYS), 3)
    for at, key in enumerate(KEYS):
        for number, part in enumerate(PARTS):
            table = grid.part(key, part)
            np.testing.assert_equal(found[:2, at, number], [table[0, 0], table[-1, -1]])
        np.testing.assert_equal(found[2, at], best(grid, key) or [np.nan] * len(PARTS))
    none = flat_scores(BARE, BARE, KEYS, 1.0)
    labels = [at for at, key in enumerate(KEYS) if "hit" not in key and key != "triplets"]
    assert np.isnan(none[:, labels]).all()
    assert (np.delete(none, labels, axis=1) == 1).all()
    # What can't be scored is none.
    beats = Hierarchy(BARE.layers, unit="beats")
    assert np.isnan(flat_scores(BARE, beats, KEYS, 1.0)).all()
    assert flat_scores(*pair, (), 1.0).shape == (3, 0, 3)


def test_the_command_and_a_notebook_have_them(sides, tmp_path, capsys):
    for side, labeled in zip(sides, (TUNE.reference, TUNE.estimate), strict=True):
        Path(side).mkdir(parents=True)
        for name, hierarchy in (("a", labeled), ("b", BARE)):
            Path(side, f"{name}.jams").write_bytes(write_jams(hierarchy))
    output, table = str(tmp_path / "r.parquet"), str(tmp_path / "flat.csv")
    words = ["--windows", "15", "-o", output, "--flat-csv", table]
    assert main(["corpus", *sides, *words]) == 0
    captured = capsys.readouterr()
    assert f"one row per flat measure and choice of layers is in {table}" in captured.err
    expected = flat_grid(TUNE.reference, TUNE.estimate)
    f = [expected.part("v_measure", "f_measure")[at, at] for at in (0, -1)]
    most = expected.part("v_measure", "f_measure").max()
    (line,) = [line for line in captured.out.splitlines() if " V-measure " in line]
    assert line.split()[-4:] == [*(f"{value:.3f}" for value in (*f, most)), "1"]
    with open(table, newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 2 * len(LAYERS) * len(KEYS)
    chosen = [
        row for row in rows
        if (row["measure"], row["layers"]) == ("v_measure", "finest")
    ]  # fmt: skip
    assert [row["track"] for row in chosen] == ["a", "b"]
    assert float(chosen[0]["f_measure"]) == f[1]
    assert chosen[1]["f_measure"] == ""
    found = hierscope.corpus(results=output)
    frame = found.flat_table()
    assert list(frame.columns) == list(rows[0])
    assert frame["f_measure"].isna().sum() == sum(row["f_measure"] == "" for row in rows)
    again = hierscope.corpus(*sides, windows=[15], flat=True).flat_table()
    assert again.equals(frame)
    (hit,) = [each for each in found.flat_means() if each[1].key == "hit_rate_3_trimmed"]
    assert hit[3] == [2, 2, 2]
    # A pair whose coarsest layers lack labels may have a best pair of layers.
    assert (counts_text(hit[3]), counts_text([1, 2, 2])) == ("2", "1 to 2")
    with pytest.raises(ReadError, match="flat measures were not scored"):
        hierscope.corpus(*sides, windows=[15]).flat_table()
