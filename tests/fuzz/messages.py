"""Inputs that are messages: links, saved states, lessons, live questions, command lines."""

import base64
import contextlib
import io
import itertools
import json
import os
import struct
import zlib

from hypothesis import strategies as st

from core.diagnosis import diagnose
from core.hierarchy import Hierarchy, Pair
from core.io import File, write_csv, write_jams
from core.io.formats.jams import read_state
from core.io.link import Linked, ReadAs, pack_link, pack_pair, unpack_json, unpack_link, unpack_pair
from core.io.pair import pair_document, read_document
from core.measures import BY_KEY
from core.notes import Note
from core.samples import samples
from core.tmeasures import CONVENTIONS
from core.triplets.blocks import ROLES
from core.triplets.results import OUTCOMES
from core.vocabulary import DIRECTIONS
from explorer.lessons.own import step_of
from explorer.live.answers import Pairs, reply
from explorer.messages.diagnosis import cause_name
from explorer.state import own_lesson as own
from explorer.state.corpus import CorpusState
from explorer.state.pages import ADDRESSED, from_url, to_url
from explorer.state.pair import ASKED, PairState
from explorer.state.styles import StylesState
from hierscope.cli import main

from .damage import NUMBERS, WORDS, damaged, json_damaged, one_in, tree_damaged
from .files import OTHER, SONG, one
from .trying import Target, written


def _text(data):
    return data.decode(errors="surrogateescape")


def _dumped(tree):
    return json.dumps(tree).encode()


def _as_link(packed):
    return b"1" + base64.urlsafe_b64encode(packed).rstrip(b"=")


def _of_link(link):
    """Damage a link: its text, what is packed in it, or the tree of JSON in that."""
    tree = unpack_json(link)
    inside = st.one_of(json_damaged(tree), json_damaged(tree), damaged(_dumped(tree)))
    packed = st.one_of(*[inside.map(zlib.compress)] * 3, damaged(zlib.compress(_dumped(tree))))
    return st.one_of(damaged(link.encode()), *[packed.map(_as_link)] * 3)


_CUT = Note("cropped", "cropped by 2 s", layer=1, time=60.0, seconds=2.0)
_READ_AS = ReadAs("a.lab, b.lab", "LAB: 2 layers", (_CUT, Note("no-end", "no End line")))
_LATE = Hierarchy.from_boundaries([[0.5, 31], [0.5, 12.5, 31]])
_pair = _of_link(pack_link(Linked(Pair(_LATE, OTHER), (_READ_AS, ReadAs("other.csv")))))
_document = json_damaged(pair_document(SONG, OTHER))


def _take_pair(parts, folder):
    ((kind, data),) = parts
    if kind == "pair":
        found = unpack_link(data.decode(errors="replace"))
        again = unpack_link(pack_link(found))
        assert again.pair == found.pair
        assert unpack_link(pack_link(again)) == again  # the heavier side comes first
    else:
        pair = read_document(json.loads(data.decode(errors="surrogatepass")))
        assert unpack_pair(pack_pair(*pair)) == pair
    return ()


_TEXTS = {"w": "3", "variant": "full", "q": "12.5", "layers": "1-2", "convention": "paper-tables"}
_GOOD_LINKS = {
    **_TEXTS,
    "corpus": '{"kind":"folders","references":"/a","estimates":"b=/c"}',
    "filters": '{"genre":["jazz"],"duration":[1.5,200.0]}',
    "styles": '{"kind":"folders","a":"/a","b":"/b","permutations":"100"}',
    "scatter": "[0,1]",
    "region": "query:10-20",
    "layers": "1-any",
}
_KEYS = [value.url for value in ADDRESSED]
_OBJECTS = [CorpusState.form.url, CorpusState.filters.url, StylesState.form.url]


@st.composite
def _links(draw):
    keys = draw(st.lists(st.sampled_from(_KEYS), min_size=1, max_size=4, unique=True))
    parts = []
    for key in [*keys, draw(st.sampled_from(_OBJECTS))]:
        good = _GOOD_LINKS.get(key, "1")
        if key == "pair":
            data = draw(_pair)
        elif good[:1] == "{" and not draw(one_in(5)):
            data = draw(json_damaged(json.loads(good)))
        else:
            data = draw(damaged(good.encode()))
        parts.append((key, data))
    return tuple(parts)


def _take_link(parts, folder):
    return _from_url({key: data.decode(errors="replace") for key, data in parts})


def _from_url(query):
    """Read an address as the pages do, and write it again."""
    values, wrong = from_url(query)
    assert from_url(to_url(values))[0].keys() == values.keys()
    "".join(f"{key}{text}" for key, text in to_url(values).items()).encode()
    yield from wrong


@st.composite
def _state(draw):
    drawn = {"w": _text(draw(st.one_of(NUMBERS, WORDS))), "pair": _text(draw(_pair))}
    tree = json.loads(write_jams(SONG, state=_TEXTS | drawn))
    saved = tree["sandbox"]["hierscope"]
    saved["state"] = draw(tree_damaged(saved["state"]))
    return _dumped(tree)


def _take_state(parts, folder):
    return _from_url(read_state(File(*parts[0])))


_CHECKS = (
    own.Options(("a", "b"), ("", "Why not."), 0),
    own.Bound("recall", "at least", 0.9, "estimate"),
    own.Bound("f_measure", "at most", 0.5, "window"),
    own.Place(1, 12.5, 0.5, "move"),
)
_LOOK = pack_pair(SONG, OTHER), own.looked_at(PairState({"query": 5.0}))
_ASKED = tuple(own.OwnQuestion("What?\nWhy?", *_LOOK, True, checks) for checks in _CHECKS)
_LESSON = own.pack_lesson(own.OwnLesson("Tomorrow", _ASKED))
_lesson = st.one_of(
    one("link", _of_link(_LESSON)), one("file", damaged(own.lesson_file(_LESSON).encode()))
)


def _take_lesson(parts, folder):
    ((kind, data),) = parts
    text = own.read_lesson_file(data) if kind == "file" else data.decode(errors="replace")
    lesson = own.unpack_lesson(text)
    assert own.unpack_lesson(own.pack_lesson(lesson)) == lesson
    yield lesson.title or "no title"
    for question in lesson.questions:
        step = step_of(question, "Question")
        yield from (question.prompt.replace("\n", " "), step.question.text)


_STATE = PairState({}).texts(ASKED)
_SONG = pair_document(SONG, OTHER)
_VIEW = {"query": 5.0, "shown": [0.0, 30.0], "state": _STATE}
_PAIR = {"pair": "a pair", "document": _SONG, "state": _STATE}
_LOOKED = {**_PAIR, **_VIEW, "strips": True, "track_key": "", "triplet": [1.0, 2.0]}
_DRAWN = {**_VIEW, "kind": "draw", "document": _SONG, "first": 0}
_CAUSE = cause_name(diagnose(SONG, OTHER).causes[0])
_LOOKS = (
    {**_LOOKED, "kind": "look", "number": 1, "chosen": [0, 1], "track": "whole"},
    {**_LOOKED, "kind": "look", "number": 2, "chosen": None, "track": "splits"},
)
_QUESTIONS = (
    *_LOOKS,
    {**_PAIR, "kind": "depths", "number": 3},
    {"kind": "sample", "number": 4, "sample": samples()[0].id, "state": _STATE},
    {**_DRAWN, "number": 5, "drawn": "1", "nested": False, "effects": "none", "extra": None},
    {**_DRAWN, "number": 6, "drawn": "2", "nested": True, "effects": "every", "extra": 3.0},
    {**_PAIR, "kind": "diagnose", "number": 7, "extra": None, "first": 60, "count": 2},
    {**_PAIR, "kind": "fix", "number": 8, "cause": _CAUSE},
    {**_PAIR, "kind": "scape", "number": 9, "shown": [0.0, 9.0], "fine": True, "deciding": False},
    {**_PAIR, "kind": "patch", "number": 10, "query": 5.0},
)
"""A good question of each kind."""

_times = st.one_of(st.sampled_from((0, 1, 1.000001, 5, 9.999999, 10, 20.05, 30)), st.floats(0, 30))
_spans = st.builds(
    lambda start, wide: (float(start), start + wide),
    *(_times, st.sampled_from((1e-6, 1e-3, 0.1, 1.0, 9.0))),
)
_regions = st.builds(
    lambda role, span: "{}:{:.6f}-{:.6f}".format(role, *span), st.sampled_from(ROLES), _spans
)
_LAYERS = ("any", *"0123")
_LISTED = {
    "variant": [*BY_KEY],
    "convention": [*CONVENTIONS],
    "frame_size": ["0.02", "0.1", "0.5", "2.0"],
    "window": ["0.01", "0.010001", "0.5", "3", "7.3", "15", "29.999999", "inf"],
    "direction": DIRECTIONS,
    "listed": ["track", "query"],
    "outcome": ["lost", *OUTCOMES],
    "layers": [f"{first}-{second}" for first in _LAYERS for second in _LAYERS],
}
_listed = {name: st.sampled_from(values) for name, values in _LISTED.items()}


def _lasting(end):
    """Return the document of the pair, as if it lasted so many seconds."""
    document = pair_document(SONG, OTHER)
    for side in document.values():
        for layer in side["layers"]:
            layer["boundaries"] = [time / SONG.end * end for time in layer["boundaries"]]
    return document


_ends = st.sampled_from((30, 30, 30, 1e-320, 1e-6, 1e-3, 9e5))
_about_lists = {
    "document": _ends.map(_lasting),
    "query": _times,
    "track": st.sampled_from(("none", "splits", "list", "whole")),
    "triplet": st.none() | _spans,
}
_list_question = st.builds(
    lambda good, state, changed: {**good, **changed, "state": _STATE | state},
    st.sampled_from(_LOOKS),
    st.fixed_dictionaries({**_listed, "region": st.just("") | _regions}),
    st.fixed_dictionaries(_about_lists),
)
_field = st.sampled_from(_QUESTIONS).flatmap(
    lambda good: st.sampled_from(sorted(good)).flatmap(
        lambda name: tree_damaged(good[name]).map(lambda value: good | {name: value})
    )
)
_question = st.one_of(
    st.one_of(_list_question, _field).map(_dumped),
    st.sampled_from(_QUESTIONS).flatmap(json_damaged),
    st.sampled_from(_QUESTIONS).map(_dumped).flatmap(damaged),
)


def _take_question(parts, folder):
    answer = reply(parts[0][1].decode(errors="replace"), Pairs())
    (length,) = struct.unpack_from("<I", answer)
    head = json.loads(answer[4 : 4 + length])
    if error := head.get("error"):
        assert error["name"] != "failed", head
        yield error["message"]


_OPTIONS = {
    "score": "--window --json --csv --latex --digits --cite --convention --frame-size --repair",
    "triplets": "--window --query --json --csv --direction --top --outcome",
    "convert": "--annotation",
    "agreement": "--tracks --folders --annotations --measure --window --csv",
    **dict.fromkeys(("x", "corpus"), "--"),
}
_WORDS = (
    *("r.csv", "e.csv", "nowhere.csv", ".", "3", "0.5", "inf", "--"),
    *("mir_eval", "lose-the-frames", "monocast"),
)


@st.composite
def _command(draw):
    command = draw(st.sampled_from(list(_OPTIONS)))
    odd = st.one_of(NUMBERS, WORDS).map(_text)
    option = st.sampled_from(_OPTIONS[command].split())
    word = st.one_of(option, odd, st.sampled_from(_WORDS)).map(lambda word: [word])
    words = st.lists(st.one_of(word, st.tuples(option, odd)), min_size=1, max_size=4)
    pair = draw(st.sampled_from(([], ["r.csv", "e.csv"], ["r.csv", "e.csv"])))
    words = [command, *pair, *itertools.chain(*draw(words))]
    # What a system hands over has no NUL; and nothing is written outside of the folder.
    return tuple(
        (f"word {at}", each.replace("\0", "").encode(errors="surrogateescape"))
        for at, each in enumerate(words)
        if ".." not in each and not each.startswith(("/", "~"))
    )


def _take_command(parts, folder):
    written((("r.csv", write_csv(SONG)), ("e.csv", write_csv(OTHER))))
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([_text(data) for _, data in parts])
    except SystemExit as end:
        status = end.code
    assert status in (0, 1, 2), status
    assert "Traceback" not in err.getvalue()
    # What was typed comes back whole, however long, maybe with its folder.
    text = err.getvalue().replace(os.getcwd() + os.sep, "")
    yield from (line[:1000] for line in text.split("\n") if line)


TARGETS = (
    Target("states", one("x.jams", _state()), _take_state),
    Target("links", _links(), _take_link),
    Target("pairs", st.one_of(one("pair", _pair), one("document", _document)), _take_pair),
    Target("lessons", _lesson, _take_lesson),
    Target("live", one("question", _question), _take_question),
    Target("commands", _command(), _take_command),
)
