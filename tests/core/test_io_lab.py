"""``.lab`` files, and how files with one layer combine."""

from itertools import pairwise

import pytest

from core.errors import HierarchyError, ReadError
from core.hierarchy import Layer
from core.io import File, read, read_path
from core.io._sonic import write_layers

COARSE = File("coarse.lab", b"0 20 A\n20 30 B\n")
FINE = File("fine.lab", b"0 10 a\n10 20 b\n20 30 c\n")


def lab(name, *boundaries):
    lines = [f"{start} {end} x\n" for start, end in pairwise(boundaries)]
    return File(name, "".join(lines).encode())


def names(candidate):
    return [layer.name for layer in candidate.hierarchy.layers]


def test_labels_with_spaces_comments_and_no_label():
    text = b"# start end label\n\n0.0\t1e1\tguitar solo, #2\n  10.0   20 \n#end\n20\t30\tc\n"
    [found] = read([File("song.lab", text)])
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 20, 30]
    assert found.hierarchy.labels == [["guitar solo, #2", "", "c"]]
    assert found.hierarchy.name == "song.lab"
    assert names(found) == ["song"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("30", "'30' is not a start, an end and a label"),
        ("30 x A", "'x' is not a time"),
        ("x 30 A", "'x' is not a time"),
        ("30 nan A", "'nan' is not a time"),
        ("30 inf A", "'inf' is not a time"),
        ("30 " + "4" * 101, "'" + "4" * 40 + "…" + "4" * 20 + "' is not a time"),
        ("30 1e400 A", "1e400 s is too late to be a time"),
        ("-1 30 A", "negative time (-1)"),
        ("30 20 A", "segment ends (20) before it starts (30)"),
        ("30 40,5,6 A", "'40,5,6' is not a time"),
        ("1_0 40 A", "'1_0' is not a time"),
        ("٣ 40 A", "'٣' is not a time"),
    ],
)
def test_errors_name_the_line(line, problem):
    with pytest.raises(ReadError) as caught:
        read([File("song.lab", f"# head\n0 30 A\n{line}\n".encode())])
    assert caught.value.problem == problem
    assert (caught.value.source, caught.value.line) == ("song.lab", 3)


def test_segments_that_overlap_name_file_layer_and_time():
    with pytest.raises(HierarchyError, match=r"in bad_fine\.lab") as caught:
        read([COARSE, File("bad_fine.lab", b"0 15 a\n10 30 b\n")])
    assert (caught.value.layer, caught.value.time) == (2, 10)


def test_one_bad_file_among_several_is_named():
    with pytest.raises(ReadError, match=r"^fine\.lab, line 1: "):
        read([COARSE, File("fine.lab", b"0 oops a\n")])


@pytest.mark.parametrize(
    "stray",
    [("README.txt", b"Hello, these are layers"), ("song.mp3", b"ID3\x04"), ("LICENSE", b"MIT")],
)
def test_a_stray_file_among_several_stops_nothing(stray):
    [found] = read([COARSE, File(*stray)])
    assert names(found) == ["coarse"]
    [note] = found.notes
    assert not note.material
    assert str(note) == f"left out: {stray[0]}, of no known format"


def test_mends_are_noted():
    [found] = read([File("a.lab", b"10 20 b\n0 10 a\n25 25 x\n25 30 c\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 10, 20, 25, 30]
    assert [str(note) for note in found.notes] == [
        "layer 1 at 0:00.0: segments were not in order of time, sorted",
        "layer 1 at 0:25.0: zero-length segment 'x' left out",
        "layer 1 at 0:20.0: gap until 0:25.0 filled with an unlabelled segment",
    ]


@pytest.mark.parametrize(
    "stems",
    [
        ("song_uppercase", "song_lowercase"),
        ("Upper", "Lower"),
        ("large_scale", "small_scale"),
        ("coarse", "middle", "fine"),
        ("ref1", "ref2", "ref10"),
        ("song_layer1", "song_layer2"),
        ("1", "2"),
        ("annotator1_layer1", "annotator1_layer2"),
        ("l", "m", "s"),
    ],
)
def test_names_order_the_layers(stems):
    # The coarsest by name has the most segments: counts would order them the other way.
    files = [lab(f"{stem}.lab", *range(12 - turn)) for turn, stem in enumerate(stems)]
    for given in (files, files[::-1]):
        [found] = read(given)
        assert names(found) == list(stems)
        assert not any("guessed" in note.text for note in found.notes)


def test_what_layers_are_called_comes_before_the_numbers_of_their_files():
    files = [
        File(f"x{number}.svl", write_layers([Layer(boundaries, name=f"{scale} scale")]))
        for number, scale, boundaries in ((1, "small", [0, 3]), (2, "large", [0, 1, 2, 3]))
    ]
    [found] = read(files)
    assert names(found) == ["large scale", "small scale"]
    assert found.understood.order == "by the names of the layers"


@pytest.mark.parametrize(
    "stems", [("form", "sections", "phrases"), ("My Section", "subphrases", "motif"), ("Form", "x")]
)
def test_parts_of_a_form_come_before_counts(stems):
    files = [
        lab(f"{stem}.lab", 0, *(step + turn / 10 for step in range(1, 9 - turn)), 9)
        for turn, stem in enumerate(stems)
    ]
    [found] = read(files)
    told = stems[-1] != "x"
    assert names(found) == (list(stems) if told else list(stems[::-1]))
    assert found.understood.order.startswith("by the names" if told else "guessed by number")


def test_containment_comes_before_parts_of_a_form():
    [found] = read([lab("phrases.lab", 0, 2, 4), lab("sections.lab", 0, 1, 2, 4)])
    assert names(found) == ["phrases", "sections"]
    assert found.understood.order == "by containment: phrases (2), sections (3)"


@pytest.mark.parametrize(
    "others",
    [
        ("phrase 1 of section", "phrase of section"),
        ("b", "c"),
        ("take2", "c"),
        ("b2", "c2"),
        ("fine", "c"),
    ],
)
def test_counts_order_the_layers_otherwise_and_a_note_says_so(others):
    files = [
        lab(f"{others[0]}.lab", 0, 1, 2, 3, 4),
        lab(f"{others[1]}.lab", 0, 1.5, 4),
    ]
    [found] = read(files)
    assert names(found) == [others[1], others[0]]
    assert f"order of layers guessed by number of segments: {others[1]} (2), {others[0]} (4)" in [
        note.text for note in found.notes
    ]


def test_ties_keep_the_given_order():
    [found] = read([lab("z.lab", 0, 1, 4), lab("b.lab", 0, 3, 4), lab("m.lab", 0, 4)])
    assert names(found) == ["m", "z", "b"]


def test_layers_of_different_span_are_extended_with_a_note():
    [found] = read([COARSE, lab("fine.lab", 5, 10, 20)])
    assert found.hierarchy.boundaries[1].tolist() == [0, 5, 10, 20, 30]
    assert [note.time for note in found.notes] == [5, 20]


def test_annotators_make_a_candidate_each():
    files = [
        lab("annotator2_lower.lab", 0, 1, 2, 3),
        lab("annotator1_lower.lab", 0, 2, 3),
        lab("annotator1_upper.lab", 0, 3),
        lab("annotator2_upper.lab", 0, 3),
    ]
    found = read(files)
    assert [each.hierarchy.name for each in found] == ["annotator 2", "annotator 1"]
    assert [len(each.hierarchy.layers[1].labels) for each in found] == [3, 2]
    assert found[0].title == "annotator 2 (annotator2_upper, annotator2_lower)"


def test_titles_of_many_files_are_short():
    [found] = read([lab(f"ref{level}.lab", 0, 1) for level in range(1, 6)])
    assert found.title == "ref1.lab + 4 more (5 layers)"


def test_a_folder_is_one_hierarchy(tmp_path):
    for file in (lab("ref10.lab", 0, 3), lab("ref2.lab", 0, 1, 3), lab("ref1.lab", 0, 3)):
        (tmp_path / file.name).write_bytes(file.data)
    (tmp_path / ".hidden.lab").write_bytes(b"junk")
    (tmp_path / "song.mp3").write_bytes(b"ID3")
    (tmp_path / "sub.lab").mkdir()
    [found] = read_path(tmp_path)
    assert names(found) == ["ref1", "ref2", "ref10"]
    assert found.hierarchy.name == tmp_path.name
    [found] = read_path(str(tmp_path / "ref2.lab"))
    assert found.hierarchy.boundaries[0].tolist() == [0, 1, 3]


def test_paths_with_nothing_to_read(tmp_path):
    for path in (tmp_path / "absent.lab", "a\0b", "\ud800", "x" * 5000):
        with pytest.raises(ReadError, match=r"no such file|can't be opened"):
            read_path(path)
    with pytest.raises(ReadError, match="no file of segments"):
        read_path(tmp_path)
    with pytest.raises(ReadError, match="not a file"):
        read_path("/dev/null")
    for number in range(201):
        (tmp_path / f"{number}.lab").touch()
    with pytest.raises(ReadError, match="201 files, more than the 200 allowed"):
        read_path(tmp_path)


def test_errors_of_the_system_name_the_path(tmp_path, monkeypatch):
    path = tmp_path / "a.lab"
    path.touch()

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(ReadError, match=r"a\.lab: can't be opened \(Permission denied\)"):
        read_path(path)
