"""`hierscope caemsi test` and `experiment`, as a user runs them."""

import json
import os
from functools import partial

import numpy as np
import pytest
from cases import case_rows
from markov_chains import markov_chains

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi.experiment import run_experiment
from core.caemsi.reading import read_labeled
from hierscope.cli import main

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


@pytest.mark.parametrize(
    ("options", "seed", "order", "equal_weight", "how"),
    [
        ("--seed 4", 4, "canonical", False, {}),
        (
            "--permutations 30 --order mean --equal-weight --plus-one",
            *(0, "mean", True, {"n_permutations": 30, "plus_one": True}),
        ),
    ],
)
def test_test_prints_what_the_core_finds(classes, capsys, options, seed, order, equal_weight, how):
    folder, items = classes
    words = ("test", folder / "chain 1", folder / "chain 2", "--json", *options.split())
    assert run(*words) == 0
    found = json.loads(capsys.readouterr().out)
    distances = distance_matrix([item.data for item in items[:16]], order=order)
    rng = [np.random.default_rng(seed) for _ in range(2)]
    difference = difference_test(distances, 8, equal_weight=equal_weight, rng=rng[0], **how)
    equivalence = equivalence_test(distances, 8, rng=rng[1], **how)
    assert (found["p_diff"], found["p_eqv"]) == (difference.p_value, equivalence.p_value)
    assert found["difference"]["statistic"] == difference.statistic
    assert found["difference"]["plus_one"] == ("plus_one" in how)
    assert found["difference"]["equal_weight"] == equal_weight
    assert found["equivalence"]["a"]["effect"] == equivalence.a.effect
    assert found["equivalence"]["b"]["effect"] == equivalence.b.effect
    assert found["equivalence"]["margin_inferior"] == 0.15
    assert found["compressor"]["version"] == distances.version
    assert found["compressor"]["order"] == order
    assert found["verdict"] in ("different", "equivalent", "both", "neither")
    corpus = {"name": "chain 1", "items": 8, "unreadable": [], "duplicates": []}
    assert found["corpora"][0] == corpus
    assert any("errs more often than alpha" in warning for warning in found["warnings"])


def test_files_are_read_by_their_kind_and_it_is_said(tmp_path, capsys):
    for side, shift in (("a", 0), ("b", 1)):
        (tmp_path / side).mkdir()
        for at in range(3):
            end = 20 + 5 * at + shift
            (tmp_path / side / f"{side}{at}.lab").write_text(f"0 10 A\n10 {end} B\n{end} 90 A\n")
    words = ("test", tmp_path / "a", tmp_path / "b", "--json", "--keep-duplicates")
    assert run(*words) == 0
    said = capsys.readouterr()
    result = json.loads(said.out)
    assert (result["representation"], result["compressor"]["name"]) == ("hierarchy", "deflate")
    assert "read as hierarchy, by their names; --as changes this" in said.err
    assert run(*words, "--as", "bytes", "--compressor", "bz2") == 0
    said = capsys.readouterr()
    result = json.loads(said.out)
    assert (result["representation"], result["compressor"]["name"]) == ("bytes", "bz2")
    assert said.err == ""


def test_what_is_left_out_is_said(classes, capsys):
    folder, items = classes
    (folder / "chain 1" / "4.txt").write_bytes(b"")
    (folder / "chain 1" / "again.txt").write_bytes(items[0].data)
    assert run("test", folder / "chain 1", folder / "chain 2") == 0
    said = capsys.readouterr()
    assert "left out 4.txt: " in said.err
    assert "removed again.txt: " in said.err
    assert "Note: The test for equivalence treats the distances" in said.err
    assert said.out.startswith("chain 1 (7 items) and chain 2 (8 items): ")
    assert run("test", folder / "chain 1", folder / "chain 2", "--keep-duplicates") == 0
    assert capsys.readouterr().out.startswith("chain 1 (8 items) and chain 2 (8 items): ")


def test_a_folder_of_folders_is_a_collection(classes):
    folder, items = classes
    found = read_labeled(folder)
    assert [(item.label, item.data) for item in found.items] == [
        (item.label, item.data) for item in items
    ]
    assert found.unreadable == found.removed == ()
    assert [item.name for item in found.items] == [
        f"{item.label}/{item.title}.txt" for item in items
    ]
    (folder / "chain 3" / "other.txt").write_bytes(items[0].data)
    (folder / "chain 3" / "again.txt").write_bytes(items[-1].data)
    found = read_labeled(folder)
    assert len(found.items) == len(items)
    assert {left.name: left.reason for left in found.removed} == {
        "chain 3/other.txt": "identical to chain 1/1.txt of class chain 1",
        "chain 3/again.txt": "identical to '8.txt'",
    }


def test_a_class_that_can_not_be_read_is_left_out(classes, monkeypatch):
    folder, items = classes
    (folder / "nothing").mkdir()
    (folder / "loose.txt").write_bytes(b"a")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX" / "x").write_bytes(b"a")
    (folder / ".hidden").write_bytes(b"a")
    found = read_labeled(folder)
    assert [(left.name, left.reason) for left in found.unreadable] == [
        ("loose.txt", "it is not in the folder of a class"),
        ("nothing", "there are no files in 'nothing'"),
    ]
    assert len(found.items) == len(items)
    scandir = os.scandir

    def refuse(path):
        if os.path.basename(path) == "chain 2":
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = read_labeled(folder)
    assert ("chain 2", "can't be opened (Permission denied)") in [
        (left.name, left.reason) for left in found.unreadable
    ]
    assert {item.label for item in found.items} == {"chain 1", "chain 3"}


WORDS = ("--sizes", 3, "3:4", 100, "--trials", 6, "--permutations", 20)


def test_experiment_prints_its_table_beside_the_papers(classes, capsys):
    folder, items = classes
    distances = distance_matrix([item.data for item in items])
    labels = [item.label for item in items]
    expected = run_experiment(distances, labels, [3, (3, 4), 100], trials=6, n_permutations=20)
    (folder / "loose.txt").write_bytes(b"a")
    assert run("experiment", folder, *WORDS, "--json") == 0
    # NaN is no JSON.
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["rows"] == expected.rows()
    assert found["compressor"] == f"zlib ({distances.version})"
    assert found["left_out"] == [
        f"{folder}: left out loose.txt: it is not in the folder of a class"
    ]
    assert run("experiment", folder, *WORDS) == 0
    said = capsys.readouterr()
    assert said.out == expected.text()
    assert said.out.startswith("24 items of 3 classes; 6 trials")
    assert "Size 100 left out: fewer than two classes are large enough." in said.err
    assert "disjoint" in said.err
    assert "loose.txt" in said.err


@pytest.mark.parametrize(("words", "said"), case_rows("commands", "caemsi"))
def test_bad_input_is_refused(classes, refused, words, said):
    folder, _ = classes
    places = {"a": folder / "chain 1", "b": folder / "chain 2", "all": folder}
    assert said in refused("caemsi", *(word.format(**places) for word in words.split()))
