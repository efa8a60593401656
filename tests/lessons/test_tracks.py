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
from explorer.guide import real_tracks

TRACKS = real_tracks()
SEGMENTS = {
    530: (((11, 19), (7, 17)), "missing"),
    450: (((12, 25), (5, 26)), "wrong_layer"),
    1206: (((12, 17), (10, 28)), "spurious"),
    1010: (((13, 20), (10, 10)), "missing"),
    558: (((20,), (21, 38)), "layer_superfluous"),
    524: (((12, 13), (9, 24)), "spurious"),
    976: (((7, 18), (7, 35)), "spurious"),
    424: (((9, 30), (6, 58)), "spurious"),
    1142: (((6, 16), (7, 19)), "wrong_layer"),
    694: (((10, 35), (8, 32)), "not_nested"),
}
"""The segments of each layer by annotator, and the main cause at 15 s."""


def letters(text):
    return re.sub(r"\W|_", "", text).casefold()


def scores_of(track):
    return tuple(map(float, track.scores.split(", ")))


@needs_salami
@pytest.mark.parametrize("track", TRACKS, ids=lambda track: str(track.number))
def test_titles_scores_and_causes_are_those_of_salami(track):
    with (CORPUS / "metadata.csv").open() as table:
        (row,) = (row for row in csv.DictReader(table) if row["SONG_ID"] == str(track.number))
    assert letters(track.title) == letters(row["SONG_TITLE"])
    assert letters(track.performer) == letters(row["ARTIST"])
    pair = salami_pair(CORPUS, track.number)
    found = score(pair.reference, pair.estimate, [3.0, 15.0, math.inf]).scores["reduced"]
    assert tuple(np.round(found.f_measure, 2)) == scores_of(track)
    sides = pair.unaligned
    segments, cause = SEGMENTS[track.number]
    assert segments == tuple(tuple(len(row) - 1 for row in side.boundaries) for side in sides)
    assert diagnose(*sides, 15.0).causes[0].kind == cause
    if track.number == 524:
        assert f"recall rests on {100 * found.recall_share[1]:.0f} % of" in track.see
    if track.number == 1010:
        coarse, fine = (set(row.round(2)) for row in sides[1].boundaries)
        assert len(coarse & fine) >= 0.8 * len(coarse)


def test_what_is_to_be_seen_follows_from_the_numbers():
    scores = {track.number: scores_of(track) for track in TRACKS}
    assert set(scores) == set(SEGMENTS)
    finest = {number: [side[-1] for side in both] for number, (both, _) in SEGMENTS.items()}
    assert min(scores[530]) > 0.85
    assert min(scores[694]) > 0.9
    assert scores[450] == tuple(sorted(scores[450], reverse=True))
    assert scores[1206] == tuple(sorted(scores[1206]))
    assert max(scores[1142]) < 0.7 < scores[1010][1] + 0.1
    for number in (424, 976):
        assert finest[number][1] == pytest.approx(2 * finest[number][0], rel=0.1)
    assert [side[0] for side in SEGMENTS[976][0]] == [7, 7]
    assert [side[0] for side in SEGMENTS[450][0]] == [12, 5]


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
