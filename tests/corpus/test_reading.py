"""The hierarchies of an item, and the hash of its files."""

import pickle
import zipfile
from dataclasses import replace

import pytest
from results_files import read_pair

from core.align import align
from core.corpus.items import Item
from core.corpus.reading import digest
from core.errors import ReadError
from core.io import read_path

COARSE = "0 20 A\n20 40 B\n40 60 C\n"
FINE = "".join(f"{t} {t + 10} x\n" for t in range(0, 60, 10))
SALAMI = "0\tA, a\n30\tB, b\n59\tEnd\n"


@pytest.fixture
def item(tmp_path):
    """Two layer files against one CSV that ends earlier."""
    (tmp_path / "coarse.lab").write_text(COARSE)
    (tmp_path / "fine.lab").write_text(FINE)
    (tmp_path / "est.csv").write_text("0,10,15,58\n0,5,10,15,58\n")
    paths = [str(tmp_path / name) for name in ("fine.lab", "coarse.lab", "est.csv")]
    return Item("one", "m", tuple(paths[:2]), (paths[2],))


def rows(hierarchy):
    return [boundaries.tolist() for boundaries in hierarchy.boundaries]


def test_files_are_layers_of_one_hierarchy_and_the_pair_has_one_span(item):
    reference, estimate = read_pair(item)
    assert rows(reference) == [[0, 20, 40, 60], [0, 10, 20, 30, 40, 50, 60]]
    assert rows(estimate) == [[0, 10, 15, 58, 60], [0, 5, 10, 15, 58, 60]]


def test_an_item_is_read_as_its_files_are(item, tmp_path):
    folder = tmp_path / "7"
    folder.mkdir()
    (folder / "textfile1.txt").write_text(SALAMI)
    (folder / "textfile2.txt").write_text(SALAMI.replace("30", "20"))
    both = read_path(folder)
    for reference_choice in (0, 1):
        for estimate_choice in (0, 1):
            found = read_pair(
                Item("7", "m", (str(folder),), (str(folder),), reference_choice, estimate_choice)
            )
            expected = align(both[reference_choice].hierarchy, both[estimate_choice].hierarchy)
            assert rows(found[0]) == rows(expected.reference)
            assert rows(found[1]) == rows(expected.estimate)
    alone = read_pair(
        Item("7", "m", (str(folder / "textfile1.txt"),), (str(folder / "textfile2.txt"),))
    )
    assert [rows(side) for side in alone] == [rows(each.hierarchy) for each in both]
    for choices, wrong in (((0, 2), 3), ((-1, 2), 0)):
        with pytest.raises(ReadError) as refused:
            read_pair(Item("7", "m", (str(folder),), (str(folder),), *choices))
        assert str(refused.value) == f"{folder}: has no annotation {wrong}. Choose from 1 to 2"


@pytest.mark.parametrize("side", ["reference", "estimate"])
def test_what_cannot_be_read_names_the_file_with_its_folder(item, tmp_path, side):
    broken = tmp_path / ("long name " * 12) / "fine.lab"
    broken.parent.mkdir()
    wrong = replace(item, **{side: (str(tmp_path / "coarse.lab"), str(broken))})
    for call in (read_pair, digest):
        with pytest.raises(ReadError, match="no such file") as refused:
            call(wrong)
        assert refused.value.source == str(broken)

    broken.write_text("0 10 a\n10 b c\n")
    with pytest.raises(ReadError) as refused:
        read_pair(wrong)
    assert (refused.value.source, refused.value.line) == (str(broken), 2)
    assert str(refused.value).startswith(f"{broken}, line 2: ")
    assert digest(wrong)

    # Of a hierarchy that cannot be, the readers know the file by its name alone.
    broken.write_text("0 20 a\n10 30 b\n")
    with pytest.raises(ReadError) as refused:
        read_pair(wrong)
    assert refused.value.source == str(broken)
    assert str(refused.value).startswith(f"{broken}: layer 2 at 0:10.0: segments overlap")


def test_a_file_in_a_folder_or_an_archive_is_named_with_it(tmp_path, item):
    folder = tmp_path / "layers"
    folder.mkdir()
    (folder / "one.lab").write_text("0 x\n")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(folder / "one.lab", "deep/one.lab")
    for path, inside in (("layers", "one.lab"), ("all.zip", "deep/one.lab")):
        with pytest.raises(ReadError) as refused:
            read_pair(replace(item, estimate=(str(tmp_path / path),)))
        assert refused.value.source == str(tmp_path / path / inside)


def test_several_files_make_one_hierarchy_or_none(item, tmp_path):
    for n in (1, 2):
        (tmp_path / f"textfile{n}.txt").write_text(SALAMI)
    paths = tuple(str(tmp_path / f"textfile{n}.txt") for n in (1, 2))
    with pytest.raises(ReadError, match="2 files make 2 hierarchies, not one"):
        read_pair(replace(item, estimate=paths))


def test_the_digest_is_of_contents_names_and_choices_not_of_places(item, tmp_path):
    before = digest(item)
    assert before == digest(pickle.loads(pickle.dumps(item)))
    assert before == digest(replace(item, track="two", method="n", metadata=(("a", "b"),)))
    moved = tmp_path / "moved"
    moved.mkdir()
    for path in tmp_path.glob("*.*"):
        (moved / path.name).write_bytes(path.read_bytes())
    there = [
        tuple(path.replace(str(tmp_path), str(moved)) for path in side)
        for side in (item.reference, item.estimate)
    ]
    assert before == digest(replace(item, reference=there[0], estimate=there[1]))

    others = {
        digest(replace(item, reference=item.reference[::-1])),
        digest(replace(item, reference=item.reference[:1])),
        digest(replace(item, reference=item.reference[:1], estimate=there[0][1:] + there[1])),
        digest(replace(item, reference=item.estimate, estimate=item.reference)),
        digest(replace(item, reference_choice=1)),
        digest(replace(item, estimate_choice=1)),
    }
    (moved / "est.csv").rename(moved / "est.txt")
    others.add(digest(replace(item, estimate=(str(moved / "est.txt"),))))
    (tmp_path / "est.csv").write_text("0,10,15,58\n0,5,10,16,58\n")
    others.add(digest(item))
    assert len(others | {before}) == 9
    # Names and contents do not run into each other.
    (tmp_path / "a").write_text("bc")
    (tmp_path / "ab").write_text("c")
    one, other = (digest(replace(item, estimate=(str(tmp_path / name),))) for name in ("a", "ab"))
    assert one != other


def test_the_digest_of_a_folder_follows_its_files(item, tmp_path):
    folder = tmp_path / "track"
    (folder / "parsed").mkdir(parents=True)
    (folder / "textfile1.txt").write_text(SALAMI)
    whole = replace(item, reference=(str(folder),))
    before = digest(whole)
    (folder / "parsed" / "textfile1_uppercase.txt").write_text("0\tA\n30\tEnd\n")
    after = digest(whole)
    (folder / "notes.md").write_text("not read")
    assert before != after == digest(whole)
