"""Flat measures in corpora: the same as for one pair, stored, summarized and checked."""

import csv

import numpy as np
import pyarrow.parquet as pq
import pytest

import hierscope
from core.corpus.results import counts_text
from core.corpus.scoring import LAYERS, every_flat, flat_scores
from core.errors import ReadError
from core.flat.grid import flat_grid
from core.hierarchy import Hierarchy
from core.io import write_jams
from core.samples import sample
from core.vocabulary import PARTS
from hierscope.cli import main

KEYS = every_flat()
POP = sample("pop_two_annotators")
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
    pair = POP.reference, POP.estimate
    grid = flat_grid(*pair, beta=2.0)
    found = flat_scores(*pair, KEYS, 2.0)
    assert found.shape == (len(LAYERS), len(KEYS), 3)
    for at, key in enumerate(KEYS):
        for number, part in enumerate(PARTS):
            assert found[0, at, number] == grid.part(key, part)[0, 0]
            assert found[1, at, number] == grid.part(key, part)[-1, -1]
        assert found[2, at].tolist() == best(grid, key)
    none = flat_scores(BARE, BARE, KEYS, 1.0)
    labels = [at for at, key in enumerate(KEYS) if "hit" not in key]
    assert np.isnan(none[:, labels]).all()
    assert (np.delete(none, labels, axis=1) == 1).all()
    # What can't be scored is none.
    beats = Hierarchy(BARE.layers, unit="beats")
    assert np.isnan(flat_scores(BARE, beats, KEYS, 1.0)).all()
    assert flat_scores(*pair, (), 1.0).shape == (3, 0, 3)


@pytest.fixture(scope="module")
def songs(tmp_path_factory):
    """Folders with two tracks, one without labels."""
    root = tmp_path_factory.mktemp("songs")
    sides = {"reference": (POP.reference, BARE), "estimate": (POP.estimate, BARE)}
    for side, hierarchies in sides.items():
        (root / side).mkdir()
        for name, hierarchy in zip("ab", hierarchies, strict=True):
            (root / side / f"{name}.jams").write_bytes(write_jams(hierarchy))
    return [str(root / side) for side in sides]


@pytest.fixture(scope="module")
def scored(songs, tmp_path_factory):
    """The table of their results."""
    path = tmp_path_factory.mktemp("scored") / "r.parquet"
    hierscope.corpus(*songs, windows=[15], flat=True, output=path, why=False)
    return pq.read_table(path)


def test_the_command_and_a_notebook_have_them(songs, tmp_path, capsys):
    output, table = str(tmp_path / "r.parquet"), str(tmp_path / "flat.csv")
    words = ["--windows", "15", "-o", output, "--flat-csv", table]
    assert main(["corpus", *songs, *words]) == 0
    captured = capsys.readouterr()
    assert f"one row per flat measure and choice of layers is in {table}" in captured.err
    expected = flat_grid(POP.reference, POP.estimate)
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
    again = hierscope.corpus(*songs, windows=[15], flat=True).flat_table()
    assert again.equals(frame)
    (hit,) = [each for each in found.flat_means() if each[1].key == "hit_rate_3_trimmed"]
    assert hit[3] == [2, 2, 2]
    # A pair whose coarsest layers lack labels may have a best pair of layers.
    assert (counts_text(hit[3]), counts_text([1, 2, 2])) == ("2", "1 to 2")
    with pytest.raises(ReadError, match="flat measures were not scored"):
        hierscope.corpus(*songs, windows=[15]).flat_table()
