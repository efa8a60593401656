"""The page Windows without a browser: computations, texts and messages."""

import csv
import io
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from apptesting import is_drawn, new_app, ready, to_page
from unpacking import unpacked

from core.choosing import advise
from core.choosing.conventions import frame_rates, under_conventions
from core.choosing.estimates import compare
from core.io import write_csv
from core.samples import samples
from core.scape import scape
from core.settings import Settings
from core.tmeasures import CONVENTIONS, score
from core.tmeasures.results import scores_latex
from core.windows import LANDMARKS, sweep
from core.wording import IN_SECONDS, number
from explorer.messages.words import convention_words
from explorer.session.around_streamlit import plain
from explorer.widgets.text import symbols

SAMPLES = {sample.id: sample for sample in samples()}
FIGURE_6, TUNE = SAMPLES["figure6"], SAMPLES["jingle_bells"]
CHARTS = ("estimates", "conventions", "rates")


def unfolded(app):
    for name in CHARTS:
        app.session_state[f"{name}_fold"] = True
    return ready(app.run())


def opened_at(page, /, **query):
    return unfolded(new_app(page, **query))


@pytest.fixture
def app():
    return opened_at("windows", sample="figure6")


def chart(app, name):
    """What a chart is given: what changes often, what is drawn, and its arrays."""
    messages = [
        item.proto.bytes
        for item in app.get("bidi_component")
        if item.proto.component_name == "hierscope_chart"
    ]
    now, outer = unpacked(messages[CHARTS.index(name)])
    drawing, arrays = unpacked(outer["drawing"].tobytes())
    rows = arrays["values"].reshape(-1, len(drawing["windows"]))
    return now, drawing, {**arrays, "values": rows}


def lines(app, name):
    """The curves of a chart, by name."""
    _, drawing, arrays = chart(app, name)
    names = [line["name"] for line in drawing["panel"]["lines"]]
    return dict(zip(names, arrays["values"], strict=False))


def texts(app):
    kinds = (app.markdown, app.error, app.info, app.caption)
    return [item.value for kind in kinds for item in kind]


def upload(app, label, *files):
    uploader = next(each for each in app.file_uploader if each.label.startswith(label))
    for name, data in files:
        uploader = uploader.upload(name, data, "text/plain")
    return ready(app.run())


def test_a_sample_is_advised_as_the_core_does_and_the_advice_can_be_used():
    sample = SAMPLES["jingle_bells_algorithm"]
    app = opened_at("windows", sample=sample.id, w="3")
    pair = sample.reference, sample.estimate
    advice = advise(pair)
    shown = texts(app)
    plainly = [re.sub(r"\*\*(.*)\*\*(?:_(.*)_)?", r"\1\2", text) for text in shown]
    depends = "T_F (reduced) depends on it: report 7.5 s and 30 s, too."
    assert symbols(replace(advice, depends=depends).sentence) in plainly
    lines = next(text for text in shown if text.startswith((":g", ":r"))).splitlines()
    for reason, line in zip(advice.reasons, lines, strict=False):
        assert symbols(reason.text) in line
        assert plain(reason.source) in line
        sign = {True: ":green[✓]", False: ":red[✗]", None: ":gray[–]"}[reason.holds]
        assert line.startswith(sign)
    assert "scores can be compared" in lines[len(advice.reasons)]
    assert "is between" in "".join(lines[len(advice.reasons) + 1 :])
    advised = [mark for mark in chart(app, "conventions")[1]["marks"] if mark["advised"]]
    assert [mark["window"] for mark in advised] == [advice.window]
    # What to report are the scores at the published and the advised window.
    windows = list(dict.fromkeys((15.0, advice.window, 7.5, 30.0)))
    result = score(*pair, windows).scores["reduced"]
    rows = app.table[0].value.to_dict("records")
    assert [row["w"] for row in rows] == [plain(IN_SECONDS.width(window)) for window in windows]
    for row, f_measure in zip(rows, result.part("f_measure"), strict=True):
        assert row["$T_F$"] == plain(number(f_measure))
    assert rows[0]["why"].startswith(plain("15 s is mir_eval's default, but T_F"))
    before = chart(app, "conventions")[0]
    ready(app.button(key="use_advice").click().run())
    now = chart(app, "conventions")[0]
    assert now["window"] == app.session_state["window"] == advice.window != before["window"]
    assert now["restored"] == before["restored"] + 1
    assert all(button.key != "use_advice" for button in app.button)  # it is in use


def test_the_papers_estimates_are_ranked_at_every_window():
    app = ready(new_app("windows").run())
    assert not is_drawn(app, "hierscope_chart")  # charts cost nothing while folded
    ready(unfolded(app).button(key="paper_estimates").click().run())
    _, _, arrays = chart(app, "estimates")
    windows = sweep(60.0)
    pairs = [("Figure 6 (on screen)", FIGURE_6.estimate)]
    pairs += [(f"Figure {n}", SAMPLES[f"figure{n}"].estimate) for n in (3, 4, 5, 7)]
    found = compare(FIGURE_6.reference, pairs, windows)
    shown = lines(app, "estimates")
    assert tuple(shown) == found.names
    np.testing.assert_array_equal(list(shown.values()), found.values("reduced", "f_measure"))
    for at in (0, 50, len(windows) - 1):
        ranking = found.ranking(at, "reduced", "f_measure")
        order = arrays["order"].reshape(-1, 5)[at]
        assert [found.names[each] for each in order] == [place.name for place in ranking]
        ranks = arrays["rank"].reshape(-1, 5)[at]
        assert ranks.tolist() == [place.rank or 0 for place in ranking]
    crossings = found.crossings("reduced", "f_measure")
    rows = app.table[1].value.to_dict("records")
    # What leads after a crossing leads at the next window.
    values = {plain(name): curve for name, curve in shown.items()}
    for row, change in zip(rows, crossings, strict=True):
        at = np.flatnonzero(windows == change.crossing.high)[0]
        assert values[row["leads"]][at] > values[row["trails"]][at]


def test_bad_estimates_and_beats_are_listed_while_the_rest_goes_on(app):
    upload(
        app,
        "Other estimates",
        ("good.csv", write_csv(SAMPLES["figure4"].estimate)),
        ("song.mp3", b"ID3\x00\x01\x02\xff\xfe" * 50),
        ("back.csv", b"0, 20, 10, 60\n"),
        ("late.csv", b"70, 80, 90\n"),
    )
    assert list(lines(app, "estimates")) == ["Figure 6 (on screen)", "good"]
    assert sorted(error.value[:4] for error in app.error) == ["back", "late", "song"]
    upload(app, "Beats", ("beats.txt", b"100\n200\n300\n"))
    assert "beat" in [error.value[:4] for error in app.error]
    assert "given frames" not in lines(app, "conventions")


def test_more_than_twelve_estimates_are_refused_with_the_reason(app):
    good = write_csv(SAMPLES["figure4"].estimate)
    upload(app, "Other estimates", *((f"e{n}.csv", good) for n in range(13)))
    assert list(lines(app, "estimates")) == ["Figure 6 (on screen)"]
    assert "13 files not added" in app.error[0].value
    upload(app, "Other estimates", *((f"e{n}.csv", good) for n in range(11)))
    assert not app.error
    upload(app, "Other estimates", ("one.csv", good))
    assert "at most 12 estimates" in app.error[0].value
    assert len(lines(app, "estimates")) == 12


def test_conventions_and_frame_rates_are_the_cores():
    measure = "recall"
    app = opened_at("windows", sample="jingle_bells", measure=measure, variant="full", w="3.25")
    now, drawing, arrays = chart(app, "conventions")
    assert now["window"] == 3.25
    assert 3.25 in drawing["windows"]
    assert drawing["panel"]["title"].startswith("T_R full")
    pair = TUNE.reference, TUNE.estimate
    windows = sweep(TUNE.reference.end, 3.25)
    results = under_conventions(*pair, windows)
    shown = lines(app, "conventions")
    assert list(shown) == list(CONVENTIONS)
    for name, values in shown.items():
        np.testing.assert_array_equal(values, results[name].scores["full"].part(measure))
    line = drawing["panel"]["lines"][2]
    more = arrays["values"][line["more"]]
    np.testing.assert_array_equal(more, shown["paper-equation"] - shown["mir_eval"])
    assert plain(convention_words(results, 3.25, "full", measure)) in texts(app)
    rates = frame_rates(*pair, windows, settings=Settings())
    differences = list(lines(app, "rates").values())
    np.testing.assert_array_equal(differences, rates.difference("full", measure))
    _, drawing, _ = chart(app, "rates")
    assert drawing["panel"]["ticks"][-1] >= np.nanmax(np.abs(differences))


def test_beats_are_frames_of_their_own(app):
    times = [0.5 * n for n in range(1, 140)]
    upload(app, "Beats", ("beats.txt", "\n".join(map(str, times)).encode()))
    inside = [time for time in times if time <= 60]
    wanted = score(
        FIGURE_6.reference, FIGURE_6.estimate, sweep(60.0), settings=Settings(frames=inside)
    )
    np.testing.assert_array_equal(
        lines(app, "conventions")["given frames"], wanted.scores["reduced"].part("f_measure")
    )
    beyond = f"{len(times) - len(inside)} times after the end"
    assert any(text.startswith(beyond) for text in texts(app))
    app = unfolded(to_page(to_page(app, "compare"), "windows"))
    assert "given frames" in lines(app, "conventions")
    ready(app.button(key="drop_beats").click().run())
    assert "given frames" not in lines(app, "conventions")


def test_files_hold_what_the_core_gives(saved):
    app = opened_at("windows", sample="figure6", w="7.0")
    pair = FIGURE_6.reference, FIGURE_6.estimate
    text = saved["Table of scores, LaTeX"]()
    windows = sorted({*LANDMARKS, 7.0, math.inf})
    how = "T reduced and T full of {} against Figure 6: 0.1 s frames, as mir_eval"
    assert text == scores_latex(score(*pair, windows), how.format("Figure 6"))
    assert "Table of estimates, LaTeX" not in saved
    every = score(*pair, sweep(FIGURE_6.reference.end))
    wanted = list(csv.DictReader(io.StringIO(every.to_csv())))
    found = list(csv.DictReader(io.StringIO(saved["Comparison of estimates, CSV"]())))
    (name,) = {row["estimate"] for row in found}
    assert found == [{**row, "estimate": name} for row in wanted]
    assert saved["Scape, CSV"]() == scape(*pair).to_csv()
    ready(app.button(key="paper_estimates").click().run())
    names = list(lines(app, "estimates"))
    sides = [SAMPLES[f"figure{number}"].estimate for number in (6, 3, 4, 5, 7)]
    windows = [*LANDMARKS, math.inf]  # the sample is opened anew
    results = {name: score(pair[0], side, windows) for name, side in zip(names, sides, strict=True)}
    wanted = scores_latex(results, how.format("5 estimates"))
    assert saved["Table of estimates, LaTeX"]() == wanted
    assert not app.exception
