"""`hierscope triplets` on the command line."""

import json
from pathlib import Path

import pytest

from core.samples import samples
from core.triplets.results import LOST, OUTCOMES
from hierscope import triplets
from hierscope.cli import main

SAMPLES = {sample.id: sample for sample in samples()}
FILES = {name: str(Path("sample_data", f"{name}.jams").resolve()) for name in SAMPLES}


@pytest.fixture
def listed(capsys):
    """Run the command on a sample, and give its JSON."""

    def run(sample, *options):
        words = ["--reference-annotation", "1", "--estimate-annotation", "2", "--json"]
        assert main(["triplets", FILES[sample], FILES[sample], *words, *options]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return json.loads(captured.out)

    return run


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("", {}),
        ("--direction precision", {"direction": "precision"}),
        ("--measure full --outcome agree", {"measure": "full", "outcome": "agree"}),
        ("--outcome agree --outcome tie", {"outcome": {"agree", "tie"}}),
        ("--outcome lost --top 7", {"outcome": "lost", "top": 7}),
        ("--merge --frame-size 0.5", {"merge": True, "frame_size": 0.5}),
        ("--query 1:20 --window 10", {"query": 80, "window": 10}),
        ("--query 20 --window inf --top 2", {"query": 20, "window": None, "top": 2}),
        ("--convention paper-equation", {"convention": "paper-equation"}),
        ("--convention frameless --query 20", {"convention": "frameless", "query": 20}),
    ],
)
def test_options_reach_what_notebooks_call(listed, options, asked):
    pair = SAMPLES["jingle_bells_algorithm"].reference, SAMPLES["jingle_bells_algorithm"].estimate
    rows = listed("jingle_bells_algorithm", *options.split())
    assert rows == triplets(*pair, **asked).rows()
    if not asked:
        assert len(rows) == 100
        assert {row["outcome"] for row in rows} <= set(LOST)


def test_types_are_plain(listed):
    for more in ([], ["--merge"], ["--query", "30"], ["--convention", "frameless"]):
        for row in listed("figure7", "--window", "inf", "--direction", "precision", *more):
            assert isinstance(row["query"], float)
            for key in ("i", "j", *(["queries"] if "--merge" in more else [])):
                start, end = row[f"{key}_start"], row[f"{key}_end"]
                assert start < end
                assert [start, end] == [round(start, 9), round(end, 9)]
            depths = [value for name, value in row.items() if name.startswith("depth_")]
            assert [type(depth) for depth in depths] == [int] * 4
            assert row["outcome"] in OUTCOMES
            assert type(row["count"]) is int or "frameless" in more
            assert 0 <= row["loss"] <= 1
            assert 0 < row["share"] <= 1


@pytest.mark.parametrize("convention", ["mir_eval", "paper-equation", "frameless"])
def test_a_listed_query_can_be_asked_for(listed, convention):
    how = ["--convention", convention, "--frame-size", "0.5"]
    for row in listed("jingle_bells", *how)[::30]:
        rows = listed("jingle_bells", *how, "--query", str(row["query"]))
        ends = ("i_start", "i_end", "j_start", "j_end")
        (again,) = (one for one in rows if all(one[end] == row[end] for end in ends))
        # Without frames the listed query is rounded, to 1e-9 s.
        numbers = {key: pytest.approx(row[key], rel=1e-6) for key in ("count", "loss", "share")}
        assert again == row | numbers
