"""The figures of two corpora, and the message for the chart of both tests."""

import math
import re

import numpy as np
import pytest
from naive_styles import one_sided_words, random_distances
from unpacking import unpacked

from core.caemsi.comparing import Draws, run_tests
from core.caemsi.difference import difference_test
from core.caemsi.distances import Map, distance_matrix, spread
from core.caemsi.equivalence import MARGINS, equivalence, flips, margin_curve
from core.caemsi.representations.midi import RESOLUTION, Notes
from core.caemsi.verdict import ALPHAS, verdict
from explorer.figures.styles import (
    BINS,
    MOST_CELLS,
    MOST_DRAWN,
    labelings_figure,
    map_figure,
    margin_figure,
    matrix_figure,
    notes_figure,
    spread_figure,
)
from explorer.messages.pack import wrap
from explorer.messages.styles import draw_tests
from explorer.palette import CORPORA

NAMES = ("first", "second")
N_A = 7


def matrix(n=16, seed=0, apart=0.05, n_a=N_A):
    return random_distances(n, n_a, seed, apart)


def items(count):
    return [f"item {at}" for at in range(count)]


def values_of(trace, name):
    return np.asarray(trace[name], dtype=float)


def test_distributions_are_drawn_value_by_value():
    found = spread(matrix(), N_A)
    figure = spread_figure(found, NAMES)
    wanted = ((found.within_a, "A"), (found.within_b, "B"), (found.between, "between"))
    assert len(figure.data) == 3
    for trace, (values, side) in zip(figure.data, wanted, strict=True):
        x, y = values_of(trace, "x"), values_of(trace, "y")
        np.testing.assert_array_equal(x, values)
        # The share of distances up to each: the last of some that are the same.
        for value in np.unique(values):
            assert y[x == value].max() == pytest.approx(np.mean(values <= value), abs=1e-12)
        assert y[-1] == 1
        assert (np.diff(y) > 0).all()
        assert trace.line.color == CORPORA[side]
        assert trace.line.shape == "hv"
    assert "first" in figure.data[0].name
    assert "second" in figure.data[1].name


def test_a_long_distribution_is_thinned_out_and_still_true():
    found = spread(matrix(140, n_a=60), 60)
    assert len(found.between) > MOST_DRAWN
    trace = spread_figure(found, NAMES).data[2]
    x, y = values_of(trace, "x"), values_of(trace, "y")
    assert len(x) <= MOST_DRAWN
    assert (x[0], x[-1], y[-1]) == (found.between[0], found.between[-1], 1)
    np.testing.assert_allclose(
        y, np.searchsorted(found.between, x, side="right") / len(found.between), atol=1e-12
    )


def heat(figure):
    return np.array(figure.data[0].z, dtype=float)


@pytest.mark.parametrize("order", [range(16), np.random.default_rng(1).permutation(16).tolist()])
def test_every_distance_is_a_cell_in_the_order_that_is_asked_for(order):
    distances = matrix()
    figure = matrix_figure(distances, N_A, items(16), order)
    z = heat(figure)
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            if one == other:
                assert math.isnan(z[row, column])
            else:
                assert z[row, column] == distances[one, other]
    for names in (figure.data[0].x, figure.data[0].y, figure.data[1].x):
        assert list(names) == [f"item {at}" for at in order]
    # The strip above says whose they are.
    assert list(figure.data[1].z[0]) == [float(one >= N_A) for one in order]
    assert (figure.data[1].zmin, figure.data[1].zmax) == (0, 1)
    # What is given stays as it was.
    assert distances[0, 0] == 0


@pytest.mark.parametrize("count", [MOST_CELLS, MOST_CELLS + 1, 2 * MOST_CELLS + 5])
def test_a_large_matrix_is_drawn_as_means_of_blocks(count):
    distances = matrix(count, n_a=100)
    order = np.random.default_rng(2).permutation(count)
    figure = matrix_figure(distances, 100, items(count), order.tolist())
    step = math.ceil(count / MOST_CELLS)
    z = heat(figure)
    assert z.shape == (math.ceil(count / step),) * 2
    shown = distances[np.ix_(order, order)]
    np.fill_diagonal(shown, np.nan)
    for row, column in ((0, 0), (0, 1), (5, 3), (len(z) - 1, 0), (1, len(z) - 1)):
        block = shown[row * step : (row + 1) * step, column * step : (column + 1) * step]
        if np.isfinite(block).any():
            assert z[row, column] == pytest.approx(np.nanmean(block), rel=1e-12)
        else:
            assert math.isnan(z[row, column])
    names = list(figure.data[0].x)
    assert names == list(figure.data[0].y) == list(figure.data[1].x)
    # Each block by its first item; what is left over at the end is a smaller one.
    left = (count - 1) % step
    assert [name.split(" and ")[0] for name in names] == [f"item {at}" for at in order[::step]]
    if step > 1:
        assert names[0].endswith(f" and {step - 1} more")
        assert names[-1].endswith(f" and {left} more") == (left > 0)
    # Whose they are, as a share of B.
    shares = [np.mean(order[at : at + step] >= 100) for at in range(0, count, step)]
    assert list(figure.data[1].z[0]) == pytest.approx(shares)


def test_items_stand_at_their_places_with_their_numbers_and_names_that_fit():
    found = Map(np.random.default_rng(3).normal(size=(9, 2)), 0.3)
    figure = map_figure(found, 4, items(9), NAMES)
    assert len(figure.data) == 2
    for trace, members, name in zip(
        figure.data, (range(4), range(4, 9)), ("A: first", "B: second"), strict=True
    ):
        assert trace.name == name
        assert [number for number, _ in trace.customdata] == list(members)
        assert [words for _, words in trace.customdata] == [f"item {at}" for at in members]
        np.testing.assert_array_equal(values_of(trace, "x"), found.places[list(members), 0])
        np.testing.assert_array_equal(values_of(trace, "y"), found.places[list(members), 1])
    # Both corpora are told apart without color, too.
    assert figure.data[0].marker.symbol != figure.data[1].marker.symbol
    assert figure.layout.yaxis.scaleanchor == "x"
    # The chosen one is ringed, and the ring is no item.
    ring = map_figure(found, 4, items(9), NAMES, 6).data[2]
    assert (list(ring.x), list(ring.y)) == ([found.places[6, 0]], [found.places[6, 1]])
    assert ring.customdata is None
    # Long names are cut in the middle.
    words = map_figure(found, 4, ["folder/" * 20 + "end.csv", *items(8)], NAMES).data[0].customdata
    assert words[1][1] == "item 0"
    assert len(words[0][1]) < 50
    assert re.fullmatch("folder/.*end.csv", words[0][1])


def test_notes_are_lines_in_quarter_notes():
    notes = Notes(
        *(np.array(each) for each in ([60, 64], [0, RESOLUTION], [RESOLUTION, 3 * RESOLUTION]))
    )
    (trace,) = notes_figure(notes).data
    np.testing.assert_array_equal(values_of(trace, "x"), [0, 1, np.nan, 1, 3, np.nan])
    np.testing.assert_array_equal(values_of(trace, "y"), [60, 60, np.nan, 64, 64, np.nan])


def run_both(distances=None, draws=None, n_a=N_A):
    """Both tests, as the page has them, and their drawing unpacked."""
    distances, draws = matrix() if distances is None else distances, draws or Draws(200)
    difference, ranked = run_tests(distances, n_a, draws)
    curve = margin_curve(ranked, plus_one=draws.plus_one)
    sizes = n_a, len(distances) - n_a
    return difference, ranked, curve, draw_tests(difference, ranked, names=NAMES, sizes=sizes)[1]


@pytest.fixture(scope="module")
def both():
    return run_both(draws=Draws(n_permutations=200, plus_one=True))


def test_p_values_are_drawn_on_a_square_root_scale(both):
    difference, _, curve, _ = both
    drawn = {trace.name: trace for trace in margin_figure(difference, curve, 0.1).data}
    for name, values in (
        ("p<sub>diff</sub>", [difference.p_value] * len(MARGINS)),
        ("p<sub>eqv</sub>", [test.p_value for test in curve.tests]),
        ("λ of A", [test.a.value for test in curve.tests]),
        ("λ of B", [test.b.value for test in curve.tests]),
    ):
        assert list(drawn[name].x) == list(MARGINS)
        np.testing.assert_allclose(values_of(drawn[name], "y") ** 2, values, atol=1e-12)


def test_the_verdict_is_that_of_the_core_at_every_margin_and_level(both):
    difference, _, curve, drawing = both
    head, arrays = unpacked(drawing)
    numbers = arrays["verdict"].reshape(len(ALPHAS), len(MARGINS))
    seen = set()
    for alpha, row in zip(ALPHAS, numbers, strict=True):
        for at, (test, number) in enumerate(zip(curve.tests, row, strict=True)):
            wanted = verdict(difference, test, alpha)
            name = head["verdicts"][number]
            assert name == wanted.name
            seen.add(name)
            # As quadrants.js puts it together.
            said = head["sentences"][name]
            for mark, words, is_below in (
                ("{diff}", f"p_diff {head['p_diff']}", wanted.different),
                ("{eqv}", f"p_eqv {head['p_eqv'][at]}", wanted.equivalent),
            ):
                side = head["sides"]["below" if is_below else "not_below"]
                said = said.replace(mark, side.replace("{p}", words).replace("{alpha}", f"{alpha}"))
            assert said.replace("{margin}", head["margin_words"][at]) == wanted.sentence
    assert len(seen) > 1


@pytest.mark.parametrize(("side", "name"), [*zip("ab", NAMES, strict=True)])
def test_what_t_i_and_t_s_show_is_said_at_every_margin_and_level(both, side, name):
    _, _, curve, drawing = both
    head, arrays = unpacked(drawing)
    numbers = arrays[f"passed_{side}"].reshape(len(ALPHAS), len(MARGINS))
    assert len(set(numbers.ravel().tolist())) > 1
    for alpha, row in zip(ALPHAS, numbers, strict=True):
        for test, number, cuts in zip(curve.tests, row, head["margins_written"], strict=True):
            # As quadrants.js puts it together.
            said = list(head["one_sided"].values())[number].replace("{alpha}", f"{alpha}")
            for which, cut in cuts.items():
                said = said.replace(f"{{{which}}}", cut)
            wanted = one_sided_words(name, test, getattr(test, side), alpha)
            assert f"{head['medians'][side]} {said}" == wanted


def test_flips_are_marked_for_every_level(both):
    _, ranked, curve, drawing = both
    head, _ = unpacked(drawing)
    for alpha, shown, marks in zip(ALPHAS, head["flips"], head["marks"], strict=True):
        wanted = flips(ranked, curve, alpha)
        assert shown == [[flip.margin, flip.equivalent] for flip in wanted]
        at = [shape["x0"] for shape in marks["shapes"][1:] if shape["type"] == "line"]
        assert at == [flip.margin for flip in wanted]
        for flip in wanted:
            tested = equivalence(ranked, flip.margin, plus_one=True)
            assert (tested.p_value < alpha) == flip.equivalent
        # The ground is tinted where p_eqv is below the level.
        grounds = [shape for shape in marks["shapes"] if shape["type"] == "rect"]
        for test, margin in zip(curve.tests, MARGINS, strict=True):
            tinted = any(ground["x0"] <= margin < ground["x1"] for ground in grounds)
            if margin < MARGINS[-1]:
                assert tinted == (test.p_value < alpha)
    assert any(head["flips"])


def counts(count, bars, *others):
    """Labelings in each bin, of bars that hold so many a row; of others by the same measure."""
    heights = [np.abs(values_of(trace, "y")).reshape(-1, BINS) for trace in (bars, *others)]
    assert heights[0].max() == 1
    unit = count * len(heights[0]) / heights[0].sum()
    numbers = [np.rint(unit * height) for height in heights]
    for height, number in zip(heights, numbers, strict=True):
        np.testing.assert_allclose(unit * height, number, atol=1e-2)
    return numbers


def test_every_labeling_is_counted_in_a_bin_and_red_where_p_counts_it(both):
    difference, _, curve, _ = both
    figure = labelings_figure(difference, curve, MARGINS[40])
    bars, red, observed = figure.data[8:]
    every, among = counts(difference.n_permutations, bars, red)
    assert (every.sum(), among.sum()) == (difference.n_permutations, difference.count)
    assert (among <= every).all()
    assert observed.x[0] == difference.statistic
    for at in (0, 40, len(MARGINS) - 1):
        traces = figure.frames[at].data
        for number, side in enumerate("ab"):
            part = getattr(curve.tests[at], side)
            bars, red, *_ = traces[4 * number : 4 * number + 4]
            assert (values_of(bars, "y")[BINS:] <= 0).all()
            every, among = counts(difference.n_permutations, bars, red)
            assert (every.sum(axis=-1) == difference.n_permutations).all()
            assert (among <= every).all()
            shares = among.sum(axis=-1) / difference.n_permutations
            assert shares == pytest.approx([1 - part.lambda_inferior, 1 - part.lambda_superior])
            drawn = figure.data[4 * number]
            x = values_of(drawn, "x")[:BINS]
            edges = np.append(x, x[-1] + drawn.width) - drawn.width / 2
            nulls = part.null_inferior, part.null_superior
            for row, null in zip(every, nulls, strict=True):
                inside = np.clip(null / part.length, edges[0], edges[-1])
                np.testing.assert_array_equal(row, np.histogram(inside, edges)[0])
    # It begins at the margin that is asked for.
    for trace, framed in zip(figure.data, figure.frames[40].data, strict=False):
        assert list(trace.y) == list(framed.y)


@pytest.mark.parametrize("exact", [True, False])
def test_few_items_say_whether_all_labelings_were_taken(exact):
    difference, _, curve, _ = run_both(matrix(7, n_a=3), Draws(40, exact=exact), n_a=3)
    count = math.comb(7, 3) if exact else 40
    figure = labelings_figure(difference, curve, MARGINS[0])
    title = f"T of {'all ' if exact else ''}{count} labelings"
    assert figure.layout.annotations[2].text == title
    assert counts(count, figure.data[8])[0].sum() == count


def test_what_is_not_finite_is_drawn_too():
    """Where all distances within are 0, T is infinite."""
    distances = np.kron(1 - np.eye(2), np.ones((3, 3)))
    assert difference_test(distances, 3).statistic == np.inf
    difference, _, curve, _ = run_both(distances, Draws(n_permutations=50), n_a=3)
    bars, _, observed = labelings_figure(difference, curve, MARGINS[0]).data[8:]
    assert counts(50, bars)[0][0, -1] >= difference.count
    assert np.isfinite(observed.x[0])
    assert observed.text[1].strip() == "T = ∞"


def test_distances_that_are_all_the_same_are_drawn_too():
    distances = 1 - np.eye(8)
    difference, _, curve, _ = run_both(distances, Draws(n_permutations=50), n_a=4)
    bars, _, observed = labelings_figure(difference, curve, MARGINS[0]).data[8:]
    assert bars.x[0] < 1 == observed.x[0] == difference.statistic < bars.x[-1]
    assert counts(50, bars)[0].max() == 50


def test_a_drawing_has_the_same_key_wherever_it_starts():
    *_, drawing = run_both()
    *_, other = run_both(draws=Draws(n_permutations=200, seed=9))
    keys = [
        unpacked(wrap({"margin": margin}, packed))[0]["key"]
        for packed, margin in ((drawing, 0.1), (drawing, 0.2), (other, 0.1))
    ]
    assert keys[0] == keys[1] != keys[2]


def test_a_lambda_of_few_items_is_not_small_though_medians_are_the_same():
    # So the page says: where |δ/L| is far below the margin, and items are many.
    letters = np.random.default_rng(0)
    found = []
    for n in (3, 40):
        items = [letters.integers(97, 101, 60, np.uint8).tobytes() for _ in range(2 * n)]
        difference, ranked = run_tests(distance_matrix(items, "deflate"), n)
        assert 0 < abs(difference.statistic - 1) < 0.05  # about 1, but not 1
        found.append(equivalence(ranked, 0.3).a)
    few, many = found
    assert few.effect == many.effect == 0
    assert many.value < 0.01 < 0.05 < few.value
