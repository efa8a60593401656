"""Read and write ELAN's documents, ``.eaf``: XML; a tier is a layer, its parent is coarser.

The grammar is EAFv3.0.xsd (December 2016) of the Max Planck Institute for Psycholinguistics.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from core.errors import HierarchyError, ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io import _written as losses
from core.io._files import File
from core.io._layers import Flat, Format, Hints, Order, Stack, hints
from core.io._xml import Element, attribute, element, legal, parse
from core.io.limits import MAX_LAYERS, MAX_SEGMENTS, MAX_TIME, refuse_more
from core.notes import Note
from core.repair import RawLayer, Segment
from core.wording import counted

_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>|\s)*+<ANNOTATION_DOCUMENT[\s>]")
_TIME = re.compile(r"\d{1,15}", re.ASCII)
_OFFSET = re.compile(r"-?\d{1,12}", re.ASCII)
_UNITS = {"": 0.0, "milliseconds": 0.0, "PAL-frames": 25.0, "NTSC-frames": 30000 / 1001}
_REFERRING, _PARENT = "REF_ANNOTATION", "ANNOTATION_REF"
_ENDS = ("TIME_SLOT_REF1", "TIME_SLOT_REF2")
_MARK = "hierscope"
_SEGMENTS = (
    '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="segments" TIME_ALIGNABLE="true" '
    'GRAPHIC_REFERENCES="false"/>'
)
_PARTS = (
    '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="parts" TIME_ALIGNABLE="true" GRAPHIC_REFERENCES="false" '
    'CONSTRAINTS="Included_In"/>',
    '<CONSTRAINT STEREOTYPE="Included_In" '
    'DESCRIPTION="Place annotations within those of the parent tier"/>',
)
_ADVICE = "Save it again in ELAN"


@dataclass
class _Tier:
    name: str
    parent: str
    who: str
    line: int
    annotations: dict[str, Element] = field(default_factory=dict)
    spaced: int = 0
    beside: bool = False


def _unit(document: Element) -> str:
    unit = ""
    for header in document.all("HEADER"):
        unit = header.get("TIME_UNITS")
        if unit not in _UNITS:
            raise _error(f"TIME_UNITS '{shortened(unit)}' is not a unit of ELAN", header)
    return unit


def _media_offset(document: Element) -> tuple[float, tuple[Note, ...]]:
    """Return the time in the first recording, in seconds, of the document's time 0."""
    offsets: dict[str, float] = {}
    for media in document.all("MEDIA_DESCRIPTOR"):
        text = media.get("TIME_ORIGIN").strip() or "0"
        if not _OFFSET.fullmatch(text):
            raise _error(f"TIME_ORIGIN '{shortened(text)}' is not a time", media)
        name = shortened(media.get("MEDIA_URL").rsplit("/", 1)[-1])
        offsets.setdefault(name, int(text) / 1000)
    # With a negative offset, times could be before 0.
    first = max(0.0, next(iter(offsets.values()), 0.0))
    notes = []
    if first:
        text = (
            f"all times shifted by {first:+g} s, the offset of the recording in ELAN; for the "
            f"times that ELAN shows, set offset={-first:g}"
        )
        notes.append(Note("media-offset", text, seconds=-first))
    for name, offset in offsets.items():
        if other := round(offset - first, 3):
            text = f"'{name}' has another offset in ELAN; for times in it, set offset={other:g}"
            notes.append(Note("media-offset", text, seconds=other))
    return first, tuple(notes)


def _error(problem: str, place: Element | _Tier, advice: str = _ADVICE) -> ReadError:
    return ReadError(problem, line=place.line, advice=advice)


def _slots(document: Element) -> dict[str, int | None]:
    """Return the time slots, some of which have no time."""
    slots: dict[str, int | None] = {}
    for slot in document.all("TIME_SLOT"):
        value = slot.attributes.get("TIME_VALUE")
        if value is not None and not _TIME.fullmatch(value.strip()):
            problem = f"TIME_VALUE '{shortened(value)}' is not a time"
            raise _error(problem, slot, "Use whole milliseconds from 0")
        slots[slot.get("TIME_SLOT_ID")] = None if value is None else int(value)
    return slots


def _tiers(document: Element, slots: Collection[str]) -> dict[str, _Tier]:
    tiers: dict[str, _Tier] = {}
    known: set[str] = set()
    for node in document.all("TIER"):
        name = node.get("TIER_ID")
        if name in tiers:
            raise _error(f"two tiers are called '{shortened(name)}'", node, "Rename one")
        who = node.get("ANNOTATOR") or node.get("PARTICIPANT")
        tiers[name] = _Tier(name, node.get("PARENT_REF"), who, node.line)
        refuse_more(len(tiers), MAX_LAYERS, "tiers", line=node.line)
        for annotation in node.all("ALIGNABLE_ANNOTATION", _REFERRING):
            _check(annotation, slots)
            own = annotation.get("ANNOTATION_ID")
            tiers[name].annotations[own] = annotation
            if own in known:
                raise _error(f"two annotations have the ID '{shortened(own)}'", annotation)
            known.add(own)
            refuse_more(len(known), MAX_SEGMENTS, "annotations", line=annotation.line)
    return tiers


def _check(element: Element, slots: Collection[str]) -> None:
    by_reference = element.name == _REFERRING
    names = (_PARENT,) if by_reference else _ENDS
    missing = [name for name in ("ANNOTATION_ID", *names) if not element.get(name)]
    if missing:
        raise _error(f"an annotation without {missing[0]}", element)
    unknown = [element.get(name) for name in names if element.get(name) not in slots]
    if unknown and not by_reference:
        raise _error(f"unknown time slot '{shortened(unknown[0])}'", element)


_Span = tuple[float, float]


def _read(file: File) -> list[Stack]:
    """Return one stack per annotator or participant, or a single stack."""
    source = file.display
    document = parse(file)
    if document.name != "ANNOTATION_DOCUMENT":
        problem = f"not an ELAN document, but XML with the root '{shortened(document.name)}'"
        raise ReadError(problem, advice="Choose an .eaf file")
    time_units = _unit(document)
    slots = _slots(document)
    every = _tiers(document, slots)
    spans = _spans(every, slots)
    marks = (node.text for node in document.all("PROPERTY") if node.get("NAME") == _MARK)
    ours = str(len(every)) in marks
    people: dict[str, list[_Tier]] = {}
    for tier in every.values():
        if tier.annotations and not tier.beside:
            people.setdefault(_root(tier, every).who, []).append(tier)
    if not people:
        raise ReadError("no tier has an annotation", advice="Choose a file with annotations")
    rate = _UNITS[time_units]
    offset, notes = _media_offset(document)
    notes += _left_out(every.values())
    stacks = []
    for who, tiers in people.items():
        chain = tiers if ours else _chain(tiers, every)
        flats = []
        for tier in chain or tiers:
            layer = RawLayer(_segments(tier, spans, rate, offset), tier.name)
            named = Hints() if chain else hints(tier.name)
            flats.append(Flat(layer, source, named, _interpolated(tier)))
        name = (shortened(who) if len(people) > 1 else "") or source
        order = Order.SURE if ours else Order.COARSEST if chain else Order.OPEN
        stack = Stack(tuple(flats), name, name, order=order, notes=notes)
        if rate:
            evidence = f"TIME_UNITS of the header: {time_units}"
            stack = replace(stack, unit="frames", rate=rate, evidence=evidence)
        stacks.append(stack)
    return stacks


def _spans(tiers: Mapping[str, _Tier], slots: Mapping[str, int | None]) -> dict[str, _Span]:
    """Return start and end of each annotation in the file's unit, from parent to child tiers."""
    times = {slot: float(time) for slot, time in slots.items() if time is not None}
    spans: dict[str, _Span] = {}
    left = dict(tiers)
    while left:
        ready = [tier for tier in left.values() if tier.parent not in left]
        if not ready:
            tier = next(iter(left.values()))
            problem = f"tier '{shortened(tier.name)}' is its own ancestor"
            raise _error(problem, tier, "Remove its PARENT_REF")
        for tier in ready:
            del left[tier.name]
            kinds = {item.name for item in tier.annotations.values()}
            if kinds - {_REFERRING}:
                _align(tier, times, spans)
            if _REFERRING in kinds:
                _subdivide(tier, spans)
    return spans


def _align(tier: _Tier, times: dict[str, float], spans: dict[str, _Span]) -> None:
    """Set annotations' times from their slots; like ELAN, space slots without times evenly."""
    aligned = {
        name: tuple(map(item.get, _ENDS))
        for name, item in tier.annotations.items()
        if item.name != _REFERRING
    }
    row = list(dict.fromkeys(slot for ends in aligned.values() for slot in ends))
    known = [at for at, slot in enumerate(row) if slot in times]
    tier.spaced = len(row) - len(known)
    if tier.spaced and (not known or known[0] > 0 or known[-1] < len(row) - 1):
        bad = row[0] if not known or known[0] else row[-1]
        problem = f"time slot '{shortened(bad)}' has no time, and no neighbor has one"
        place = next(name for name, ends in aligned.items() if bad in ends)
        raise _error(problem, tier.annotations[place], "Add a TIME_VALUE in milliseconds")
    if tier.spaced:
        spaced = np.interp(range(len(row)), known, [times[row[at]] for at in known])
        times.update(zip(row, spaced.tolist(), strict=True))
    spans |= {name: (times[start], times[end]) for name, (start, end) in aligned.items()}


def _subdivide(tier: _Tier, spans: dict[str, _Span]) -> None:
    """Divide each parent annotation evenly among the annotations that refer to it."""
    parts: dict[str, list[str]] = {}
    for name, item in tier.annotations.items():
        if item.name != _REFERRING:
            continue
        parent = item.get(_PARENT)
        if parent not in spans:
            problem = f"the referenced annotation '{shortened(parent)}' does not exist"
            raise _error(problem, item)
        parts.setdefault(parent, []).append(name)
    tier.beside = len(parts) == len(tier.annotations)
    tier.spaced += len(tier.annotations) - len(parts)
    for parent, names in parts.items():
        start, end = spans[parent]
        marks = np.linspace(start, end, len(names) + 1).tolist()
        spans |= zip(_in_order(names, tier), pairwise(marks), strict=True)


def _in_order(names: list[str], tier: _Tier) -> list[str]:
    """Order annotations of one parent by their references to the previous annotation."""
    after = {tier.annotations[name].get("PREVIOUS_ANNOTATION"): name for name in names}
    ordered: list[str] = []
    name = after.get("")
    while name is not None and len(ordered) < len(names):
        ordered.append(name)
        name = after.get(name)
    return ordered if len(set(ordered)) == len(names) else names


def _root(tier: _Tier, tiers: Mapping[str, _Tier]) -> _Tier:
    while tier.parent in tiers:
        tier = tiers[tier.parent]
    return tier


def _chain(chosen: Sequence[_Tier], tiers: Mapping[str, _Tier]) -> list[_Tier]:
    """Return tiers from parent to child if each has at most one child among them; else nothing."""
    names = {tier.name for tier in chosen}
    below: dict[str, _Tier] = {}
    for tier in chosen:
        above = tiers.get(tier.parent)
        while above and above.name not in names:
            above = tiers.get(above.parent)
        below[above.name if above else ""] = tier
    chain: list[_Tier] = []
    tier_below = below.get("")
    while tier_below and len(chain) < len(chosen):
        chain.append(tier_below)
        tier_below = below.get(tier_below.name)
    return chain if len(chain) == len(chosen) else []


def _segments(
    tier: _Tier, spans: Mapping[str, _Span], rate: float, offset: float
) -> tuple[Segment, ...]:
    """Return the annotations of a tier within the recording; milliseconds become seconds."""
    parts, shift = (1, offset * rate) if rate else (1000, offset * 1000)
    segments = []
    for name, item in tier.annotations.items():
        start, end = ((time + shift) / parts for time in spans[name])
        if end < start:
            problem = f"an annotation ends ({end:g} s) before it starts ({start:g} s)"
            raise _error(problem, item, "Correct its time slots")
        if end > MAX_TIME:
            problem = f"{end:g} s is beyond the longest possible track"
            raise _error(problem, item, "Correct its time slots")
        label = "".join(value.text for value in item.all("ANNOTATION_VALUE"))
        segments.append((start, end, label))
    # Annotations that refer to others have the order of those.
    referring = any(item.name == _REFERRING for item in tier.annotations.values())
    return tuple(sorted(segments, key=lambda segment: segment[0]) if referring else segments)


def _interpolated(tier: _Tier) -> tuple[Note, ...]:
    if not tier.spaced:
        return ()
    text = (
        f"{counted(tier.spaced, 'boundary')} without a time in tier '{shortened(tier.name)}', "
        "spaced evenly between the known times"
    )
    return (Note("interpolated", text),)


def _left_out(tiers: Iterable[_Tier]) -> tuple[Note, ...]:
    empty = ", ".join(f"'{shortened(tier.name)}'" for tier in tiers if not tier.annotations)
    notes = []
    for tier in tiers:
        if tier.beside:
            name, parent = shortened(tier.name), shortened(tier.parent)
            text = f"tier '{name}' left out: it labels the annotations of '{parent}'"
            notes.append(Note("functions-left-out", text))
    if empty:
        notes.append(Note("empty-layer", f"tiers without annotations, left out: {empty}"))
    return tuple(notes)


def write_eaf(hierarchy: Hierarchy) -> bytes:
    """Write a document with one tier per layer, coarsest first."""
    rows = [[_milliseconds(time) for time in row.tolist()] for row in hierarchy.boundaries]
    if rows[0][0] == rows[0][-1]:
        raise HierarchyError("the hierarchy is shorter than a millisecond", advice="Use seconds")
    nested = all(set(above) <= set(below) for above, below in pairwise(rows))
    names = losses.named(hierarchy, legal)
    slots: list[tuple[int, str]] = []
    tiers = []
    number = 0
    for level, (row, layer) in enumerate(zip(rows, hierarchy.layers, strict=True)):
        inside = nested and level > 0
        parent = f"PARENT_REF={attribute(names[level - 1])} " if inside else ""
        kind = "parts" if inside else "segments"
        name = attribute(names[level])
        tiers.append(f'<TIER LINGUISTIC_TYPE_REF="{kind}" {parent}TIER_ID={name}>')
        for (start, end), label in zip(pairwise(row), layer.labels, strict=True):
            if start == end:
                continue
            number += 1
            first, last = f"ts{2 * number - 1}", f"ts{2 * number}"
            slots += [(start, first), (end, last)]
            tiers.append(
                f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" '
                f'TIME_SLOT_REF1="{first}" TIME_SLOT_REF2="{last}">'
                f"{element('ANNOTATION_VALUE', {}, label)}</ALIGNABLE_ANNOTATION></ANNOTATION>"
            )
        tiers.append("</TIER>")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        # A constant date keeps files comparable.
        '<ANNOTATION_DOCUMENT AUTHOR="hierscope" DATE="2000-01-01T00:00:00Z" FORMAT="3.0" '
        'VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        'xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">',
        '<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">',
        element("PROPERTY", {"NAME": _MARK}, str(len(rows))),
        element("PROPERTY", {"NAME": "lastUsedAnnotationId"}, str(number)),
        "</HEADER>",
        "<TIME_ORDER>",
        *(
            f'<TIME_SLOT TIME_SLOT_ID="{slot}" TIME_VALUE="{time}"/>'
            for time, slot in sorted(slots, key=lambda slot: slot[0])
        ),
        "</TIME_ORDER>",
        *tiers,
        _SEGMENTS,
        *(_PARTS if nested and len(rows) > 1 else ()),
        "</ANNOTATION_DOCUMENT>",
        "",
    ]
    return "\n".join(lines).encode()


def _milliseconds(time: float) -> int:
    return math.floor(time * 1000 + 0.5)


def _loses(hierarchy: Hierarchy) -> list[str]:
    return [
        *losses.digits(hierarchy, lambda time: _milliseconds(time) / 1000, "milliseconds"),
        *losses.characters(hierarchy, legal, "characters that XML can't encode"),
        *losses.names(hierarchy, losses.named(hierarchy, legal)),
    ]


EAF = Format(
    key="eaf",
    name="ELAN",
    gist=".eaf",
    about="one layer per tier; a parent is coarser than its children; boundaries without times are "
    "spaced evenly; the offset of the recording is added",
    suffixes=(".eaf",),
    recognises=lambda file: file.is_called(".eaf") or bool(_ROOT.match(file.text)),
    read=_read,
    write=write_eaf,
    loses=_loses,
    stands_alone=True,
)
