"""The page Styles as a script: sources of corpora, tests, messages, texts and exports."""

import io
import json
import re
import zipfile
from functools import partial
from html import unescape
from importlib.metadata import version
from urllib.parse import parse_qs

import apptesting
import numpy as np
import pytest
from apptesting import (
    address,
    listen,
    message_bytes,
    new_app,
    opened_at,
    read_files,
    ready,
    said,
    to_page,
)
from unpacking import unpacked

from core.align import align
from core.caemsi import COMPRESSORS, difference_test, distance_matrix, equivalence_test
from core.caemsi.comparing import Draws, run_tests
from core.caemsi.distances import clustered, flat_map, nearest
from core.caemsi.equivalence import MARGINS, default_margin, equivalence, margin_curve, rank
from core.caemsi.reading import corpus_of_files, read_corpus
from core.caemsi.representations import recommended_compressor
from core.caemsi.results import (
    StyleTests,
    distance_rows,
    item_names,
    item_rows,
    labeling_rows,
    margin_rows,
)
from core.caemsi.samples import STYLE_SAMPLES, style_sample
from core.caemsi.verdict import ALPHAS, headline_words, too_few, too_few_alike, verdict, write_p
from core.io import File, read
from core.io.link import unpack_pair
from core.showing import rows_csv
from explorer.figures.styles import hierarchy_figure, matrix_figure
from explorer.server.around_streamlit import RELOADED

FEW = "few-items"
"""The quickest of the samples."""


def page(margin=None, alpha=None, **held):
    """The page, opened by a link, whose files are read."""
    query = {"styles": json.dumps(held)} if held else {}
    query |= {"margin": margin} if margin else {}
    query |= {"alpha": alpha} if alpha else {}
    return read_files(opened_at("styles", **query), "styles_read")


def shown_item(app):
    """The text of the item that is open; what to cite is text to be copied, too."""
    cited = {item.value for fold in app.expander if fold.label == "Cite" for item in fold.code}
    return "".join(item.value for item in app.code if item.value not in cited)


is_drawn = partial(apptesting.is_drawn, component="hierscope_styles")


def shipped(app):
    """What the component is given: where it starts, what is drawn, and its arrays."""
    now, outer = unpacked(message_bytes(app, "hierscope_styles"))
    return now, *unpacked(outer["drawing"].tobytes())


def spoken(app, *kinds):
    """Texts of the page, with symbols as the core writes them."""
    return [re.sub(r"\$p_mathrm\{(\w+)\}\$", r"p_\1", line) for line in said(app, *kinds)]


def change(app, kind, name, value):
    return ready(getattr(app, kind)(key=f"widget_styles_{name}").set_value(value).run())


def held(app):
    """What the address says of the form."""
    there = parse_qs(address(app))
    return json.loads(there.get("styles", ["{}"])[0])


def corpora(sample_id, read_as=None):
    sample = style_sample(sample_id)
    return tuple(
        corpus_of_files(name, files, read_as or sample.representation)
        for name, files in zip(sample.names, sample.files(), strict=True)
    )


def measured(a, b, compressor="zlib", order="canonical"):
    return distance_matrix([i.data for i in (*a.items, *b.items)], compressor, order=order)


def agrees(app, distances, n_a, **draws):
    """Expect the p-values that the core's tests give at every margin."""
    _, head, _ = shipped(app)
    difference, ranked = run_tests(distances, n_a, Draws(**draws))
    curve = margin_curve(ranked, head["margins"], plus_one=difference.plus_one)
    assert head["p_diff"] == write_p(difference)
    assert head["p_eqv"] == [write_p(test) for test in curve.tests]
    for side in "ab":
        values = [write_p(test, getattr(test, side).value) for test in curve.tests]
        assert head[f"lambda_{side}"] == values


def chosen_folders(tmp_path, first, second):
    """Write two folders of items; give what the form says of them."""
    a, b = write(tmp_path / "first", first), write(tmp_path / "second", second)
    return {"kind": "folders", "a": a, "b": b}


def test_the_page_starts_with_the_first_sample_and_its_verdict():
    app = page()
    now, head, arrays = shipped(app)
    sample = style_sample(next(iter(STYLE_SAMPLES)))
    assert sample.title == "Two musical forms"
    a, b = corpora(sample.id)
    assert (now["margin"], now["alpha"]) == (0.15, 0.05)
    assert head["headlines"] == headline_words(sample.names)
    usual = default_margin(len(a.items), len(b.items))
    assert json.loads(arrays["figures"].tobytes())[0]["data"][-1]["x"] == [usual]
    agrees(app, measured(a, b, recommended_compressor(sample.representation)), len(a.items))
    assert f"Sample: {sample.title}" in [re.sub(r"\\(.)", r"\1", e.label) for e in app.expander]
    assert not said(app, "error", "warning", "info")
    assert held(app) == {}


def sample_pills(app):
    return next(each for each in app.button_group if each.key.startswith("widget_styles_sample"))


def test_another_sample_is_chosen_and_compared_as_suits_its_files():
    app = page()
    ready(sample_pills(app).set_value(FEW).run())
    assert held(app) == {"sample": FEW}
    assert shipped(app)[1]["headlines"] == headline_words(style_sample(FEW).names)
    suits = recommended_compressor(style_sample(FEW).representation)
    how = f"; {suits} ({COMPRESSORS[suits].version});"
    assert any(how in caption for caption in said(app, "caption"))
    a, b = corpora(FEW)
    distances = measured(a, b, suits)
    agrees(app, distances, len(a.items))
    few = too_few_alike(equivalence_test(distances, len(a.items)), (len(a.items),) * 2, 0.05)
    assert spoken(app, "error", "warning") == [few]
    assert any(
        "p_eqv can be below 0.05 from about 10 items" in line for line in spoken(app, "caption")
    )
    assert sample_pills(app).value == FEW
    assert sample_pills(app).proto.required  # see tests/browser/test_styles.py


def test_a_link_brings_everything_back():
    wanted = {
        "sample": "two-forms",
        "as": "hierarchy-durations",
        "compressor": "bz2",
        "order": "mean",
        "permutations": "120",
        "seed": "7",
        "equal": "1",
        "plus": "1",
        "titles": "0",
        "similar": "0",
    }
    app = page(margin="0.1", alpha="0.01", **wanted)
    now, _, _ = shipped(app)
    assert (now["margin"], now["alpha"]) == (0.1, 0.01)
    assert held(app) == wanted
    a, b = corpora("two-forms", "hierarchy-durations")
    agrees(
        app,
        measured(a, b, "bz2", "mean"),
        len(a.items),
        seed=7,
        n_permutations=120,
        equal_weight=True,
        plus_one=True,
    )


def test_parameters_that_are_none_fall_back_and_are_named():
    query = {"margin": "0", "alpha": "0.5", "styles": '{"seed": 3}'}
    app = new_app(**query)
    ready(app.run())
    (toast,) = app.toast
    for name, text in query.items():
        assert f"{name}={text}" in re.sub(r"\\(.)", r"\1", toast.value)
    now = shipped(to_page(app, "styles"))[0]
    assert (now["margin"], now["alpha"]) == (0.15, 0.05)


def test_numbers_between_those_that_sliders_offer_are_computed():
    a, b = corpora(FEW)
    distances = measured(a, b)
    ranked = rank(distances, len(a.items))
    # A margin at which p_eqv is another one than at those beside it.
    between = next(
        round(low + 0.001, 4)
        for low in MARGINS
        if equivalence(ranked, low).p_value != equivalence(ranked, low + 0.001).p_value
    )
    app = page(sample=FEW, margin=f"{between}", alpha="0.033")
    now, head, _ = shipped(app)
    assert (now["margin"], now["alpha"]) == (between, 0.033)
    assert head["margins"] == sorted([*MARGINS, between])
    assert head["alphas"] == sorted([*ALPHAS, 0.033])
    p = equivalence(ranked, between).p_value
    assert head["p_eqv"][head["margins"].index(between)] == f"= {p:.3f}"
    # The table and the address have the settled margin and level.
    difference = difference_test(distances, len(a.items))
    app.session_state["styles_margin"], app.session_state["styles_alpha"] = 0.4, 0.01
    ready(app.run())
    test = equivalence_test(distances, len(a.items), margin=0.4)
    wanted = StyleTests((a, b), "bytes", distances, difference, test, verdict(difference, test))
    p_values = difference.p_value, test.p_value, test.a.value, test.b.value
    rows = app.table[0].value.to_dict("records")
    assert [row["p"] for row in rows] == [f"{p:.3f}" for p in p_values]
    assert [row["statistic"] for row in rows] == [row["statistic"] for row in wanted.cells()]
    query = parse_qs(address(app))
    assert (query["margin"], query["alpha"]) == (["0.4"], ["0.01"])
    # They are of this page alone.
    assert not {"styles", "margin", "alpha"} & set(parse_qs(address(to_page(app, "glossary"))))


def write(folder, texts):
    folder.mkdir(parents=True)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(folder)


def strings(seed, count, letters="ab", length=80):
    rng = np.random.default_rng(seed)
    return {f"s{at:02}.txt": "".join(rng.choice(list(letters), length)) for at in range(count)}


@pytest.fixture
def folders(tmp_path):
    return chosen_folders(tmp_path, strings(1, 6), strings(2, 7, "abc"))


def from_folders(folders, read_as="bytes"):
    return tuple(read_corpus(folders[side], read_as) for side in "ab")


def test_folders_are_typed_and_compared_or_refused_by_name_and_nothing_is_lost(tmp_path, folders):
    app = page(kind="folders")
    assert not is_drawn(app)
    assert any("at least 3 items" in line for line in said(app, "info"))
    change(app, "text_input", "a", f" {folders['a']} ")
    assert not is_drawn(app)
    change(app, "text_input", "b", folders["b"])
    a, b = from_folders(folders)
    assert shipped(app)[1]["headlines"] == headline_words(("first", "second"))
    agrees(app, measured(a, b), 6)
    assert held(app) == folders
    # Folders that can't be read are named side by side.
    (tmp_path / "empty").mkdir()
    change(app, "text_input", "a", str(tmp_path / "no*where"))
    change(app, "text_input", "b", str(tmp_path / "empty"))
    lines = said(app, "error")
    assert [line[:9] for line in lines] == ["Corpus A:", "Corpus B:"]
    assert re.search(r"no\*where.*no such folder", lines[0])
    assert "here are no files in 'empty'" in lines[1]
    assert not is_drawn(app)
    change(app, "text_input", "a", str(tmp_path / "second" / "s01.txt"))
    assert "not a folder" in said(app, "error")[0]
    # An item in both is refused.
    change(app, "text_input", "a", folders["a"])
    copied = strings(2, 7, "abc") | {"copy.txt": strings(1, 6)["s03.txt"]}
    change(app, "text_input", "b", write(tmp_path / "third", copied))
    (line,) = said(app, "error")
    assert "'first' and 'third' share 's03.txt' (there 'copy.txt')" in line
    assert not is_drawn(app)
    # Another choice works at once.
    change(app, "radio", "kind", "sample")
    assert is_drawn(app)
    change(app, "radio", "kind", "folders")
    assert app.text_input(key="widget_styles_b").value == str(tmp_path / "third")


def test_folders_that_a_link_names_are_read_after_a_click_and_not_for_visitors_from_elsewhere(
    folders, touches, saved, monkeypatch
):
    with touches(folders["a"], folders["b"]) as seen:
        app = opened_at("styles", styles=json.dumps(folders))
    assert seen == []
    (line,) = [line for line in said(app, "markdown") if "Not read yet" in line]
    assert folders["a"] in line
    assert folders["b"] in line
    assert not is_drawn(app)
    assert not said(app, "info")
    assert is_drawn(read_files(app, "styles_read"))
    # Only samples are handed out.
    assert "Files of the sample, zip" not in saved
    assert len(saved) == 7
    assert "Folders of this machine" in app.radio(key="widget_styles_kind").options
    listen(monkeypatch, None)
    app = page(**folders)
    kinds = app.radio(key="widget_styles_kind").options
    assert kinds == ["Samples", "Upload files", "Upload folders"]
    # The first sample is there instead.
    names = style_sample(next(iter(STYLE_SAMPLES))).names
    assert shipped(app)[1]["headlines"] == headline_words(names)
    assert [field.label for field in app.text_input] == []
    assert folders["a"] not in repr([said(app, "markdown"), [e.label for e in app.expander]])


def test_what_is_left_out_is_listed_and_duplicates_stay_where_that_is_asked_for(tmp_path, folders):
    copy = strings(1, 1)["s00.txt"]
    more = {"S01.txt": "a" * 50, "other.txt": copy, "s02.bin": ""}
    write(tmp_path / "first" / "more", more)
    (tmp_path / "second" / "s03.txt").write_bytes(b"")
    app = page(**folders)
    read = from_folders(folders)
    assert [len(corpus.items) for corpus in read] == [6, 6]
    (listed,) = [each for each in app.expander if each.label.startswith("Left out")]
    assert listed.label == "Left out: 2 unreadable, 2 removed"
    assert listed.dataframe[0].value.to_dict("records") == [
        {"corpus": side, "item": left.name, "what": what, "why": left.reason}
        for side, corpus in zip("AB", read, strict=True)
        for what, several in (("unreadable", corpus.unreadable), ("removed", corpus.removed))
        for left in several
    ]
    agrees(app, measured(*read), 6)
    change(app, "checkbox", "titles", False)
    change(app, "checkbox", "similar", False)
    whole = read_corpus(folders["a"], titles=False, similar=False)
    assert len(whole.items) == 8
    agrees(app, measured(whole, read[1]), 8)
    (listed,) = [each for each in app.expander if each.label.startswith("Left out")]
    assert listed.label == "Left out: 2 unreadable"


def test_what_files_are_read_as_is_guessed_and_changed_and_one_that_is_gone_is_told_of(tmp_path):
    first, second = (
        {f"{at}.lab": f"0 {at + 4} {label}\n{at + 4} 30 B\n" for at in range(5)} for label in "AB"
    )
    form = chosen_folders(tmp_path, first, second)
    app = page(**form)
    box = app.selectbox(key="widget_styles_as")
    assert box.options[0] == "automatic: hierarchies, labels as a tree"
    assert app.selectbox(key="widget_styles_compressor").value == "deflate"
    change(app, "selectbox", "as", "bytes")
    assert app.selectbox(key="widget_styles_compressor").value == "zlib"
    agrees(app, measured(*from_folders(form)), 5)
    assert held(app)["as"] == "bytes"
    change(app, "selectbox", "as", "hierarchy-durations")
    choose(app, 1)
    assert not said(app, "error")
    (tmp_path / "first" / "1.lab").unlink()
    ready(app.run())
    (line,) = said(app, "error")
    assert "1.lab" in line
    # The numbers stay.
    assert is_drawn(app)


def upload(app, side, files):
    uploads = [(name, data, "text/plain") for name, data in files]
    uploader = app.file_uploader(key=f"widget_styles_files_{side}")
    return ready(uploader.set_value(uploads).run())


def test_uploaded_files_are_compared():
    app = page(kind="files")
    assert not is_drawn(app)
    first, second = (
        [(name, text.encode()) for name, text in texts.items()]
        for texts in (strings(1, 4), strings(2, 5, "abc"))
    )
    upload(app, "a", first)
    assert not is_drawn(app)
    assert "4 files" in said(app, "caption")
    upload(app, "b", second)
    a, b = corpus_of_files("A", first), corpus_of_files("B", second)
    assert shipped(app)[1]["headlines"] == headline_words(("A", "B"))
    agrees(app, measured(a, b), 4)
    # They are there after a reload, and after another page.
    query = {"styles": json.dumps({"kind": "files"}), RELOADED: app.session_state["session"]}
    again = opened_at("styles", **query)
    agrees(again, measured(a, b), 4)
    ready(again.button(key="styles_files_remove").click().run())
    assert not is_drawn(again)
    app = to_page(to_page(app, "glossary"), "styles")
    agrees(app, measured(a, b), 4)
    # Other files, another answer.
    upload(app, "b", second[:3])
    agrees(app, measured(a, corpus_of_files("B", second[:3])), 4)
    upload(app, "b", [])
    assert not is_drawn(app)


def test_too_few_items_and_items_beyond_the_window_are_warned_of_and_zstd_helps(tmp_path):
    form = chosen_folders(tmp_path, *(strings(seed, 3, length=17_000) for seed in (1, 2)))
    app, read = page(**form), from_folders(form)
    distances = measured(*read)
    assert distances.warning
    assert spoken(app, "warning") == [
        too_few(difference_test(distances, 3), (3, 3), 0.05),
        too_few_alike(equivalence_test(distances, 3), (3, 3), 0.05),
        distances.warning,
    ]
    ready(app.button(key="styles_zstd").click().run())
    assert distances.warning not in said(app, "warning")
    assert held(app)["compressor"] == "zstd"
    assert app.selectbox(key="widget_styles_compressor").value == "zstd"
    agrees(app, measured(*read, "zstd"), 3)


def plotted(app, key):
    """A figure, as it is shipped."""
    (found,) = [each for each in app.get("plotly_chart") if key in each.proto.id]
    return json.loads(found.proto.spec)


def item_box(app):
    (box,) = [each for each in app.selectbox if each.key.startswith("widget_styles_item")]
    return box


def choose(app, number):
    return ready(item_box(app).set_value(number).run())


def test_the_matrix_has_two_orders_and_an_item_opens_with_its_text_and_its_nearest():
    app = page(sample=FEW)
    a, b = corpora(FEW)
    distances = measured(a, b)
    every = (*a.items, *b.items)
    names, order = item_names(a, b), clustered(distances)
    drawn = [
        json.loads(matrix_figure(distances, len(a.items), names, each).to_json())["data"][0]
        for each in (range(len(every)), order)
    ]
    assert plotted(app, "styles_matrix")["data"][0]["z"] == drawn[0]["z"]
    (control,) = [each for each in app.button_group if each.key == "styles_matrix_order"]
    ready(control.set_value("likeness").run())
    assert plotted(app, "styles_matrix")["data"][0]["z"] == drawn[1]["z"] != drawn[0]["z"]
    assert item_box(app).options == names
    assert item_box(app).value is None
    for number in (2, len(a.items) + 1):
        choose(app, number)
        item = every[number]
        (line,) = [each for each in said(app, "markdown") if "compressed" in each]
        side = "AB"[number >= len(a.items)]
        size = int(distances.sizes[number])
        assert line == f"**{item.name}** of {side}: {len(item.data)} bytes, {size} compressed"
        assert shown_item(app) == item.data.decode()
        rows = app.table[-1].value.to_dict("records")
        sides = np.split(np.arange(len(every)), [len(a.items)])
        for row, members in zip(rows, sides, strict=True):
            near = nearest(distances.values, number, members, 3)
            assert re.sub(r"\\(.)", r"\1", row["item (distance)"]) == ", ".join(
                f"{names[each]} ({distances.values[number, each]:.4f})" for each in near
            )
    # Ringed on the map, and gone with other corpora.
    assert len(plotted(app, "styles_map")["data"]) == 3
    change(app, "selectbox", "compressor", "bz2")
    assert item_box(app).value is None


def test_a_hierarchy_is_drawn_and_opens_in_compare_beside_the_nearest_of_the_other_corpus():
    app = page(sample="two-forms")
    a, b = corpora("two-forms")
    n_a, number = len(a.items), 1
    choose(app, number)
    files = dict(file for side in style_sample("two-forms").files() for file in side)
    (wanted,) = read([File("x.csv", files[a.items[number].name])])
    drawn = json.loads(hierarchy_figure(wanted.hierarchy).to_json())["data"]
    bars = plotted(app, "styles_item_layers")["data"]
    assert [bar["base"] for bar in bars] == [bar["base"] for bar in drawn]
    ready(app.button(key="styles_open").click().run())
    kind, packed = app.session_state["sources"]["reference"]
    assert kind == "drawn"
    assert app.session_state["sources"]["estimate"] == (kind, packed)
    near = int(np.argmin(measured(a, b, "deflate").values[number, n_a:]))
    (other,) = read([File("y.csv", files[b.items[near].name])])
    pair = align(wanted.hierarchy, other.hierarchy)
    for found, whole in zip(unpack_pair(packed), (pair.reference, pair.estimate), strict=True):
        for layer, should in zip(found.layers, whole.layers, strict=True):
            np.testing.assert_allclose(layer.boundaries, should.boundaries, atol=1e-6)
            assert layer.labels == should.labels


def test_bytes_that_are_no_text_are_shown_as_numbers(tmp_path):
    rng = np.random.default_rng(0)
    form = chosen_folders(
        tmp_path,
        {f"{at}.bin": rng.bytes(40) for at in range(3)},
        {f"{at}.bin": b"\xff" + rng.bytes(2000) for at in range(3)},
    )
    app, read = page(**form), from_folders(form)
    choose(app, 0)
    assert shown_item(app) == read[0].items[0].data.hex(" ")
    choose(app, 3)
    shown = shown_item(app)
    assert shown.endswith(" …")
    assert read[1].items[0].data.hex(" ").startswith(shown[:-2])


def test_files_hold_what_the_core_gives(saved):
    app = page(sample=FEW, margin="0.1", alpha="0.01", seed="4", permutations="500")
    ready(app.run())
    a, b = corpora(FEW)
    distances, n_a = measured(a, b), len(a.items)
    rng = np.random.default_rng
    difference = difference_test(distances, n_a, n_permutations=500, rng=rng(4))
    test = equivalence_test(distances, n_a, margin=0.1, n_permutations=500, rng=rng(4))
    ranked = rank(distances, n_a, n_permutations=500, rng=rng(4))

    tables = {
        "p-values of all margins": margin_rows(margin_curve(ranked)),
        "Labelings": labeling_rows(difference, test),
        "Distances": distance_rows(a, b, distances),
        "Items and their map positions": item_rows(a, b, distances, flat_map(distances)),
    }
    for label, rows in tables.items():
        assert saved[f"{label}, CSV"]() == rows_csv(rows)
    (cited,) = (each for each in app.expander if each.label == "Cite")
    tests = StyleTests(
        (a, b), "bytes", distances, difference, test, verdict(difference, test, 0.01), 4
    )
    wanted = tests.cite()
    assert [item.value for item in cited.code] == [wanted.text, wanted.bibtex.strip()]
    document = json.loads(saved["Both tests, JSON"]())
    assert document == tests.document() | {
        "source": FEW,
        "duplicates_removed": {"titles": True, "similar": True},
        "hierscope": version("hierscope"),
    }
    with zipfile.ZipFile(io.BytesIO(saved["Files of the sample, zip"]())) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            f"{side}/{name}": data
            for side, files in zip("AB", style_sample(FEW).files(), strict=True)
            for name, data in files
        }
    html = saved["Figures, HTML"]()
    assert html.count('class="plotly-graph-div"') == 6
    assert verdict(difference, test, 0.01).sentence in unescape(html)
    assert len(saved) == 8
