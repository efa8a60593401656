"""The one table of what the pages remember: types, defaults and URL keys.

Values live in `st.session_state` under their names, as plain values, and in the URL under their
keys. What the URL says wrongly falls back to the default.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.caemsi.margins import ALPHAS, MARGINS
from core.errors import HierscopeError
from core.io import unpack_pair
from core.samples import sample_ids
from core.tmeasures import CONVENTIONS, Convention
from core.triplets import OUTCOMES, ROLES
from core.vocabulary import DIRECTIONS, PARTS, VARIANTS

FRAME_SIZES = (0.02, 2.0)
"""Smallest and largest frame size that the page offers, in seconds."""


BETAS = (0.1, 10.0)
"""Smallest and largest weight of recall."""

HOW = ("convention", "mean_over_all", "frame_size", "beta")
"""The parameters by which a pair is scored."""

LINK_LIMIT = 8000
"""The longest pair, in characters, that goes into a link: web servers and proxies commonly refuse
an address of more than 8 kB (nginx, Apache), and mail programs cut it."""

WINDOW_LEAST = 0.01
"""Smallest window that can be typed, in seconds."""


@dataclass(frozen=True)
class Parameter:
    """One remembered value.

    Parameters
    ----------
    name : str
        Its key in the session.
    url_key : str
        Its key in the URL.
    default : object
    parse : callable
        From the URL's text to a value; raises ValueError for what it does not take.
    """

    name: str
    url_key: str
    default: Any
    parse: Callable[[str], Any]

    def format(self, value: Any) -> str:
        """Write a value for the URL."""
        if isinstance(value, bool):
            return "1" if value else "0"
        if isinstance(value, (dict, tuple)):
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return repr(value) if isinstance(value, float) else str(value)


def _one_of(*allowed: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"not one of {allowed}")
        return text

    return parse


def _flag(text: str) -> bool:
    return _one_of("0", "1")(text) == "1"


def _number(low: float, high: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise ValueError(f"not within {low} and {high}")
        return value

    return parse


def _name(text: str) -> str:
    """The name of a lesson or of a term; empty for none."""
    if not re.fullmatch(r"[a-z0-9-]{0,40}", text, re.ASCII):
        raise ValueError("not a name")
    return text


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", text, re.ASCII):
        raise ValueError("not a number from 1")
    return int(text)


_SHOWN = 40  # characters of what is wrong
_TIME = r"\d{1,7}(?:\.\d{1,6})?"


def _layers(text: str) -> str:
    """Two depths, of i and of j, or `any` for either."""
    if not re.fullmatch(r"(any|0|[1-9]\d{0,3})-(any|0|[1-9]\d{0,3})", text, re.ASCII):
        raise ValueError("not two depths")
    return text


def _region(text: str) -> str:
    """A part of triplets and a stretch of time, as `query:10-20`; empty for none."""
    if text:
        found = re.fullmatch(rf"({'|'.join(ROLES)}):({_TIME})-({_TIME})", text, re.ASCII)
        if not found or float(found[2]) >= float(found[3]):
            raise ValueError("not a stretch of time")
    return text


def _pair(text: str) -> str:
    """A pair, packed; see :func:`core.io.pack_pair`."""
    if text:
        try:
            unpack_pair(text)
        except HierscopeError as error:
            raise ValueError(str(error)) from error
    return text


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def _texts(text: str) -> dict[str, str]:
    """Texts by name, as JSON."""
    found = _object(text)
    if not all(isinstance(each, str) and "\0" not in each for each in found.values()):
        raise ValueError("not texts by name")
    "".join(found.values()).encode()  # what can't be written can't be shown
    return found


def _filters(text: str) -> dict[str, tuple[str, ...] | tuple[float, float]]:
    """By name, words or the two ends of a range, as JSON."""
    found = _object(text)
    if not all(map(_is_filter, found.values())):
        raise ValueError("not filters")
    return {name: tuple(values) for name, values in found.items()}


def _is_filter(values: object) -> bool:
    if not isinstance(values, list):
        return False
    if len(values) == 2 and all(isinstance(each, float) for each in values):
        return bool(-math.inf < values[0] <= values[1] < math.inf)
    return bool(values) and all(isinstance(each, str) for each in values)


def _two_scores(text: str) -> tuple[int, int]:
    """The numbers of two of the six scores, as JSON."""
    if not re.fullmatch(r"\[[0-5],[0-5]\]", text, re.ASCII):
        raise ValueError("not two numbers of scores")
    across, up = json.loads(text)
    return across, up


PARAMETERS = (
    Parameter("pair", "pair", "", _pair),
    Parameter("sample", "sample", sample_ids()[0], _one_of(*sample_ids())),
    Parameter("own", "own", False, _flag),
    Parameter("window", "w", 15.0, _number(WINDOW_LEAST, math.inf)),
    Parameter("variant", "variant", "reduced", _one_of(*VARIANTS)),
    # A negative query: none was chosen yet.
    Parameter("query", "q", -1.0, _number(0.0, 1e6)),
    Parameter("convention", "convention", "mir_eval", _one_of(*CONVENTIONS)),
    Parameter("mean_over_all", "all", False, _flag),
    Parameter("frame_size", "frame", 0.1, _number(*FRAME_SIZES)),
    Parameter("beta", "beta", 1.0, _number(*BETAS)),
    Parameter("direction", "direction", "recall", _one_of(*DIRECTIONS)),
    Parameter("listed", "list", "track", _one_of("track", "query")),
    Parameter("outcome", "outcome", "lost", _one_of("lost", *OUTCOMES)),
    Parameter("layers", "layers", "any-any", _layers),
    Parameter("region", "region", "", _region),
    Parameter("marks", "marks", True, _flag),
    Parameter("swapped", "swapped", False, _flag),
    Parameter("axis", "axis", "log", _one_of("log", "linear")),
    Parameter("measure", "measure", "f_measure", _one_of(*PARTS)),
    Parameter("bound", "bound", 0.9, _number(0.0, 1.0)),
    Parameter("lesson", "lesson", "", _name),
    Parameter("step", "step", 1, _count),
    Parameter("term", "term", "", _name),
    Parameter("corpus_form", "corpus", {}, _texts),
    Parameter("corpus_filters", "filters", {}, _filters),
    Parameter("corpus_scores", "scatter", (0, 1), _two_scores),
    Parameter("styles_form", "styles", {}, _texts),
    Parameter("margin", "margin", 0.15, _number(MARGINS[0], MARGINS[-1])),
    Parameter("alpha", "alpha", 0.05, _number(ALPHAS[0], ALPHAS[-1])),
)


ORIGIN = ("pair", "sample", "own", "swapped")
"""The parameters that say where the pair comes from."""

OF_PAGE = {
    "corpus": ("corpus_form", "corpus_filters", "corpus_scores"),
    "styles": ("styles_form", "margin", "alpha"),
}
"""The parameters of one page alone; they name folders, which is nobody else's business."""

BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
"""Every parameter by name."""


def convention_of(values: Mapping[str, Any]) -> Convention:
    """Give the convention that the parameters `convention` and `mean_over_all` say."""
    chosen = CONVENTIONS[values["convention"]]
    if chosen.half_window and values["mean_over_all"]:
        return replace(chosen, mean_over_all=True)
    return chosen


def from_url(query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Read every parameter from a URL's query.

    Parameters
    ----------
    query : mapping of str

    Returns
    -------
    values : dict
        By name; the default for what is absent or wrong.
    wrong : list of str
        What was wrong, as ``key=text``, shortened.
    """
    values, wrong = {}, []
    for parameter in PARAMETERS:
        values[parameter.name] = parameter.default
        if parameter.url_key in query:
            try:
                values[parameter.name] = parameter.parse(query[parameter.url_key])
            except ValueError:
                text = query[parameter.url_key]
                wrong.append(f"{parameter.url_key}={text[:_SHOWN]}{'…' * (len(text) > _SHOWN)}")
    return values, wrong


def to_url(values: Mapping[str, Any]) -> dict[str, str]:
    """Write the parameters that have a value, and not their default, as a URL's query.

    A pair in the query says all of where it came from; one that is too long is left out.
    """
    said = dict(values)
    if len(said["pair"]) > LINK_LIMIT:
        said["pair"] = ""
    elif said["pair"]:
        said |= {"own": False, "sample": "", "swapped": False}
    return {
        parameter.url_key: parameter.format(said[parameter.name])
        for parameter in PARAMETERS
        if parameter.name in said and said[parameter.name] not in (parameter.default, "")
    }
