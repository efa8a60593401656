"""The glossary's terms: consistent, searchable, and linked from pages."""

import re
from itertools import compress, product
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import made

from core.caemsi.distances import ncd
from core.choosing import layer_weights
from core.corpus.comparing import paired
from core.diagnosis import diagnose
from core.flat.pair import flat_metrics
from core.hierarchy import Hierarchy
from core.refining import monocast
from core.samples import sample
from core.settings import Settings
from core.tmeasures import FRAMELESS, LOSE_THE_FRAMES, MIR_EVAL, score
from explorer.glossary import BY_ID, GROUPS, TERMS, glossary_line, link, search, see_also
from explorer.state.pages import LessonsState
from explorer.tables.pair import convention_rows, flat_rows

FRONTEND = Path(__file__).resolve().parents[2] / "explorer" / "frontend"
PAIR = sample("figure6")
ODE = sample("ode_to_joy")


def linked(text):
    return re.findall(r"\]\(glossary\?term=([^)]*)\)", text)


def test_ids_are_unique_and_fit_into_an_address():
    assert len(BY_ID) == len(TERMS)
    assert all(id and LessonsState.term.parse(id) == id for id in BY_ID)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.id)
def test_a_term_is_whole_and_found_by_its_name_whatever_the_case(term):
    assert term.name
    assert term.source
    assert term.group in GROUPS
    assert term.see
    assert set(term.see) <= set(BY_ID) - {term.id}
    assert len(set(term.see)) == len(term.see)
    assert len(term.text.split()) <= 75
    assert max(len(sentence.split()) for sentence in term.text.split(". ")) <= 36
    assert all(part.count("$") % 2 == 0 for part in (term.text, term.symbol, term.formula))
    assert term in search(f"  {term.name.upper()} ")
    assert term.name in search(term.name)[0].name


def test_the_equation_of_the_window_is_that_of_the_default_convention():
    """Frames of 1 s: those from 8 to 12 see both sides of the boundary at 10 s."""
    assert BY_ID["window"].formula == r"q - w \le x < q + w"
    pair = [Hierarchy.from_boundaries([[0, 10, 20]])] * 2
    seen = [q for q in range(20) if len({x < 10 for x in range(20) if q - 3 <= x < q + 3}) == 2]
    share = score(*pair, [3.0], settings=Settings(frame_size=1.0)).scores["full"].recall_share[0]
    assert share == pytest.approx(len(seen) / 20)


def test_the_weight_of_a_layer_is_the_reduced_recall_of_it_alone():
    assert "the reduced $T_R$" in BY_ID["layer-weight"].text
    found = layer_weights(PAIR.reference, [15.0])
    alone = [score(PAIR.reference, Hierarchy((layer,)), [15.0]) for layer in PAIR.reference.layers]
    assert found.weights[:, 0].tolist() == [each.scores["reduced"].recall[0] for each in alone]
    assert found.weights[:, 0].sum() == pytest.approx(1)
    assert sum(each.scores["full"].recall[0] for each in alone) > 1.1


@pytest.mark.parametrize(("ends", "missing"), [((40, 70), 2), ((40, 71), 2), ((39, 61), 1)])
def test_boundaries_that_stand_for_the_ends_of_a_swallowed_stretch_count(ends, missing):
    """Three lie inside only where an end is late or early."""
    text = BY_ID["swallowed"].text
    assert "ends count, so as few as one may be missing" in text
    every = [*range(0, 121, 10)]
    left = [time for time in every if not ends[0] - 3 < time < ends[1] + 3]
    assert len(every) - len(left) - 2 == missing
    found = diagnose(
        Hierarchy.from_boundaries([every]), Hierarchy.from_boundaries([sorted({*left, *ends})])
    )
    inside = sum(ends[0] < time < ends[1] for time in every)
    assert (inside >= 3) == (found.causes[0].kind == "swallowed")


@pytest.mark.parametrize("side", ["reference", "estimate"])
def test_a_layer_of_one_segment_is_a_swallowed_stretch_of_its_own_side(side):
    assert "A deeper layer that is one segment is such a stretch" in BY_ID["swallowed"].text
    upper = [*range(0, 241, 60)]
    both = [
        Hierarchy.from_boundaries([upper, sorted({*upper, *range(0, 240, 13), 240})]),
        Hierarchy.from_boundaries([upper, [0, 240]]),
    ]
    (cause,) = diagnose(*(both if side == "estimate" else both[::-1])).causes
    assert (cause.kind, cause.side) == ("swallowed", side)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_p_value_of_the_signed_rank_test_is_two_sided_as_is_said(sign):
    assert "two-sided" in BY_ID["wilcoxon"].text
    values = sign * np.array([0.1, 0.2, 0.3, 0.4, 0.5, -0.05, 0.6, 0.7])
    ranks = 1 + np.argsort(np.argsort(np.abs(values)))
    sums = [sum(compress(ranks, chosen)) for chosen in product([False, True], repeat=len(values))]
    middle, off = sum(ranks) / 2, abs(ranks[values > 0].sum() - sum(ranks) / 2)
    by_chance = np.mean([abs(each - middle) >= off for each in sums])
    results = made([*values, *np.zeros(8)], methods=[*"aaaaaaaabbbbbbbb"], tracks=[*range(8)] * 2)
    found = paired(results, "a", "b", "full", "recall")
    assert found.p_value[0] == pytest.approx(by_chance)


def said_from_to(term, after):
    """Two numbers that a text says in a row, and to how many digits."""
    found = re.search(rf"{re.escape(after)}.*?from (\d\.\d+) to (\d\.\d+)", BY_ID[term].text)
    return found.groups()


def test_queries_without_a_triplet_are_as_many_as_is_said():
    (share,) = re.findall(r"(\d+) % of the time", BY_ID["lose-the-frames"].text)
    found = score(ODE.reference, ODE.estimate, [3.0], settings=Settings(FRAMELESS)).scores[
        "reduced"
    ]
    assert share == f"{100 * found.recall_share[0]:.0f}"


@pytest.mark.parametrize(
    ("term", "after", "window", "variant", "measure", "ways"),
    [
        (
            *("lose-the-frames", "$w = 3$ s", 3.0, "reduced", "recall"),
            [{"convention": FRAMELESS}, {"convention": LOSE_THE_FRAMES}],
        ),
        (
            *("frameless", "$L_R$", np.inf, "l", "recall"),
            [{"convention": MIR_EVAL}, {"convention": FRAMELESS}],
        ),
        (
            *("alike", "reduced $T_F$", np.inf, "reduced", "f_measure"),
            [{"equal": "queries"}, {"equal": "triplets"}],
        ),
    ],
)
def test_a_choice_changes_the_score_that_is_said(term, after, window, variant, measure, ways):
    asked = [
        score(ODE.reference, ODE.estimate, [window], settings=Settings(**how)).scores[variant]
        for how in ways
    ]
    wanted = tuple(f"{getattr(each, measure)[0]:.3f}" for each in asked)
    assert said_from_to(term, after) == wanted


def test_the_query_as_its_own_i_would_change_the_score_that_is_said():
    to_frame = naive.framing(ODE.reference.end, 0.1, MIR_EVAL)
    layers = [naive.segments_in_frames(each, to_frame) for each in (ODE.reference, ODE.estimate)]
    number, left, kept = to_frame(ODE.reference.end), [], []
    for q in range(number):
        window = naive.window_frames(q, number, 2.0, 0.1, MIR_EVAL)
        for means, inside in ((left, [x for x in window if x != q]), (kept, window)):
            depths = [tuple(naive.depth(each, q, x) for each in layers) for x in inside]
            agreeing, every = naive.counts(depths, reduced=True)
            means += [agreeing / every] if every else []
    wanted = tuple(f"{np.mean(means):.3f}" for means in (left, kept))
    assert said_from_to("own-frame", "$w = 2$ s") == wanted


def test_labels_that_are_told_apart_change_the_score_that_is_said():
    pair = ODE.reference, ODE.estimate
    asked = [
        score(*each, [np.inf]).scores
        for each in (pair, [monocast(side).hierarchy for side in pair])
    ]
    wanted = tuple(f"{each['l'].f_measure[0]:.3f}" for each in asked)
    assert said_from_to("monotonic", "$L_F$") == wanted
    assert asked[0]["full"].f_measure[0] == asked[1]["full"].f_measure[0]


def test_what_is_near_is_what_is_saved_by_compressing_together():
    assert "How little is saved" in BY_ID["ncd"].text
    one, other = (np.random.default_rng(seed).bytes(2000) for seed in (0, 1))
    assert ncd(one, one) < 0.1
    assert ncd(one, other) > 0.9


def test_a_file_that_repeats_itself_is_no_stranger_to_its_copy():
    assert "can look unrelated" in BY_ID["compressor"].text
    repeated = b"ABAC" * 10_000  # longer than zlib's window
    assert ncd(repeated, repeated, "zlib") < 0.9
    letters = np.random.default_rng(0).bytes(40_000)
    assert ncd(letters, letters, "zlib") > 0.9


def test_every_term_is_reached_by_see_also():
    reached = {id for term in TERMS for id in term.see}
    assert set(BY_ID) - reached == set()


def test_every_term_that_the_frontend_names_exists():
    named = {
        id
        for path in FRONTEND.rglob("*.js")
        for id in re.findall(r'termLink\("([^"]*)"', path.read_text("utf-8"))
    }
    assert named
    assert named <= set(BY_ID)


def test_names_are_found_before_texts_and_no_term_twice():
    found = [term.id for term in search("window")]
    assert found[0] == "window"
    assert len(found) == len(set(found)) > 1


@given(st.lists(st.sampled_from(["query", "layer", "T_R", "the", "mir", "zebra", "q"]), max_size=3))
def test_what_is_found_has_every_word_and_what_is_not_lacks_one(words):
    found = search(" ".join(words))
    for term in TERMS:
        said = f"{term.id} {term.name} {term.symbol} {term.text}".lower()
        assert (term in found) == all(word.lower() in said for word in words)


def test_links_are_relative_and_name_terms_that_exist():
    assert link("recall") == "[recall](glossary?term=recall)"
    assert link("recall", "T_R") == "[T_R](glossary?term=recall)"
    assert linked(glossary_line("recall", "tie")) == ["recall", "tie"]
    assert see_also(BY_ID["beta"]) == "[F-measure](#f-measure)"
    with pytest.raises(KeyError):
        link("zebra")


def test_the_columns_of_the_conventions_lead_to_their_terms():
    (row,) = convention_rows({"one": score(PAIR.reference, PAIR.estimate)}, "one")
    measures = ["recall", "precision", "f-measure", "queries-counted"]
    assert [id for name in row for id in linked(name)] == ["convention", *measures, *measures]


def test_every_flat_metric_leads_to_its_term():
    rows = flat_rows(flat_metrics(PAIR.reference, PAIR.estimate))
    plain, trimmed = ["hit-rate"], ["hit-rate", "trim"]
    assert [linked(row["metric"]) for row in rows] == [
        plain, plain, trimmed, trimmed, ["median-deviation"]
    ]  # fmt: skip
