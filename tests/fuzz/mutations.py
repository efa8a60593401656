"""What is done to good input: bytes, words, numbers and trees that are damaged or exaggerated."""

import json
import re
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
