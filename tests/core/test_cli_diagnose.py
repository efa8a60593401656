"""`hierscope diagnose` on the command line, and `hierscope.diagnose`."""

import json
import math
from pathlib import Path

import pytest

import hierscope
from core.diagnosis import diagnose
from core.hierarchy import Hierarchy
from core.io import write_csv
from core.samples import sample
from core.tmeasures import CONVENTIONS
from hierscope.cli import main

SONATA = sample("sonata_movement")
FILE = str(Path("sample_data/sonata_movement.jams").resolve())
PAIR = [FILE, FILE, "--reference-annotation", "1", "--estimate-annotation", "2"]


@pytest.fixture
def said(capsys):
    """Run the command, and give what it prints."""

    def run(*words):
        assert main(["diagnose", *words]) == 0
        return capsys.readouterr().out

    return run


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
def test_json_is_the_document_of_the_core(said, words, window, how):
    wanted = diagnose(SONATA.reference, SONATA.estimate, window, **how).document()
    assert json.loads(said(*PAIR, "--json", *words)) == json.loads(json.dumps(wanted))


def test_a_file_is_written_and_what_is_lacking_is_told(tmp_path, capsys, refused):
    out = tmp_path / "why.json"
    assert main(["diagnose", *PAIR, "--json", "-o", str(out)]) == 0
    assert json.loads(out.read_text())["causes"][0]["kind"] == "layer_missing"
    capsys.readouterr()
    for words, problem in (
        ([FILE, str(tmp_path / "none.jams")], "none.jams"),
        ([*PAIR, "--window", "-3"], "--window"),
        ([*PAIR, "--part", "all"], "--part"),
        ([*PAIR, "--convention", "mine"], "--convention"),
    ):
        assert problem in refused("diagnose", *words)


def test_files_of_other_lengths_are_diagnosed_as_they_were_read(tmp_path, said, capsys):
    reference = Hierarchy.from_boundaries([[0, 30, 60, 90, 120], [0, 10, 30, 45, 60, 90, 100, 120]])
    rows = [[1000 * time for time in row.tolist()] for row in reference.boundaries]
    for name, each in (("a", reference), ("b", Hierarchy.from_boundaries(rows))):
        (tmp_path / f"{name}.csv").write_bytes(write_csv(each))
    paths = [str(tmp_path / f"{name}.csv") for name in "ab"]
    found = json.loads(said(*paths, "--json"))
    assert [cause["kind"] for cause in found["causes"]] == ["scale"]
    assert "milliseconds" in found["sentence"]
    assert found["causes"][0]["after"]["f_measure"] == pytest.approx(1)
    assert hierscope.diagnose(*paths).causes[0].kind == "scale"


def test_in_a_notebook_a_diagnosis_shows_itself_and_its_numbers():
    found = hierscope.diagnose(hierscope.read(FILE, 1), hierscope.read(FILE, 2))
    wanted = diagnose(SONATA.reference, SONATA.estimate)
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
    none = hierscope.diagnose(SONATA.reference, SONATA.reference)
    assert none.to_pandas().empty
    assert list(none.to_pandas()) == list(table)
    assert "nothing to fix" in repr(none)
