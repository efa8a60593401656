"""Positions in measures, beats and quarter notes, and beats and bars for their conversion."""

import json
import re

import jams
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ReadError
from core.io import Choices, File, Grid, read, read_times
from core.io.units import rate_of
from hierscope.cli import main


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


def test_commands_take_a_grid(tmp_path, capsys):
    score, beats = tmp_path / "score.csv", tmp_path / "beats.txt"
    score.write_text("1,1,A,a\n2,2,,b\n3,1,B,a\n4,,,\n")
    beats.write_text("".join(f"{1 + 0.5 * at}\t{at % 3 + 1}\n" for at in range(12)))
    labs = tmp_path / "labs"
    assert main(["convert", str(score), str(labs), "--grid", str(beats)]) == 0
    assert (labs / "layer2.lab").read_text() == "1.0\t3.0\ta\n3.0\t4.0\tb\n4.0\t7.0\ta\n"
    said = capsys.readouterr().err
    assert "times are in measures" in said
    score_them = ["score", str(score), str(labs), "--grid", str(beats), "--window", "3", "--json"]
    assert main(score_them) == 0
    assert json.loads(capsys.readouterr().out)[0]["f_measure"] == 1
    assert main(["look", str(score), "--grid", str(tmp_path)]) == 2
    assert "is a folder. Choose a file of beats" in capsys.readouterr().err


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
