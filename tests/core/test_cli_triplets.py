"""`hierscope triplets` on the command line."""

import csv
import io
import json
from pathlib import Path

import pytest

from core.samples import samples
from core.triplets import TripletBlocks
from core.triplets.api import costliest
from core.triplets.results import LOST, OUTCOMES
from core.triplets.task import Task
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


def task(sample, **how):
    return Task(SAMPLES[sample].reference, SAMPLES[sample].estimate, **how)


def columns(merge):
    blocks = costliest(task("figure7"), 1, merge=merge)
    return [column.name for column in TripletBlocks(task("figure7"), blocks, merge=merge).columns]


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
    pair = SAMPLES["pop_vs_algorithm"].reference, SAMPLES["pop_vs_algorithm"].estimate
    rows = listed("pop_vs_algorithm", *options.split())
    assert rows == triplets(*pair, **asked).rows()
    if not asked:
        assert len(rows) == 100
        assert {row["outcome"] for row in rows} <= set(LOST)


def test_keys_and_types_are_plain(listed):
    for more in ([], ["--merge"], ["--query", "30"], ["--convention", "frameless"]):
        for row in listed("figure7", "--window", "inf", "--direction", "precision", *more):
            assert list(row) == columns("--merge" in more)
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


def test_figure_2_at_the_query_of_section_4_1(listed, capsys):
    words = ["--query", "5", "--window", "inf", "--direction", "precision"]
    words += ["--convention", "paper-tables"]
    tie, agree = listed("figure2", *words)
    assert tie == {
        "query": 5.0,
        "i_start": 10.0,
        "i_end": 20.0,
        "j_start": 20.0,
        "j_end": 60.0,
        "depth_reference_i": 0,
        "depth_reference_j": 0,
        "depth_estimate_i": 1,
        "depth_estimate_j": 0,
        "outcome": "tie",
        "count": 100 * 400,
        "loss": pytest.approx(100 / 199 / 600),
        "share": pytest.approx(100 / 199),
        "unit": "seconds",
    }
    assert (agree["i_start"], agree["outcome"], agree["count"]) == (0.0, "agree", 99 * 400)
    assert main(["triplets", FILES["figure2"], FILES["figure2"], *words]) == 0
    assert (
        "Costliest: At 0:05.0, which is closer: i 0:15.0 or j 0:40.0? Estimate: q is in the same "
        "segment 0:00.0–0:20.0 (layer 1) as i, not as j, so i is closer. Reference: q shares no "
        "segment with i or j, so i and j are equally close. The reference does not make this "
        "distinction.\n"
    ) in capsys.readouterr().out


@pytest.mark.parametrize("convention", ["mir_eval", "paper-equation", "frameless"])
def test_a_listed_query_can_be_asked_for(listed, convention):
    how = ["--convention", convention, "--frame-size", "0.5"]
    for row in listed("sonata_movement", *how)[::30]:
        rows = listed("sonata_movement", *how, "--query", str(row["query"]))
        ends = ("i_start", "i_end", "j_start", "j_end")
        (again,) = (one for one in rows if all(one[end] == row[end] for end in ends))
        # Without frames the listed query is rounded, to 1e-9 s.
        numbers = {key: pytest.approx(row[key], rel=1e-6) for key in ("count", "loss", "share")}
        assert again == row | numbers


def test_csv_holds_the_same(listed, capsys):
    for more in (["--top", "9", "--merge"], ["--query", "100"]):
        rows = listed("pop_vs_algorithm", *more)
        path = FILES["pop_vs_algorithm"]
        assert main(["triplets", path, path, "--csv", *more]) == 0
        cells = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert cells == [{name: str(value) for name, value in row.items()} for row in rows]
