"""`hierscope caemsi test` and `experiment`, as a user runs them."""

import json
from functools import partial

import numpy as np
import pytest

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi.demo import markov_chains
from core.caemsi.experiment import run_experiment
from core.caemsi.labelled import read_labelled
from core.cli import _caemsi_experiment, _caemsi_shared, _caemsi_test, main
from core.errors import ReadError, StyleError

small = partial(markov_chains, classes=3, items=8, length=80)


@pytest.fixture
def classes(tmp_path):
    """A folder with a folder a class, and its items."""
    items = small(1)
    for item in items:
        path = tmp_path / "all" / item.label / f"{item.title}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(item.data)
    return tmp_path / "all", items


def run(*words):
    return main(["caemsi", *map(str, words)])


def interrupt(*arguments, **options):
    raise KeyboardInterrupt


def test_test_prints_what_the_core_finds(classes, capsys):
    folder, items = classes
    assert run("test", folder / "chain 1", folder / "chain 2", "--json", "--seed", 4) == 0
    found = json.loads(capsys.readouterr().out)
    distances = distance_matrix([item.data for item in items[:16]])
    difference = difference_test(distances, 8, rng=np.random.default_rng(4))
    equivalence = equivalence_test(distances, 8, rng=np.random.default_rng(4))
    assert (found["p_diff"], found["p_eqv"]) == (difference.p_value, equivalence.p_value)
    assert found["difference"]["statistic"] == difference.statistic
    assert found["equivalence"]["a"]["effect"] == equivalence.a.effect
    assert found["equivalence"]["b"]["effect"] == equivalence.b.effect
    assert found["equivalence"]["margin_inferior"] == 0.15
    assert found["compressor"]["version"] == distances.version
    assert found["verdict"] in ("different", "equivalent", "both", "neither")
    assert found["corpora"][0] == {
        "name": "chain 1",
        "items": 8,
        "unreadable": [],
        "duplicates": [],
    }
    assert any("not held to alpha" in warning for warning in found["warnings"])


def test_text_says_all_that_json_does(classes, capsys):
    folder, _ = classes
    words = ("test", folder / "chain 1", folder / "chain 2", "--compressor", "deflate")
    assert run(*words, "--margin", "0.1:0.2", "--alpha", "0.1") == 0
    text = capsys.readouterr().out
    assert run(*words, "--margin", "0.1:0.2", "--alpha", "0.1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert text.startswith(found["sentence"])
    for said in (
        f"verdict       {found['verdict']}",
        f"delta_A/L   {found['equivalence']['a']['effect']:+.4f}",
        f"delta_B/L   {found['equivalence']['b']['effect']:+.4f}",
        f"{found['difference']['statistic']:.4f}",
        f"{found['difference']['count']} of 1,000 permutations",
        "margin 0.1:0.2",
        f"deflate ({found['compressor']['version']})",
        "chain 2: 8 items",
        *found["warnings"],
    ):
        assert said in text


def test_exact_goes_through_all_labellings(classes, tmp_path, capsys):
    folder, items = classes
    for side, chosen in (("x", items[:3]), ("y", items[8:11])):
        (tmp_path / side).mkdir()
        for item in chosen:
            (tmp_path / side / item.title).write_bytes(item.data)
    assert run("test", tmp_path / "x", tmp_path / "y", "--exact") == 0
    assert "of all 20 labellings" in capsys.readouterr().out
    assert run("test", folder / "chain 1", folder / "chain 2", "--exact") == 2
    assert "can be labelled in" in capsys.readouterr().err


def test_what_is_left_out_is_said(classes, capsys):
    folder, items = classes
    (folder / "chain 1" / "4.txt").write_bytes(b"")
    (folder / "chain 1" / "again.txt").write_bytes(items[0].data)
    assert run("test", folder / "chain 1", folder / "chain 2") == 0
    said = capsys.readouterr()
    assert "left out 4.txt: " in said.err
    assert "took out again.txt: " in said.err
    assert "chain 1: 7 items, 1 unreadable, 1 duplicates taken out" in said.out
    assert run("test", folder / "chain 1", folder / "chain 2", "--keep-duplicates") == 0
    assert "chain 1: 8 items, 1 unreadable\n" in capsys.readouterr().out


def test_a_long_pair_is_warned_of(tmp_path, capsys):
    rng = np.random.default_rng(0)
    for number in range(6):
        path = tmp_path / "ab"[number % 2] / str(number)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(rng.bytes(20_000))
    assert run("test", tmp_path / "a", tmp_path / "b") == 0
    assert "Choose lzma or zstd" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "{b}"], "nowhere"),
        (["{a}", "{a}"], "share"),
        (["{a}", "{b}", "--margin", "0"], "no margin"),
        (["{a}", "{b}", "--margin", "1:2:3"], "no margin"),
        (["{a}", "{b}", "--alpha", "1"], "between 0 and 1"),
        (["{a}", "{b}", "--seed", "-1"], "whole number from 0"),
        (["{a}", "{b}", "--permutations", "0"], "whole number from 1"),
        (["{a}", "{b}", "--as", "image"], "image"),
        (["{a}", "{b}", "--compressor", "rar"], "rar"),
    ],
)
def test_bad_input_of_test_gives_2_and_one_line(classes, capsys, words, said):
    folder, _ = classes
    places = {"a": folder / "chain 1", "b": folder / "chain 2"}
    try:
        status = run("test", *(word.format(**places) for word in words))
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_a_cancelled_test_gives_130(classes, capsys, monkeypatch):
    folder, _ = classes
    monkeypatch.setattr(_caemsi_test, "difference_test", interrupt)
    assert run("test", folder / "chain 1", folder / "chain 2") == 130
    assert capsys.readouterr().err.endswith("hierscope: cancelled\n")


def test_a_manifest_and_a_folder_of_folders_are_the_same_collection(classes, tmp_path):
    folder, items = classes
    rows = [f"all/{item.label}/{item.title}.txt,{item.label}" for item in items]
    (tmp_path / "m.csv").write_text("path,class\n" + "\n".join(rows) + "\n")
    by_table, by_folder = read_labelled(tmp_path / "m.csv"), read_labelled(folder)
    for found in (by_table, by_folder):
        assert [(item.label, item.data) for item in found.items] == [
            (item.label, item.data) for item in items
        ]
        assert found.unreadable == found.removed == ()
    assert [item.name for item in by_folder.items] == [row.split(",")[0][4:] for row in rows]


def test_bad_rows_and_duplicates_are_listed_and_the_rest_goes_on(classes, tmp_path):
    _, items = classes
    table = [
        "path,class,title",
        "all/chain 1/1.txt,x,First",
        "all/chain 1/2.txt,x,first ",
        "nowhere.txt,x,",
        "empty.txt,y,",
        "all/chain 1/3.txt,y,First",
        "all/../all/chain 1/3.txt,y,",
        "copy.txt,y,",
        "other.txt,z,",
    ]
    (tmp_path / "m.csv").write_text("\ufeff" + "\n".join(table), encoding="utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "copy.txt").write_bytes(items[2].data)
    (tmp_path / "other.txt").write_bytes(items[2].data)
    found = read_labelled(tmp_path / "m.csv")
    assert [item.name for item in found.items] == ["all/chain 1/1.txt", "all/chain 1/3.txt"]
    assert [left.name for left in found.unreadable] == ["nowhere.txt", "empty.txt"]
    reasons = {left.name: left.reason for left in found.removed}
    assert reasons["all/../all/chain 1/3.txt"] == "stands in the table twice"
    assert "title" in reasons["all/chain 1/2.txt"]
    assert "all/chain 1/3.txt" in reasons["copy.txt"]
    assert reasons["other.txt"] == "the same as all/chain 1/3.txt of class y"
    kept = read_labelled(tmp_path / "m.csv", titles=False, similar=False)
    assert [item.name for item in kept.items] == [
        "all/chain 1/1.txt",
        "all/chain 1/2.txt",
        "all/chain 1/3.txt",
        "copy.txt",
    ]


def test_hierarchies_may_be_folders_of_layers(tmp_path):
    for number in range(3):
        place = tmp_path / "songs" / str(number)
        place.mkdir(parents=True)
        (place / "1.lab").write_text(f"0 {10 + number} A\n{10 + number} 40 B\n")
        (place / "2.lab").write_text(f"0 5 a\n5 {10 + number} b\n{10 + number} 40 a\n")
    rows = "".join(f"songs/{number},x\n" for number in range(3))
    (tmp_path / "m.csv").write_text("path,class\n" + rows)
    found = read_labelled(tmp_path / "m.csv", "hierarchy")
    assert len(found.items) == 3
    assert not found.unreadable
    as_bytes = tmp_path / "n.csv"
    as_bytes.write_text("path,class\nsongs/0,x\nm.csv,x\n")
    assert [left.name for left in read_labelled(as_bytes).unreadable] == ["songs/0"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"path\na\n", "no column 'class'"),
        (b"", "no column 'path'"),
        (b"path,class\n", "no rows"),
        (b"path,class\na,b\nc,\n", "line 3"),
        (b"path,class\n\xff,b\n", "UTF-8"),
        (b"path,class\nnowhere,b\n", "can be read"),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path, content, problem):
    (tmp_path / "m.csv").write_bytes(content)
    with pytest.raises((ReadError, StyleError), match=problem):
        read_labelled(tmp_path / "m.csv")


def test_a_class_that_can_not_be_read_is_left_out(classes):
    folder, _ = classes
    (folder / "nothing").mkdir()
    found = read_labelled(folder)
    assert [left.name for left in found.unreadable] == ["nothing"]
    assert len({item.label for item in found.items}) == 3


WORDS = ("--sizes", 3, "3:4", 100, "--trials", 6, "--permutations", 20)


def test_experiment_prints_its_table_beside_the_papers(classes, capsys):
    folder, items = classes
    assert run("experiment", folder, *WORDS, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    distances = distance_matrix([item.data for item in items])
    labels = [item.label for item in items]
    expected = run_experiment(distances, labels, [3, (3, 4), 100], trials=6, n_permutations=20)
    for row, wanted in zip(found["rows"], expected.rows, strict=True):
        assert row["sizes"] == [wanted.sizes.a, wanted.sizes.b]
        for test, metrics in (("p_diff", wanted.difference), ("p_eqv", wanted.equivalence)):
            for name, rate in metrics.items():
                assert (row[test][name]["count"], row[test][name]["of"]) == (rate.count, rate.of)
    assert found["compressor"] == f"zlib ({distances.version})"
    assert {row["dataset"] for row in found["paper"]} == {"WikiArt", "Classical Archives MIDI"}
    assert run("experiment", folder, *WORDS) == 0
    text = capsys.readouterr().out
    assert "24 items of 3 classes; 6 trials" in text
    assert "left out: fewer than two classes are large enough" in text
    assert "disjoint" in text
    line = next(line for line in text.splitlines() if line.startswith("p_diff "))
    for _, rate in expected.rows[0].difference.items():
        assert f"{rate.value:.3f}".replace("nan", " -") in line


def test_the_same_command_goes_on(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(_caemsi_experiment, "markov_chains", small)
    output = tmp_path / "out.jsonl"
    words = ("experiment", "--demo", *WORDS, "-o", output)
    whole = run_experiment

    def stopped(*arguments, keep, **options):
        def keep_and_stop(new):
            keep(new)
            raise KeyboardInterrupt

        return whole(*arguments, keep=keep_and_stop, **options)

    monkeypatch.setattr(_caemsi_experiment, "run_experiment", stopped)
    assert run(*words) == 130
    assert "what is done is kept" in capsys.readouterr().err
    kept = output.read_text().splitlines()
    assert len(kept) > 1

    monkeypatch.setattr(_caemsi_experiment, "run_experiment", whole)
    monkeypatch.setattr(_caemsi_shared, "distance_matrix", interrupt)
    assert run(*words) == 0
    once = capsys.readouterr().out
    assert output.read_text().splitlines()[: len(kept)] == kept
    assert len(output.read_text().splitlines()) == 1 + 2 * 6

    monkeypatch.undo()
    monkeypatch.setattr(_caemsi_experiment, "markov_chains", small)
    assert run(*words[:-2]) == 0
    assert capsys.readouterr().out == once
    assert run(*words, "--permutations", 30) == 2
    assert "another permutations" in capsys.readouterr().err
    assert run(*words, "--permutations", 30, "--fresh") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "takes a collection"),
        (["--demo", "m.csv"], "takes a collection"),
        (["nowhere.csv"], "nowhere.csv"),
        (["--demo", "--fresh"], "--fresh goes with --output"),
        (["--demo", "--sizes", "x"], "no size"),
        (["--demo", "--sizes", "1:2:3"], "no size"),
        (["--demo", "--sizes", "2"], "too small"),
        (["--demo", "--sizes", "5"], "Choose sizes up to 4"),
        (["--demo", "-o", "nowhere/out.jsonl"], "nowhere/out.jsonl: there is no such folder"),
        (["--demo", "--trials", "1"], "at least two trials"),
        (["--demo", "--margin", "0"], "positive"),
    ],
)
def test_bad_input_of_experiment_gives_2_and_one_line(words, said, capsys, monkeypatch):
    monkeypatch.setattr(_caemsi_experiment, "markov_chains", small)
    try:
        status = run("experiment", *words)
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
