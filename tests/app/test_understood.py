"""How pages describe the reading of files, and the reading options."""

from urllib.parse import parse_qsl

import pytest
from apptesting import address, give, opened_at, press, ready, text_of, view

from core.hierarchy import Hierarchy
from core.io.archives import write_zip
from core.tmeasures import score

UPPER, SILENT = b"0\tA\n30\tB\n60\tEnd\n", b"0\tSilence\n60\tEnd\n"
COUNTED = b"start,end,level,label\n0,60,2,A\n0,30,1,a\n30,60,1,b\n"  # from the finest
FINE = b"0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60\n"
FLAT = b"0, 20, 40, 60\n"


@pytest.fixture
def app():
    return opened_at("compare")


def counts(app, side="reference"):
    """How many segments the layers on screen have, by side."""
    return [len(layer["labels"]) for layer in view(app)[0][side]["layers"]]


def click(app, key):
    return ready(app.button(key=key).click().run())


def link(app):
    return dict(parse_qsl(address(app)))


def test_a_layer_of_silence_is_left_out_with_its_effect_and_kept_on_demand(app):
    layers = {"textfile1_uppercase.txt": UPPER, "textfile1_lowercase.txt": SILENT}
    give(app, reference=layers)
    words = "lowercase has only silence, left out"
    line = "SALAMI (raw or parsed): 1 layer (2 segments), 1 left out, times in seconds"
    assert line in text_of(app)
    assert words in text_of(app)
    give(app, estimate={"est.csv": FLAT})
    words_of_both = f"Reference: {line}. Estimate: CSV (one row of boundaries per layer): 1 layer"
    assert words_of_both in text_of(app)
    left_out, kept = (
        score(Hierarchy.from_boundaries(layers), Hierarchy.from_boundaries([[0, 20, 40, 60]]), [15])
        for layers in ([[0, 30, 60]], [[0, 30, 60], [0, 60]])
    )
    assert f"**Reference**: Ambiguous: {words}." in text_of(app)
    one, other = (each.scores["reduced"].f_measure[0] for each in (left_out, kept))
    assert f"w = 15 s: {one:.3f} now, {other:.3f} with it." in text_of(app)  # both variants
    assert "Reference: lowercase has only silence" not in text_of(app)  # the doubt above names it
    click(app, "doubt_reference_layer-left-out_0")
    assert counts(app) == [2, 1]
    assert "**Reference**: layers with only silence included." in text_of(app)
    assert link(app)["rread"] == "silent"
    click(app, "doubt_reference_reading-chosen_0")
    assert counts(app) == [2]
    assert "rread" not in link(app)


def test_levels_counted_from_the_finest_are_turned_round_and_back(app):
    give(app, reference={"tilia.csv": COUNTED}, estimate={"est.csv": FLAT})
    assert counts(app) == [1, 2]
    assert text_of(app).count("levels are counted from the finest, as in TiLiA") == 1
    assert "with layer 1 of the file as the coarsest" in text_of(app)
    layers = app.multiselect(key="read_reference_layers")
    assert layers.options == ["layer 1 of the file (2)", "layer 2 of the file (1)"]
    assert layers.value == [2, 1]
    click(app, "doubt_reference_order-turned_0")
    assert counts(app) == [2, 1]
    assert link(app)["rread"] == "layers=1-2"
    assert "layers of the file used, coarsest first: 1, 2" in text_of(app)
    ready(app.multiselect(key="read_reference_layers").set_value([2]).run())
    assert counts(app) == [1]
    click(app, "read_reference_undo")
    assert counts(app) == [1, 2]
    # Exchanged sides take their choices along, also in a link.
    click(app, "read_reference_turn")
    press(app, "Swap")
    later = opened_at("compare", **link(app))
    for page in (app, later):
        assert counts(page, "estimate") == [2, 1]
        assert link(page)["eread"] == "layers=1-2"
    assert "estimate: layers of the file used, coarsest first: 1, 2" in text_of(later)
    click(app, "read_reference_turn")
    assert "eread" not in link(app)


RWC = b'0\t3000\t"A"\n3000\t9000\t"B"\n9000\t12000\t"C"\n'


def test_a_doubt_that_both_sides_have_is_told_and_answered_once(app):
    give(
        app,
        reference={"rwc1.txt": RWC},
        estimate={"rwc2.txt": RWC.replace(b"9000", b"8000").replace(b"12000", b"14000")},
    )
    assert "**Both**: Ambiguous: times are in centiseconds." in text_of(app)
    sides = [Hierarchy.from_boundaries([[0, 30, at, 120]]) for at in (90, 80)]
    in_seconds = [Hierarchy.from_boundaries([100 * each.boundaries[0]]) for each in sides]
    one, other = (score(*pair, [15]).scores["full"].f_measure[0] for pair in (sides, in_seconds))
    assert f"{one:.3f} now, {other:.3f} as seconds." in text_of(app)
    click(app, "doubt_both_unit-read_0")
    assert view(app)[0]["duration"] == 12000
    assert link(app)["rread"] == link(app)["eread"] == "unit=seconds"
    assert "**Both**: times read as seconds." in text_of(app)
    click(app, "doubt_both_reading-chosen_0")
    # What one side alone is asked stays its own; the other may be read otherwise by its choices.
    ready(app.selectbox(key="read_reference_unit").set_value("milliseconds").run())
    assert "**Reference**: times read as milliseconds" in text_of(app)
    assert "**Estimate**: Ambiguous: times are in centiseconds (whole numbers" in text_of(app)


def test_units_are_offered_and_chosen_before_a_pair_is_made_and_after(app):
    give(app, reference={"rwc.csv": b"0, 6000, 12000, 24000\n"})
    assert "set their unit" in text_of(app)
    click(app, "open_reference_unit-doubt_1")
    assert app.selectbox(key="open_reference_unit").value == "centiseconds"
    give(app, estimate={"est.csv": b"0, 60, 120, 240\n"})
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 60, 120, 240]
    assert link(app)["rread"] == "unit=centiseconds"
    assert "times in centiseconds" in text_of(app)
    options = app.selectbox(key="read_reference_unit").options
    assert options[0] == "seconds, as detected"
    assert options[1].startswith("milliseconds: the track would last 0:24")
    assert options[2].startswith("centiseconds: the track would last 4:00")
    ready(app.selectbox(key="read_reference_unit").set_value("frames").run())
    assert "times in frames need a rate" in text_of(app)
    ready(app.number_input(key="read_reference_rate").set_value(100.0).run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 60, 120, 240]
    assert link(app)["rread"] == "unit=frames,rate=100.0"
    ready(app.number_input(key="read_reference_offset").set_value(-60.0).run())
    assert "can't be read with these options" in text_of(app)
    ready(app.number_input(key="read_reference_offset").set_value(10.0).run())
    assert "all times shifted by +10 s" in text_of(app)


def test_paths_of_a_command_are_read_as_the_link_says(monkeypatch, tmp_path):
    paths = tmp_path / "ref.csv", tmp_path / "est.csv"
    for path, data in zip(paths, (COUNTED, FLAT), strict=True):
        path.write_bytes(data)
    monkeypatch.setattr("sys.argv", ["app.py", *map(str, paths)])
    app = opened_at("compare", rread="layers=2")
    assert counts(app) == [1]
    assert "Reference: CSV (start,end,level,label): 1 layer (1 segment), 1 left out" in text_of(app)
    click(app, "read_reference_undo")
    assert counts(app) == [1, 2]


LAB = b"0\t30\tA\n30\t60\tB\n", b"0\t15\ta\n15\t30\tb\n30\t60\tc\n", b"0\t60\ta\n"


def test_files_of_both_sides_in_one_uploader_fill_both(app):
    files = {"est00.lab": LAB[2], "ref00.lab": LAB[0], "ref01.lab": LAB[1]}
    give(app, reference=files)
    assert (counts(app), counts(app, "estimate")) == ([2, 3], [1])
    assert "Order of layers: by the layers' names" in text_of(app)
    # Which files are whose is shown, and can be chosen.
    chosen = app.multiselect(key="read_reference_files")
    assert chosen.options == list(files)
    assert chosen.value == [2, 3]
    ready(chosen.set_value([1, 2, 3]).run())
    assert counts(app) == [1, 2, 3]
    assert counts(app, "estimate") == [1]
    assert link(app)["rread"] == "files=1-2-3"


MEASURES = b"measure,beat,movement,section\n1,1,A,a\n5,1,,b\n9,1,B,a\n17,1,C,c\n"


def test_positions_in_measures_become_seconds_by_a_tempo_or_a_file_of_beats(app):
    give(app, reference={"form.csv": MEASURES}, estimate={"other.csv": MEASURES})
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 8, 16, 17]
    assert "times in measures" in text_of(app)
    ready(app.number_input(key="read_reference_bpm").set_value(120.0).run())
    assert "the reference is in seconds" in text_of(app)
    ready(app.number_input(key="read_estimate_bpm").set_value(120.0).run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 16, 32, 34]
    ready(app.number_input(key="read_reference_meter").set_value(3.0).run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 12, 24, 25.5]
    assert app.number_input(key="read_reference_bpm").value == 120
    assert link(app)["rread"] == "unit=measures,bpm=120.0,meter=3.0"
    beats = b"\n".join(b"%g,%d" % (0.5 * at, at % 4 + 1) for at in range(80))
    lone = next(each for each in app.file_uploader if "bar lines" in each.label)
    ready(lone.upload("beats.csv", beats, "text/plain").run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 16, 32, 34]
    assert "by beats.csv" in text_of(app)
    assert "80 times from beats.csv" in text_of(app)


def test_a_pair_of_two_units_is_refused_with_what_converts_it(app):
    before = view(app)[0]["pair"]
    give(app, reference={"ref.csv": FLAT}, estimate={"form.csv": MEASURES})
    assert view(app)[0]["pair"] == before
    popover = next(each for each in app.main if each.type == "popover")
    (refused,) = popover.error
    assert "in measures" in refused.value
    assert "**Estimate** is in measures: convert to seconds" in text_of(app)
    assert not [each for each in app.number_input if each.key == "convert_reference_bpm"]
    ready(app.number_input(key="convert_estimate_bpm").set_value(60.0).run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == [0, 20, 40, 60]
    assert view(app)[0]["estimate"]["layers"][0]["boundaries"] == [0, 32, 60]
    assert link(app)["eread"] == "unit=measures,bpm=60.0,meter=4.0"
    assert not [each for each in app.number_input if each.key == "convert_estimate_bpm"]


def test_which_annotation_is_which_side_is_said(app):
    tracks = {f"{name}.csv": data for name, data in zip("abc", (FLAT, FINE, COUNTED), strict=True)}
    give(app, reference={"three.zip": write_zip(tracks)})
    words = "3 annotations: a.csv (1 layer) is the reference; b.csv (2 layers) is the estimate"
    assert f"{words}; not used: c.csv (2 layers). Choose annotations above" in text_of(app)
    picker = next(each for each in app.selectbox if each.label == "Estimate annotation")
    ready(picker.set_value(2).run())
    assert "c.csv (2 layers) is the estimate; not used: b.csv (2 layers)" in text_of(app)
