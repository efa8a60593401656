"""Names and patterns: what fits, what stands where, and how much is tried."""

import naive_patterns
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import examples

from core.corpus.sources.matching import Shape
from core.errors import ReadError

PIECES = st.sampled_from(["{track}", "{method}", "{layer}", "*", "a", "b", "ab", ".", "/", "a/"])
PATTERNS = st.lists(PIECES, min_size=1, max_size=7).map("".join)


@examples(1000)
@given(PATTERNS, st.text("ab./", max_size=9))
def test_a_shape_fits_as_the_regular_expression_does(pattern, name):
    assume("**" not in pattern)
    assert Shape(pattern, "pattern").fit(name) == naive_patterns.fit(pattern, name)


@examples(300)
@given(PATTERNS, st.data())
def test_names_made_from_a_pattern_fit_it(pattern, data):
    assume("**" not in pattern)
    texts = st.text("ab.", min_size=1, max_size=3)
    name = pattern.replace("*", "ab")
    for place in naive_patterns.PLACES:
        name = name.replace(f"{{{place}}}", data.draw(texts))
    found = Shape(pattern, "pattern").fit(name)
    assert found == naive_patterns.fit(pattern, name) is not None


def test_what_a_regular_expression_takes_for_ever_to_refuse_is_refused():
    assert Shape("*a*a*a*a*a*a*a*a*b{track}", "pattern").fit("a" * 250) is None
    assert Shape("*a" * 50 + "{track}", "pattern").fit("a" * 250) == {"track": "a" * 200}


def test_a_place_that_comes_again_is_tried_only_so_often():
    shape = Shape("*{track}*{method}*/{track}*{method}b", "pattern of the estimates")
    with pytest.raises(ReadError, match="too many ways") as refused:
        shape.fit("a" * 120 + "/" + "a" * 120 + "cb")
    assert str(refused.value).startswith("pattern of the estimates")
