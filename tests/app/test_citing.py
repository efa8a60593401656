"""The texts under Cite next to each export, without a browser."""

import pytest
from apptesting import opened_at, ready

from core.align import align
from core.citing.scores import cite_scores
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS, score

POP = sample("pop_two_annotators")


def cited(app):
    """The passage and the BibTeX that can be copied."""
    (fold,) = (each for each in app.expander if each.label == "Cite")
    return [item.value for item in fold.code]


@pytest.mark.parametrize("page", ["windows", "compare"])
def test_scores_of_a_pair_are_cited_at_the_window_and_settings_on_screen(saved, page):
    pair = align(POP.reference, POP.estimate)
    app = opened_at(page, sample=POP.id, w="7.0", convention="frameless", beta="2.0")
    result = score(pair.reference, pair.estimate, [7.0], settings=Settings(FRAMELESS, beta=2.0))
    found = cite_scores(result.settings, result.measures, [7.0])
    assert "L-measures" in found.text
    assert cited(app) == [found.text, found.bibtex.strip()]
    assert saved["BibTeX file"]() == found.bibtex
    if page == "compare":
        app = ready(app.selectbox(key="widget_convention").set_value("mir_eval").run())
        changed, bibtex = cited(app)
        assert changed != found.text
        assert "Raffel" in bibtex
        assert saved["BibTeX file"]().strip() == bibtex
