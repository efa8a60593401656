"""Names and patterns: matches, and the text of each placeholder."""

import re
from collections import Counter

import naive_patterns
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import examples

from core.corpus.sources.patterns import Stage

PIECES = st.sampled_from(["{track}", "{method}", "{layer}", "*", "a", "b", "ab", ".", "/", "a/"])
PATTERNS = st.lists(PIECES, min_size=1, max_size=7).map("".join)


@examples(1000)
@given(PATTERNS, st.text("ab./", max_size=9))
def test_a_pattern_fits_as_the_regular_expression_does(pattern, name):
    assume("**" not in pattern)
    found, wanted = Stage(pattern).fit(name), naive_patterns.fit(pattern, name)
    twice = max(Counter(re.findall(r"\{\w+\}", pattern)).values(), default=0) > 1
    # Of a place that stands twice only the first two ways to read it are tried.
    assert found == wanted or (twice and found is None)


@examples(300)
@given(PATTERNS, st.data())
def test_names_made_from_a_pattern_fit_it(pattern, data):
    assume("**" not in pattern)
    texts = st.text("cd.", min_size=1, max_size=3)
    name = pattern.replace("*", "ab")
    for place in naive_patterns.PLACES:
        assume(pattern.count(f"{{{place}}}") < 2)
        name = name.replace(f"{{{place}}}", data.draw(texts))
    assert Stage(pattern).fit(name) == naive_patterns.fit(pattern, name) is not None


def test_a_place_that_stands_twice_holds_one_text():
    twice = Stage("{track}/{track}_{layer}.lab")
    assert twice.fit("a_1/a_1_fine.lab") == {"track": "a_1", "layer": "fine"}
    assert twice.fit("a_1/a_2_fine.lab") is None
    assert twice.fit("1/1_a_b.lab") == {"track": "1", "layer": "a_b"}
    assert Stage("{track}_{method}/{track}.lab").fit("a_b_c/a.lab") == {
        "track": "a",
        "method": "b_c",
    }


def test_what_a_regular_expression_takes_for_ever_to_refuse_is_refused():
    assert Stage("*a*a*a*a*a*a*a*a*b{track}").fit("a" * 250) is None
    assert Stage("*a" * 50 + "{track}").fit("a" * 250) == {"track": "a" * 200}
