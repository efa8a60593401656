"""Measures, beats and quarter notes: compared in their unit, or converted to seconds by a grid."""

import json
import math
import re

import jams
import numpy as np
import pytest
from cases import case_rows
from hypothesis import given
from hypothesis import strategies as st
from strategies import hierarchies

from core.choosing import advise
from core.choosing.advice import default_reason
from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import Choices, File, Grid, read, read_times, write_jams
from core.io.formats import writable
from core.io.link import pack_pair, unpack_pair
from core.io.pair import pair_document, read_document
from core.io.units import BAR_AND_BEAT, UNITS, rate_of
from core.io.writing import lost
from core.measures import BY_KEY
from core.settings import Settings
from core.tmeasures import score
from core.tmeasures.results import scores_latex
from core.windows import sweep
from core.wording import TIME_NOTATIONS
from hierscope.cli import main

MEASURES = TIME_NOTATIONS["measures"]


def made(*rows, name="", unit="measures"):
    return Hierarchy.from_boundaries(rows, name=name, unit=unit)


REFERENCE = made([0, 56, 108], [0, 32, 56, 80, 108], [0, 16, 32, 44, 56, 64, 80, 94, 108], name="A")
ESTIMATE = made([0, 58, 108], [0, 30, 58, 80, 108], [0, 16, 30, 44, 58, 64, 80, 108], name="B")
# The same numbers: scores are the same.
SECONDS = [made(*pair.boundaries, unit="seconds") for pair in (REFERENCE, ESTIMATE)]


@pytest.mark.parametrize(("unit", "at", "span", "lasting"), case_rows("words", "units"))
def test_words(unit, at, span, lasting):
    words = TIME_NOTATIONS[unit]
    assert [words.at(63.5), words.span(0, 63.5)] == [at, span]
    assert [words.lasting(each) for each in (1, 0.5)] == lasting
    assert words.position(float(words.bare(2))) == 2 if words.musical else words.bare(2) == "0:02.0"
    assert words.window(math.inf) == "the whole track"


def test_what_is_no_number_and_what_is_too_large_are_written_all_the_same():
    assert MEASURES.bare(math.inf) == "inf"
    assert MEASURES.bare(1 / 3) == "1.333"
    assert MEASURES.bare(-1.0) == "0"


def test_hierarchies_are_compared_in_seconds_and_in_all_musical_units():
    musical = {name for name, unit in UNITS.items() if unit.musical}
    assert {*TIME_NOTATIONS, BAR_AND_BEAT} == {"seconds", *musical}  # it becomes measures
    with pytest.raises(HierarchyError, match="'samples' is not a unit"):
        made([0, 1], unit="samples")


def test_scores_are_those_of_the_numbers_and_say_their_unit():
    here, there = (score(*pair, [15.0]) for pair in ((REFERENCE, ESTIMATE), SECONDS))
    assert here.to_dict() == there.to_dict()
    assert (here.unit, there.unit) == ("measures", "seconds")
    assert Settings().describe(15.0, here.notation) == (
        "±15 measures, frames of 0.1 measures, as mir_eval"
    )
    assert "frames of 0.1 measures; w in measures\n" in scores_latex(here)
    flat = made([0, 1, 2])
    assert (
        score(flat, flat, [0.05]).why_none()[1].endswith("within ±0.05 measures in the reference")
    )


def test_the_default_window_is_a_time_in_seconds_and_no_advice():
    advice = advise([REFERENCE, ESTIMATE])
    assert " measures" in advice.sentence
    assert not any(" s " in text for text in (advice.sentence, *(r.text for r in advice.reasons)))
    result = score(REFERENCE, ESTIMATE, sweep(REFERENCE.end))
    default = default_reason(advice.window, result.settings, BY_KEY["reduced"], REFERENCE.notation)
    assert "can't be compared with published scores" in default.text


@given(hierarchies(5000))
def test_a_link_keeps_the_unit(hierarchy):
    pair = [Hierarchy(hierarchy.layers, hierarchy.name, "beats")] * 2
    assert unpack_pair(pack_pair(*pair)) == tuple(pair)
    assert read_document(json.loads(json.dumps(pair_document(*pair)))) == tuple(pair)


def test_jams_keeps_the_unit_and_says_so():
    (found, _) = read([File("pair.jams", write_jams(REFERENCE, ESTIMATE))])
    assert found.hierarchy == REFERENCE
    (note,) = (note for note in found.notes if note.kind == "unit-read")
    assert "times are in measures and are not converted to seconds" in note.text
    odd = write_jams(REFERENCE).replace(b'"measures"', b'"furlongs"')
    (found,) = read([File("odd.jams", odd)])
    assert found.hierarchy.unit == "seconds"
    assert "sandbox-ignored" in {note.kind for note in found.notes}


def test_what_is_saved_elsewhere_loses_it():
    losing = {
        known.key for known in writable() if any("unit" in s for s in lost([REFERENCE], known))
    }
    assert "jams" not in losing
    assert {"csv", "lab"} <= losing
    assert not any("unit" in said for known in writable() for said in lost(SECONDS, known))


def seconds(grid, *positions, unit="", meter=0.0):
    return grid.seconds(np.array(positions), unit, meter).tolist()


@given(st.lists(st.floats(0.01, 5), min_size=2, max_size=20), st.floats(-3, 30), st.floats(0, 5))
def test_time_rises_with_positions_and_hits_every_beat(steps, position, more):
    grid = Grid(tuple(np.cumsum(steps).tolist()))
    assert seconds(grid, *range(len(steps))) == list(grid.times)
    before, after = seconds(grid, position, position + more)
    assert before <= after or before == pytest.approx(after)


def test_what_is_said_of_a_pair_in_two_units_can_be_followed(tmp_path, capsys):
    table = b"start,start_fraction,end,end_fraction,level,label\n1,0,3,0.5,1,a\n3,0.5,5,0,1,b\n"
    measures, seconds = tmp_path / "measures.csv", tmp_path / "seconds.csv"
    measures.write_bytes(table)
    seconds.write_bytes(b"start,end,level,label\n0,5,1,a\n5,8,1,b\n")
    assert main(["score", str(seconds), str(measures)]) == 2
    [advised] = re.findall(r"such as (\S+), or", capsys.readouterr().err)
    assert main(["score", str(seconds), str(measures), "--estimate-as", advised, "--csv"]) == 0
    assert ",1.0" in capsys.readouterr().out
    [found] = read([File("m.csv", table)], choices=Choices.of(advised))
    assert found.hierarchy.boundaries[0].tolist() == [0, 5, 8]
    assert "120 beats per minute; 4 beats per measure" in map(str, found.notes)


def test_a_rate_is_that_of_beats_a_minute_and_a_meter():
    assert (rate_of("measures", 120, 4), rate_of("quarter notes", 90)) == (0.5, 1.5)
    assert Choices.of("unit=measures,meter=3.0").meter == 3
    for name in ("quarter-notes", "quarter notes"):
        assert Choices.of(f"unit={name}").text == "unit=quarter-notes"
    assert Choices.of(Choices(meter=3).text) == Choices(meter=3)
    assert "3 beats per measure" in Choices(meter=3).description()


def test_beats_that_jams_has_written_are_read():
    song = jams.JAMS()
    beats = jams.Annotation("beat")
    for time in (0.5, 1.0, 1.5):
        beats.append(time=time, duration=0, value=None, confidence=None)
    song.annotations.append(beats)
    song.file_metadata.duration = 2
    times = read_times(File("song.jams", song.dumps().encode()))
    assert times.tolist() == [0.5, 1.0, 1.5]


def test_too_many_times_are_refused():
    with pytest.raises(ReadError, match="100,001 times, more than the 100,000 allowed"):
        read_times(File("a.txt", b"".join(b"%d\n" % at for at in range(100_001))))
