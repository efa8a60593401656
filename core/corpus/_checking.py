"""Whether a file of results holds what it should: its job, and types, lengths, ranges and texts.

It may be damaged, or made up by anyone. It is asked here, once, so that whatever is made of the
results need not ask again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.corpus import _flat_columns, _why_columns
from core.corpus._columns import ROW, scored, unscored
from core.corpus._notes import unfit
from core.corpus.baselines import BASELINES
from core.corpus.job import Job
from core.errors import ScoreError
from core.io import ChoiceError, Choices
from core.io.limits import MAX_TIME
from core.measures import COLUMNS
from core.tmeasures import CONVENTIONS, N_SCORES

_ROUNDING = 1e-9  # by which a score may leave 0 to 1
_SHARES = COLUMNS[N_SCORES:]
_MOST_FLAT = 100  # measures
_LONGEST = 500  # characters of a name that is shown
_ROUNDINGS = {convention.rounding for convention in CONVENTIONS.values()}
_LEAST = {
    "position": 0,
    "reference_choice": 0,
    "estimate_choice": 0,
    "reference_layers": 1,
    "estimate_layers": 1,
}


class UnfitError(ValueError):
    """What is wrong with a file of results."""


def check_schema(schema: pa.Schema, fields: Sequence[pa.Field]) -> None:
    """See to it that the columns are of their types.

    Parameters
    ----------
    schema : Schema
        With the names of the fields.
    fields : sequence of Field
        As :func:`core.corpus._columns.fields_of` gives them.

    Raises
    ------
    UnfitError
    """
    for given, wanted in zip(schema, fields, strict=True):
        if not given.type.equals(wanted.type):
            raise UnfitError(f"the column {wanted.name} is of another type")


def job_of(document: Mapping[str, Any]) -> Job:
    """Read how the pairs were scored.

    Parameters
    ----------
    document : mapping
        As :meth:`core.corpus.job.Job.document` gives it, with its `key`; or anything else.

    Returns
    -------
    Job

    Raises
    ------
    UnfitError
        If it is no such document.
    """
    match document:
        case {
            "key": str(),
            "versions": dict(versions),
            "convention": {
                "name": str(name),
                "rounding": rounding,
                "half_window": bool(half_window),
                **others,
            },
            "windows": [_, *_] as windows,
            "frame_size": size,
            "beta": beta,
        } if isinstance(document.get("keep_silent", False), bool) and all(
            map(_is_name, (name, *versions, *versions.values()))
        ):
            pass
        case _:
            raise UnfitError("it does not say how the pairs were scored")
    known = CONVENTIONS.get(name)
    if not (rounding is None or isinstance(rounding, str)) or rounding not in _ROUNDINGS:
        raise UnfitError("its convention is none")
    match others:
        case {"mean_over_all": bool(), **rest} if not rest:
            other = known is not None and bool(known.no_triplet)
        case {"no_triplet": float(value), **rest} if not rest and 0 < value <= 1:
            other = known is not None and known.no_triplet != value
        case _:
            raise UnfitError("it does not say how the pairs were scored")
    if known and (other or (known.rounding, known.half_window) != (rounding, half_window)):
        raise UnfitError(f"its convention is not {name}")
    *finite, last = windows
    given = [*finite, beta]
    given += [] if last is None else [last]
    given += [] if rounding is None and size is None else [size]
    if not all(map(_is_positive, given)):
        raise UnfitError("a window, the frame size or beta is no positive number")
    if any(after is not None and after <= before for before, after in pairwise(windows)):
        raise UnfitError("its windows do not increase")
    diagnosed = document.get("diagnosed", [])
    if not isinstance(diagnosed, list) or diagnosed != [
        each for each in windows if each in diagnosed
    ]:
        raise UnfitError("it was diagnosed at windows that it does not have")
    match document.get("read", ["", ""]):
        case [str(first), str(second)]:
            try:
                Choices.of(first), Choices.of(second)
            except ChoiceError as error:
                raise UnfitError("it does not say how its files were read") from error
        case _:
            raise UnfitError("it does not say how its files were read")
    flat = document.get("flat", [])
    known_flat = isinstance(flat, list) and len(flat) <= _MOST_FLAT and all(map(_is_name, flat))
    if not known_flat or len({*flat}) < len(flat):
        raise UnfitError("its flat measures are none")
    try:
        return Job.from_document(document)
    except ScoreError as error:
        raise UnfitError(str(error)) from error


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST


def _is_positive(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 < value <= sys.float_info.max  # type: ignore[operator]


def check_batch(batch: pa.RecordBatch, job: Job) -> None:
    """See to it that rows can be what they say.

    Parameters
    ----------
    batch : RecordBatch
        Of the schema that :func:`check_schema` has seen.
    job : Job

    Raises
    ------
    UnfitError
        Names the column.
    ArrowInvalid
        If lists overlap, or a text is not in UTF-8.
    """
    batch.validate(full=True)
    problems, rows = unscored(batch), scored(batch)
    for name in ("track", "path"):
        _refuse(problems.column(name).null_count, name, "lacks a value")
    _refuse(len(problems) - problems.column("position").null_count, "position", "counts a problem")
    for field in ROW:
        column = rows.column(field.name)
        whole = () if field.name == "notes" else _inner(column)  # a note may lack its time
        nulls = column.null_count or sum(each.null_count for each in whole)
        _refuse(nulls, field.name, "lacks a value")
        texts = [each for each in (column, *_inner(column)) if pa.types.is_string(each.type)]
        _refuse([_has_nul(each) for each in texts], field.name, "has a text with a null character")
    wrong_notes = unfit(rows.column("notes"))
    _refuse(wrong_notes != "", "notes", wrong_notes)
    for name, least in _LEAST.items():
        _refuse(_numbers(rows.column(name)) < least, name, "has a number below what is possible")
    known = pc.is_in(rows.column("baseline"), pa.array(["", *BASELINES]))
    _refuse(~_numbers(known), "baseline", "names none")
    lengths = _numbers(pc.list_value_length(rows.column("windows")))
    _refuse(lengths != len(job.windows), "windows", "has not those that were scored")
    given = _numbers(rows.column("windows").flatten())
    _refuse(given != np.tile(job.windows, len(rows)), "windows", "has not those that were scored")
    durations = _numbers(rows.column("duration"))
    _refuse(~((durations > 0) & (durations <= MAX_TIME)), "duration", "has what is no time")
    for name in ("reference", "estimate"):
        lengths = _numbers(pc.list_value_length(rows.column(name)))
        _refuse(lengths == 0, name, "lacks a file")
        segments = _numbers(rows.column(f"{name}_segments").flatten())
        wrong = ~((segments >= 0) & (segments <= MAX_TIME))
        _refuse(wrong, f"{name}_segments", "has what is no time")
    for name in COLUMNS:
        lengths = _numbers(pc.list_value_length(rows.column(name)))
        _refuse(lengths != len(job.windows), name, "has not one number for each window")
        scores = _numbers(rows.column(name).flatten())
        # A score may be none, where no query is counted; a share of the queries is always one.
        missing = np.isnan(scores) & (name not in _SHARES)
        within = (scores >= -_ROUNDING) & (scores <= 1 + _ROUNDING)
        _refuse(~(missing | within), name, "is not within 0 and 1")
    for unfit_column in (
        _why_columns.unfit(rows, job.diagnosed),
        _flat_columns.unfit(rows, job.flat),
    ):
        if unfit_column:
            _refuse(True, *unfit_column)


def _inner(column: pa.Array) -> list[pa.Array]:
    """Give what the rows of a column hold, if they hold several."""
    if isinstance(column, pa.MapArray):
        return [column.keys, column.items]
    flat = [column.flatten()] if isinstance(column, pa.ListArray) else []
    return flat[0].flatten() if flat and isinstance(flat[0], pa.StructArray) else flat


def _has_nul(texts: pa.Array) -> bool:
    # Such a text is no name of a file, and numpy cuts it.
    return bool(pc.any(pc.match_substring(texts, "\0")).as_py())


def _numbers(column: pa.Array) -> npt.NDArray[Any]:
    numbers: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return numbers


def _refuse(wrong: npt.ArrayLike, name: str, problem: str) -> None:
    if np.any(wrong):
        raise UnfitError(f"the column {name} {problem}")
