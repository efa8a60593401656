"""What a person does on the page Styles, by mouse and keyboard, in Chromium."""

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from accessibility import violations
from pictures import texts_outside
from playwright.sync_api import TimeoutError, expect
from scipy.spatial.distance import cdist
from serving import follow, settled

from core.align import align
from core.caemsi import difference_test, distance_matrix
from core.caemsi.arranging import clustered, flat_map
from core.caemsi.equivalence import equivalence, rank
from core.caemsi.items import check_disjoint
from core.caemsi.margins import ALPHAS, FINE, MARGINS, flips, margin_curve
from core.caemsi.reading import corpus_of_files, read_corpus
from core.caemsi.representations import recommended_compressor
from core.caemsi.samples import style_sample
from core.caemsi.tables import item_names
from core.caemsi.verdict import one_sided_words, verdict, write_p
from core.io import File, read, unpack_pair

LONG = 20_000  # letters: more than the window of zlib
WORK = 10_000  # letters, whose distances take long enough to be stopped
MANY = 36


class Found:
    """What the core says of two corpora."""

    def __init__(self, a, b, compressor="zlib"):
        check_disjoint(a, b)
        self.a, self.b, self.n_a = a, b, len(a.items)
        self.corpora = (a.name, b.name)
        self.items = (*a.items, *b.items)
        self.names = item_names(a, b)
        self.distances = distance_matrix([item.data for item in self.items], compressor)
        self.difference = difference_test(self.distances, self.n_a)
        self.ranked = rank(self.distances, self.n_a)

    def at(self, margin):
        return equivalence(self.ranked, margin)

    def verdict(self, margin, alpha=0.05):
        return verdict(self.difference, self.at(margin), alpha)

    def flips(self, alpha=0.05):
        return flips(self.ranked, margin_curve(self.ranked), alpha)


def of_sample(sample_id):
    sample = style_sample(sample_id)
    corpora = [
        corpus_of_files(name, files, sample.representation)
        for name, files in zip(sample.names, sample.files(), strict=True)
    ]
    return Found(*corpora, recommended_compressor(sample.representation))


@pytest.fixture(scope="module")
def chains():
    return of_sample("two-chains")


def drawn(page):
    page.locator(".styles[data-followed]").wait_for()
    settled(page)


@pytest.fixture
def open_styles(open_watched):
    def open_at(height=1500, margin=None, alpha=None, ready=True, form=None, **how):
        query = {"styles": json.dumps(form or {"sample": "two-chains"})}
        query |= {"margin": margin} if margin else {}
        query |= {"alpha": alpha} if alpha else {}
        page = open_watched(f"styles?{urlencode(query)}", height=height, **how)
        if ready:
            drawn(page)
        return page

    return open_at


def frames(page):
    """Two frames: the one in which a move is heard, and the one in which it is drawn."""
    page.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def desk(page):
    return page.locator(".styles")


def line(page):
    return page.locator(".styles .line").first


def margin_of(page):
    return float(desk(page).get_attribute("data-margin"))


def agrees(page, found, margin, alpha=0.05):
    """Expect verdict, sentence and numbers to be the core's."""
    wanted, test = found.verdict(margin, alpha), found.at(margin)
    expect(desk(page)).to_have_attribute("data-margin", f"{margin}")
    expect(desk(page)).to_have_attribute("data-alpha", f"{alpha}")
    expect(desk(page)).to_have_attribute("data-verdict", wanted.name)
    expect(page.locator(".cell.here")).to_have_attribute("data-verdict", wanted.name)
    expect(page.locator(".styles .verdict")).to_have_text(wanted.sentence)
    names = zip("ab", found.corpora, strict=True)
    expect(page.locator(".styles .sided")).to_have_text(
        [one_sided_words(name, test, getattr(test, side), alpha) for side, name in names]
    )
    for name, value in (
        ("p_eqv", write_p(test)),
        ("λ of A", write_p(test, test.a.value)),
        ("λ of B", write_p(test, test.b.value)),
        ("p_diff", write_p(found.difference)),
    ):
        expect(page.locator(f'[data-value="{name}"]')).to_have_text(value.removeprefix("= "))


def slider(page, name="Equivalence margin"):
    return page.get_by_role("slider", name=name)


def entry(page, name="Equivalence margin"):
    return page.get_by_role("textbox", name=f"{name}, typed")


def place(page, margin):
    """A pixel of the figure over a margin."""
    box = page.locator(".styles .nsewdrag").first.bounding_box()
    return box["x"] + margin / MARGINS[-1] * box["width"], box["y"] + 120


def test_a_drag_of_the_line_moves_the_margin_and_all_words_without_the_server(open_styles, chains):
    page = open_styles()
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    page.reload()
    drawn(page)
    page.mouse.move(*place(page, 0.15))
    page.mouse.down()
    before = len(sent)
    for margin in (0.05, 0.1, 0.175, 0.28, 0.42, 0.5):
        page.mouse.move(*place(page, margin), steps=4)
        agrees(page, chains, margin)
        box = line(page).bounding_box()
        assert box["x"] + box["width"] / 2 == pytest.approx(place(page, margin)[0], abs=1)
    assert len(sent) == before > 0
    page.mouse.up()
    expect(page).to_have_url(re.compile("margin=0.5"))
    assert len(sent) > before


def test_a_click_on_the_curves_moves_the_margin(open_styles, chains):
    page = open_styles()
    page.mouse.move(*place(page, 0.29))
    page.locator(".styles .hoverlayer .legend").wait_for()
    page.mouse.click(*place(page, 0.3))
    agrees(page, chains, 0.3)
    expect(page).to_have_url(re.compile("margin=0.3"))


def test_the_line_is_grabbed_by_the_main_button_alone(open_styles):
    page = open_styles()
    page.mouse.move(*place(page, 0.15))
    page.mouse.down(button="right")
    page.mouse.move(*place(page, 0.4), steps=3)
    frames(page)
    assert margin_of(page) == 0.15
    page.mouse.up(button="right")


def test_labellings_follow_the_margin(open_styles, chains):
    page = open_styles()
    for margin in (0.05, 0.5):
        entry(page).fill(f"{margin}")
        entry(page).press("Enter")
        part = chains.at(margin).a
        written = f"{part.t_inferior / part.length:.4f}".replace("-", "−")
        expect(page.locator(".styles .figure").nth(1).get_by_text(written).first).to_be_visible()


def test_the_keyboard_moves_the_margin(open_styles, chains):
    page = open_styles()
    slider(page).focus()
    at = MARGINS.index(0.15)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -at - 1)):
        page.keyboard.press(key)
        agrees(page, chains, MARGINS[at + step])
    page.keyboard.press("Home")
    agrees(page, chains, MARGINS[0])
    expect(page).to_have_url(re.compile(f"margin={MARGINS[0]}"))
    # And up and down in the field beside it.
    entry(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    agrees(page, chains, MARGINS[2])
    page.keyboard.press("ArrowDown")
    agrees(page, chains, MARGINS[1])
    expect(entry(page)).to_have_value(f"{MARGINS[1]}")
    expect(slider(page)).to_have_attribute("aria-valuetext", f"margin {MARGINS[1]}")
    expect(page).to_have_url(re.compile(f"margin={MARGINS[1]}"))


def test_a_margin_is_typed_and_taken_as_it_is(open_styles, chains):
    page = open_styles()
    for typed in ("0.2", "0,0875", "0.1013", "0.4999"):
        margin = float(typed.replace(",", "."))
        entry(page).fill(typed)
        entry(page).press("Enter")
        expect(desk(page)).to_have_attribute("data-margin", f"{margin}")
        agrees(page, chains, margin)
        expect(entry(page)).to_have_value(f"{margin}" if margin in MARGINS else typed)
        expect(page).to_have_url(re.compile(f"margin={margin}"))
        # The slider goes on from there, among its own.
        slider(page).focus()
        page.keyboard.press("ArrowRight")
        following = next(each for each in MARGINS if each > margin)
        expect(desk(page)).to_have_attribute("data-margin", f"{following}")
        agrees(page, chains, following)


def test_what_is_no_margin_is_marked_and_left(open_styles, chains):
    page = open_styles()
    for typed in ("wide", "-1", "0", "", "7"):
        entry(page).fill(typed)
        entry(page).press("Enter")
        expect(entry(page)).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("alert").first).to_have_text(
            f"a number from {MARGINS[0]} to {MARGINS[-1]}"
        )
        agrees(page, chains, 0.15)
        entry(page).press("Escape")
        expect(entry(page)).to_have_value("0.15")
        expect(entry(page)).to_have_attribute("aria-invalid", "false")


def test_what_is_being_typed_is_not_taken_away_by_the_server(open_styles, chains):
    page = open_styles()
    slider(page).focus()
    page.keyboard.press("End")
    # Before the server has heard of it.
    entry(page).fill("0.2")
    expect(page).to_have_url(re.compile("margin=0.5"))
    settled(page)
    frames(page)
    expect(entry(page)).to_have_value("0.2")
    entry(page).press("Enter")
    agrees(page, chains, 0.2)


def test_the_level_moves_the_verdict(open_styles, chains):
    # Where p_eqv lies between two levels.
    margin, p = next(
        (each, chains.at(each).p_value)
        for each in MARGINS
        if ALPHAS[0] < chains.at(each).p_value < ALPHAS[-1]
    )
    page = open_styles(margin=str(margin))
    slider(page, "Level α").focus()
    seen = set()
    page.keyboard.press("Home")
    for alpha in ALPHAS:
        agrees(page, chains, margin, alpha)
        assert (p < alpha) == (desk(page).get_attribute("data-verdict") in ("both", "equivalent"))
        seen.add(desk(page).get_attribute("data-verdict"))
        page.keyboard.press("ArrowRight")
    assert len(seen) > 1
    expect(page).to_have_url(re.compile("alpha=0.2"))
    entry(page, "Level α").fill("0.01")
    entry(page, "Level α").press("Enter")
    agrees(page, chains, margin, 0.01)
    expect(page).to_have_url(re.compile("alpha=0.01"))


@pytest.mark.parametrize("alpha", [0.05, 0.001, 0.2])
def test_the_verdict_flips_where_the_core_says(open_styles, chains, alpha):
    page = open_styles(alpha=str(alpha))
    found = chains.flips(alpha)
    assert found
    for flip in found:
        words = f"{'equivalent' if flip.equivalent else 'not'} from {flip.margin:g}"
        expect(page.locator(".styles .annotation").get_by_text(words)).to_have_count(1)
    words = page.locator(".styles .quiet:not(.sided)").text_content()
    for flip in found:
        assert f"margin {flip.margin}" in words
        before = max(each for each in MARGINS if each < flip.margin)
        after = min(each for each in MARGINS if each >= flip.margin)
        verdicts = []
        for margin in (before, after):
            entry(page).fill(f"{margin}")
            entry(page).press("Enter")
            agrees(page, chains, margin, alpha)
            verdicts.append(desk(page).get_attribute("data-verdict"))
        assert verdicts == (["different", "both"] if flip.equivalent else ["both", "different"])
        # And the core itself, on both sides of the mark.
        assert chains.verdict(flip.margin - 1 / FINE, alpha).equivalent != flip.equivalent
        assert chains.verdict(flip.margin, alpha).equivalent == flip.equivalent


def test_the_address_brings_everything_back(open_styles):
    page = open_styles(form={"sample": "one-chain"})
    found = of_sample("one-chain")
    entry(page).fill("0.0875")
    entry(page).press("Enter")
    expect(page).to_have_url(re.compile("margin=0.0875"))
    entry(page, "Level α").fill("0.1")
    entry(page, "Level α").press("Enter")
    expect(page).to_have_url(re.compile("alpha=0.1"))
    page.reload()
    drawn(page)
    agrees(page, found, 0.0875, 0.1)
    # And after another page.
    follow(page, "Glossary")
    follow(page, "Styles")
    drawn(page)
    agrees(page, found, 0.0875, 0.1)


def test_another_sample_keeps_the_margin(open_styles):
    page = open_styles()
    entry(page).fill("0.2")
    entry(page).press("Enter")
    expect(page).to_have_url(re.compile("margin=0.2"))
    settled(page)
    key = desk(page).get_attribute("data-key")
    page.get_by_role("radio", name="One Markov chain, twice").click()
    expect(desk(page)).not_to_have_attribute("data-key", key)
    settled(page)
    agrees(page, of_sample("one-chain"), 0.2)
    expect(page).to_have_url(re.compile("one-chain"))


def strings(seed, count, letters="ab", length=80):
    rng = np.random.default_rng(seed)
    return {f"s{at:02}.txt": "".join(rng.choice(list(letters), length)) for at in range(count)}


def write(folder, texts):
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def uploader(page, side):
    return page.get_by_test_id("stFileUploader").filter(has_text=f"Corpus {side}")


@pytest.mark.walk
def test_files_are_uploaded_by_the_chooser_and_compared(open_styles, tmp_path):
    first = write(tmp_path / "first", strings(1, 5))
    second = write(tmp_path / "second", strings(2, 6, "abc"))
    page = open_styles()
    page.get_by_text("Upload files", exact=True).click()
    expect(desk(page)).to_have_count(0)
    for side, folder in (("A", first), ("B", second)):
        settled(page)
        with page.expect_file_chooser() as chooser:
            uploader(page, side).locator("button", has_text="Upload").click()
        chooser.value.set_files(sorted(folder.iterdir()))
        expect(page.get_by_text(re.compile(r"^\d files$"))).to_have_count("AB".index(side) + 1)
    drawn(page)
    files = [[(p.name, p.read_bytes()) for p in folder.iterdir()] for folder in (first, second)]
    agrees(page, Found(*(corpus_of_files(n, f) for n, f in zip("AB", files, strict=True))), 0.15)


def layered(seed):
    rng = np.random.default_rng(seed)
    inner = sorted({0.0, 60.0, *np.round(rng.uniform(1, 59, 5), 1).tolist()})
    return "".join(
        f"{start}\t{end}\t{chr(97 + int(rng.integers(4)))}\n" for start, end in pairwise(inner)
    )


@pytest.mark.walk
def test_folders_are_uploaded_and_a_bad_file_in_the_middle_is_listed(open_styles, tmp_path):
    texts = {f"{at}.lab": layered(at) for at in range(12)}
    first = write(tmp_path / "first", {name: texts[name] for name in list(texts)[:6]})
    second = write(tmp_path / "second", {name: texts[name] for name in list(texts)[6:]})
    (first / "3.lab").write_text("0 ten A\n")
    page = open_styles()
    page.get_by_text("Upload folders", exact=True).click()
    expect(desk(page)).to_have_count(0)
    for side, folder in (("A", first), ("B", second)):
        settled(page)
        uploader(page, side).locator("input[type=file]").set_input_files(folder)
        expect(page.get_by_text("6 files", exact=True)).to_have_count("AB".index(side) + 1)
    drawn(page)
    page.get_by_text("Left out: 1 unreadable").click()
    read = [
        corpus_of_files(name, [(p.name, p.read_bytes()) for p in folder.iterdir()], "hierarchy")
        for name, folder in (("A", first), ("B", second))
    ]
    assert [left.name for left in read[0].unreadable] == ["3.lab"]
    agrees(page, Found(*read, "deflate"), 0.15)
    cells = page.get_by_test_id("stDataFrame").locator("td")
    expect(cells.filter(has_text="3.lab").first).to_be_attached()
    expect(page.get_by_role("combobox", name="Read as")).to_have_value(
        "by their kind: hierarchies, labels as a tree"
    )
    # An item of an uploaded folder opens, too.
    choose(page, "A/1.lab")
    expect(page.locator("[class*=st-key-styles_item_layers] .bars path")).to_have_count(
        texts["1.lab"].count("\n")
    )


def box(page):
    return page.get_by_role("combobox", name="Item")


def choose(page, name):
    """By the keyboard alone, once nothing moves any more: a list closes when the page does."""
    expect(box(page)).to_have_count(1)
    for chart in ("spread", "matrix", "map"):
        page.locator(f"[class*=st-key-styles_{chart}] .main-svg").first.wait_for()
    settled(page)
    box(page).hover()
    listed = page.get_by_role("listbox")
    for tries_left in reversed(range(5)):
        box(page).focus()
        page.keyboard.press("ArrowDown")
        try:
            listed.wait_for(timeout=4000)
            break
        except TimeoutError:  # a picture that came in between has closed it
            if not tries_left:
                raise
    page.keyboard.press("Control+A")
    page.keyboard.type(name)
    expect(page.get_by_role("option", name=name, exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    settled(page)


def opened(page, found, number):
    """Whether an item is on screen, with its nearest of both corpora."""
    item, side = found.items[number], "AB"[number >= found.n_a]
    size = f"{len(item.data):,} bytes, {int(found.distances.sizes[number]):,} compressed"
    expect(page.get_by_text(f"{item.name} of {side}: {size}")).to_be_visible()
    # The box before the choice goes once the run is over.
    expect(box(page)).to_have_count(1)
    expect(box(page)).to_have_value(found.names[number])
    others = np.array([at for at in range(len(found.items)) if at != number])
    for corpus, members in (("A", others[others < found.n_a]), ("B", others[others >= found.n_a])):
        row = found.distances.values[number, members]
        nearest = members[np.argsort(row, kind="stable")[0]]
        cell = page.get_by_role("row").filter(has_text=f"nearest in {corpus}")
        expect(cell).to_contain_text(f"{found.names[nearest]} ({row.min():.4f})")


@pytest.mark.walk
def test_an_item_is_chosen_by_its_name_with_the_keyboard(open_styles, chains):
    page = open_styles()
    for number in (7, chains.n_a + 2):
        choose(page, chains.names[number])
        opened(page, chains, number)
        text = page.get_by_test_id("stCode").text_content()
        assert text == chains.items[number].data.decode()


def points(page, side):
    trace = page.locator("[class*=st-key-styles_map] .scatterlayer .trace")
    return trace.nth("AB".index(side)).locator(".points path")


@pytest.mark.walk
def test_a_point_of_the_map_opens_its_item(open_styles, chains):
    page = open_styles()
    places = flat_map(chains.distances).places
    apart = cdist(places, places) + 9 * np.eye(len(places))
    for side, members in (("A", range(chains.n_a)), ("B", range(chains.n_a, len(places)))):
        # One that no other covers.
        number = max(members, key=lambda each: apart[each].min())
        point = points(page, side).nth(number - members[0])
        point.scroll_into_view_if_needed()
        settled(page)
        place = point.bounding_box()
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        opened(page, chains, number)
        settled(page)
        # The ring is around it.
        ring = page.locator("[class*=st-key-styles_map] .scatterlayer .trace").nth(2)
        expect(ring.locator(".points path")).to_have_count(1)


@pytest.mark.walk
def test_two_forms_open_in_compare_and_the_way_back_keeps_the_item(open_styles):
    page = open_styles(form={"sample": "two-forms"})
    found = of_sample("two-forms")
    choose(page, found.names[4])
    opened(page, found, 4)
    page.get_by_role("button", name="Open in Compare").click()
    page.locator("[data-score=reduced-recall]").wait_for()
    # The address has the pair: the item, and the nearest of the other corpus fitted to its span.
    expect(page).to_have_url(re.compile("pair="))
    shown = unpack_pair(parse_qs(urlsplit(page.url).query)["pair"][0])
    near = found.n_a + int(np.argmin(found.distances.values[4, found.n_a :]))
    files = dict(file for side in style_sample("two-forms").files() for file in side)
    sides = [read([File("x.csv", files[found.items[at].name])])[0].hierarchy for at in (4, near)]
    pair = align(*sides)
    for one, whole in zip(shown, (pair.reference, pair.estimate), strict=True):
        for layer, should in zip(one.layers, whole.layers, strict=True):
            np.testing.assert_allclose(layer.boundaries, should.boundaries, atol=1e-6)
            assert layer.labels == should.labels
    for side in ("reference", "estimate"):
        expect(page.locator(f".layers-box .{side} .layer")).to_have_count(3)
    settled(page)
    follow(page, "Styles")
    drawn(page)
    opened(page, found, 4)


@pytest.mark.walk
def test_the_matrix_is_arranged_by_likeness(open_styles, chains):
    page = open_styles()
    page.get_by_role("radio", name="by likeness").click()
    settled(page)
    order = clustered(chains.distances).tolist()
    wanted = [float(at >= chains.n_a) for at in order]
    assert wanted != sorted(wanted)
    page.wait_for_function(
        """(wanted) => {
          const found = document.querySelector("[class*=st-key-styles_matrix] .js-plotly-plot");
          const shown = found && found.data[1] && found.data[1].z[0];
          return shown && JSON.stringify([...shown]) === JSON.stringify(wanted);
        }""",
        arg=[int(each) for each in wanted],
    )


def test_the_figures_are_saved(open_styles):
    page = open_styles()
    for number, (title, begin) in enumerate(
        (("Download plot as a PNG", b"\x89PNG"), ("Save as SVG", b"<svg"))
    ):
        figure = page.locator(".styles .figure").nth(number)
        figure.hover()
        with page.expect_download() as saved:
            figure.locator(f'[data-title="{title}"]').click()
        assert saved.value.suggested_filename.startswith("hierscope-styles.")
        assert Path(saved.value.path()).read_bytes().startswith(begin)


@pytest.mark.walk
def test_files_are_handed_out(open_styles, chains):
    page = open_styles(margin="0.3", alpha="0.01")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Both tests, JSON").click()
    document = json.loads(Path(saved.value.path()).read_text())
    assert document["sentence"] == chains.verdict(0.3, 0.01).sentence
    assert (document["seed"], document["p_eqv"]) == (0, chains.at(0.3).p_value)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Distances, CSV").click()
    assert len(Path(saved.value.path()).read_text().splitlines()) == 1 + len(chains.items)


@pytest.mark.walk
def test_zstd_mends_what_zlib_does_not_see_and_settings_say_so(open_styles, tmp_path):
    first = write(tmp_path / "first", strings(1, 3, length=LONG))
    second = write(tmp_path / "second", strings(2, 3, length=LONG))
    form = {"kind": "folders", "a": str(first), "b": str(second)}
    page = open_styles(form=form, ready=False)
    page.get_by_role("button", name="Read these files").click()
    drawn(page)
    warning = Found(read_corpus(first), read_corpus(second)).distances.warning
    expect(page.get_by_text(warning)).to_be_visible()
    page.get_by_role("button", name="Use zstd").click()
    expect(page.get_by_text(warning)).to_have_count(0)
    drawn(page)
    agrees(page, Found(read_corpus(first), read_corpus(second), "zstd"), 0.15)
    page.get_by_role("button", name="Settings").click()
    compressor = page.get_by_role("combobox", name="Compressor")
    expect(compressor).to_have_value(re.compile("^zstd"))
    # And back.
    compressor.fill("zlib")
    compressor.press("Enter")
    expect(page.get_by_text(warning)).to_be_visible()


@pytest.mark.walk
def test_a_long_matrix_is_stopped_and_goes_on(open_styles, tmp_path):
    first = write(tmp_path / "first", strings(1, MANY, "abcd", WORK))
    second = write(tmp_path / "second", strings(2, MANY, "abcde", WORK))
    page = open_styles()
    page.get_by_text("Folders of this machine", exact=True).click()
    for side, folder in (("A", first), ("B", second)):
        field = page.get_by_role("textbox", name=f"Folder of corpus {side}")
        settled(page)
        field.fill(str(folder))
        field.press("Enter")
    pairs = f"{MANY * (2 * MANY - 1):,}"
    page.get_by_text(re.compile(rf"^[1-9][\d,]* of {pairs} distances")).first.wait_for(
        timeout=60_000
    )
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    stopped = page.get_by_text("Stopped before it was done.")
    stopped.wait_for(timeout=60_000)
    expect(desk(page)).to_have_count(0)
    settled(page)
    # Nothing begins by itself, also after a look at another page.
    follow(page, "Glossary")
    follow(page, "Styles")
    stopped.wait_for()
    expect(desk(page)).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    page.locator(".styles[data-drawn]").wait_for(timeout=180_000)
    settled(page)
    agrees(page, Found(read_corpus(first), read_corpus(second)), 0.15)


@pytest.mark.walk
def test_the_page_fits_its_width(open_styles):
    page = open_styles(form={"sample": "two-forms"}, width=1280)
    assert violations(page) == []
    for width in (1280, 800, 640):  # the last is the first at twice the size
        page.set_viewport_size({"width": width, "height": 1500})
        frames(page)
        main = page.get_by_test_id("stMain")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        for figure in page.locator(".styles .figure").all():
            assert texts_outside(figure, ".drawn") == []
        whole = desk(page).bounding_box()
        for part in ("> .bars", "> .said", "> .grid"):
            inner = desk(page).locator(part).bounding_box()
            assert inner["x"] >= whole["x"] - 1
            assert inner["x"] + inner["width"] <= whole["x"] + whole["width"] + 1


FOCUSED = """() => {
  let found = document.activeElement;
  while (found && found.shadowRoot && found.shadowRoot.activeElement) {
    found = found.shadowRoot.activeElement;
  }
  // Beyond its last part the browser itself has the focus.
  const ringed = found === document.body || [found, found.closest("label")].some((part) => {
    const { outlineStyle, outlineWidth } = part ? getComputedStyle(part) : {};
    return outlineStyle === "solid" && outlineWidth === "2px";
  });
  return [found.getAttribute("aria-label") || found.textContent || "", ringed];
}"""


@pytest.mark.walk
def test_the_tab_key_goes_through_the_page_in_order(open_styles):
    page = open_styles()
    page.get_by_role("button", name="Settings").focus()
    reached, unseen = [], []
    for _ in range(60):
        page.keyboard.press("Tab")
        name, ringed = page.evaluate(FOCUSED)
        reached.append(name)
        if not ringed:
            unseen.append(name)
    order = [
        "Export",
        "Read as",
        "Equivalence margin",
        "Equivalence margin, typed",
        "Level α",
        "Level α, typed",
        "Item",
    ]
    at = [next(i for i, each in enumerate(reached) if name in each) for name in order]
    assert at == sorted(at)
    assert unseen == []


def test_a_number_that_arrives_under_a_selection_is_typed_over(open_styles, chains):
    page = open_styles()
    entry(page).click()
    entry(page).select_text()
    # As a late drawing does: the margin moves under what is selected.
    slider(page).evaluate(
        "(range) => { range.value = range.max; range.dispatchEvent(new Event('input')); }"
    )
    expect(entry(page)).to_have_value("0.5")
    page.keyboard.type("0.2")
    expect(entry(page)).to_have_value("0.2")
