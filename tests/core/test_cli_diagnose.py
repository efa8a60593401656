"""`hierscope diagnose` on the command line, and `hierscope.diagnose`."""

import json
import math
from pathlib import Path

import pytest
from strategies import in_settings

import hierscope
from core.diagnosis import diagnose
from core.samples import sample
from core.tmeasures import CONVENTIONS
from hierscope.cli import main

TUNE = sample("jingle_bells")
FILE = str(Path("sample_data/jingle_bells.jams").resolve())
PAIR = [FILE, FILE, "--reference-annotation", "1", "--estimate-annotation", "2"]


@pytest.mark.parametrize(
    ("words", "window", "how"),
    [
        ([], 15.0, {}),
        (["--window", "inf", "--measure", "full"], math.inf, {"variant": "full"}),
        (
            ["--convention", "frameless", "--part", "recall", "--beta", "2"],
            15.0,
            {"convention": CONVENTIONS["frameless"], "part": "recall", "beta": 2.0},
        ),
    ],
)
def test_json_is_the_document_of_the_core(capsys, words, window, how):
    wanted = diagnose(TUNE.reference, TUNE.estimate, window, **in_settings(how)).document()
    assert main(["diagnose", *PAIR, "--json", *words]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(wanted))


def test_in_a_notebook_a_diagnosis_shows_itself_and_its_numbers():
    found = hierscope.diagnose(hierscope.read(FILE, 1), hierscope.read(FILE, 2))
    wanted = diagnose(TUNE.reference, TUNE.estimate)
    assert found.document() == wanted.document()
    assert found.sentence == wanted.sentence
    assert found.sentence in repr(found)
    for cause in wanted.causes:
        assert cause.text in found._repr_html_().replace("&#x27;", "'").replace("&#39;", "'")
    table = found.to_pandas()
    assert table["kind"].tolist() == [cause.kind for cause in wanted.causes]
    assert table["f_measure"].tolist() == [cause.gain.f_measure for cause in wanted.causes]
    assert table["together"].tolist() == [cause.together.f_measure for cause in wanted.causes]
    assert table["touched"].dtype.kind == "i"
    assert table["overlaps"].dtype.kind == "b"
    none = hierscope.diagnose(TUNE.reference, TUNE.reference)
    assert none.to_pandas().empty
    assert list(none.to_pandas()) == list(table)
    assert "nothing to fix" in repr(none)
