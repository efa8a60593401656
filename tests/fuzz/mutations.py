"""Mutations of valid input: bytes, words, numbers and trees are damaged or exaggerated."""

import bz2
import io
import json
import re
import zipfile
from random import Random

DIGITS = b"9" * 401
NUMBERS = (
    b"0", b"-0", b"-1", b"-0.0", b"1e-320", b"0.1", b"1e9", b"1e12", b"1e308", b"1e999", b"-1e999",
    b"nan", b"NaN", b"inf", b"Infinity", b"2147483648", b"-2147483649", b"9223372036854775808",
    b"18446744073709551616", DIGITS, b"-" + DIGITS, b"0." + DIGITS, b"1" + b"0" * 5000, b"1_0",
    b"0x10", b"1,5", "٣".encode(), b"0e0", b"00", b".", b"+", b"1e", b"true",
)  # fmt: skip
WORDS = (
    b"", b"\0", b"\r", b"\n", b"\t", b" ", b",", b";", b'"', b"'", b"\\", b"/", b"..", b"../..",
    b"{}", b"[]", b"null", b"End", b"#", b"|", b"%00", b"*", b"**", b"{track}", b"{x}", b"~",
    b"~nosuchuser", b"/dev/zero", b"/etc/passwd", b"\\ud800", b"\xed\xa0\x80", b"\xff\xfe",
    b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\x1b[31m", b"\x1b]8;;http://x\x07", b"\x07", b"\x08",
    "\u202e".encode(), "\u2028".encode(), "\x85".encode(), "é".encode(), "😀".encode(),
    b"A" * 600, b"=1+1", b"<b>", b"![x](http://x/)", b"$(x)", b"self", b"type", b"__class__",
)  # fmt: skip
_DEEP = (b"[", b"{", b'{"a":', b"(", b'[{"b":')
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(rb"[^\s,;:\"\[\]{}=&]+")

VALUES = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, int(DIGITS), 0.5, -0.0, 1e-320, 1e308,
    float("inf"), float("-inf"), float("nan"), "", "a", "0", "\0", "\ud800", "\x1b[31m", "é" * 600,
    "../../x", [], {}, [[]], [None], ["a", 1], {"a": None}, {"": {}}, {"self": 1},
)  # fmt: skip
"""What takes the place of a value in a tree."""


def number(random: Random) -> bytes:
    """Give a number that is seldom meant."""
    return random.choice(NUMBERS)


def word(random: Random) -> bytes:
    """Give a word that is seldom meant."""
    return random.choice(WORDS)


def deep(random: Random) -> bytes:
    """Give what nests deeply, and most often is not closed."""
    count = random.choice((10, 900, 20_000))
    start = random.choice(_DEEP)
    return start * count + (b"]" * count if start == b"[" and random.random() < 0.5 else b"")


def damaged(data: bytes, random: Random, most: int = 4) -> bytes:
    """Damage bytes in up to so many places."""
    for _ in range(random.randint(1, most)):
        data = random.choice(_DAMAGES)(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _set(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([random.choice((0, 1, 127, 128, 255))]) + data[at + 1 :]


def _chunk(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((1, 2, 4, 8, 64, 1024)))


def _cut(data: bytes, random: Random) -> bytes:
    start, stop = _chunk(data, random)
    return data[:start] + data[stop:]


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _repeat(data: bytes, random: Random) -> bytes:
    start, stop = _chunk(data, random)
    times = random.choice((2, 3, 50))
    return data[:start] + data[start:stop] * times + data[stop:]


def _exchange(data: bytes, random: Random) -> bytes:
    (a, b), (c, d) = sorted((_chunk(data, random), _chunk(data, random)))
    return data if c < b else data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _insert(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    new = random.choice((number, word, deep))(random)
    return data[:at] + new + data[at:]


def _replace(data: bytes, random: Random) -> bytes:
    """Put something else in the place of one number or word."""
    pattern, new = random.choice(((_NUMBER, number), (_WORD, word), (_WORD, number)))
    found = [match.span() for match in pattern.finditer(data[:4000])]
    if not found:
        return data
    start, stop = random.choice(found)
    return data[:start] + new(random) + data[stop:]


_DAMAGES = (
    _flip, _set, _cut, _truncate, _repeat, _exchange, _insert, _insert, _replace, _replace, _replace
)  # fmt: skip


def json_damaged(data: bytes, random: Random) -> bytes:
    """Give valid JSON, in most cases, in which values are replaced, moved or left out."""
    tree = json.loads(data)
    for _ in range(random.randint(1, 3)):
        tree = tree_damaged(tree, random)
    text = json.dumps(tree, ensure_ascii=random.random() < 0.5)
    return text.encode(errors="surrogatepass")


_ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "AAAAAAAAAA">%s]>'
    % b"".join(b'<!ENTITY %c "%s">' % (at + 1, b"&%c;" % at * 10) for at in range(97, 106)),
    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    b'<!DOCTYPE x [<!ENTITY % a SYSTEM "/dev/zero"> %a;]>',
    b"<!DOCTYPE x>",
)
_TAG = re.compile(rb"<[A-Za-z_][^<>]*>")
_ATTRIBUTE = re.compile(rb'"[^"<>]*"')
_CODECS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "shift-jis")


def xml_damaged(data: bytes, random: Random) -> bytes:
    """Give XML with a document type, elements that nest or repeat, or other values."""
    for _ in range(random.randint(1, 3)):
        data = random.choice((_with_entities, _nested_tags, _other_attribute, _doubled_tag))(
            data, random
        )
    return data


def _with_entities(data: bytes, random: Random) -> bytes:
    start = _TAG.search(data)
    if not start:
        return data
    name = random.choice((b"&j;", b"&a;", b"&#0;", b"&#xD800;", b"&lt;", b"&"))
    head, rest = data[: start.start()], data[start.start() :]
    spot = random.choice([found.end() for found in _TAG.finditer(rest)][:50])
    return head + random.choice(_ENTITIES) + rest[:spot] + name + rest[spot:]


def _nested_tags(data: bytes, random: Random) -> bytes:
    tags = [found.span() for found in _TAG.finditer(data[:4000])]
    if not tags:
        return data
    start, stop = random.choice(tags)
    return data[:stop] + data[start:stop] * random.choice((2, 500, 20_000)) + data[stop:]


def _doubled_tag(data: bytes, random: Random) -> bytes:
    start, stop = _chunk(data, random)
    return data[:stop] + data[start:]


def _other_attribute(data: bytes, random: Random) -> bytes:
    found = [match.span() for match in _ATTRIBUTE.finditer(data[:20_000])]
    if not found:
        return data
    start, stop = random.choice(found)
    return data[: start + 1] + random.choice((number, word))(random) + data[stop - 1 :]


def encoded(data: bytes, random: Random) -> bytes:
    """Give a text in another encoding, which may not be the one it says."""
    text = data.decode(errors="replace")
    return text.encode(random.choice(_CODECS), errors="replace")


def packed_damaged(data: bytes, random: Random) -> bytes:
    """Damage what is packed inside a file: bzip2, or a member of a zip archive."""
    if data[:3] == b"BZh":
        damage = xml_damaged if random.random() < 0.5 else damaged
        inside = damage(bz2.decompress(data), random)
        # Appended last: to damage it, too, would take seconds.
        bomb = b" " * (500_000_000 if random.random() < 0.01 else 0)
        return bz2.compress(inside + bomb)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", 8) as new:
        members = old.namelist()
        chosen = random.choice(members)
        for name in members:
            inside = old.read(name)
            if name == chosen:
                damage = xml_damaged if random.random() < 0.5 else damaged
                inside = damage(inside, random)
            if name != chosen or random.random() < 0.95:
                new.writestr(name, inside)
    return stream.getvalue()


def changed(data: bytes, random: Random) -> bytes:
    """Damage a file as fits what it holds, or as any bytes."""
    if random.random() < 0.7:
        if data[:1] in (b"{", b"["):
            return json_damaged(data, random)
        if data[:3] == b"BZh" or data[:2] == b"PK":
            return packed_damaged(data, random)
        if data.lstrip()[:1] == b"<":
            return xml_damaged(data, random)
    if random.random() < 0.1:
        return encoded(data, random)
    return damaged(data, random)


def tree_damaged(tree: object, random: Random) -> object:
    """Give a tree of JSON with one change; the given one is not changed."""
    if not isinstance(tree, dict | list) or not tree or random.random() < 0.15:
        return _other(tree, random)
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    key = random.choice(keys)
    changed = tree.copy()
    action = random.random()
    if action < 0.1:
        del changed[key]
    elif action < 0.15 and isinstance(changed, list):
        changed *= random.choice((2, 100))
    elif action < 0.2 and isinstance(changed, dict):
        changed[random.choice(WORDS).decode(errors="surrogateescape")] = changed.pop(key)
    elif action < 0.25:
        other = random.choice(keys)
        changed[key], changed[other] = changed[other], changed[key]
    else:
        changed[key] = tree_damaged(tree[key], random)
    return changed


def _other(value: object, random: Random) -> object:
    if isinstance(value, str) and random.random() < 0.5:
        return damaged(value.encode(errors="surrogatepass"), random, 2).decode(
            errors="surrogateescape"
        )
    if isinstance(value, int | float) and random.random() < 0.3:
        return random.choice((-value, value + 1, value * 1000, str(value), [value]))
    if random.random() < 0.05:
        for _ in range(random.choice((5, 400))):
            value = [value]
        return value
    return random.choice(VALUES)
