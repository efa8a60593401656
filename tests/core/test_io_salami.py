"""SALAMI text files, parsed and as annotated, written out here by hand."""

import pytest

from core.errors import ReadError
from core.io import Choices, File, read, read_path

RAW = b"""0.0\tSilence
0.5\tA, a, Intro, (guitar
10.0\tb, guitar)
20.0\tb', A', Verse, (spoken, voice
30.0\tInterlude
40.0\taa, voice)
50.0\tsilence
52.0\tEnd
"""
UPPER = b"0.0\tSilence\n0.5\tA\n20.0\tA'\n50.0\tsilence\n52.0\tEnd\n"
LOWER = b"0.0\tSilence\n0.5\ta\n10.0\tb\n20.0\tb'\n40.0\taa\n50.0\tsilence\n52.0\tEnd\n"
FUNCTIONS = b"0.0\tSilence\n0.5\tIntro\n20.0\tVerse\n30.0\tInterlude\n50.0\tsilence\n52.0\tEnd\n"


def texts(candidate):
    return [note.text for note in candidate.notes]


def names(candidate):
    return [layer.name for layer in candidate.hierarchy.layers]


def parsed(stem):
    return [
        File(f"{stem}_functions.txt", FUNCTIONS),
        File(f"{stem}_lowercase.txt", LOWER),
        File(f"{stem}_uppercase.txt", UPPER),
    ]


def test_an_annotators_file():
    [found] = read([File("textfile1.txt", RAW)])
    assert [row.tolist() for row in found.hierarchy.boundaries] == [
        [0, 0.5, 20, 50, 52],
        [0, 0.5, 10, 20, 40, 50, 52],
    ]
    assert found.hierarchy.labels == [
        ["Silence", "A", "A'", "Silence"],
        ["Silence", "a", "b", "b'", "aa", "Silence"],
    ]
    assert names(found) == ["uppercase", "lowercase"]
    assert found.title == "annotator 1 (uppercase, lowercase)"
    assert found.notes == ()


def test_parsed_files_are_the_same_hierarchy_but_for_the_case_of_silence():
    [raw] = read([File("textfile1.txt", RAW)])
    [found] = read(parsed("textfile1"))
    assert [row.tolist() for row in found.hierarchy.boundaries] == [
        row.tolist() for row in raw.hierarchy.boundaries
    ]
    assert names(found) == names(raw)
    assert found.hierarchy.labels[0] == ["Silence", "A", "A'", "silence"]
    assert texts(found) == ["functions left out, they label the other layers"]


def test_functions_alone_are_a_layer():
    [found] = read([File("textfile1_functions.txt", FUNCTIONS)])
    assert found.hierarchy.labels == [["Silence", "Intro", "Verse", "Interlude", "silence"]]


def test_annotators_make_a_candidate_each():
    found = read([*parsed("textfile1"), File("textfile2.txt", RAW)])
    assert [each.title for each in found] == [
        "annotator 1 (uppercase, lowercase)",
        "annotator 2 (uppercase, lowercase)",
    ]


def test_parsed_files_are_preferred_and_a_note_says_so():
    [found] = read([File("textfile1.txt", RAW), *parsed("textfile1")])
    assert texts(found)[:2] == [
        "uppercase of textfile1.txt left out: a parsed file has it",
        "lowercase of textfile1.txt left out: a parsed file has it",
    ]
    [alone] = read(parsed("textfile1"))
    assert found.hierarchy.layers == alone.hierarchy.layers


def test_a_track_folder(tmp_path):
    folder = tmp_path / "1000"
    (folder / "parsed").mkdir(parents=True)
    (folder / "textfile1.txt").write_bytes(RAW)
    (folder / "textfile2.txt").write_bytes(RAW)
    for file in parsed("textfile2"):
        (folder / "parsed" / file.name).write_bytes(file.data)
    found = read_path(folder)
    assert [each.hierarchy.name for each in found] == ["1000 annotator 1", "1000 annotator 2"]
    assert found[0].notes == ()
    assert any("left out" in text for text in texts(found[1]))


@pytest.mark.parametrize("letter", ["C, Exposition", "Exposition", "C"])
def test_a_file_b_holds_the_layer_above(letter):
    above = f"0.0\t{letter}\n52.0\tEnd\n".encode()
    [found] = read([File("textfile2.txt", RAW), File("textfile2b.txt", above)])
    assert found.hierarchy.boundaries[0].tolist() == [0, 52]
    assert names(found)[0] == ("functions (2b)" if letter == "Exposition" else "uppercase (2b)")
    assert names(found)[1:] == ["uppercase", "lowercase"]


def test_a_layer_of_silence_is_left_out_with_a_note():
    silent = b"0.0\tSilence\n50.0\tsilence\n52.0\tEnd\n"
    files = [File("textfile1_uppercase.txt", UPPER), File("textfile1_lowercase.txt", silent)]
    [found] = read(files)
    assert names(found) == ["uppercase"]
    assert texts(found) == ["lowercase has no segments but silence, left out"]
    assert [(note.kind, note.material) for note in found.notes] == [("layer-left-out", True)]
    [kept] = read(files, choices=Choices(keep_silent=True))
    assert names(kept) == ["uppercase", "lowercase"]
    assert kept.hierarchy.boundaries[1].tolist() == [0, 50, 52]
    assert kept.notes == ()
    [alone] = read(files[1:])
    assert alone.hierarchy.boundaries[0].tolist() == [0, 50, 52]


def test_functions_are_a_layer_of_their_own_where_that_is_chosen():
    functions = b"0\tIntro\n20\tVerse\n52\tEnd\n"
    parts = {"lowercase": LOWER, "functions": functions, "uppercase": UPPER}
    files = [File(f"textfile1_{layer}.txt", data) for layer, data in parts.items()]
    choices = Choices.of("functions")
    [found] = read(files, choices=choices)
    assert names(found) == ["uppercase", "functions", "lowercase"]
    assert found.hierarchy.boundaries[1].tolist() == [0, 20, 52]
    assert [note.kind for note in found.notes] == ["reading-chosen"]
    [raw] = read([File("textfile1.txt", RAW)], choices=choices)
    assert names(raw) == ["uppercase", "lowercase"]
    assert [note.kind for note in raw.notes if note.material] == ["functions-absent"]
    [flat] = read([File("a.lab", b"0 9 A\n")], choices=choices)
    assert flat.notes == ()


def test_functions_are_not_named_where_layers_are_chosen():
    functions = b"0\tIntro\n20\tVerse\n52\tEnd\n"
    parts = {"lowercase": LOWER, "functions": functions, "uppercase": UPPER}
    files = [File(f"textfile1_{layer}.txt", data) for layer, data in parts.items()]
    [found] = read(files, choices=Choices.of("layers=3-1,functions"))
    assert names(found) == ["uppercase", "lowercase"]
    assert texts(found) == ["layers of the file taken, coarsest first: 3, 1"]


def test_files_of_nobody_in_particular():
    found = read([File("one.txt", RAW), File("two.txt", RAW)])
    assert [each.title for each in found] == [
        "one.txt (uppercase, lowercase)",
        "two.txt (uppercase, lowercase)",
    ]
    [flat] = read([File("verses.txt", b"0 verse\n10 chorus, loud\n20 End\n")])
    assert flat.hierarchy.labels == [["verse", "chorus, loud"]]
    assert names(flat) == ["verses"]


def test_letters_of_one_scale_are_one_layer_unless_the_line_says_more():
    [found] = read([File("x.txt", b"0 A\n10 B\n20 End\n")])
    assert names(found) == ["x"]
    [found] = read([File("x.txt", b"0 A, Verse\n10 B\n20 End\n")])
    assert names(found) == ["uppercase"]


def test_the_small_scale_may_start_late():
    [found] = read([File("textfile1.txt", b"0 Z\n5 A, a\n9 b\n12 End\n")])
    assert found.hierarchy.boundaries[1].tolist() == [0, 5, 9, 12]
    assert found.hierarchy.labels[1] == ["", "a", "b"]
    assert [(note.layer, note.time) for note in found.notes] == [(2, 5)]


def test_two_events_at_a_time_leave_the_first_out_with_a_note():
    [found] = read([File("textfile1_functions.txt", b"0 Intro\n0 Silence\n9 Verse\n12 End\n")])
    assert found.hierarchy.labels == [["Silence", "Verse"]]
    assert texts(found) == ["layer 1 at 0:00.0: zero-length segment 'Intro' left out"]


def test_silence_after_the_end_at_its_time():
    [found] = read([File("x.txt", b"0 verse\n9 End\n9 Silence\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 9]
    assert texts(found) == ["layer 1 at 0:09.0: zero-length segment 'Silence' left out"]


def test_without_end_the_last_time_is_the_end_and_a_note_says_so():
    [found] = read([File("x.txt", b"0 verse\n9 chorus\n12\n")])
    assert found.hierarchy.boundaries[0].tolist() == [0, 9, 12]
    assert texts(found) == ["no End line in x.txt, the last time is taken as the end"]


def test_events_out_of_order_are_sorted_with_a_note():
    [found] = read([File("x.txt", b"5 chorus\n0 verse\n12 End\n")])
    assert found.hierarchy.labels == [["verse", "chorus"]]
    assert texts(found) == ["events of x.txt were not in order of time, sorted"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("0 A\n10 End\n\n12 B\n", 4, "an event after the End at 0:10.0"),
        ("0 End\n", 1, "one time makes no segment"),
        ("3\n", 1, "one time makes no segment"),
        ("0 A\nB 10\n20 End\n", 2, "'B' is not a time"),
        ("0 A\n-1 B\n20 End\n", 2, "negative time (-1)"),
        ("0 A\n1,5,6 B\n20 End\n", 2, "'1,5,6' is not a time"),
    ],
)
def test_errors_name_the_line(text, line, problem):
    with pytest.raises(ReadError) as caught:
        read([File("x.txt", text.encode())])
    assert (caught.value.problem, caught.value.line) == (problem, line)
