"""Files of results: damaged byte by byte, and made up by who knows how they are written."""

import io
import json
import math
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.choosing import Advice
from core.corpus._columns import NAME, problem_batch, row_batch, schema_of
from core.corpus.advising import advise_corpus
from core.corpus.cause_table import cause_table
from core.corpus.comparing import ranking
from core.corpus.filtering import chosen, facts
from core.corpus.items import Item, Problem
from core.corpus.job import Job, Row
from core.corpus.losses import diagnosed_at, losses
from core.corpus.noting import noted
from core.corpus.segments import segments
from core.corpus.significance import compare
from core.corpus.store import read_results
from core.corpus.summary import all_scores, describe, rows_by_method
from core.corpus.tidy import tidy_bytes
from core.corpus.why import Named, Why
from core.diagnosis import KINDS
from core.measures import COLUMNS
from core.notes import Note
from explorer.messages.corpus import corpus_drawing

from .mutations import DIGITS, damaged, tree_damaged
from .target import Parts, Target, written

_UNFIT = (pa.ArrowException, OverflowError, TypeError, ValueError)
"""What Arrow raises where a forgery does not fit a column, or the one before it."""

_JOB = Job((0.5, 3.0, math.inf), diagnosed=(3.0, math.inf))
_BIG = 10**6
_NOTE = Note("padded", "padded by 3 s", time=60.0, side="estimate", seconds=3.0)


@cache
def _table() -> pa.Table:
    """Give good results: three tracks by two methods, and a problem."""
    draws = np.random.default_rng(1)
    rows = []
    for at in range(6):
        track, method = f"track {at // 2}", ("m", "n")[at % 2]
        known = (("genre", ("jazz", "rock")[at % 2]), ("number", str(at)))
        item = Item(track, method, (f"{track}.jams",), (f"{method}{at}.jams",), 0, 0, known)
        lengths = draws.uniform(1, 20, (2, 4)).astype(np.float32)
        scores = draws.uniform(0, 1, (3, len(COLUMNS)))
        row = Row(item, "d", 100.0 + at, 2, 3, *lengths, scores, (_NOTE,), _why(at))
        rows.append((at, row))
    problems = problem_batch([Problem("track 9", "x.jams", "is empty")], _JOB)
    return pa.Table.from_batches([row_batch(rows, _JOB), problems])


def _why(at: int) -> Why:
    """Give causes, as many as a number says."""
    some = (0.1, 0.2, 0.3, -0.1)
    causes = (
        Named(kind, "estimate", "why", 2, (number,) * 4, some, some, some)
        for number, kind in enumerate(KINDS[:at], 1)
    )
    return Why(("T_F",) * 4, some, ("", "by_chance", "no_triplet", "other_track"), tuple(causes))


def _parquet(table: pa.Table, **options: object) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream, **{"compression": "zstd", "write_page_checksum": True} | options)
    return stream.getvalue()


@cache
def _good_files() -> tuple[bytes, ...]:
    return (
        _parquet(_table()),
        _parquet(_table(), write_page_checksum=False),
        _parquet(_table(), compression="none", write_page_checksum=False, use_dictionary=False),
        _parquet(_table(), data_page_version="2.0", row_group_size=2),
    )


def _damaged(random: Random) -> Parts:
    data = random.choice(_good_files())
    if random.random() < 0.5:
        # One bit, where the pages are not: what a checksum does not cover.
        at = random.randrange(len(data) - int.from_bytes(data[-8:-4], "little") - 8, len(data))
        changed = data[at] ^ (1 << random.randrange(8))
        return (("x.parquet", data[:at] + bytes([changed]) + data[at + 1 :]),)
    return (("x.parquet", damaged(data, random)),)


def _forged(random: Random) -> Parts:
    table = _table()
    for forge in random.sample(_FORGERIES, random.choice((1, 1, 2))):
        with suppress(*_UNFIT):
            table = forge(table, random)
    options = random.choice(
        ({}, {"compression": "none"}, {"row_group_size": 2}, {"use_dictionary": False})
    )
    with suppress(*_UNFIT):
        return (("x.parquet", _parquet(table, **options)),)
    return (("x.parquet", _good_files()[0]),)


def _column(table: pa.Table, random: Random) -> tuple[int, pa.Field, list[object]]:
    at = random.randrange(table.num_columns)
    return at, table.schema.field(at), table.column(at).to_pylist()


def _other_values(table: pa.Table, random: Random) -> pa.Table:
    """Put extreme values of the right type into a column: what only a check of ranges can tell."""
    at, field, values = _column(table, random)
    new = random.choice(_EXTREMES[_plain(field.type)])
    row = random.randrange(len(values))
    whole = random.random() < 0.3
    changed = [_exaggerated(value, new, random) for value in values]
    column = changed if whole else [*values[:row], changed[row], *values[row + 1 :]]
    return table.set_column(at, field.name, pa.array(column, field.type))


def _exaggerated(value: object, new: object, random: Random) -> object:
    if not isinstance(value, list):
        return new
    kind = random.random()
    if kind < 0.2:
        return [] if random.random() < 0.5 else None
    if kind < 0.4:
        return [*value, *value] if random.random() < 0.5 else value[:-1]
    if value and isinstance(value[0], tuple):
        return [(new, value[0][1]), *value] if kind < 0.7 else [(value[0][0], new), *value[1:]]
    if value and isinstance(value[0], dict):  # a note
        name = random.choice([*value[0]])
        fit = random.choice(_EXTREMES["float" if name in ("time", "seconds") else "text"])
        return [value[0] | {name: fit}, *value[1:]]
    return [new, *value[1:]] if kind < 0.8 else [new] * len(value)


def _plain(kind: pa.DataType) -> str:
    kind = kind.value_type if pa.types.is_list(kind) else kind
    if pa.types.is_floating(kind):
        return "float"
    return "int" if pa.types.is_integer(kind) else "text"


_EXTREMES = {
    "float": [math.nan, math.inf, -math.inf, -1.0, 0.0, -0.0, 1e-300, 1e30, 1e308, 1.5, None],
    "int": [-1, 0, 1, 7, _BIG, 2**31 - 1, -(2**31), 2**62, None],
    "text": [
        "", "a", "\0", "\x1b[31m", "é" * 600, DIGITS.decode(), "nan", "inf", "-1e999", "duration",
        "method", "../../x", "/etc/passwd", "😀", "\u202e", " ", "a\nb", "1" * 5000, None,
    ],
}  # fmt: skip


def _other_type(table: pa.Table, random: Random) -> pa.Table:
    at, field, values = _column(table, random)
    kind = random.choice(_TYPES)
    with suppress(*_UNFIT):
        return table.set_column(at, field.name, table.column(at).cast(kind))
    return table.set_column(at, field.name, pa.nulls(len(values), kind))


_TYPES = (
    pa.int8(), pa.int64(), pa.uint64(), pa.float16(), pa.float32(), pa.float64(), pa.string(),
    pa.binary(), pa.large_string(), pa.bool_(), pa.timestamp("ns"), pa.decimal128(5, 2),
    pa.list_(pa.int64()), pa.list_(pa.string()), pa.large_list(pa.float64()),
    pa.list_(pa.float64(), 3), pa.list_(pa.list_(pa.float64())), pa.map_(pa.string(), pa.int64()),
    pa.map_(pa.binary(), pa.binary()), pa.struct([("a", pa.int64())]),
    pa.dictionary(pa.int32(), pa.string()),
)  # fmt: skip


def _other_bytes(table: pa.Table, random: Random) -> pa.Table:
    """Put what is no UTF-8 into a column of text."""
    at, field, values = _column(table, random)
    bad = [b"\xff\xfe", b"\xed\xa0\x80", b"\xc3"]
    if pa.types.is_string(field.type):
        raw = pa.array([random.choice(bad) if value else None for value in values], pa.binary())
        return table.set_column(at, field.name, _as_text(raw))
    if pa.types.is_list(field.type) and pa.types.is_string(field.type.value_type):
        column = table.column(at).combine_chunks()
        raw = pa.array([random.choice(bad)] * len(column.flatten()), pa.binary())
        lists = pa.ListArray.from_arrays(column.offsets, _as_text(raw), mask=column.is_null())
        return table.set_column(at, field.name, lists)
    return table


def _as_text(raw: pa.Array) -> pa.Array:
    return pa.Array.from_buffers(pa.string(), len(raw), raw.buffers(), raw.null_count)


def _other_columns(table: pa.Table, random: Random) -> pa.Table:
    at, field, _ = _column(table, random)
    kind = random.random()
    if kind < 0.25:
        return table.remove_column(at)
    if kind < 0.5:
        return table.append_column(field.name, table.column(at))
    if kind < 0.75:
        return table.rename_columns([f"{each}x" if at else each for each in table.column_names])
    return table.select(random.sample(table.column_names, table.num_columns))


def _other_rows(table: pa.Table, random: Random) -> pa.Table:
    kind = random.random()
    if kind < 0.3:
        return table.slice(0, random.randint(0, len(table)))
    if kind < 0.6:
        return pa.concat_tables([table] * random.choice((2, 100)))
    return table.take([random.randrange(len(table)) for _ in range(random.randint(0, 9))])


def _other_document(table: pa.Table, random: Random) -> pa.Table:
    good = _table().schema.metadata[NAME]
    if random.random() < 0.15:
        return table.replace_schema_metadata({NAME: damaged(good, random)})
    document = json.loads(good)
    names = [
        "windows",
        "diagnosed",
        "convention",
        "frame_size",
        "beta",
        "versions",
        "key",
        "format",
    ]
    if random.random() < 0.2:
        document["convention"] |= {"name": "own", "rounding": random.choice((None, "exact"))}
    if random.random() < 0.1:
        del document["convention"]["mean_over_all"]
        document["convention"]["no_triplet"] = random.choice((0, 0.0, 0.5, 1, 1.0, None, "1"))
    for name in random.sample(names, random.choice((1, 1, 2))):
        if random.random() < 0.1:
            del document[name]
        else:
            document[name] = tree_damaged(document[name], random)
    return table.replace_schema_metadata({NAME: json.dumps(document).encode()})


_FORGERIES = (
    _other_values, _other_values, _other_values, _other_type, _other_bytes, _other_columns,
    _other_rows, _other_document, _other_document,
)  # fmt: skip


def _take(parts: Parts, folder: Path) -> Iterator[str]:
    """Read results, and look at them in every way in which the page Corpus does."""
    results = read_results(written(parts)[0])
    yield results.job.words
    yield from (results.job.convention.describe_window(each) for each in results.windows)
    schema_of(results.job)
    noted(results)
    for problem in results.problems:
        assert str(problem)
    found = facts(results)
    kept = results.take(chosen(results, found.kinds, found.ranges))
    segments(kept)
    if not len(kept):
        return
    scores = all_scores(kept)
    described = {method: describe(scores[rows]) for method, rows in rows_by_method(kept).items()}
    corpus_drawing(kept, described, range(len(kept)), "source")
    ranking(kept, "full", "recall")
    assert isinstance(advise_corpus(kept, "reduced", "f_measure"), Advice)
    compare(kept, "full", "recall")
    tidy_bytes(kept)
    losses(kept)
    if kept.job.diagnosed:
        cause_table(kept)
        _, slot = diagnosed_at(kept, "full", 15.0)
        assert len(kept.why.first_kinds(slot)) == len(kept)


TARGETS = (Target("damaged results", _damaged, _take), Target("forged results", _forged, _take))
