"""loss-strips.js: a brushed stretch, as a parameter and as text."""

import pytest
from cases import case_rows

from explorer.state.pair import PairState

LEAST = 0.1


@pytest.mark.parametrize(("role", "from_", "to", "text"), case_rows("frontend", "region"))
def test_a_stretch_is_a_frame_long_at_least_and_a_link_takes_it(modules, role, from_, to, text):
    assert modules.call("triplets/loss-strips", "regionText", role, from_, to, LEAST) == text
    assert not text or PairState.region.parse(text) == text


def test_a_region_in_words(modules):
    regions = ["query:60-90", "i:0-5.25", "j:59.96-61"]
    found = [modules.call("triplets/loss-strips", "regionWords", region) for region in regions]
    assert found == ["q in 1:00.0–1:30.0", "i in 0:00.0–0:05.3", "j in 1:00.0–1:01.0"]
