"""What the page Corpus remembers."""

import math
import re
from typing import Any, TypedDict

from core.corpus.sources.given import Given
from core.corpus.sources.patterns import DEFAULT_PATTERN
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
    filters = Value[dict[str, tuple[Any, ...]]]({}, _filters, url="filters")  # words or both ends
    scores = Value((0, 1), _two_scores, url="scatter")  # of the scatter, by number

    given = Value[tuple[str, Given | None]](("", None))  # uploaded, and the folder for its results
    upload = Value("")  # the path of the results file that was uploaded
    turn = Value("")  # changes when files are to be matched anew
    refused = Value("")  # why a track was not opened
    scored = Value("")  # what came of scoring
    tried = Value("")  # the scores that were computed or stopped last
    opened = Value[OpenedTrack | None](None)  # the track that was opened last
    shown = Value[tuple[Any, Any]]((None, None))  # file and filters shown last
    annotated = Value[tuple[Any, Any]]((None, None))  # what was asked of annotators, and its answer


class CorpusForm(Form):
    prefix = "corpus_"

    kind = Choice("", ("", *KINDS))  # empty: SALAMI where it is known, else the sample
    reference = Value("", str)  # the folder of an upload or the sample; empty: the one so called
    salami = Value("", str)
    references = Value("", str)
    reference_pattern = Value(DEFAULT_PATTERN, str)
    estimates = Value("", str)
    estimate_pattern = Value(DEFAULT_PATTERN, str)
    functions = Switch(False)  # whether SALAMI's functions are a layer
    manifest = Value("", str)
    results = Value("", str)
    baselines = Switch(False)  # whether they are scored, too
    flat = Switch(False)  # whether flat measures are
