"""The methods passage on scores: each sentence compared with the core, and valid BibTeX."""

import re
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import mir_eval
import numpy as np
import pytest
import yaml

from core.choosing.advice import PAPER
from core.citing import WORKS
from core.citing.scores import cite_scores
from core.frames import to_frame
from core.measures import BY_KEY, MEASURES
from core.samples import sample
from core.settings import Settings
from core.tmeasures import (
    CONVENTIONS,
    FRAMELESS,
    LOSE_THE_FRAMES,
    PAPER_EQUATION,
    PAPER_TABLES,
    score,
)
from core.tmeasures.scoring import query_scores
from hierscope.cli import main

ROOT = Path(__file__).parents[2]
TUNE, FIGURE_6 = sample("jingle_bells"), sample("figure6")
OVER_ALL = replace(PAPER_EQUATION, no_triplet=0.0)
T, L, MIR_EVAL_PAPER = "mcfee2015hierarchical", "mcfee2017evaluating", "raffel2014mireval"
INTERVAL = re.compile(r"i and j lie in \[q − (\S+?)(?: s)?, q \+ (\S+?)(?: s)?([\])])")
FIELD = re.compile(r"  (\w+) = \{(.*)\},")


def cited(windows=(15.0,), pair=TUNE, **how):
    result = score(pair.reference, pair.estimate, list(windows), settings=Settings(**how))
    return cite_scores(result.settings, result.measures, result.windows.tolist(), result.notation)


def parsed(bibtex):
    """Entries by key, as strictly as they are written; braces balance, and nothing is left over."""
    found = {}
    for entry in bibtex.split("\n\n"):
        head, *lines, last = entry.strip().split("\n")
        kind, key = re.fullmatch(r"@(article|inproceedings|misc)\{(\w+),", head).groups()
        assert last == "}"
        assert key not in found
        fields = dict(FIELD.fullmatch(line).groups() for line in lines)
        assert len(fields) == len(lines)
        for text in fields.values():
            depths = np.cumsum([(char == "{") - (char == "}") for char in text])
            assert (depths >= 0).all()
            assert depths[-1] == 0
            assert not re.search(r"(?<!\\)[#$%&_~^]|[^ -~]", text)
        found[key] = {"kind": kind, **fields}
    return found


def bare(text):
    """A field's text without what BibTeX needs."""
    return text.replace("{", "").replace("}", "").replace("\\", "")


@pytest.mark.parametrize("convention", [*CONVENTIONS.values(), OVER_ALL])
@pytest.mark.parametrize("window", [0.5, 15.0])
def test_the_window_reaches_as_far_as_is_said(convention, window):
    text = cited([window], convention=convention).text
    before, after, close = INTERVAL.search(text).groups()
    assert before == after
    back, ahead = convention.reach([window], 0.1)
    if convention.frameless:
        assert back == ahead == float(before)
        return
    frames = to_frame(np.array([float(before)]), 0.1, convention.rounding)[0]
    assert back == frames
    # As many frames as before the query: its own is one of them, unless the end counts.
    assert ahead == frames + (close == "]")


@pytest.mark.parametrize("window", [0.3, 3.0, 15.0])
def test_frames_of_the_window_are_those_of_mir_eval(window):
    (said,) = re.findall(r"s are (\d+) frames", cited([window]).text)
    assert int(said) == int(mir_eval.hierarchy._round(window, 0.1) / 0.1)
    for convention in (PAPER_TABLES, FRAMELESS):
        assert not re.search(r"are \d+ frames", cited([window], convention=convention).text)


def test_the_release_of_mir_eval_that_is_said_is_the_one_that_is_reproduced():
    assert f"mir_eval {version('mir_eval')} " in cited().text


@pytest.mark.parametrize("convention", [PAPER_EQUATION, OVER_ALL, LOSE_THE_FRAMES])
def test_means_are_over_the_queries_that_are_said(convention):
    pair, window = (FIGURE_6.reference, FIGURE_6.estimate), 3.0
    result = score(*pair, [window], settings=Settings(convention))
    g = query_scores(*pair, [window], settings=Settings(convention)).of("reduced", "recall")[0]
    assert np.isnan(g).any()
    text = cited([window], FIGURE_6, convention=convention).text
    counts = re.search(r"a q without a triplet counts as (\d) \((Eq. 9|Xi)", text)
    expected = np.nan_to_num(g, nan=float(counts[1])).mean() if counts else np.nanmean(g)
    # Without frames, of a query in the middle of each tenth of a second only.
    near = 1e-3 if convention.frameless else 1e-12
    assert result.scores["reduced"].recall[0] == pytest.approx(expected, abs=near)
    assert (counts is not None) == convention.mean_over_all
    assert ("for T-measures it is hierscope's own" in text) == (convention == LOSE_THE_FRAMES)


def test_measures_are_those_that_are_cited():
    result = score(TUNE.reference, TUNE.estimate)
    one = cite_scores(result.settings, [BY_KEY["full"]], [15.0])
    assert "by T-measures (full; McFee, Nieto and Bello 2015), at w = 15 s." in one.text
    assert "differ by exactly one." not in one.text


def test_every_measure_has_what_defines_it():
    assert {measure.paper for measure in MEASURES} <= set(WORKS)
    assert WORKS[T].short == PAPER
    assert WORKS[MIR_EVAL_PAPER].short == "Raffel et al. 2014"


def test_bibtex_can_be_read():
    found = parsed("\n".join(work.bibtex for work in WORKS.values()))
    assert list(found) == list(WORKS)
    assert "{CAEMSI:}" in found["ens2018caemsi"]["title"]
    assert found["hierscope"]["author"] == "{the hierscope authors}"
    assert parsed(cited().bibtex).keys() == {T, L, MIR_EVAL_PAPER, "hierscope"}


def test_the_citation_file_says_the_same():
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    works = {
        bare(entry["title"]): {name: bare(text) for name, text in entry.items()}
        for work in WORKS.values()
        for entry in parsed(work.bibtex).values()
    }
    own = works.pop("hierscope")
    assert said["title"] == "hierscope"
    assert own["author"] == " and ".join(author["name"] for author in said["authors"])
    assert own["note"] == f"Version {said['version']}"
    assert {entry["title"] for entry in said["references"]} == set(works)
    for entry in said["references"]:
        authors = [f"{name['family-names']}, {name['given-names']}" for name in entry["authors"]]
        pages = "--".join(str(entry[name]) for name in ("start", "end") if name in entry)
        fields = {
            "kind": "article" if entry["type"] == "article" else "inproceedings",
            "title": entry["title"],
            "year": str(entry["year"]),
            "booktitle": entry.get("collection-title", ""),
            "journal": entry.get("journal", ""),
            "volume": str(entry.get("volume", "")),
            "pages": pages,
            "doi": entry.get("doi", ""),
        }
        work = works[entry["title"]]
        assert work.pop("author").split(" and ") == authors
        assert work == {name: text for name, text in fields.items() if text}


def test_the_command_says_what_to_cite(tmp_path, capsys):
    path = str(ROOT / "sample_data" / "figure6.jams")
    asked = ["score", path, path, "--window", "3", "--beta", "2", "--cite"]
    expected = f"{cited([3], FIGURE_6, beta=2)}"
    assert main(asked) == 0
    assert capsys.readouterr().out == expected
    assert main([*asked, "-o", str(tmp_path / "cited.txt")]) == 0
    assert (tmp_path / "cited.txt").read_text(encoding="utf-8") == expected
