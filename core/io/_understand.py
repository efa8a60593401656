"""Build a hierarchy from the layers of a file, as detected or with the user's options."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise

import numpy as np

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._files import LATIN
from core.io._layers import Flat, Kind, Order, Stack
from core.io._order import Ordered, ordered
from core.io.choices import Choices
from core.io.limits import MAX_LABELS, MAX_LAYERS, MAX_SEGMENTS, MAX_TIME, refuse_more
from core.io.understood import Candidate, LayerInfo, Understood
from core.io.units import (
    BAR_AND_BEAT,
    BEATS,
    LONG,
    MEASURES,
    SECONDS,
    UNITS,
    GridError,
    Offer,
    bars_offered,
    by_clock,
    measures_of,
    offers,
    rate_of,
)
from core.notes import Note
from core.repair import RawLayer, Repaired, from_segments
from core.vocabulary import FloatArray
from core.wording import TIME_NOTATIONS, counted

SILENT = "only silence"
_SPANNING = 0.8  # share of the other layers' span: a track can start and end with silence
BESIDE = "they label the other layers"
_LATE = 3600.0  # seconds of a last segment that is doubted
_SHORTEST = 1.0  # seconds of a measure that is not doubted
MARK = "one segment that does not span the track"
_LEFT_OUT = {
    SILENT: ("layer-left-out", f"{{}} has {SILENT}, left out"),
    BESIDE: ("functions-left-out", f"{{}} left out: {BESIDE}"),
    MARK: ("lone-segment-left-out", f"{{}} is {MARK}, left out"),
}
_NAMED = 4  # layers whose names are in a title


@dataclass(frozen=True)
class _Timing:
    """The conversion of a file's times to a hierarchy's times."""

    unit: str
    rate: float
    own_unit: bool
    change: Callable[[FloatArray], FloatArray]

    @property
    def kept_in(self) -> str:
        return self.unit if self.own_unit else SECONDS


def understand(stack: Stack, choices: Choices) -> Candidate:
    """Choose layers, units and order of what was read, and note each choice."""
    if not UNITS[choices.unit or stack.unit].musical:
        choices = replace(choices, grid=None)  # only musical units need the grid
    if choices.unit == BAR_AND_BEAT:
        stack, choices = _as_measures(stack, choices)
    if choices.grid and choices.meter and _has_short_measures(choices, stack.unit):
        choices = replace(choices, grid=replace(choices.grid, unit=BEATS))
    meter = choices.meter or (choices.grid.meter if choices.grid else 0.0)
    if meter and stack.with_meter:
        metered = stack.with_meter(meter)
        stack = replace(metered, format=stack.format, encoding=stack.encoding)
    refuse_more(len(stack.flats), MAX_LAYERS, "layers")
    timing = _timing(stack, choices, meter)
    flats = [_timed(flat, timing, choices) for flat in stack.flats]
    flats, cut = _from_zero(flats, timing)
    kept, left_out, notes = _chosen(flats, stack, choices)
    order = Ordered(kept) if choices.layers else ordered(kept, stack.order)
    layers = [flat.layer for flat in order.flats]
    name = stack.name
    repaired = build(layers, [flat.source for flat in order.flats], name=name, unit=timing.kept_in)
    hierarchy = repaired.hierarchy
    counted = stack.order == Order.COARSEST or order.numbered
    doubts = _doubtful_order(hierarchy) if counted and not choices.layers else []
    # Options for silence and functions may be set for many files, of which few have any.
    beside = len(kept) > 1 and any(flat.hints.kind is Kind.FUNCTION for flat in kept)
    functions = choices.functions and beside and not choices.layers
    named = replace(choices, keep_silent=False, functions=functions)
    chosen = named.description(timing.kept_in)
    read = [Note("reading-chosen", chosen)] if chosen else []
    if stack.encoding == LATIN:
        read.append(Note("encoding-read", f"the text is not UTF-8 and was read as {LATIN}"))
    if not choices.unit and stack.unit != SECONDS:
        read.append(_unit_note(stack, timing))
    read += [*cut, *_beyond(stack, choices, timing, meter), *_short_measures(choices, timing)]
    suggested: tuple[Offer, ...] = ()
    if not choices.unit:  # a chosen unit leaves no doubt
        times = _times(stack.flats) if timing.unit == SECONDS else []
        of_numbers = [*offers(times), *bars_offered(times)]
        suggested = stack.offers or tuple(of_numbers)
    if suggested and timing.unit == SECONDS:
        read.append(_unit_doubt(hierarchy, suggested))
    else:
        read += _late_end(hierarchy)
    number = {id(flat): place for place, flat in enumerate(flats, 1)}
    # Numbers of segments after repairs.
    counts = [len(layer.labels) for layer in hierarchy.layers]
    counts += [len(flat.layer.segments) for flat, _ in left_out]
    flats_listed = [*((flat, "") for flat in order.flats), *left_out]
    listed = [
        LayerInfo(number[id(flat)], flat.layer.name, count, not why, why, flat.source)
        for (flat, why), count in zip(flats_listed, counts, strict=True)
    ]
    read_notes = dict.fromkeys(
        note
        for flat in kept
        for note in flat.notes
        if not (choices.second and note.kind == "columns-asked")
    )
    every = (*read, *stack.notes, *read_notes, *notes, *order.notes, *doubts, *repaired.notes)
    return Candidate(
        hierarchy,
        _title(stack, [layer.name for layer in layers]),
        every,
        Understood(
            stack.format,
            tuple(listed),
            "as chosen" if choices.layers else order.basis,
            order.asked,
            timing.unit,
            timing.rate,
            stack.evidence if timing.unit == stack.unit else "",
            suggested,
            timing.own_unit,
            stack.encoding,
        ),
        stack.title,
    )


def _as_measures(stack: Stack, choices: Choices) -> tuple[Stack, Choices]:
    """Convert positions such as 9.3, measure 9 and beat 3, to measures."""
    meter = choices.meter or (choices.grid.meter if choices.grid else 0.0)
    text = f"positions such as 9.3 are read as measure 9, beat 3, {meter or 4:g} a measure"
    kind = "unit-read" if meter else "meter-guessed"
    notes = (*stack.notes, Note(kind, text + "; set the meter if it is another" * (not meter)))
    position = partial(measures_of, meter=meter or 4, clock=by_clock(_times(stack.flats)))
    flats = tuple(
        replace(
            flat,
            layer=replace(
                flat.layer,
                segments=tuple(
                    (position(start), position(end), label)
                    for start, end, label in flat.layer.segments
                ),
            ),
        )
        for flat in stack.flats
    )
    stack = replace(stack, flats=flats, unit=MEASURES, first=1.0, notes=notes, evidence="")
    return stack, replace(choices, unit=MEASURES)


def _times(flats: Sequence[Flat]) -> list[float]:
    segments = chain.from_iterable(flat.layer.segments for flat in flats)
    return [time for start, end, _ in segments for time in (start, end)]


def _timing(stack: Stack, choices: Choices, meter: float) -> _Timing:
    unit = choices.unit or stack.unit
    known = UNITS[unit]
    rate = choices.rate or (stack.rate if unit == stack.unit else 0.0)
    if known.musical:
        return _musical(stack, choices, unit, rate, meter)
    if choices.bpm:
        problem = f"a tempo ({choices.bpm:g} beats per minute) needs beats, but times are in {unit}"
        raise ReadError(problem, advice="Set the unit, such as unit=beats")
    if known.seconds:
        seconds = known.seconds
        # Division by a whole number returns the float nearest to the intended decimal.
        parts = round(1 / seconds)
        return _Timing(unit, 0.0, False, lambda t: t / parts if seconds < 1 else t * seconds)
    if rate:
        return _Timing(unit, rate, False, lambda times: times / rate)
    problem = f"times in {unit} need a rate"
    raise ReadError(problem, advice=f"Set the number of {unit} per second, such as rate=44100")


def _musical(stack: Stack, choices: Choices, unit: str, rate: float, meter: float) -> _Timing:
    first, grid = stack.first, choices.grid
    if grid:

        def by_grid(times: FloatArray) -> FloatArray:
            try:
                return grid.seconds(times - first, unit, meter)
            except GridError as error:
                problem = f"{error}, but positions are in {unit}"
                advice = "Set the meter, such as meter=4"
                raise ReadError(problem, source=grid.source, advice=advice) from error

        return _Timing(unit, 0.0, False, by_grid)
    if choices.bpm:
        if unit == MEASURES and not meter:
            raise ReadError(
                "the number of beats in a measure is unknown",
                advice="Set the meter, such as meter=4",
            )
        rate = rate_of(unit, choices.bpm, meter)
    if rate:
        return _Timing(unit, rate, False, lambda times: (times - first) / rate)
    return _Timing(unit, 0.0, True, lambda times: times - first)


def _from_zero(flats: list[Flat], timing: _Timing) -> tuple[list[Flat], list[Note]]:
    """Crop segments before 0, for example an upbeat if positions count from a bar line."""
    first = min(_times(flats), default=0.0)
    if first >= 0 or not UNITS[timing.unit].musical:
        return flats, []
    upbeat = TIME_NOTATIONS[timing.kept_in].amount(f"{-first:g}")
    text = f"times before 0 were cropped ({upbeat} of upbeat); set an offset to include them"
    cropped = []
    for flat in flats:
        after = [segment for segment in flat.layer.segments if segment[1] > 0]
        segments = tuple((max(start, 0.0), end, label) for start, end, label in after)
        cropped.append(replace(flat, layer=replace(flat.layer, segments=segments)))
    return cropped, [Note("cropped", text, seconds=-first)]


def _late_end(hierarchy: Hierarchy) -> list[Note]:
    """Warn if the end is hours after all other boundaries, as after a slip of the keyboard."""
    inner = max(float(layer.boundaries[-2]) for layer in hierarchy.layers)
    several = any(len(layer.labels) > 1 for layer in hierarchy.layers)
    if hierarchy.notation.musical or not several or hierarchy.end - inner <= _LATE:
        return []
    last, end = (hierarchy.notation.at(time) for time in (inner, hierarchy.end))
    text = f"the last segment lasts over an hour, from {last} to {end}; check the end"
    return [Note("end-doubt", text, time=inner)]


def _beyond(stack: Stack, choices: Choices, timing: _Timing, meter: float) -> list[Note]:
    """Warn if positions go far beyond the known beats or bars."""
    if not (choices.grid and UNITS[timing.unit].musical):
        return []
    positions = np.array(_times(stack.flats)) - stack.first
    over = choices.grid.beyond(positions, timing.unit, meter)
    if over <= 1 + 1e-6:  # the last bar ends one step after its bar line
        return []
    what = choices.grid.unit or timing.unit
    text = (
        f"positions go {over:,.4g} {what} beyond the last time of "
        f"{choices.grid.source or 'the times of beats'}; they continue at the last tempo"
    )
    return [Note("beyond-grid", text)]


def _short_measures(choices: Choices, timing: _Timing) -> list[Note]:
    """Warn if each row of a file of beats is taken for a measure, but measures are too short."""
    if choices.meter or not _has_short_measures(choices, timing.unit):
        return []
    source = choices.grid.source if choices.grid else ""
    text = (
        f"each row of {source or 'the times of beats'} is read as a bar line, but "
        f"measures would last less than {_SHORTEST:g} s; the rows may be beats: set the meter, "
        "such as meter=4"
    )
    return [Note("grid-doubt", text)]


def _has_short_measures(choices: Choices, unit: str) -> bool:
    grid = choices.grid
    if grid is None or grid.unit not in ("", MEASURES) or unit != MEASURES:
        return False
    return float(np.median(np.diff(grid.times) / np.diff(grid.at))) < _SHORTEST


def _unit_note(stack: Stack, timing: _Timing) -> Note:
    kept = " and are not converted to seconds, as no tempo is known" * timing.own_unit
    because = f" ({stack.evidence})" if stack.evidence else ""
    return Note("unit-read", f"times are in {timing.unit}{kept}{because}")


def _unit_doubt(hierarchy: Hierarchy, suggested: Sequence[Offer]) -> Note:
    others = "; ".join(f"as {offer.unit} {offer.reason}" for offer in suggested)
    because = (
        f"times are probably not seconds: they are whole numbers up to {hierarchy.end:,.0f}, "
        f"and the track would last {hierarchy.end / 3600:,.1f} hours"
        if hierarchy.end > LONG
        else "times are read as seconds, but may be in another unit"
    )
    return Note("unit-doubt", f"{because}; {others}; set their unit")


def _timed(flat: Flat, timing: _Timing, choices: Choices) -> Flat:
    segments = flat.layer.segments
    if choices.starts and segments:
        inside = sorted(segments, key=lambda segment: segment[0])
        ends = [*(after[0] for _, after in pairwise(inside)), max(part[1] for part in inside)]
        segments = tuple(
            (start, end, label) for (start, _, label), end in zip(inside, ends, strict=True)
        )
    if choices.second and flat.second and choices.second != flat.second:
        sign = 1 if choices.second == "durations" else -1
        segments = tuple((start, end + sign * start, label) for start, end, label in segments)
    too_long = max((part[1] for part in segments), default=0.0) > MAX_TIME
    if timing.unit != SECONDS or choices.offset or too_long:
        with np.errstate(over="ignore"):  # infinite times are refused below
            starts = timing.change(np.array([part[0] for part in segments], dtype=float))
            ends_at = timing.change(np.array([part[1] for part in segments], dtype=float))
        last = float(max(ends_at, default=0.0)) + choices.offset
        if last > MAX_TIME:
            end = f"{last:g} {TIME_NOTATIONS[timing.kept_in].short}"
            problem = f"as {timing.unit}, it would end at {end}, which is too long for a track"
            raise ReadError(
                problem, source=flat.source, advice="Choose another unit, rate or offset"
            )
        changed = zip(starts.tolist(), ends_at.tolist(), segments, strict=True)
        segments = tuple(
            (start + choices.offset, end + choices.offset, label)
            for start, end, (_, _, label) in changed
        )
    return replace(flat, layer=RawLayer(segments, flat.layer.name))


def _chosen(
    flats: list[Flat], stack: Stack, choices: Choices
) -> tuple[list[Flat], list[tuple[Flat, str]], list[Note]]:
    """Split layers into used layers and layers left out, with reasons and notes."""
    if choices.layers:
        if max(choices.layers) > len(flats):
            raise ReadError(
                f"there is no layer {max(choices.layers)}", advice=f"Choose from 1 to {len(flats)}"
            )
        kept = [flats[number - 1] for number in choices.layers]
        others = [flat for number, flat in enumerate(flats, 1) if number not in choices.layers]
        return kept, [(flat, "not chosen") for flat in others], []
    # Files of hierscope keep layers with only silence.
    every = choices.keep_silent or stack.order is Order.SURE
    kept = [flat for flat in flats if every or not _is_silent(flat)] or flats
    left_out = [(flat, SILENT) for flat in flats if flat not in kept]
    absent = []
    lettered = {flat.hints.part for flat in kept if flat.hints.kind not in (None, Kind.FUNCTION)}
    functions = [flat for flat in kept if flat.hints.kind is Kind.FUNCTION]
    if not choices.functions:
        left_out += [(flat, BESIDE) for flat in functions if flat.hints.part in lettered]
    elif lettered - {flat.hints.part for flat in functions}:
        absent.append(Note("functions-absent", "there are no functions to add as a layer"))
    kept = [flat for flat in kept if (flat, BESIDE) not in left_out]
    notes = [_note(*left) for left in left_out] + absent
    if stack.order in (Order.OPEN, Order.CONTAINED) and len({flat.source for flat in kept}) == 1:
        marks = _marks(kept)
        kept = [flat for flat in kept if flat not in marks]
        left_out += [(flat, MARK) for flat in marks]
        notes += [_note(flat, MARK) for flat in marks]
    return kept, left_out, notes


def _is_silent(flat: Flat) -> bool:
    return all(label.lower() == "silence" for _, _, label in flat.layer.segments)


def _marks(flats: Sequence[Flat]) -> list[Flat]:
    """Return layers with a single segment much shorter than the track, such as a remark."""
    several = [flat.layer.segments for flat in flats if len(flat.layer.segments) > 1]
    first = min((start for rows in several for start, _, _ in rows), default=0.0)
    last = max((end for rows in several for _, end, _ in rows), default=0.0)
    single = [(flat, *flat.layer.segments[0]) for flat in flats if len(flat.layer.segments) == 1]
    return [flat for flat, start, end, _ in single if end - start < _SPANNING * (last - first)]


def _note(flat: Flat, reason: str) -> Note:
    kind, text = _LEFT_OUT[reason]
    return Note(kind, text.format(shortened(flat.layer.name) or "a layer without a name"))


def _title(stack: Stack, names: list[str]) -> str:
    detail = stack.detail
    if detail is None:
        few = all(names) and len(names) <= _NAMED
        detail = ", ".join(map(shortened, names)) if few else counted(len(names), "layer")
    return f"{stack.title} ({detail})" if stack.title else detail


def build(
    layers: Sequence[RawLayer], sources: Sequence[str], *, name: str, unit: str = "seconds"
) -> Repaired:
    """Build a hierarchy like :func:`core.repair.from_segments`, with sources in errors."""
    source = sources[0]
    refuse_more(len(layers), MAX_LAYERS, "layers", source=source)
    n_segments = sum(len(layer.segments) for layer in layers)
    refuse_more(n_segments, MAX_SEGMENTS, "segments", source=source)
    n_characters = sum(len(label) for layer in layers for *_, label in layer.segments)
    refuse_more(n_characters, MAX_LABELS, "characters of labels", source=source)
    try:
        return from_segments(layers, name=name, unit=unit)
    except HierarchyError as error:
        if error.layer is not None:
            source = sources[error.layer - 1]
        raise error.changed(problem=f"{error.problem} (in {source})") from error


def _doubtful_order(hierarchy: Hierarchy) -> list[Note]:
    """Warn that levels probably count from the finest, not from the coarsest as assumed."""
    turned = replace(hierarchy, layers=hierarchy.layers[::-1])
    if not hierarchy.missing or turned.missing:
        return []
    text = (
        "layer 2 contains layer 1, so levels may be counted from the finest, but are read from "
        "the coarsest; if so, reverse their order"
    )
    return [Note("order-doubt", text)]
