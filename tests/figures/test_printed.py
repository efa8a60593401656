"""Figures for print: size, fonts, content, and readability in gray."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from cases import case_rows
from defusedxml import ElementTree
from made_results import WINDOWS, made
from PIL import Image, ImageColor

import hierscope
from core.corpus.summary import describe
from core.diagnosis import chance_range
from core.errors import ReadError, ScoreError
from core.hierarchy import Hierarchy
from core.measures import COLUMNS
from core.samples import sample
from core.tmeasures import score
from core.tmeasures.results import N_SCORES
from core.windows import sweep
from explorer.figures.printed.canvas import fonts, text_width
from explorer.figures.printed.how import SIZES, Print, form_of
from explorer.figures.printed.pair import print_pair
from explorer.palette import HATCHES, LAYERS, label_fills, printed_fills
from hierscope.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
TUNE = sample("jingle_bells")
PAIR = TUNE.reference, TUNE.estimate
RESULT = score(*PAIR, sweep(TUNE.reference.end))
SVG = "{http://www.w3.org/2000/svg}"
CM = 72 / 2.54


def figure(**how):
    return print_pair(*PAIR, RESULT, Print(**how))


def parsed(drawn):
    return ElementTree.fromstring(drawn.data("svg"))


def texts(root):
    """The texts of an SVG with their sizes in points."""
    plain = [each for each in root.iter(f"{SVG}text") if each.get("style")]  # others are formulas
    return [(each.text, float(re.search(r"([\d.]+)px", each.get("style"))[1])) for each in plain]


@pytest.mark.parametrize("key", SIZES)
def test_a_figure_has_the_size_and_the_type_that_it_is_asked_for(key):
    size = SIZES[key]
    root = parsed(figure(size=key, query=75.0))
    width, height = (float(root.get(each).removesuffix("pt")) for each in ("width", "height"))
    assert width == pytest.approx(size.width * CM)
    assert root.get("viewBox") == f"0 0 {root.get('width')[:-2]} {root.get('height')[:-2]}"
    if size.height:
        assert height == pytest.approx(size.height * CM)
    assert {"a", "b", "verse"} <= {text for text, _ in texts(root)}
    found = {points for _, points in texts(root)}
    assert found == {size.type, size.small}
    assert key == "slide" or (min(found) >= 7 and max(found) <= 9)


def test_pdf_and_png_are_as_large_and_say_how_many_dots_an_inch(tmp_path):
    drawn = figure(panels=("layers",))
    content = drawn.data("pdf")
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)
    assert float(box[1]) == pytest.approx(8.5 * CM)
    assert b"/Subtype /Type3" not in content  # outlines, which journals refuse
    drawn.save(tmp_path / "a.PNG", dpi=200)
    with Image.open(tmp_path / "a.PNG") as image:
        assert image.width == round(8.5 / 2.54 * 200)
        assert image.info["dpi"] == pytest.approx((200, 200), abs=0.1)


def test_a_figure_holds_the_text_of_its_panels_and_nothing_else():
    labels = {label for side in PAIR for layer in side.layers for label in layer.labels}
    names = {layer.name for side in PAIR for layer in side.layers}
    around = {
        f"Reference · {TUNE.reference.name}",
        f"Estimate · {TUNE.estimate.name}",
        "time (min:s)",
    }

    def shown(**how):
        all_texts = {text for text, _ in texts(parsed(figure(caption="", **how)))}
        return {text for text in all_texts if not re.fullmatch(r"\d:\d\d", text)}

    assert shown(size="page", panels=("layers",)) == labels | names | around
    assert around <= shown(size="page", panels=("scape",))
    strips = around | {"g(q)", "0", "1", "recall", "precision", "q"}
    assert shown(size="page", panels=("strips",), query=75.0) == strips
    windows = {"0.1", "0.5", "3", "15", "60", "∞", "window w (s); ∞: the whole track"}
    legend = {"T full", "L", "recall", "precision", "F"}
    assert shown(panels=("curves",), measures=("full", "l")) == windows | legend | {"0", "1"}


def test_the_range_of_chance_is_behind_the_scores_and_in_the_caption():
    both = figure(panels=["curves", "chance"])
    axes = both.draw().axes[-1]
    finite = np.isfinite(RESULT.windows)
    (band,) = axes.collections
    drawn = band.get_paths()[0].vertices
    bounds = chance_range(*PAIR, RESULT.windows)[:, 0, finite, 2]
    shown = ~np.isnan(bounds[0])
    assert drawn[:, 1].min() == pytest.approx(np.nanmin(bounds))
    assert drawn[:, 1].max() == pytest.approx(np.nanmax(bounds))
    assert drawn[:, 0].max() == pytest.approx(RESULT.windows[finite][shown].max())
    assert "of F by chance" in " ".join(text for text, _ in texts(parsed(both)))
    assert figure(panels=["chance"]).data("svg") == both.data("svg")
    without = figure(panels=["chance"], measures=["l"])
    assert not without.draw().axes[-1].collections
    assert "chance" not in " ".join(text for text, _ in texts(parsed(without)))
    for shown, measure in ((PAIR, "l"), (PAIR[:1], "full")):
        with pytest.raises(ScoreError, match="has a range of chance"):
            hierscope.plot(*shown, measure=measure, chance=True)
    curves = hierscope.plot(hierscope.sweep(*PAIR), chance=True)
    np.testing.assert_array_equal(
        [line.y for line in curves.data[:2]], chance_range(*PAIR, RESULT.windows)[:, 0, :, 2]
    )
    assert len(hierscope.plot(hierscope.score(*PAIR), chance=True).data) - 2 == len(
        hierscope.plot(*PAIR).data
    )


def test_a_name_is_text_and_fits():
    name, label = "$a_b$ <b>&\x07 " + "long " * 9, "x$^2$"
    side = Hierarchy.from_boundaries([[0, 30, 60]], [[label, "字"]], name=name)
    drawn = print_pair(side, side, score(side, side, [15.0]), Print(panels=("layers",)))
    found = [text for text, _ in texts(parsed(drawn))]
    assert label in found
    (heading,) = {text for text in found if text.startswith("Reference")}
    assert heading.startswith("Reference · $a_b$ <b>&")
    assert heading.endswith("…")
    assert text_width(heading, 7.5, "bold") < 8.5
    assert drawn.data("pdf")  # no font may have the sign, which is no error


@pytest.mark.parametrize(("how", "caption"), case_rows("words", "captions"))
def test_texts_of_a_figure_can_be_edited(how, caption):
    reference, estimate = (replace(side, name="song_1.lab") for side in PAIR)
    shown = texts(parsed(print_pair(reference, estimate, RESULT, Print(**how))))
    assert caption in " ".join(text for text, _ in shown)
    titles = how.get("titles", ["Reference · song_1", "Estimate · song_1"])
    assert {*titles} <= {text for text, _ in shown}
    assert {*itertools.chain(*how.get("layer_names", ()))} <= {text for text, _ in shown}


def test_a_caption_breaks_into_lines_within_the_figure():
    drawn = figure(caption="much too long " * 30).draw()
    drawn.canvas.draw()
    assert len(drawn.texts) > 3
    for line in drawn.texts:
        box = line.get_window_extent()
        assert box.y0 >= 0
        assert box.x1 <= drawn.bbox.x1


def test_on_a_slide_rows_of_labels_stay_readable():
    drawn = figure(size="slide", query=75.0)
    assert {"verse", *(layer.name for layer in TUNE.reference.layers)} <= {
        text for text, _ in texts(parsed(drawn))
    }


def grey(color):
    red, green, blue = ImageColor.getrgb(color)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_labels_keep_the_colors_of_the_page_and_differ_in_grey():
    labels = [f"{number}" for number in range(len(LAYERS) * len(HATCHES))]
    side = Hierarchy.from_boundaries([[*range(len(labels) + 1)]], [labels])
    fills, printed = label_fills(side), printed_fills(side)
    shades = [*printed.values()]
    assert [color for color, _ in shades] == [fills[label][0] for label in printed]
    assert len({*shades}) == len(shades)
    for (one, hatch), (other, hatched) in itertools.combinations(shades[: len(LAYERS)], 2):
        assert hatch != hatched or abs(grey(one) - grey(other)) > 12


def test_many_layers_stay_on_the_page_and_labels_only_where_they_can_be_read():
    side = Hierarchy.from_boundaries([[0, 30, 60]] * 60, [["n1", "n2"]] * 60)
    result = score(side, side, [15.0])
    root = parsed(print_pair(side, side, result, Print(panels=("layers",))))
    assert float(root.get("height")[:-2]) <= 23 * CM + 0.01
    assert not [text for text, _ in texts(root) if text.startswith(("n", "layer"))]


@pytest.mark.parametrize(("how", "said"), case_rows("words", "not-printed"))
def test_what_can_not_be_drawn_is_said(how, said):
    with pytest.raises(ScoreError) as caught:
        figure(**how)
    assert said in str(caught.value)


def test_a_measure_of_labels_needs_them_and_a_file_an_ending():
    bare = Hierarchy.from_boundaries([[0, 30, 60]])
    with pytest.raises(ScoreError, match="L needs labels, and layer 1 of the"):
        print_pair(bare, bare, score(bare, bare, [15.0]), Print(measures=("l",)))
    with pytest.raises(
        ReadError, match=r"'\.gif' is not a format of figures.*\.pdf, \.svg or \.png"
    ):
        form_of("a.gif")
    with pytest.raises(ScoreError, match="1200, not 0"):
        figure().data("png", 0)
    assert fonts()[0] == "DejaVu Sans"


def test_the_command_writes_what_it_is_asked_for(tmp_path, capsys):
    path, output = str(ROOT / "sample_data/jingle_bells.jams"), tmp_path / "a.svg"
    words = ["figure", path, path, "--panels", "layers", "strips", "--measure", "full", "l"]
    assert main([*words, "--query", "1:15", "--window", "9", "-o", str(output)]) == 0
    how = Print("column", ["layers", "strips"], ["full", "l"], 9.0, 75.0)
    assert output.read_bytes() == print_pair(*PAIR, RESULT, how).data("svg")
    capsys.readouterr()
    for wrong, said in (
        (["-o", "a.gif"], "is not a format of figures"),
        (["-o", "a.svg", "--query", "9:00"], "no query at 9:00.0"),
    ):
        assert main([*words, *wrong]) == 2
        assert said in capsys.readouterr().err


def test_a_notebook_shows_and_saves_it(tmp_path):
    drawn = hierscope.figure(*PAIR, query=75, panels=["curves"])
    assert drawn._repr_svg_().encode() == figure(query=75.0, panels=["curves"]).data("svg")
    drawn.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == drawn._repr_svg_()


def test_a_corpus_has_a_box_a_method_and_counts_what_has_a_score():
    rng = np.random.default_rng(5)
    scores = rng.uniform(0, 1, (9, len(WINDOWS), len(COLUMNS)))
    scores[3, :, N_SCORES:] = 0
    scores[:3, 1, N_SCORES:] = 0  # nothing at 15 s
    results = made(scores, ["none"] * 3 + ["a $b"] * 6)
    drawn = hierscope.figure(results, 14, measure=["full", "l"], part="recall")
    found = [text for text, _ in texts(parsed(drawn))]
    assert found.count("none (0)") == found.count("a $b (5)") == 2
    assert {"T full", "L", "recall, w = 15 s"} <= {*found}
    box = describe(results.score("full", "recall")[4:, 1])
    wanted = (box.median, box.mean, box.whisker_low, box.whisker_high)
    lines = drawn.draw().axes[0].lines
    places = {round(float(place), 9) for line in lines for place in line.get_xdata()}
    assert {round(float(each), 9) for each in wanted} <= places
    for wrong in ({"measure": "x"}, {"size": "x"}):
        with pytest.raises(ScoreError, match="There is no"):
            hierscope.figure(results, **wrong)
    bare = made(scores)
    bare.scores[..., COLUMNS.index("recall_share_l")] = 0
    with pytest.raises(ScoreError, match="L needs labels, and no pair has them"):
        hierscope.figure(bare, measure="l")
    with pytest.raises(TypeError, match="Pass a reference and an estimate"):
        hierscope.figure(PAIR[0])


def test_a_scape_is_printed_with_its_measure_and_convention():
    scape = hierscope.scape(*PAIR, measure="full", convention="paper-tables", frame_size=0.5)
    how = {"measure": "full", "convention": "paper-tables", "frame_size": 0.5}
    asked = hierscope.figure(*PAIR, panels=["layers", "scape"], **how)
    assert hierscope.figure(scape).data("png") == asked.data("png")


def test_the_legend_leaves_the_heading_alone_beside_the_widest_names_of_layers():
    side = Hierarchy.from_boundaries([[0, 30, 60]], layer_names=["a very long name of a layer"])
    how = Print(panels=("layers", "curves"))
    drawn = print_pair(side, side, score(side, side, [5.0, 15.0]), how).draw()
    drawn.canvas.draw()
    axes = drawn.axes[-1]
    (heading,) = (text for text in axes.texts if text.get_text() == "T reduced")
    assert axes.get_legend().get_window_extent().x0 > heading.get_window_extent().x1
