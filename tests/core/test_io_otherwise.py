"""In which other ways a file can be read, what is said of it, and which files it takes."""

import pytest

from core.errors import ReadError
from core.io import Choices, File, doubts, file_names, read, read_text, write_csv, write_zip
from core.io.understood import LayerFound, Understood
from core.samples import samples

TILIA = b"start,end,level,label\n0,60,2,A\n0,30,1,a\n30,60,1,b\n"
CENTISECONDS = b'0\t6000\t"A"\n6000\t12000\t"B"\n12000\t24000\t"A"\n'
SILENT = {
    "textfile1_uppercase.txt": b"0\tA\n30\tB\n60\tEnd\n",
    "textfile1_lowercase.txt": b"0\tsilence\n60\tEnd\n",
}
FUNCTIONS = {
    "textfile1_uppercase.txt": b"0\tA\n30\tB\n60\tEnd\n",
    "textfile1_functions.txt": b"0\tintro\n20\tverse\n30\tverse\n60\tEnd\n",
}
PEDAL = {
    "a.dez": b'{"labels": [{"type": "Pedal", "start": 20, "duration": 10},'
    b'{"type": "S", "start": 0, "duration": 20}, {"type": "S", "start": 20, "duration": 40}]}'
}
EVEN = {"a.lab": b"0\t20\ta\n20\t60\tb\n", "b.lab": b"0\t40\ta\n40\t60\tb\n"}


def found(files, **choices):
    """Read one hierarchy from files by name."""
    listed = read([File(*each) for each in files.items()], choices=Choices(**choices))
    assert len(listed) == 1
    return listed[0]


def boundaries(candidate):
    return [layer.boundaries.tolist() for layer in candidate.hierarchy.layers]


TURNED = {
    "order-turned": (
        {"t.csv": TILIA},
        "Take layer 1 of the file as the coarsest",
        [[0, 30, 60], [0, 60]],
    ),
    "order-asked": (EVEN, "Take b as the coarsest", [[0, 40, 60], [0, 20, 60]]),
    "layer-left-out": (SILENT, "Keep it", [[0, 30, 60], [0, 60]]),
    "lone-segment-left-out": (PEDAL, "Take Pedal, too", [[0, 20, 30, 60], [0, 20, 60]]),
    "functions-left-out": (FUNCTIONS, "Take them, too", [[0, 30, 60], [0, 20, 30, 60]]),
}


@pytest.mark.parametrize("kind", TURNED)
def test_what_is_in_doubt_can_be_taken_otherwise_and_back(kind):
    files, label, otherwise = TURNED[kind]
    taken = found(files)
    (doubt,) = (each for each in doubts(taken, Choices()) if each.kind != "unit-read")
    assert doubt.kind == kind
    assert doubt.words in [note.text for note in taken.notes]
    (way,) = doubt.others
    assert way.label == label
    assert Choices.of(way.choices.text) == way.choices
    (again,) = read([File(*each) for each in files.items()], choices=way.choices)
    assert boundaries(again) == otherwise
    (chosen,) = (each for each in doubts(again, way.choices) if each.kind != "unit-read")
    assert chosen.kind == "reading-chosen"
    assert chosen.words == way.choices.words()
    assert [each.choices for each in chosen.others] == [Choices()]


def test_each_unit_that_says_how_long_it_is_is_a_way():
    taken = found({"rwc.lab": CENTISECONDS})
    ways = {way.label: way for doubt in doubts(taken, Choices()) for way in doubt.others}
    said = {"Read as milliseconds", "Read as centiseconds"}
    assert said <= ways.keys() or ways.keys() == {"Read as seconds"}


def test_what_is_sure_has_no_doubts():
    assert doubts(found({"a.csv": b"0, 20, 60\n0, 10, 20, 60\n"}), Choices()) == []
    assert doubts(read([File("a.csv", b"0, 60\n")])[0], Choices()) == []


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([4, 9, 22], "3 layers (4, 9, 22 segments), times in seconds"),
        ([1], "1 layer (1 segment), times in seconds"),
        (range(1, 10), "9 layers (1, 2, 3, 4, 5, 6, 7, …, 9 segments), times in seconds"),
    ],
)
def test_what_was_understood_in_a_line(counts, words):
    layers = [LayerFound(number, "", count) for number, count in enumerate(counts, 1)]
    assert Understood("TextGrid", tuple(layers)).line == f"TextGrid: {words}"


def test_files_of_a_hierarchy_can_be_chosen_from_all_that_are_given_also_in_archives():
    held = {"one/x.lab": EVEN["a.lab"], "two/y.lab": EVEN["b.lab"]}
    files = [File("all.zip", write_zip(held)), File("z.lab", b"0\t60\ta\n")]
    assert file_names(files) == ("z.lab", "one/x.lab", "two/y.lab")
    assert len(read(files)) == 3
    (chosen,) = read(files, choices=Choices(files=(3, 2)))
    assert boundaries(chosen) == [[0, 40, 60], [0, 20, 60]]
    with pytest.raises(ReadError, match=r"there is no file 4\. Choose from 1 to 3"):
        read(files, choices=Choices(files=(4,)))


def test_a_shift_is_said_in_the_unit_that_times_stay_in():
    [found] = read([File("a.txt", b"i4A4B8b4\n")], choices=Choices(offset=0.5))
    assert "all times shifted by +0.5 measures" in map(str, found.notes)
    assert doubts(found, Choices(offset=0.5))[0].words == "all times shifted by +0.5 measures"


def test_samples_are_not_doubted():
    for sample in samples():
        for side in (sample.reference, sample.estimate):
            assert doubts(read_text(write_csv(side).decode())[0], Choices()) == []


def test_folders_of_layers_are_named_by_what_holds_them():
    rows = {"Coarse": b"0 10 A\n", "Fine": b"0 4 a\n4 10 b\n"}
    data = write_zip({f"structure{scale}/x.lab": rows[scale] for scale in rows})
    assert file_names([File("a.zip", data)]) == ("structure/x.lab",) * 2
