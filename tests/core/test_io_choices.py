"""Choices: what they do to a file, how they are written, and which are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.io import UNITS, ChoiceError, Choices, Grid, read_text

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


def test_a_grid_of_bars_gives_seconds():
    grid = Grid((0.5, 2.5, 5.0), "bars.txt")
    [found] = read_text("0, 0.5, 2, 3\n", choices=Choices(unit="measures", grid=grid))
    assert found.hierarchy.unit == "seconds"
    assert found.hierarchy.boundaries[0].tolist() == [0.5, 1.5, 5.0, 7.5]
