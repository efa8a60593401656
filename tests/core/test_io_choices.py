"""Choices: what they do to a file, how they are written, and which are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import HierscopeError, ReadError
from core.io import UNITS, ChoiceError, Choices, File, Grid, read, read_text

TABLE = "start,end,level,label,layer\n0,60,1,A,a\n0,20,2,x,b\n20,60,2,y,b\n0,60,3,Silence,c\n"

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


@pytest.mark.parametrize(
    "text",
    [
        "unit=parsecs",
        "unit",
        "layers=0",
        "layers=1-1",
        "layers=101",
        "layers=a",
        "files=201",
        "rate=-1",
        "rate=nan",
        "rate=inf",
        "offset=1e300",
        "offset=x",
        "starts=1",
        "functions=1",
        "colour=red",
    ],
)
def test_what_is_no_choice_is_refused(text):
    with pytest.raises(ChoiceError):
        Choices.of(text)


def boundaries(text, choices):
    [found] = read_text(text, choices=Choices.of(choices))
    return [row.tolist() for row in found.hierarchy.boundaries]


@pytest.mark.parametrize(
    ("choices", "wanted"),
    [
        ("", [[0, 60], [0, 20, 60]]),
        ("layers=2-1", [[0, 20, 60], [0, 60]]),
        ("layers=2", [[0, 20, 60]]),
        ("layers=1-2-3", [[0, 60], [0, 20, 60], [0, 60]]),
        ("silent", [[0, 60], [0, 20, 60], [0, 60]]),
        ("offset=1.5", [[1.5, 61.5], [1.5, 21.5, 61.5]]),
        ("unit=minutes", [[0, 3600], [0, 1200, 3600]]),
        ("unit=milliseconds", [[0, 0.06], [0, 0.02, 0.06]]),
        ("unit=frames,rate=10", [[0, 6], [0, 2, 6]]),
        ("unit=measures,rate=0.5", [[0, 120], [0, 40, 120]]),
    ],
)
def test_choices_change_what_is_read(choices, wanted):
    assert boundaries(TABLE, choices) == wanted


def test_starts_alone_mend_overlaps():
    text = "0 12 A\n10 30 B\n"
    with pytest.raises(HierscopeError, match="overlap"):
        read_text(text)
    assert boundaries(text, "starts") == [[0, 10, 30]]


def test_a_unit_without_a_rate_needs_one_but_bars_are_bars():
    with pytest.raises(HierscopeError, match="need their rate"):
        read_text(TABLE, choices=Choices(unit="samples"))
    [found] = read_text(TABLE, choices=Choices(unit="measures"))
    assert found.hierarchy.unit == "measures"
    assert found.understood.own_unit


@pytest.mark.parametrize(
    "choices",
    [
        "unit=frames,rate=1e-302",
        "unit=frames,rate=1e-308",
        "unit=beats,bpm=1e-300",
        "unit=measures,bpm=1e-300,meter=4",
        "unit=seconds,offset=999999999",
    ],
)
def test_what_ends_too_late_is_refused(choices):
    with pytest.raises(ReadError, match=r"it would end at .* too late to be a time"):
        read_text("1 10 A\n10 20 B\n", choices=Choices.of(choices))


def test_a_grid_of_bars_gives_seconds():
    grid = Grid((0.5, 2.5, 5.0), "bars.txt")
    [found] = read_text("0, 0.5, 2, 3\n", choices=Choices(unit="measures", grid=grid))
    assert found.hierarchy.unit == "seconds"
    assert found.hierarchy.boundaries[0].tolist() == [0.5, 1.5, 5.0, 7.5]


def test_a_layer_or_file_that_there_is_not_is_refused():
    with pytest.raises(HierscopeError, match="there is no layer 4"):
        read_text(TABLE, choices=Choices(layers=(4,)))
    with pytest.raises(HierscopeError, match="there is no file 2"):
        read_text(TABLE, choices=Choices(files=(2,)))


def test_files_are_grouped_by_name_or_as_chosen():
    names = ("ref00", "ref01", "est00")
    files = [
        File(f"{name}.lab", b"0 %d A\n%d 9 B\n" % (at, at)) for at, name in enumerate(names, 3)
    ]
    assert [each.title for each in read(files)] == ["ref (ref00, ref01)", "est (est00)"]
    [found] = read(files, choices=Choices(files=(3, 1)))
    assert [layer.name for layer in found.hierarchy.layers] == ["est00", "ref00"]
    spam = [File(name, b"0 9 A\n") for name in ("a_l.lab", "a_s.lab", "b_l.lab", "b_s.lab")]
    assert [each.title for each in read(spam)] == ["a (a_l, a_s)", "b (b_l, b_s)"]
