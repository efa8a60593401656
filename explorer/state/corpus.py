"""The state of the page Corpus."""

import math
import re
from typing import Any, TypedDict

from core.corpus.sources.patterns import DEFAULT_PATTERN
from core.corpus.sources.upload import Upload
from core.measures import SCORES
from explorer.state.value import Choice, Form, Switch, Table, Value, read_object, read_texts

KINDS = {
    "sample": "Sample",
    "salami": "SALAMI's annotators",
    "folders": "Folders",
    "manifest": "Table of pairs",
    "upload": "Upload",
    "results": "Results",
}


def _filters(text: str) -> dict[str, tuple[Any, ...]]:
    filters = read_object(text)
    if not all(map(_is_filter, filters.values())):
        raise ValueError("not filters")
    return {name: tuple(values) for name, values in filters.items()}


def _is_filter(values: object) -> bool:
    if not isinstance(values, list):
        return False
    if len(values) == 2 and all(isinstance(value, float) for value in values):
        return bool(-math.inf < values[0] <= values[1] < math.inf)
    return bool(values) and all(isinstance(value, str) for value in values)


def _two_scores(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\[(\d{1,2}),(\d{1,2})\]", text, re.ASCII)
    if not match or max(map(int, match.groups())) >= len(SCORES):
        raise ValueError("not two numbers of scores")
    return int(match[1]), int(match[2])


class OpenedTrack(TypedDict):
    pair: str
    source: str
    row: int
    name: str


class CorpusState(Table):
    prefix = "corpus_"

    form = Value[dict[str, str]]({}, read_texts, url="corpus")  # the texts of :class:`CorpusForm`
    filters = Value[dict[str, tuple[Any, ...]]]({}, _filters, url="filters")  # texts or both ends
    scores = Value((0, 1), _two_scores, url="scatter")  # numbers of the two scores of the scatter

    uploaded = Value[tuple[str, Upload | None]](("", None))  # name for results, and the files
    upload = Value("")  # path of the uploaded results file
    earlier = Value("")  # path of the uploaded results of an earlier run
    turn = Value("")  # changes when files must be matched again
    refused = Value("")  # why a track was not opened
    scored = Value("")  # message on the last scoring
    tried = Value("")  # the scores that were computed or stopped last
    opened = Value[OpenedTrack | None](None)  # the track that was opened last
    shown = Value[tuple[Any, Any]]((None, None))  # file and filters shown last
    annotated = Value[tuple[Any, Any]]((None, None))  # last request on annotators, and its result


class CorpusForm(Form):
    prefix = "corpus_"

    kind = Choice("", ("", *KINDS))  # empty: SALAMI if its folder is known, else the sample
    reference = Value("", str)  # reference folder of an upload or the sample; empty: by its name
    salami = Value("", str)
    references = Value("", str)
    reference_pattern = Value(DEFAULT_PATTERN, str)
    estimates = Value("", str)
    estimate_pattern = Value(DEFAULT_PATTERN, str)
    functions = Switch(False)  # whether to read SALAMI's functions as a layer
    manifest = Value("", str)
    results = Value("", str)
    baselines = Switch(False)  # whether to score baselines
    flat = Switch(False)  # whether to score flat measures
