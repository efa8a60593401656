"""readout.js: the text of each score, for pointer, keyboard and screen readers."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.settings import Settings
from core.tmeasures import MIR_EVAL, PAPER_EQUATION
from explorer.frontend.serving import FILES
from explorer.messages.score_words import score_words

COLUMNS = json.loads(FILES["shared/schema.json"])["arrays"]["scores"]
SAID = """
({ Readout }, scores, says, splits) => {
  const readout = new Readout(null);
  document.body.append(readout.element);
  readout.load({ windows: [15], scores: Float64Array.from(scores, (value) => value ?? NaN), says });
  readout.show(0, 0, splits);
  const words = [...readout.element.querySelectorAll(".score")].map((score) =>
    document.getElementById(score.getAttribute("aria-describedby")).textContent);
  const titled = readout.element.querySelectorAll(".score[title]").length;
  readout.element.remove();
  return [words, titled];
}
"""
TIES = {"tie": 0.5, "inverted": 0.04}
AGAIN = " Click to see the triplets of the side that loses more."
SPLITS = {name: {"recall": TIES, "precision": TIES} for name in ("reduced", "full")}


def said(modules, convention=MIR_EVAL, **columns):
    """The words of all scores, of which those of columns are as given and the others 1."""
    words = score_words(Settings(convention), np.array([15.0]), np.array([14.9]))
    values = [columns.get(name, 1.0) for name in COLUMNS]
    found, titled = modules.run("pair/readout", SAID, values, words, SPLITS)
    assert titled == 0  # two tips at once
    return found


def test_a_score_says_itself(modules):
    recall, precision, f, *_ = said(
        modules, recall_reduced=0.4637, precision_reduced=0.9991, f_measure_reduced=0.6334,
        precision_share_reduced=0.094,
    )  # fmt: skip
    assert recall == (
        "T_R reduced 0.464. The reference decides which of two moments is closer to a third by "
        "exactly one layer, both within about 15 s of it. The estimate agrees with 46 % of these "
        "decisions, averaged over the whole track. 50 % are lost to ties, 4 % are opposite. Click "
        "to see the triplets."
    )
    assert (
        "The reference agrees with more than 99 % of these decisions, averaged over the"
        in precision
    )
    assert "the 9.4 % of the track where there are any." in precision
    assert f == (
        "T_F reduced 0.633. The harmonic mean of recall (46 %) and precision (more than 99 %). "
        "It is never above their average. Click to see the triplets of the side that "
        "loses more."
    )
    over_all = replace(PAPER_EQUATION, no_triplet=0.0)
    recall, *_ = said(modules, over_all, recall_reduced=0.0003, recall_share_reduced=0.75)
    assert "The estimate agrees with less than 0.1 %" in recall
    assert "averaged over the whole track; the 25 % without any count as 0." in recall


@pytest.mark.parametrize("lacking", [["recall"], ["precision"], ["recall", "precision"]])
def test_a_dash_gives_its_reason(modules, lacking):
    both = len(lacking) == 2
    none = dict.fromkeys([f"{side}_reduced" for side in lacking])
    none["f_measure_reduced"] = None if both else 0.0
    recall, precision, f, *full = said(modules, **none)
    owner = {"recall": "reference", "precision": "estimate"}
    reasons = {
        side: f"No {side}: the {owner[side]} nowhere decides which of two moments is closer "
        "to a third by exactly one layer, both within about 15 s of it."
        for side in lacking
    }
    for side, words in {"recall": recall, "precision": precision}.items():
        if side in lacking:
            assert words.endswith(f" –. {reasons[side]}")
    start = (
        "T_F reduced –. There is no F-measure."
        if both
        else (
            "T_F reduced 0.000. Only one of the hierarchies makes decisions, and the other agrees "
            "with none of them."
        )
    )
    assert f.removesuffix(AGAIN) == " ".join([start, *reasons.values()])
    assert not any("nowhere" in words for words in full)


LACKING = """
({ Readout }, scores, says) => {
  const readout = new Readout(null);
  readout.load({ windows: [15], scores: Float64Array.from(scores, (value) => value ?? NaN), says });
  const row = readout.element.querySelector("tr.l");
  return [0, 2].map((variant) => {
    readout.show(0, variant, null);
    return [row.hidden, row.classList.contains("chosen"), readout.lack(0, variant)];
  });
}
"""


def test_a_measure_that_the_pair_lacks_has_a_row_where_it_is_chosen_and_says_why(modules):
    words = score_words(
        Settings(), np.array([15.0]), np.array([15.0]), lack="layer 2 of the estimate"
    )
    values = [None if name.endswith("_l") else 1.0 for name in COLUMNS]
    assert modules.run("pair/readout", LACKING, values, words) == [
        [True, False, ""],
        [False, True, "L needs labels, and layer 2 of the estimate has none."],
    ]
