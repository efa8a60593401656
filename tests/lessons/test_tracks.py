"""Ten real tracks worth opening: what is claimed about them, and the ways to open them."""

import csv
import math
import re

import numpy as np
import pytest
from apptesting import opened_at
from salami_corpus import CORPUS, needs_salami, write_salami

from core.diagnosis import diagnose
from core.papers.salami import salami_pair
from core.tmeasures import score
from docs.links import ROOT
from explorer.lessons.tracks import TRACKS

BY_NUMBER = {track.number: track for track in TRACKS}


def letters(text):
    return re.sub(r"\W|_", "", text).casefold()


@pytest.mark.parametrize("track", TRACKS, ids=lambda track: str(track.number))
def test_the_guide_lists_each_track_as_the_page_does(track):
    scores = ", ".join(f"{score:.2f}" for score in track.scores)
    row = f"| {track.number} | *{track.title}*, {track.performer} | {scores} | {track.see} |"
    assert row in (ROOT / "docs/teaching.md").read_text("utf-8")


@needs_salami
@pytest.mark.parametrize("track", TRACKS, ids=lambda track: str(track.number))
def test_titles_scores_and_causes_are_those_of_salami(track):
    with (CORPUS / "metadata.csv").open() as table:
        (row,) = (row for row in csv.DictReader(table) if row["SONG_ID"] == str(track.number))
    assert letters(track.title) == letters(row["SONG_TITLE"])
    assert letters(track.performer) == letters(row["ARTIST"])
    pair = salami_pair(CORPUS, track.number)
    found = score(pair.reference, pair.estimate, [3.0, 15.0, math.inf]).scores["reduced"]
    assert tuple(np.round(found.f_measure, 2)) == track.scores
    sides = pair.unaligned
    assert track.segments == tuple(tuple(len(row) - 1 for row in side.boundaries) for side in sides)
    assert diagnose(*sides, 15.0).causes[0].kind == track.cause
    if track.number == 524:
        assert f"recall rests on {100 * found.recall_share[1]:.0f} % of" in track.see
    if track.number == 1010:
        coarse, fine = (set(row.round(2)) for row in sides[1].boundaries)
        assert len(coarse & fine) >= 0.8 * len(coarse)


def test_what_is_to_be_seen_follows_from_the_numbers():
    scores = {number: track.scores for number, track in BY_NUMBER.items()}
    finest = {number: [side[-1] for side in track.segments] for number, track in BY_NUMBER.items()}
    assert min(scores[530]) > 0.85
    assert min(scores[694]) > 0.9
    assert scores[450] == tuple(sorted(scores[450], reverse=True))
    assert scores[1206] == tuple(sorted(scores[1206]))
    assert max(scores[1142]) < 0.7 < scores[1010][1] + 0.1
    for number in (424, 976):
        assert finest[number][1] == pytest.approx(2 * finest[number][0], rel=0.1)
    assert [side[0] for side in BY_NUMBER[976].segments] == [7, 7]
    assert [side[0] for side in BY_NUMBER[450].segments] == [12, 5]


def test_without_a_folder_the_list_names_the_command(monkeypatch):
    monkeypatch.delenv("HIERSCOPE_SALAMI", raising=False)
    app = opened_at("lessons")
    assert any("hierscope --salami FOLDER" in each.value for each in app.markdown)
    assert not [each for each in app.button if "track" in each.key]


def test_a_press_opens_a_track_with_both_annotators_if_the_folder_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("HIERSCOPE_SALAMI", str(write_salami(tmp_path, track=530)))
    app = opened_at("lessons")
    app.button(key="track-450").click().run()
    (error,) = app.error
    fix = "SALAMI's track 450: it is not there. Choose one of its 1 tracks"
    assert fix in error.value.replace("\\", "")
    app.button(key="track-530").click().run()
    source = ("path", str(tmp_path / "annotations" / "530"))
    assert app.session_state["sources"] == {"reference": source, "estimate": source}
