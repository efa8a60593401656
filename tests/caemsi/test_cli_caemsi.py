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
from core.errors import ReadError, StyleError
from core.io.formats import suffixes
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


def test_a_manifest_and_a_folder_of_folders_are_the_same_collection(classes, tmp_path):
    folder, items = classes
    rows = [f"all/{item.label}/{item.title}.txt,{item.label}" for item in items]
    (tmp_path / "m.csv").write_text("path,class\n" + "\n".join(rows) + "\n")
    by_table, by_folder = read_labeled(tmp_path / "m.csv"), read_labeled(folder)
    for found in (by_table, by_folder):
        assert [(item.label, item.data) for item in found.items] == [
            (item.label, item.data) for item in items
        ]
        assert found.unreadable == found.removed == ()
    assert [item.name for item in by_folder.items] == [row.split(",")[0][4:] for row in rows]


def test_bad_rows_and_duplicates_are_listed_and_the_rest_goes_on(classes, tmp_path):
    _, items = classes
    table = [
        "Path, CLASS, title",
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
    found = read_labeled(tmp_path / "m.csv")
    assert [item.name for item in found.items] == ["all/chain 1/1.txt", "all/chain 1/3.txt"]
    assert [left.name for left in found.unreadable] == ["nowhere.txt", "empty.txt"]
    reasons = {left.name: left.reason for left in found.removed}
    assert reasons["all/../all/chain 1/3.txt"] == "is in the table twice"
    assert "title" in reasons["all/chain 1/2.txt"]
    assert "all/chain 1/3.txt" in reasons["copy.txt"]
    assert reasons["other.txt"] == "identical to all/chain 1/3.txt of class y"
    kept = read_labeled(tmp_path / "m.csv", titles=False, similar=False)
    assert [item.name for item in kept.items] == [
        "all/chain 1/1.txt",
        "all/chain 1/2.txt",
        "all/chain 1/3.txt",
        "copy.txt",
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"path\na\n", "no column class"),
        (b"", "no column path"),
        (b"path,class\n", "no rows"),
        (b"path,class\na,b\nc,\n", "line 3"),
        (b"path,class\n\xff,b\n", "UTF-8"),
        (b"path,class\nnowhere,b\n", "can be read"),
        (b"path,class\na,b\na\0b,c\n", "line 3: a path has a null byte"),
        (b"path,class\n" + bytes(200_000).replace(b"\0", b"x") + b",b\n", "is not valid CSV"),
        (b"path;class\na;b\n", "path,class,title"),
        (b"path,class,Path\na,b,c\n", "two columns path"),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path, content, problem):
    (tmp_path / "m.csv").write_bytes(content)
    with pytest.raises((ReadError, StyleError), match=problem):
        read_labeled(tmp_path / "m.csv")


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


def test_paths_that_are_no_files_do_not_stop_a_table(classes, tmp_path):
    _, items = classes
    os.mkfifo(tmp_path / "pipe")  # to open it would take for ever
    os.symlink(tmp_path / "nowhere", tmp_path / "link")
    (tmp_path / "folder").mkdir()
    rows = ["pipe", "x" * 300, "link", "folder", "all/chain 1/1.txt", "/dev/zero", '"a\nb"']
    (tmp_path / "m.csv").write_text("path,class\n" + "".join(f"{row},x\n" for row in rows))
    found = read_labeled(tmp_path / "m.csv")
    assert [item.data for item in found.items] == [items[0].data]
    assert [(left.name[:9], left.reason) for left in found.unreadable] == [
        ("pipe", "not a file"),
        ("x" * 9, "can't be opened (File name too long)"),
        ("link", "a broken link"),
        ("folder", "not a file"),
        ("/dev/zero", "not a file"),
        (r"a\nb", "can't be opened (No such file or directory)"),
    ]


def test_a_table_reads_hierarchies_as_a_folder_does(tmp_path):
    track = {
        "7/textfile1.txt": "0.0\tA, a\n5.0\tB, b\n9.0\tend\n",
        "7/parsed/textfile1_uppercase.txt": "0.0\tA\n5.0\tB\n9.0\tEnd\n",
        "7/parsed/textfile1_lowercase.txt": "0.0\ta\n2.0\tb\n5.0\ta\n9.0\tEnd\n",
        "7/parsed/textfile2_uppercase.txt": "0.0\tA\n9.0\tEnd\n",
        "7/parsed/textfile2_lowercase.txt": "0.0\ta\n9.0\tEnd\n",
        "7/.DS_Store": "x",
        "8/upper.lab": "0 5 A\n5 9 B\n",
        "8/lower.lab": "0 5 a\n4 nine b\n",
        "9/cover.jpg": "x",
    }
    for name, text in track.items():
        (tmp_path / "x" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "x" / name).write_text(text)
    (tmp_path / "m.csv").write_text("path,class\nx/7,x\nx/8,x\nx/9,x\n")
    table = read_labeled(tmp_path / "m.csv", "hierarchy")
    folder = read_labeled(tmp_path, "hierarchy")
    assert [(item.name, item.data) for item in table.items] == [
        (item.name, item.data) for item in folder.items
    ]
    assert [left.name for left in table.removed] == [left.name for left in folder.removed]
    assert "annotator 2" in table.removed[0].name
    reasons = {left.name: left.reason for left in table.unreadable}
    assert reasons["x/8"].startswith("lower.lab, line 2: ")
    assert reasons["x/9"] == f"a folder without layers ({', '.join(suffixes(layers=True))})"


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
