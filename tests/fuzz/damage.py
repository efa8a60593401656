"""Strategies that damage valid input: bytes, values in trees of JSON, XML, packed members."""

import bz2
import io
import json
import re
import zipfile

from hypothesis import strategies as st

_DIGITS = "9" * 401
_ODD = (
    *(0, -1, 1e-320, 1e12, 1e308, 1e999, "-0.0", float("nan"), -float("inf"), int(_DIGITS)),
    *(2**31, -(2**31) - 1, 2**63, -(2**63) - 1, 2**64),
)
NUMBERS = st.one_of(
    st.sampled_from((*_ODD, f"0.{_DIGITS}", "1" + "0" * 5000, "Infinity", "NaN")),
    st.sampled_from(("00", "1_0", "0x10", "1,5", "٣", ".", "+", "1e", "true", "0e0")),
    *(st.integers(), st.floats(), st.from_regex(r"\A[-+]?[0-9]{1,3}\.?([eE]-?[0-9]{1,3})?\Z")),
).map(lambda number: str(number).encode())
"""Numbers that are seldom meant."""

WORDS = st.sampled_from(
    (
        *(b"", b"\0", b"\r", b"\n", b"\t", b" ", b",", b";", b'"', b"'", b"\\", b"/", b"..", b"~"),
        *(b"../..", b"~nosuchuser", b"/dev/zero", b"/etc/passwd", b"%00", b"*", b"**", b"{x}"),
        *(b"{}", b"[]", b"{track}", b"null", b"End", b"#", b"|", b"self", b"type", b"__class__"),
        *(b"\\ud800", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\x85"),
        *(b"\x1b[31m", b"\x1b]8;;http://x\x07", b"\x07", b"\x08", b"A" * 600, b"=1+1", b"<b>"),
        *(each.encode() for each in ("\u202e", "\u2028", "\x85", "é", "😀", "![x](http://x/)")),
    )
)
"""Words that are seldom meant."""

DEEP = st.builds(
    lambda start, stop, count: start * count + stop * count,
    *(st.sampled_from((b"[", b"{", b'{"a":', b"(", b'[{"b":')), st.sampled_from((b"", b"]"))),
    st.sampled_from((10, 900, 20_000)),
)
"""What nests deeply, and most often is not closed."""

_VALUES = st.one_of(
    st.sampled_from(_ODD),
    st.sampled_from((None, True, False, "", "\ud800", "é" * 600, [], {}, [[]], [None])),
    *(st.integers(), st.floats(), st.text(max_size=8)),
    WORDS.map(lambda word: word.decode(errors="surrogateescape")),
    st.dictionaries(st.text(max_size=4), st.none() | st.integers(), min_size=1, max_size=3),
    st.just(json.loads("[" * 400 + "0" + "]" * 400)),
)
_PARTS = [
    re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"),
    re.compile(rb"[^\s,;:\"\[\]{}=&]+"),
    re.compile(rb'(?<=")[^"<>]*(?=")'),
    re.compile(rb"<[A-Za-z_][^<>]*>"),
]
"""Numbers, words, texts in quotes, and tags."""

_BYTES = st.binary(min_size=1, max_size=4)
_NEW = st.one_of(st.just(b""), _BYTES, NUMBERS, WORDS, DEEP, st.sampled_from((2, 50, 20_000)))


def one_in(n):
    """Draw True seldom."""
    return st.sampled_from([False] * (n - 1) + [True])


@st.composite
def damaged(draw, data, most=4):
    """Replace up to so many parts of some bytes: by nothing, by others, or by copies."""
    for _ in range(draw(st.integers(1, most))):
        pattern = draw(st.sampled_from([None, None, *_PARTS]))
        spans = [found.span() for found in pattern.finditer(data[:9000])] if pattern else []
        new = draw(_NEW if spans else st.one_of(_BYTES, _NEW))
        if spans:
            start, stop = draw(st.sampled_from(spans))
        else:
            start = draw(st.integers(0, len(data)))
            overwritten = len(new) if isinstance(new, bytes) else 64
            stop = start + draw(st.sampled_from((overwritten, overwritten, 0, 1, 8, len(data))))
        if isinstance(new, int):
            new *= data[start:stop][: 64 if new < 99 else 16]
        data = data[:start] + new + data[stop:]
    return data


@st.composite
def tree_damaged(draw, tree):
    """Change one value of a tree of JSON; the given one stays as it is."""
    if not isinstance(tree, dict | list) or not tree or draw(one_in(7)):
        return draw(_other(tree))
    keys = list(tree) if isinstance(tree, dict) else range(len(tree))
    key, changed = draw(st.sampled_from(keys)), tree.copy()
    match draw(st.sampled_from((*["go deeper"] * 8, "leave out", "rename", "exchange", "repeat"))):
        case "leave out":
            del changed[key]
        case "repeat" if isinstance(tree, list):
            changed *= draw(st.sampled_from((2, 100)))
        case "rename" if isinstance(tree, dict):
            changed[draw(WORDS).decode(errors="surrogateescape")] = changed.pop(key)
        case "exchange":
            other = draw(st.sampled_from(keys))
            changed[key], changed[other] = changed[other], changed[key]
        case _:
            changed[key] = draw(tree_damaged(tree[key]))
    return changed


@st.composite
def _other(draw, value):
    near = draw(st.booleans())
    if near and isinstance(value, str):
        data = draw(damaged(value.encode(errors="surrogatepass"), 2))
        return data.decode(errors="surrogateescape")
    if near and isinstance(value, int | float):
        changes = (-value, value + 1, value * 1000, str(value), [value])
        return draw(st.sampled_from((*changes, *_ODD)))
    return draw(_VALUES)


@st.composite
def json_damaged(draw, tree):
    """Write a tree as valid JSON in which values are replaced, moved or left out."""
    for _ in range(draw(st.integers(1, 3))):
        tree = draw(tree_damaged(tree))
    return json.dumps(tree, ensure_ascii=draw(st.booleans())).encode(errors="surrogatepass")


_ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "AAAAAAAAAA">%s]>'
    % b"".join(b'<!ENTITY %c "%s">' % (at + 1, b"&%c;" % at * 10) for at in range(97, 106)),
    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    b'<!DOCTYPE x [<!ENTITY % a SYSTEM "/dev/zero"> %a;]>',
    b"<!DOCTYPE x>",
)


@st.composite
def _xml_damaged(draw, data):
    """Damage XML, or give it a document type that defines entities."""
    ends = [found.span() for found in _PARTS[-1].finditer(data[:9000])]
    if not ends or draw(st.booleans()):
        return draw(damaged(data))
    (start, _), (_, spot) = ends[0], draw(st.sampled_from(ends))
    name = draw(st.sampled_from((b"&j;", b"&a;", b"&#0;", b"&#xD800;", b"&lt;", b"&")))
    return data[:start] + draw(st.sampled_from(_ENTITIES)) + data[start:spot] + name + data[spot:]


@st.composite
def _packed_damaged(draw, data):
    """Damage what is packed inside a file: bzip2, or a member of a zip archive."""
    if data[:3] == b"BZh":
        # The bomb comes last: damaging it, too, would take seconds.
        bomb = b" " * 500_000_000 if draw(one_in(100)) else b""
        return bz2.compress(draw(_xml_damaged(bz2.decompress(data))) + bomb)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", 8) as new:
        chosen, left_out = draw(st.sampled_from(old.namelist())), draw(one_in(20))
        for name in old.namelist():
            inside = old.read(name)
            if name != chosen:
                new.writestr(name, inside)
            elif not left_out:
                new.writestr(name, draw(_xml_damaged(inside)))
    return stream.getvalue()


@st.composite
def changed(draw, data):
    """Damage a file as fits its content, or as any bytes, or encode it otherwise."""
    if draw(one_in(3)):
        return draw(damaged(data))
    if draw(one_in(15)):
        codec = draw(st.sampled_from(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp1252")))
        return data.decode(errors="replace").encode(codec, errors="replace")
    if data[:1] in (b"{", b"["):
        return draw(json_damaged(json.loads(data)))
    if data[:3] == b"BZh" or data[:2] == b"PK":
        return draw(_packed_damaged(data))
    return draw(_xml_damaged(data))
