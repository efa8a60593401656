"""Pairs from folders, SALAMI and manifests: no file is dropped silently or guessed."""

import os
import sys
from collections import Counter
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


def pairs(found, folder):
    """What is paired, by names below the folder."""
    below = len(str(folder)) + 1
    return [
        (item.track, item.method, *(",".join(p[below:] for p in side) for side in sides))
        for item in found.items
        for sides in [(item.reference, item.estimate)]
    ]


def reasons(found):
    return {(each.track, os.path.basename(each.path)): each.reason for each in found.problems}


def test_files_are_matched_by_name_in_natural_order(tmp_path):
    refs = make(tmp_path / "refs", "10.jams", "2.lab", "b.c.csv")
    ests = make(tmp_path / "ests", "2.csv", "10.lab", "b.c.lab")
    found = from_folders(refs, ests)
    assert pairs(found, tmp_path) == [
        ("2", "ests", "refs/2.lab", "ests/2.csv"),
        ("10", "ests", "refs/10.jams", "ests/10.lab"),
        ("b.c", "ests", "refs/b.c.csv", "ests/b.c.lab"),
    ]
    assert found.problems == ()
    assert all(os.path.isabs(path) for item in found.items for path in item.reference)


def test_what_has_no_partner_is_a_problem(tmp_path):
    refs = make(tmp_path / "refs", "a.lab", "b.lab", "c.lab")
    found = from_folders(
        refs, {"one": make(tmp_path / "1", "a.lab", "x.lab"), "two": make(tmp_path / "2", "b.lab")}
    )
    assert pairs(found, tmp_path) == [
        ("a", "one", "refs/a.lab", "1/a.lab"),
        ("b", "two", "refs/b.lab", "2/b.lab"),
    ]
    assert [(p.track, p.path[len(str(tmp_path)) + 1 :], p.reason) for p in found.problems] == [
        ("x", "1/x.lab", "no reference (estimate by one)"),
        ("b", "refs/b.lab", "no estimate by one"),
        ("c", "refs/c.lab", "no estimate by one"),
        ("a", "refs/a.lab", "no estimate by two"),
        ("c", "refs/c.lab", "no estimate by two"),
    ]


def test_several_files_for_one_track_are_not_chosen_from(tmp_path):
    refs = make(tmp_path / "refs", "a.lab", "a.jams", "b.lab", "c.lab")
    ests = make(tmp_path / "ests", "a.lab", "b.lab", "b.csv", "b.jams", "b.txt", "c.lab")
    found = from_folders(refs, ests)
    assert pairs(found, tmp_path) == [("c", "ests", "refs/c.lab", "ests/c.lab")]
    assert reasons(found) == {
        ("a", "a.jams"): "2 references fit this track (a.jams, a.lab)",
        ("a", "a.lab"): "several references fit its track (estimate by ests)",
        **{
            ("b", f"b.{end}"): "4 estimates by ests fit this track (b.csv, b.jams, b.lab, ...)"
            for end in ("csv", "jams", "lab", "txt")
        },
    }
    assert Counter(Path(p.path).parent.name for p in found.problems) == {"refs": 2, "ests": 5}


def test_hidden_files_are_left_alone_and_others_told(tmp_path):
    refs = make(tmp_path / "refs", "a.jams", ".DS_Store", ".old/a.jams", "LICENSE", "more/b.jams")
    make(refs, "Thumbs.db", "__MACOSX/a.jams")
    ests = make(tmp_path / "ests", "a.jams", "notes.txt")
    found = from_folders(refs, ests, estimate_pattern="{track}.jams")
    assert len(found.items) == 1
    assert reasons(found) == {
        ("", "refs"): "2 do not fit the pattern '{track}.*' (LICENSE, more)",
        ("", "ests"): "1 does not fit the pattern '{track}.jams' (notes.txt)",
    }


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path):
    refs = make(tmp_path / "refs", "a.x", "b.d/b.lab")
    ests = make(tmp_path / "ests", "a/1.lab", "b")
    found = from_folders(refs, ests, estimate_pattern="{track}/1.lab")
    assert [item.track for item in found.items] == ["a"]
    assert reasons(found) == {
        ("", "refs"): "1 does not fit the pattern '{track}.*' (b.d)",
        ("", "ests"): "1 does not fit the pattern '{track}/1.lab' (b)",
    }


def test_a_pattern_names_the_method_and_folders(tmp_path):
    refs = make(tmp_path / "refs", "7/textfile1.txt", "8/textfile1.txt")
    ests = make(tmp_path / "ests", "olda/7.jams", "olda/8.jams", "sf/8.jams", "sf/9.jams")
    found = from_folders(
        refs,
        ests,
        reference_pattern="{track}/textfile1.txt",
        estimate_pattern="{method}/{track}.jams",
    )
    assert [(item.track, item.method) for item in found.items] == [
        ("7", "olda"),
        ("8", "olda"),
        ("8", "sf"),
    ]
    assert reasons(found) == {
        ("9", "9.jams"): "no reference (estimate by sf)",
        ("7", "textfile1.txt"): "no estimate by sf",
    }
    named = from_folders(
        refs,
        {"mine": ests},
        reference_pattern="{track}/textfile1.txt",
        estimate_pattern="{method}/{track}.jams",
    )
    assert [item.method for item in named.items] == ["mine/olda", "mine/olda", "mine/sf"]


@pytest.mark.parametrize(("pattern", "name", "track", "method"), case_rows("corpora", "patterns"))
def test_the_track_takes_what_it_can_and_all_else_as_little(tmp_path, pattern, name, track, method):
    refs = make(tmp_path / "refs", f"{track}.x")
    found = from_folders(refs, make(tmp_path / "ests", name), estimate_pattern=pattern)
    assert [(item.track, item.method) for item in found.items] == [(track, method)]
    assert found.problems == ()


def test_files_that_differ_in_the_layer_are_one_hierarchy(tmp_path):
    refs = make(tmp_path / "refs", "a/upper.lab", "a/lower.lab", "b/upper.lab", "b/notes.txt")
    ests = make(tmp_path / "ests", "a_10.lab", "a_2.lab", "b_1.lab")
    found = from_folders(
        refs, ests, reference_pattern="{track}/{layer}.lab", estimate_pattern="{track}_{layer}.lab"
    )
    assert pairs(found, tmp_path) == [
        ("a", "ests", "refs/a/lower.lab,refs/a/upper.lab", "ests/a_2.lab,ests/a_10.lab"),
        ("b", "ests", "refs/b/upper.lab", "ests/b_1.lab"),
    ]
    assert list(reasons(found).values()) == [
        "1 does not fit the pattern '{track}/{layer}.lab' (notes.txt)"
    ]
    before = make(tmp_path / "before", "1_a_b.lab", "2_a_b.lab", "1_b.lab")
    songs = make(tmp_path / "songs", "a_b.lab", "b.lab")
    found = from_folders(songs, before, estimate_pattern="{layer}_{track}.lab")
    assert pairs(found, tmp_path) == [
        ("a_b", "before", "songs/a_b.lab", "before/1_a_b.lab,before/2_a_b.lab"),
        ("b", "before", "songs/b.lab", "before/1_b.lab"),
    ]
    twice = make(tmp_path / "twice", "1/a_x.lab", "2/a_x.lab")
    found = from_folders(ests, twice, estimate_pattern="*/{track}_{layer}.lab")
    assert found.items == ()


def test_both_sides_may_stand_in_one_folder(tmp_path):
    both = make(tmp_path / "both", "a.ref.lab", "a.est.lab", "est/b.lab", "b.ref.lab", "c.txt")
    found = from_folders(
        both,
        {"m": both, "deep": both / "est"},
        reference_pattern="{track}.ref.lab",
        estimate_pattern="{track}.est.lab",
    )
    assert pairs(found, tmp_path) == [("a", "m", "both/a.ref.lab", "both/a.est.lab")]
    assert ("", "both") in reasons(found)
    assert "(c.txt)" in reasons(found)["", "both"]


def test_names_in_either_form_of_unicode_are_one_track(tmp_path):
    refs = make(tmp_path / "refs", "Bj\u00f6rk.lab")
    ests = make(tmp_path / "ests", "Bjo\u0308rk.lab")
    (item,) = from_folders(refs, ests).items
    assert item.track == "Bj\u00f6rk"
    assert Path(item.estimate[0]).read_text() == "Bjo\u0308rk.lab"


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


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("*.jams", "has no placeholder {track}"),
        ("{track}/{name}.lab", "has an unknown placeholder {name}"),
        ("{method}/{track}.lab", "has an unknown placeholder {method}"),
        ("{track}{}", "has an unknown placeholder {}"),
        ("**/{track}.lab", r"has a \*\* or a lone brace"),
        ("{track}}.lab", "lone brace"),
        ("../{track}.lab", "leads out of the folder"),
        ("", "has no placeholder {track}"),
        ("{track}" + "x" * 494, "501 characters, more than the 500 allowed"),
    ],
)
def test_what_is_no_pattern_is_refused(tmp_path, pattern, said):
    with pytest.raises(ReadError, match=said) as refused:
        from_folders(tmp_path, tmp_path, reference_pattern=pattern)
    assert str(refused.value).startswith("pattern of the references: ")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ReadError, match="nowhere: can't be opened"):
        from_folders(tmp_path / "nowhere", tmp_path)
    with pytest.raises(ReadError, match="file: can't be opened"):
        from_folders(tmp_path, {"m": make(tmp_path, "file") / "file"})


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
    assert found.items == (
        Item(
            "2",
            "annotator 2",
            tuple(str(place / f"2/parsed/textfile1_{layer}.txt") for layer in PARSED),
            tuple(str(place / f"2/parsed/textfile2_{layer}.txt") for layer in PARSED),
            metadata=(
                ("class", "popular"),
                ("genre", "Rock"),
                ("source", "Codaich"),
                ("artist", "Someone"),
                ("title", "A, B"),
                ("song_duration", "264"),
                ("reference_annotator", "5"),
                ("estimate_annotator", "8"),
            ),
        ),
        Item(
            "10",
            "annotator 2",
            (str(place / "10/textfile1.txt"),),
            (str(place / "10/textfile2.txt"), str(place / "10/textfile2b.txt")),
            metadata=(
                ("class", "Live_Music_Archive"),
                ("source", "IA"),
                ("artist", "Band"),
                ("title", "Live"),
                ("reference_annotator", "3"),
            ),
        ),
    )
    assert found.problems == (
        Problem("3", str(place / "3"), ONE_ANNOTATION),
        Problem("4", str(place / "4"), ONE_ANNOTATION),
        Problem("5", str(place / "5"), "no annotation by annotator 1 and 2"),
    )


def test_salami_without_a_table_has_no_metadata(tmp_path):
    assert {item.metadata for item in from_salami(salami(tmp_path, table="")).items} == {()}


def test_salami_that_cannot_be_used_is_refused(tmp_path):
    with pytest.raises(ReadError, match="nowhere: there is no such folder"):
        from_salami(tmp_path / "nowhere")
    with pytest.raises(ReadError, match="has no folders of tracks"):
        from_salami(make(tmp_path / "empty"))
    salami(tmp_path)
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
    ones = f"reference_annotation '{'1' * 40}…{'1' * 20}'"
    path = manifest(
        tmp_path,
        "track,reference,estimate,method,reference_annotation\n"
        "one,a.lab,b.lab,m,1\n"
        ",a.lab,b.lab,m,1\n"
        "two,a.lab\n"
        "three,;,b.lab,m,1\n"
        "four,a.lab,gone.lab,m,1\n"
        "one,c.lab,b.lab,m,1\n"
        "five,a.lab,b.lab,m,0\n"
        '"six\nseven",a.lab,b.lab,m,1,more\n'
        "eight,a.lab,b\0.lab,m,1\n"
        f"nine,a.lab,b.lab,m,{'1' * 401}\n",
    )
    found = from_manifest(path)
    assert [item.track for item in found.items] == ["one"]
    assert [(p.track, Path(p.path).name, p.reason) for p in found.problems] == [
        ("", "list.csv", "list.csv, line 3: no track"),
        ("two", "list.csv", "list.csv, line 4: no estimate"),
        ("three", "list.csv", "list.csv, line 5: no reference"),
        ("four", "gone.lab", "list.csv, line 6: no such file"),
        ("one", "list.csv", "list.csv, line 7: ignored: line 2 has the same track and method"),
        (
            "five",
            "list.csv",
            "list.csv, line 8: reference_annotation '0' is not a whole number from 1",
        ),
        ("six\nseven", "list.csv", "list.csv, line 10: more cells than columns"),
        ("", "list.csv", "list.csv, line 11: a cell holds a null character"),
        ("nine", "list.csv", f"list.csv, line 12: {ones} is not a whole number from 1"),
    ]


def test_a_row_in_another_encoding_is_a_problem_of_that_row(tmp_path):
    text = "track,reference,estimate\none,a.lab,b.lab\ncaf\xe9,a.lab,b.lab\n"
    found = from_manifest(manifest(tmp_path, text, "latin-1"))
    assert [item.track for item in found.items] == ["one"]
    assert found.problems == (
        Problem("", str(tmp_path / "list.csv"), "list.csv, line 3: is not in UTF-8"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: has no column track and no column reference and no column estimate"),
        ("track;reference;estimate\n", "line 1: has no column track"),
        ("track,reference,guess\n", "line 1: has no column estimate. Begin with a line such as"),
        ("track,track,reference,estimate\n", "line 1: has two columns track"),
        ("track,reference,estimate,A,a\n", "line 1: has two columns a"),
        ('track,reference,estimate\na,"b"c,d\n', "line 2: is not valid CSV"),
        ('track,reference,estimate\na,"b,d\n', "line 2: is not valid CSV"),
        (f"track,reference,estimate\n{'x' * 200_000},a,b\n", "line 2: is not valid CSV"),
    ],
)
def test_what_is_no_manifest_is_refused_with_the_line(tmp_path, text, said):
    with pytest.raises(ReadError) as refused:
        from_manifest(manifest(tmp_path, text))
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
def test_a_link_to_itself_is_a_problem_of_its_own(tmp_path):
    refs, ests = (make(tmp_path / side, "a.csv") for side in ("refs", "ests"))
    loop = ests / "loop.csv"
    loop.symlink_to(loop)
    found = from_folders(refs, ests)
    assert [item.track for item in found.items] == ["a"]
    (problem,) = found.problems
    assert problem.path == str(loop)
    assert problem.reason.startswith("can't be opened")


@needs_links
def test_a_track_of_salami_that_can_not_be_listed_is_a_problem_of_its_own(tmp_path):
    write_salami(tmp_path, track=2)
    loop = tmp_path / "annotations" / "4"
    loop.symlink_to(loop)
    found = from_salami(tmp_path)
    assert [item.track for item in found.items] == ["2"]
    (problem,) = found.problems
    assert (problem.track, problem.path) == ("4", str(loop))
    assert problem.reason.startswith("can't be opened")


@needs_links
def test_a_link_to_the_reference_is_no_estimate(tmp_path):
    refs, ests = make(tmp_path / "refs", "a.csv"), make(tmp_path / "ests")
    (ests / "a.csv").symlink_to(refs / "a.csv")
    found = from_folders(refs, ests)
    assert not found.items
    assert found.problems[0].reason == "reference and estimate are the same file"


def test_a_file_in_a_manifest_is_not_compared_with_itself(tmp_path):
    (tmp_path / "a.lab").write_text("0 10 x\n")
    path = manifest(
        tmp_path,
        "track,reference,estimate,estimate_annotation\none,a.lab,a.lab,\ntwo,a.lab,a.lab,2\n",
    )
    found = from_manifest(path)
    assert [item.track for item in found.items] == ["two"]
    (problem,) = found.problems
    assert "line 2: reference and estimate are the same annotation" in problem.reason


def test_a_folder_may_end_in_a_pattern_of_its_own(tmp_path):
    make(tmp_path, "references/a.csv", "one/a.jams", "two/a/fine.lab", "two/a/coarse.lab")
    found = from_folders(
        tmp_path / "references",
        {"one": tmp_path / "one", "two": f"{tmp_path}/two/{{track}}/{{layer}}.lab"},
    )
    assert not found.problems
    assert [(item.method, len(item.estimate)) for item in found.items] == [("one", 1), ("two", 2)]


@pytest.mark.parametrize(("place", "split"), case_rows("corpora", "split"))
def test_a_pattern_is_split_from_its_folder(place, split):
    assert split_path(place, "p") == tuple(split)


def test_a_folder_called_like_a_pattern_is_a_folder(tmp_path):
    (tmp_path / "{track}").mkdir()
    assert split_path(tmp_path / "{track}", "p") == (str(tmp_path / "{track}"), "p")


def test_a_folder_without_a_name_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("0,30,60\n")
    with pytest.raises(ReadError, match="no folder was entered"):
        from_folders(tmp_path, {"A": ""})
