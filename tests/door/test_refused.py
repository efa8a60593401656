"""The public functions refuse bad input with an error that names it and the fix."""

import numpy as np
import pytest
from cases import case_rows

import hierscope
from core.errors import HierscopeError, StyleError
from core.samples import sample


@pytest.fixture
def places(both, styles, tmp_path):
    """What the table of cases names."""
    (tmp_path / "empty.csv").write_text("")
    pair, (a, b) = sample("jingle_bells"), styles
    return {
        "{ref}": pair.reference,
        "{est}": pair.estimate,
        "{both}": both,
        "{empty}": tmp_path / "empty.csv",
        "{a}": a,
        "{b}": b,
    }


def placed(given, places):
    if isinstance(given, list):
        return [placed(each, places) for each in given]
    if isinstance(given, dict):
        return {name: placed(each, places) for name, each in given.items()}
    return places.get(given, given) if isinstance(given, str) else given


@pytest.mark.parametrize(("ask", "given", "how", "error", "words"), case_rows("door", "refused"))
def test_bad_input_is_named_with_its_advice(places, ask, given, how, error, words):
    with pytest.raises((HierscopeError, TypeError), match=words) as caught:
        getattr(hierscope, ask)(*placed(given, places), **placed(how, places))
    assert type(caught.value).__name__ == error


def test_what_is_neither_read_nor_drawn_is_named_by_its_type(places, styles):
    for margin in ((1, 2, 3), [1, 2, 3]):
        with pytest.raises(StyleError, match="one number or two, not 3"):
            hierscope.caemsi(*styles, keep_duplicates=True, margin=margin)
    found = hierscope.triplets(places["{ref}"], places["{est}"], 20.0)
    with pytest.raises(TypeError, match="ndarray is not a path"):
        hierscope.read(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="TripletBlocks can't be drawn"):
        hierscope.plot(found)
    with pytest.raises(TypeError, match="TripletBlocks is not a path"):
        hierscope.plot(found, places["{est}"])
