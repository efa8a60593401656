"""Reading options, and the files to which they apply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from what_was_read import boundaries

from core.errors import ReadError
from core.io import Choices, File, file_names, read, read_text, write_csv
from core.io.archives import write_zip
from core.io.otherwise import doubts
from core.io.understood import LayerInfo, Understood
from core.io.units import UNITS
from core.samples import samples

EVEN = {"a.lab": b"0\t20\ta\n20\t60\tb\n", "b.lab": b"0\t40\ta\n40\t60\tb\n"}


def test_what_was_understood_of_many_layers_fits_a_line():
    layers = tuple(LayerInfo(number, "", number) for number in range(1, 10))
    line = "TextGrid: 9 layers (1, 2, 3, 4, 5, 6, 7, …, 9 segments), times in seconds"
    assert Understood("TextGrid", layers).line == line


def test_files_of_a_hierarchy_can_be_chosen_from_all_that_are_given_also_in_archives():
    held = {"one/x.lab": EVEN["a.lab"], "two/y.lab": EVEN["b.lab"]}
    files = [File("all.zip", write_zip(held)), File("z.lab", b"0\t60\ta\n")]
    assert file_names(files) == ("z.lab", "one/x.lab", "two/y.lab")
    assert len(read(files)) == 3
    (chosen,) = read(files, choices=Choices(files=(3, 2)))
    assert boundaries(chosen) == [[0, 40, 60], [0, 20, 60]]
    with pytest.raises(ReadError, match=r"there is no file 4\. Choose from 1 to 3"):
        read(files, choices=Choices(files=(4,)))


def test_samples_are_not_doubted():
    for sample in samples():
        for side in (sample.reference, sample.estimate):
            assert doubts(read_text(write_csv(side).decode())[0], Choices()) == []


def test_folders_of_layers_are_named_by_what_holds_them():
    rows = {"Coarse": b"0 10 A\n", "Fine": b"0 4 a\n4 10 b\n"}
    data = write_zip({f"structure{scale}/x.lab": rows[scale] for scale in rows})
    assert file_names([File("a.zip", data)]) == ("structure/x.lab",) * 2


NUMBERS = st.lists(st.integers(1, 100), max_size=5, unique=True).map(tuple)


@given(
    st.builds(
        Choices,
        keep_silent=st.booleans(),
        layers=NUMBERS,
        unit=st.sampled_from(["", *UNITS]),
        rate=st.floats(0, 1e6),
        offset=st.floats(-1e6, 1e6),
        starts=st.booleans(),
        files=NUMBERS,
        functions=st.booleans(),
    )
)
def test_what_is_written_is_read(made):
    assert Choices.of(made.text) == made
