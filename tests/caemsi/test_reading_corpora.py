"""Folders and uploads as corpora, with bad files among them."""

import os
import shutil
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples
from style_files import midi, picture

from core.caemsi.items import Corpus, Item, check_disjoint
from core.caemsi.reading import corpus_of_files, read_corpus
from core.caemsi.representations.hierarchies import read_hierarchies, tree_bytes
from core.caemsi.representations.images import image_bytes
from core.caemsi.representations.midi import midi_bytes
from core.errors import ReadError, StyleError
from core.hierarchy import Hierarchy
from core.io import write_csv, write_jams, write_labs


def png(seed):
    return picture(np.random.default_rng(seed).integers(0, 256, (64, 64, 3), np.uint8))


def tune(seed):
    pitches = np.random.default_rng(seed).integers(30, 90, 40).tolist()
    return midi([(pitch, 240 * at, 240 * at + 240) for at, pitch in enumerate(pitches)])


def song(seed):
    """A hierarchy of two layers, the coarse one with labels A and B."""
    dice = np.random.default_rng(seed)
    fine = np.cumsum([0, *dice.integers(5, 20, 8)]).astype(float)
    labels = [list(dice.choice(list("abc"), 8)), list(dice.choice(list("AB"), 4))]
    return Hierarchy.from_boundaries([fine[::2], fine], [labels[1], labels[0]])


def csv(seed):
    return write_csv(song(seed))


MAKE = {
    "image": (png, "png", image_bytes),
    "midi": (tune, "mid", midi_bytes),
    "hierarchy": (csv, "csv", lambda _: tree_bytes(song(3))),
}


def put(folder, files):
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def names(corpus):
    return [item.name for item in corpus.items]


def left(rows):
    return [(each.name, each.reason) for each in rows]


class TestFolders:
    def test_files_in_natural_order_with_folders(self, tmp_path):
        files = {"10.bin": b"d", "2.bin": b"c", "1/b/x.bin": b"b", "1/a.bin": b"a", ".x": b"x"}
        files |= {".git/config": b"y", "__MACOSX/2.bin": b"z", "Thumbs.db": b"t"}
        found = read_corpus(put(tmp_path / "old", files))
        assert found.name == "old"
        assert names(found) == ["1/a.bin", "1/b/x.bin", "2.bin", "10.bin"]
        assert [item.data for item in found.items] == [b"a", b"b", b"c", b"d"]
        assert [item.title for item in found.items] == ["a", "x", "2", "10"]
        assert found.items[0].path == os.path.realpath(tmp_path / "old/1/a.bin")
        assert (found.unreadable, found.removed) == ((), ())

    @pytest.mark.parametrize("representation", MAKE)
    def test_bad_files_in_the_middle(self, tmp_path, representation):
        make, suffix, bytes_of = MAKE[representation]
        files = {f"{n}.{suffix}": make(n) for n in range(1, 11)}
        files[f"4.{suffix}"] = b""
        files[f"5.{suffix}"] = files[f"5.{suffix}"][: -10 if representation == "midi" else 40]
        if representation == "hierarchy":
            files["5.csv"] = b"start,end,level,label\n0,10,1,A\n5,seven,1,B\n"
        files["notes.pdf"] = b"%PDF-1.4 \x00\xff"
        found = read_corpus(put(tmp_path, files), representation)
        assert names(found) == [f"{n}.{suffix}" for n in (1, 2, 3, 6, 7, 8, 9, 10)]
        assert found.items[2].data == bytes_of(make(3))
        assert [each.name for each in found.unreadable] == [
            f"4.{suffix}",
            f"5.{suffix}",
            "notes.pdf",
        ]
        assert found.unreadable[0].reason == "empty"
        assert "5." not in found.unreadable[1].reason
        if representation == "hierarchy":
            assert found.unreadable[1].reason.startswith("line 3: ")

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
    def test_links_and_what_is_no_file(self, tmp_path):
        put(tmp_path / "old", {"a.bin": b"a", "c.bin": b"c"})
        os.symlink(tmp_path / "nowhere", tmp_path / "old/b.bin")
        os.symlink(tmp_path / "old", tmp_path / "old/circle")
        os.mkfifo(tmp_path / "old/pipe")
        found = read_corpus(tmp_path / "old")
        assert names(found) == ["a.bin", "c.bin"]
        assert left(found.unreadable) == [("b.bin", "a broken link"), ("pipe", "not a file")]

    def test_too_large_a_file(self, tmp_path):
        put(tmp_path, {"a": b"a", "b": b"", "c": b""})
        os.truncate(tmp_path / "b", 20_000_000)
        os.truncate(tmp_path / "c", 20_000_001)
        found = read_corpus(tmp_path)
        assert [len(item.data) for item in found.items] == [1, 20_000_000]
        assert left(found.unreadable) == [("c", "larger than 20 MB")]

    def test_folder_that_can_not_be_opened(self, tmp_path, monkeypatch):
        folder = put(tmp_path / "old", {"a.bin": b"a", "b/b.bin": b"b"})
        scandir = os.scandir

        def refuse(path):
            if os.path.basename(path) == refused:
                raise PermissionError(13, "Permission denied", os.fspath(path))
            return scandir(path)

        monkeypatch.setattr(os, "scandir", refuse)
        refused = "b"
        assert left(read_corpus(folder).unreadable) == [
            ("b", "can't be opened (Permission denied)")
        ]
        refused = "old"
        with pytest.raises(ReadError, match="Permission denied"):
            read_corpus(folder)

    def test_no_folder(self, tmp_path):
        with pytest.raises(ReadError, match="no such folder"):
            read_corpus(tmp_path / "none")
        with pytest.raises(ReadError, match="not a folder"):
            read_corpus(put(tmp_path, {"a": b"a"}) / "a")

    def test_nothing_to_read(self, tmp_path):
        with pytest.raises(StyleError, match="There are no files in"):
            read_corpus(put(tmp_path, {".hidden": b"a"}))
        put(tmp_path, {"a.png": b"a", "b.png": b""})
        put(tmp_path / "one", {"a.png": b"a"})
        with pytest.raises(StyleError, match=r"No file in 'one' can be read as image"):
            read_corpus(tmp_path / "one", "image")
        shutil.rmtree(tmp_path / "one")
        with pytest.raises(
            StyleError, match=r"None of the 2 files .* as image \('a.png': not a readable image"
        ):
            read_corpus(tmp_path, "image")


class TestHierarchies:
    def test_a_folder_is_one_hierarchy_of_layers(self, tmp_path):
        for number in (1, 2, 10):
            layers = write_labs(song(number))
            put(tmp_path / f"song {number}", layers)
        put(tmp_path, {"song 3.csv": csv(3)})
        found = read_corpus(tmp_path, "hierarchy")
        assert names(found) == ["song 1", "song 2", "song 3.csv", "song 10"]
        for item, number in zip(found.items, (1, 2, 3, 10), strict=True):
            assert item.data == tree_bytes(song(number))
            assert item.title == f"song {number}"

    def test_salami(self, tmp_path):
        track = {
            "7/textfile1.txt": b"0.0\tA, a\n5.0\tB, b\n9.0\tend\n",
            "7/parsed/textfile1_uppercase.txt": b"0.0\tA\n5.0\tB\n9.0\tEnd\n",
            "7/parsed/textfile1_lowercase.txt": b"0.0\ta\n2.0\tb\n5.0\ta\n9.0\tEnd\n",
            "7/parsed/textfile2_uppercase.txt": b"0.0\tA\n9.0\tEnd\n",
            "7/parsed/textfile2_lowercase.txt": b"0.0\ta\n9.0\tEnd\n",
        }
        found = read_corpus(put(tmp_path, track), "hierarchy")
        assert [(item.name, list(item.data)) for item in found.items] == [("7", [0, 32, 33, 1, 32])]
        assert left(found.removed) == [
            ("7 (annotator 2 (uppercase, lowercase))", "not the first hierarchy of '7'")
        ]

    def test_jams_in_one_folder_are_hierarchies_of_their_own(self, tmp_path):
        songs = {f"pop/{n}.jams": write_jams(song(n)) for n in range(3)}
        found = read_corpus(put(tmp_path, songs), "hierarchy")
        assert names(found) == list(songs)

    def test_bad_layer_is_named(self, tmp_path):
        layers = {"a/upper.lab": b"0 5 A\n5 9 B\n", "a/lower.lab": b"0 5 a\n4 nine b\n"}
        found = read_corpus(put(tmp_path, {**layers, "b.csv": csv(1)}), "hierarchy")
        assert names(found) == ["b.csv"]
        ((name, reason),) = left(found.unreadable)
        assert name == "a"
        assert reason.startswith("lower.lab, line 2: ")

    def test_one_hierarchy_in_two_formats_is_a_duplicate(self, tmp_path):
        put(tmp_path, {"x.csv": csv(1), "y.jams": write_jams(song(1)), "z.csv": csv(2)})
        found = read_corpus(tmp_path, "hierarchy")
        assert names(found) == ["x.csv", "z.csv"]
        assert left(found.removed) == [("y.jams", "identical to 'x.csv'")]


class TestUploads:
    def test_as_from_a_folder(self, tmp_path):
        files = {"b/2.mid": tune(2), "b/10.mid": tune(1), "a.mid": tune(3), "bad.mid": b"x"}
        on_disk = read_corpus(put(tmp_path / "old", files), "midi")
        uploaded = corpus_of_files("old", list(files.items()), "midi")
        assert uploaded == replace(
            on_disk, items=tuple(replace(item, path="") for item in on_disk.items)
        )

    def test_a_folder_that_all_are_in_does_not_count(self):
        files = [("old/a.csv", csv(1)), ("old\\b\\upper.lab", b"0 5 A\n"), ("old/.x", b"")]
        assert names(corpus_of_files("old", files, "hierarchy")) == ["a.csv", "b"]

    def test_files_of_one_name_are_numbered(self):
        files = [("a.bin", b"1"), ("a.bin", b"2"), ("a (2).bin", b"3")]
        found = corpus_of_files("old", files, titles=False)
        assert [(item.name, item.data) for item in found.items] == [
            ("a (2) (2).bin", b"3"),
            ("a (2).bin", b"2"),
            ("a.bin", b"1"),
        ]

    def test_an_item_gives_its_own_files_again_whatever_else_has_their_name(self):
        files = [("top/x.csv", csv(1)), ("top/more/x.csv", csv(2))]
        files += [
            (f"top/{at}/{name}", data)
            for at in (3, 4)
            for name, data in write_labs(song(at)).items()
        ]
        files += [("top/y.lab", f"0 {end} A\n{end} 60 B\n".encode()) for end in (5, 20, 40)]
        found = corpus_of_files("A", files, "hierarchy-durations", titles=False)
        assert {"3", "4", "more", "x.csv", "y.lab", "y (2).lab", "y (3).lab"} == {*names(found)}
        for item in found.items:
            hierarchy = read_hierarchies(item.files())[0].hierarchy
            assert tree_bytes(hierarchy, durations=True) == item.data

    @given(st.permutations(range(6)))
    @examples(20)
    def test_order_of_files_does_not_matter(self, order):
        files = [(f"{n}.bin", bytes([n % 5])) for n in range(6)]
        shuffled = [files[place] for place in order]
        assert corpus_of_files("old", shuffled) == corpus_of_files("old", files)


class TestRunning:
    def test_progress_rises_to_the_end(self, tmp_path):
        calls = []
        put(tmp_path, {"1": b"a", "2": b"", "3": b"c"})
        read_corpus(tmp_path, progress=lambda *done: calls.append(done))
        assert [total for _, total in calls] == [6] * len(calls)
        done = [done for done, _ in calls]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, 6)

    @pytest.mark.parametrize("after", [0, 1, 2, 3])
    def test_cancelled(self, after):
        answers = iter([False] * after + [True])
        with pytest.raises(StyleError, match="stopped early"):
            corpus_of_files("old", [("a", b"1"), ("b", b"2")], cancelled=lambda: next(answers))


class TestDisjoint:
    def test_disjoint(self):
        check_disjoint(
            Corpus("A", (Item("1", b"a"), Item("2", b"x", identity="i"))),
            Corpus("B", (Item("1", b"b"), Item("2", b"x", identity="j"))),
        )

    def test_same_bytes_under_another_name(self):
        with pytest.raises(StyleError, match=r"'A' and 'B' share '1' \(there '2'\), '3'\. Remove"):
            check_disjoint(
                Corpus("A", (Item("1", b"a"), Item("3", b"c"))),
                Corpus("B", (Item("2", b"a"), Item("3", b"c"))),
            )

    def test_same_file_that_was_written_to_meanwhile(self):
        with pytest.raises(StyleError, match=r"share '1' \(there '2'\)"):
            check_disjoint(
                Corpus("A", (Item("1", b"a", path="/x"),)),
                Corpus("B", (Item("2", b"ab", path="/x"),)),
            )

    def test_many_are_counted(self):
        items = tuple(Item(str(n), bytes([n])) for n in range(9))
        with pytest.raises(StyleError, match="'0', '1', '2' and 6 more"):
            check_disjoint(Corpus("A", items), Corpus("B", items))
