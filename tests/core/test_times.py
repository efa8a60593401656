"""Frame times: beats and onsets as text and in JAMS."""

import json

import jams
import numpy as np
import pytest

from core.errors import ReadError
from core.io import File, read_times


def text(content, name="beats.txt"):
    return read_times(File(name, content.encode()))


def observation(time, value=1.0):
    return {"time": time, "duration": 0.0, "value": value, "confidence": None}


def annotation(namespace, *times):
    return {
        "namespace": namespace,
        "data": [observation(time) for time in times],
        "annotation_metadata": {},
        "sandbox": {},
    }


def from_jams(*annotations, name="song.jams"):
    content = {"annotations": list(annotations), "file_metadata": {}, "sandbox": {}}
    return read_times(File(name, json.dumps(content).encode()))


@pytest.mark.parametrize(
    "content",
    [
        "0\n0.5\n1.25\n",
        "0,1\r\n0.5,2\r\n1.25,3\r\n",
        "time,beat\n0,1\n0.5,2\n1.25,1\n",
        '"time";"beat"\n"0";1\n"0.5";2\n"1.25";1\n',
        "# Sonic Visualiser\n\n0.0\t1\n5e-1\t2\n+1.25\tfirst, again\n",
        "  0 a\n.5 b\n 1.25  c",
        "\ufeffBeat\n0\n0.5\n1.25",
    ],
)
def test_first_column_of_each_line(content):
    times = text(content)
    assert times.tolist() == [0, 0.5, 1.25]
    assert times.dtype == np.float64


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ("0\n0.5\nx\n", 3, "'x' is not a time"),
        ("time\nbeat\n0\n1\n", 2, "'beat' is not a time"),
        ("nan\n0\n1\n", 1, "'nan' is not a time"),
        ("0\ninf\n", 2, "'inf' is not a time"),
        ("-0.1\n0\n1\n", 1, "negative time (-0.1)"),
        ("0\n1e10\n", 2, "1e10 s is too late to be a time"),
        ("0\n,1\n", 2, "a time is missing"),
        ("# c\n0\n1\n1\n", 4, "times must increase, but 0:01.0 is followed by 0:01.0"),
        ("0\n2\n1\n", 3, "times must increase, but 0:02.0 is followed by 0:01.0"),
        ("0.5\n", None, "1 time can't sample a track"),
        ("time\n", None, "0 times can't sample a track"),
        ("# nothing\n", None, "0 times can't sample a track"),
        ("", None, "the file is empty"),
    ],
)
def test_errors_name_file_and_line(content, line, problem):
    with pytest.raises(ReadError) as caught:
        text(content)
    assert caught.value.problem == problem
    assert (caught.value.source, caught.value.line) == ("beats.txt", line)
    assert caught.value.mend


def test_too_many_times_are_refused():
    with pytest.raises(ReadError, match="100001 times, more than the 100000 allowed"):
        text("\n".join(map(str, range(100_001))))


def test_binary_is_refused():
    with pytest.raises(ReadError, match="this is audio, not text"):
        read_times(File("beats.wav", b"RIFF...."))


def test_the_first_annotation_of_beats_before_onsets():
    onset, beat, position = (
        annotation(namespace, *times)
        for namespace, times in (
            ("onset", (0.1, 0.2, 0.3)), ("beat", (0, 1)), ("beat_position", (0, 2)),
        )
    )  # fmt: skip
    assert from_jams(onset, position, beat, annotation("beat", 5, 6)).tolist() == [0, 1]
    assert from_jams(onset, position).tolist() == [0, 2]
    assert from_jams(onset, name="song.json").tolist() == [0.1, 0.2, 0.3]


def test_jams_is_in_order_of_time():
    assert from_jams(annotation("beat", 2, 0, 1)).tolist() == [0, 1, 2]


def test_what_jams_has_written():
    song = jams.JAMS()
    beats = jams.Annotation("beat")
    for time in (0.5, 1.0, 1.5):
        beats.append(time=time, duration=0, value=None, confidence=None)
    song.annotations.append(beats)
    song.file_metadata.duration = 2
    content = song.dumps().encode()
    assert read_times(File("song.jams", content)).tolist() == [0.5, 1.0, 1.5]


def test_jams_without_beats_is_refused_with_what_it_has():
    with pytest.raises(ReadError, match=r"^song\.jams: .*only chord") as caught:
        from_jams(annotation("chord", 0, 1))
    assert caught.value.mend == "Give one of beat, beat_position, onset"


def test_jams_with_equal_times_is_refused():
    with pytest.raises(ReadError, match=r"0:01\.0 is followed by 0:01\.0"):
        from_jams(annotation("beat", 0, 1, 1))


def test_jams_with_times_that_are_none_names_the_annotation():
    broken = annotation("beat", 0, 1)
    broken["data"][1]["time"] = "1"
    with pytest.raises(ReadError, match=r"annotation 1 \(beat\): observation 2 has the time '1'"):
        from_jams(broken)
