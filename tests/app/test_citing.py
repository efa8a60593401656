"""The texts under Cite next to each export, without a browser."""

import re
from urllib.parse import parse_qsl

import pytest
from apptesting import address, give, opened_at, press, ready, view

from core.align import align
from core.citing.scores import cite_scores
from core.measures import COLUMNS
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS, score

TUNE = sample("jingle_bells")


def cited(app, label="Cite"):
    """The passage and the BibTeX, or the code, that can be copied."""
    (fold,) = (expander for expander in app.expander if expander.label == label)
    return [item.value for item in fold.code]


@pytest.mark.parametrize("page", ["windows", "compare"])
def test_scores_of_a_pair_are_cited_at_the_window_and_settings_on_screen(saved, page):
    pair = align(TUNE.reference, TUNE.estimate)
    app = opened_at(page, sample=TUNE.id, w="7.0", convention="frameless", beta="2.0")
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


def test_code_prints_the_score_on_screen_from_files_and_from_a_link(
    saved, capsys, tmp_path, monkeypatch
):
    """Files with an option, repaired and swapped; then the same pair in a new visit."""
    monkeypatch.chdir(tmp_path)
    files = {"ref.csv": b"0, 20, 40, 60\n0, 10, 20, 30, 50, 60\n", "est.csv": b"0, 15, 70\n"}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    app = opened_at("compare", w="5.0", variant="full", part="recall", rread="offset=0.4")
    app = give(app, reference={"ref.csv": files["ref.csv"]}, estimate={"est.csv": files["est.csv"]})
    ready(app.button(key="insert_reference").click().run())
    press(app, "Swap")
    for _ in range(2):
        head, arrays = view(app)
        row = arrays["scores"].reshape(-1, len(COLUMNS))[head["windows"].index(5.0)]
        for code in cited(app, "Code"):
            for name in re.findall(r"first save (\S+)", code):
                (tmp_path / name).write_bytes(saved["Pair, JAMS"]())
            exec(code, {})
            expected = pytest.approx(row[COLUMNS.index("recall_full")], abs=1e-12)
            assert float(capsys.readouterr().out) == expected
        app = opened_at("compare", **dict(parse_qsl(address(app))))
