"""Pairs from folders, SALAMI and manifests: no file is dropped silently or guessed."""

import os
import re
import sys
from pathlib import Path

import pytest
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st
from results_files import read_pair
from salami_corpus import CORPUS, needs_salami, write_salami

from core.align import align
from core.corpus.items import Item, Problem
from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.patterns import split_path
from core.corpus.sources.salami import ONE_ANNOTATION, from_salami
from core.errors import ReadError
from core.io import read_path

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")


def make(folder, *names):
    """Write files whose content is their own name."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    folder.mkdir(exist_ok=True)
    return folder


def reasons(found):
    return {(each.track, os.path.basename(each.path)): each.reason for each in found.problems}


@pytest.mark.parametrize("case", case_rows("corpora", "folders"), ids=lambda case: case["name"])
def test_each_file_is_in_a_pair_or_a_problem_says_why(tmp_path, case):
    make(tmp_path, *case["files"])
    estimates = case["estimates"]
    if isinstance(estimates, dict):
        folders = {method: f"{tmp_path}/{place}" for method, place in estimates.items()}
    else:
        folders = tmp_path / estimates
    sides = [side for side in ("reference", "estimate") if side in case]
    patterns = {f"{side}_pattern": case[side] for side in sides}
    found = from_folders(tmp_path / "refs", folders, **patterns)

    def below(path):
        return Path(path).relative_to(tmp_path).as_posix()

    assert case["pairs"] == [
        [item.track, item.method, [*map(below, item.reference)], [*map(below, item.estimate)]]
        for item in found.items
    ]
    assert case["problems"] == [
        [problem.track, below(problem.path), problem.reason] for problem in found.problems
    ]


@pytest.mark.parametrize(("pattern", "name", "track", "method"), case_rows("corpora", "patterns"))
def test_the_track_takes_what_it_can_and_all_else_as_little(tmp_path, pattern, name, track, method):
    refs = make(tmp_path / "refs", f"{track}.x")
    found = from_folders(refs, make(tmp_path / "ests", name), estimate_pattern=pattern)
    assert [(item.track, item.method) for item in found.items] == [(track, method)]
    assert found.problems == ()


@pytest.mark.parametrize("inside", [False, True])
def test_a_table_next_to_the_folders_adds_metadata(tmp_path, inside):
    for name in ("gold/a.lab", "gold/b.lab", "mine/a.lab", "mine/b.lab"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("0 7 A\n")
    (tmp_path / "tracks.csv").write_text("Track,genre,method\na,song,x\nc,rondo,\na,waltz,\n")
    folders = [tmp_path if inside else tmp_path / "gold", tmp_path / "mine"]
    pattern = "gold/{track}.*" if inside else "{track}.*"
    found = from_folders(*folders, reference_pattern=pattern)
    assert [item.metadata for item in found.items] == [(("genre", "song"),), ()]
    problems = [(problem.track, problem.reason) for problem in found.problems if problem.track]
    assert problems == [("c", "tracks.csv, line 3: no file of this track")]
    (tmp_path / "tracks.csv").write_text("title\nof another matter\n")
    unrelated = from_folders(*folders, reference_pattern=pattern)
    assert len(unrelated.items) == 2
    assert any("has no column track" in problem.reason for problem in unrelated.problems)


def test_a_name_that_is_no_text_is_a_problem(tmp_path):
    refs = make(tmp_path / "refs", "a.lab")
    try:
        (refs / os.fsdecode(b"caf\xe9.lab")).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    (problem,) = (p for p in from_folders(refs, refs).problems if not p.track)
    assert problem == Problem("", f"{refs}/caf\ufffd.lab", "the name is not in UTF-8. Rename it")


def test_a_folder_that_cannot_be_opened_is_a_problem(tmp_path, monkeypatch):
    refs = make(tmp_path / "refs", "1/a.lab", "2/b.lab")
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("1"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("os.scandir", refuse)
    found = from_folders(refs, refs, reference_pattern="*/{track}.lab")
    assert ("", "1") in reasons(found)
    assert reasons(found)["", "1"] == "can't be opened (Permission denied)"
    assert ("b", "b.lab") in reasons(found)


@pytest.mark.parametrize(("pattern", "said"), case_rows("corpora", "wrong-patterns"))
def test_what_is_no_pattern_is_refused(tmp_path, pattern, said):
    with pytest.raises(ReadError, match=f"^pattern of the references: .*{re.escape(said)}"):
        from_folders(tmp_path, tmp_path, reference_pattern=pattern)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ReadError, match="nowhere: can't be opened"):
        from_folders(tmp_path / "nowhere", tmp_path)
    with pytest.raises(ReadError, match="file: can't be opened"):
        from_folders(tmp_path, {"m": make(tmp_path, "file") / "file"})
    with pytest.raises(ReadError, match="no folder was entered"):
        from_folders(tmp_path, {"A": ""})


NAMES = st.from_regex(r"[ab1]{1,2}(_[xy])?\.(lab|jams)", fullmatch=True)


@given(
    st.sets(NAMES, max_size=8),
    st.dictionaries(st.sampled_from("mn"), st.sets(NAMES, max_size=8), min_size=1),
    st.sampled_from(["{track}.*", "{track}.lab", "{track}_{layer}.*", "{track}_x.*"]),
)
def test_every_file_is_in_a_pair_or_its_track_or_folder_in_a_problem(
    tmp_path_factory, refs, ests, pattern
):
    home = tmp_path_factory.mktemp("home")
    folders = {name: make(home / name, *names) for name, names in ests.items()}
    found = from_folders(
        make(home / "refs", *refs), folders, reference_pattern=pattern, estimate_pattern=pattern
    )
    told = {p.path for p in found.problems}
    for place, names in [("refs", refs), *ests.items()]:
        paired = {p for item in found.items for p in (*item.reference, *item.estimate)}
        tracks = {p.track for p in found.problems}
        for name in names:
            path = str(home / place / name)
            stem = name.partition(".")[0]
            left = {stem, stem.rpartition("_")[0]} & (tracks - {""})
            assert path in paired or path in told or left or str(home / place) in told
    assert len({(item.track, item.method) for item in found.items}) == len(found.items)
    for item in found.items:
        for path in (*item.reference, *item.estimate):
            assert Path(path).name.startswith(item.track)
        assert {Path(path).parent.name for path in item.estimate} == {item.method}


# SALAMI

PARSED = ("functions", "lowercase", "uppercase")
TABLE = (
    "SONG_ID,SOURCE,ANNOTATOR1,ANNOTATOR2,SONG_DURATION,SONG_TITLE,ARTIST,CLASS,GENRE\n"
    '2,Codaich,5,8,264,"A, B",Someone,popular,Rock\n'
    "10,IA,3,,,Live,Band,Live_Music_Archive,\n"
)


def salami(folder, inside="annotations", table="metadata.csv"):
    """Track 2 by two, parsed; 10 by two, as annotated; 3 and 4 by one; 5 by nobody."""
    for n in (1, 2):
        make(folder / inside / "2", f"textfile{n}.txt")
        make(folder / inside / "2/parsed", *(f"textfile{n}_{layer}.txt" for layer in PARSED))
        make(folder / inside / "10", f"textfile{n}.txt")
        make(folder / inside / str(n + 2), f"textfile{n}.txt")
    make(folder / inside / "10", "textfile2b.txt", "notes.txt")
    make(folder / inside / "5", "readme.txt")
    make(folder / inside / ".git", "textfile1.txt", "textfile2.txt")
    if table:
        path = (folder / inside).parent / table
        path.parent.mkdir(exist_ok=True)
        path.write_text(TABLE)
    return folder


@pytest.mark.parametrize(
    ("inside", "table", "given_folder"),
    [
        ("annotations", "metadata.csv", ""),
        ("annotations", "metadata.csv", "annotations"),
        ("salami-data-public-hierarchy-corrections/annotations", "metadata/metadata.csv", ""),
    ],
)
def test_two_annotators_of_salami(tmp_path, inside, table, given_folder):
    found = from_salami(salami(tmp_path, inside, table) / given_folder)
    place = tmp_path / inside
    assert found.items == tuple(
        Item(
            track,
            "annotator 2",
            *(tuple(str(place / name) for name in names) for names in sides),
            metadata=tuple(map(tuple, metadata)),
        )
        for track, *sides, metadata in case_rows("corpora", "salami")
    )
    assert found.problems == (
        Problem("3", str(place / "3"), ONE_ANNOTATION),
        Problem("4", str(place / "4"), ONE_ANNOTATION),
        Problem("5", str(place / "5"), "no annotation by annotator 1 and 2"),
    )


def test_salami_that_can_not_be_used_is_refused(tmp_path):
    with pytest.raises(ReadError, match="nowhere: there is no such folder"):
        from_salami(tmp_path / "nowhere")
    with pytest.raises(ReadError, match="has no folders of tracks"):
        from_salami(make(tmp_path / "empty"))
    # A table is not needed.
    assert {item.metadata for item in from_salami(salami(tmp_path, table="")).items} == {()}
    (tmp_path / "metadata.csv").write_text("ID,NAME\n1,2\n")
    with pytest.raises(ReadError, match=r"metadata\.csv: has no column SONG_ID"):
        from_salami(tmp_path)


@needs_salami
def test_the_annotators_files_are_what_the_folder_of_a_track_holds():
    found = from_salami(CORPUS)
    assert (len(found.items), len(found.problems)) == (494, 286)
    assert {p.reason for p in found.problems} == {ONE_ANNOTATION}
    assert all(dict(item.metadata)["class"] for item in found.items)
    # Two with a third layer, and one in twenty of the others
    for item in found.items[::20] + tuple(i for i in found.items if i.track in ("78", "886")):
        both = read_path(CORPUS / "annotations" / item.track)
        for n, paths in enumerate((item.reference, item.estimate), 1):
            alone = read_pair(Item(item.track, "", paths, paths))[0]
            (whole,) = (each for each in both if each.title.startswith(f"annotator {n} "))
            expected = align(whole.hierarchy, whole.hierarchy).reference
            assert [layer.name for layer in alone.layers] == [
                layer.name for layer in expected.layers
            ]
            assert [row.tolist() for row in alone.boundaries] == [
                row.tolist() for row in expected.boundaries
            ]


# Manifests


def manifest(folder, text, encoding="utf-8"):
    make(folder, "a.lab", "b.lab", "c.lab", "more/d.lab")
    path = folder / "list.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_manifest_lists_pairs(tmp_path):
    path = manifest(
        tmp_path,
        "\ufeffTrack,reference,estimate,METHOD,Genre,estimate_annotation,empty\r\n"
        'one,a.lab ; b.lab,more/d.lab,sf,"Rock, old",2,\r\n'
        "\r\n"
        f"two, {tmp_path / 'b.lab'} ,more/../c.lab,,,,\r\n"
        "two,more,c.lab,sf,Jazz,,\r\n",
    )
    found = from_manifest(path)
    a, b, c, d = (str(tmp_path / name) for name in ("a.lab", "b.lab", "c.lab", "more/d.lab"))
    assert found.items == (
        Item("one", "sf", (a, b), (d,), 0, 1, (("Genre", "Rock, old"),)),
        Item("two", "estimate", (b,), (str(tmp_path / "more/../c.lab"),)),
        Item("two", "sf", (str(tmp_path / "more"),), (c,), metadata=(("Genre", "Jazz"),)),
    )
    assert found.problems == ()


def test_rows_that_are_no_pair_are_problems_that_name_the_line(tmp_path):
    rows, problems = [], []
    for row, *problem in case_rows("corpora", "manifest-rows"):
        rows.append(f"{row}\n")
        problems.extend([problem] if problem else [])
    header = "track,reference,estimate,method,estimate_annotation\n"
    found = from_manifest(manifest(tmp_path, "".join([header, *rows])))
    assert [item.track for item in found.items] == ["one", "eleven"]
    assert problems == [
        [each.track, Path(each.path).name, each.reason.removeprefix("list.csv, ")]
        for each in found.problems
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("top", [0, 1])
def test_a_row_in_another_encoding_is_a_problem_of_that_row(tmp_path, mark, top):
    text = "track,reference,estimate\none,a.lab,b.lab\ncaf\xe9,a.lab,b.lab\n".replace(",", mark)
    found = from_manifest(manifest(tmp_path, f"sep={mark}\n" * top + text, "latin-1"))
    assert [item.track for item in found.items] == ["one"]
    assert found.problems == (
        Problem("", str(tmp_path / "list.csv"), f"list.csv, line {3 + top}: is not in UTF-8"),
    )


@pytest.mark.parametrize(("text", "said"), case_rows("corpora", "wrong-manifests"))
def test_what_is_no_manifest_is_refused_with_the_line(tmp_path, text, said):
    with pytest.raises(ReadError) as refused:
        from_manifest(manifest(tmp_path, text.format(long="x" * 200_000)))
    assert f"list.csv, {said}" in str(refused.value)


def test_a_manifest_in_another_encoding_or_nowhere_is_refused(tmp_path):
    text = "track,reference,estimate,genr\xe9\n"
    with pytest.raises(ReadError, match="line 1: is not in UTF-8"):
        from_manifest(manifest(tmp_path, text, "latin-1"))
    with pytest.raises(ReadError, match="can't be opened"):
        from_manifest(tmp_path / "gone.csv")
    with pytest.raises(ReadError, match="can't be opened"):
        from_manifest(tmp_path)


@needs_links
def test_links_to_themselves_or_to_the_reference_are_problems_of_their_own(tmp_path):
    refs, ests = make(tmp_path / "refs", "a.csv", "b.csv"), make(tmp_path / "ests", "a.csv")
    write_salami(tmp_path, track=2)
    for loop in (ests / "loop.csv", tmp_path / "annotations" / "4"):
        loop.symlink_to(loop)
    (ests / "b.csv").symlink_to(refs / "b.csv")
    found = from_folders(refs, ests)
    assert [item.track for item in found.items] == ["a"]
    told = reasons(found)
    assert told.pop(("", "loop.csv")).startswith("can't be opened")
    assert told == {("b", "b.csv"): "reference and estimate are the same file"}
    found = from_salami(tmp_path)
    assert [item.track for item in found.items] == ["2"]
    ((track, reason),) = reasons(found).items()
    assert track == ("4", "4")
    assert reason.startswith("can't be opened")


@pytest.mark.parametrize(("place", "split"), case_rows("corpora", "split"))
def test_a_pattern_is_split_from_its_folder(place, split):
    assert split_path(place, "p") == tuple(split)


def test_a_folder_called_like_a_pattern_is_a_folder(tmp_path):
    (tmp_path / "{track}").mkdir()
    assert split_path(tmp_path / "{track}", "p") == (str(tmp_path / "{track}"), "p")
