"""Read and write TiLiA's ``.tla``: JSON; hierarchy timelines have units with a level, 1 = finest.

The kind of a timeline is ``HIERARCHY_TIMELINE`` up to 0.6, and ``Hierarchy`` from 0.7. The draft of
1.0 has ``time_unit`` and leaves out default values. Written files open in all versions from 0.1.1
(TimeLineAnnotator/desktop: ``tilia/file/tilia_file.py``, ``tilia/file/migration.py``,
``tilia/timelines/serialize.py``), which allow no other top-level keys and need all keys of a unit.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

import numpy as np

from core.errors import ReadError
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._json import field_of, level_of, segment_of, shown
from core.io._layers import Format, Order, Stack, by_level, stack_of
from core.io._written import all_names
from core.io.limits import MAX_SEGMENTS, refuse_more
from core.io.units import QUARTERS, SECONDS
from core.notes import Note
from core.wording import counted

_UNITS = {"seconds": SECONDS, "quarters": QUARTERS}
_MAX_TIMELINES = 200
_HEIGHT = 25  # height of TiLiA's lowest units in pixels, and the increment per level
_AT_LEAST = 120


def _timelines(data: object) -> list[object] | None:
    """Return the timelines; None if the file is not TiLiA's."""
    timelines = field_of(data, "timelines")
    if isinstance(timelines, dict):
        return list(timelines.values())
    return timelines if isinstance(timelines, list) else None


def _recognises(file: File) -> bool:
    if file.is_called(".tla"):
        return True
    timelines = _timelines(file.structure)
    if timelines is None:
        return False
    return field_of(file.structure, "app_name") == "TiLiA" or any(map(_is_hierarchy, timelines))


def _is_hierarchy(timeline: object) -> bool:
    return field_of(timeline, "kind") in ("HIERARCHY_TIMELINE", "Hierarchy")


def _read(file: File) -> list[Stack]:
    """Read each hierarchy timeline with units as a hierarchy."""
    data = file.json
    timelines = _timelines(data)
    if not isinstance(data, dict) or timelines is None:
        raise ReadError("this JSON is not a TiLiA file", advice="A TiLiA file has 'timelines'")
    mine = [*filter(_is_hierarchy, timelines)]
    refuse_more(len(mine), _MAX_TIMELINES, "hierarchy timelines")
    if not mine:
        kinds = ", ".join(sorted({*map(_kind, timelines)})[:10])
        problem = f"no hierarchy timeline, {f'only {kinds}' if kinds else 'and no other timeline'}"
        raise ReadError(problem, advice="Add one in TiLiA, or choose another file")
    unit = data.get("time_unit", "seconds")
    if not isinstance(unit, str) or unit not in _UNITS:
        raise ReadError(f"unknown time unit {shown(unit)}", advice=f"Use {' or '.join(_UNITS)}")
    stacks, empty = [], []
    for number, timeline in enumerate(mine, 1):
        name = field_of(timeline, "name")
        title = shortened(name) if isinstance(name, str) else ""
        where = f"timeline '{title}'" if title else f"hierarchy timeline {number}"
        stack = _stack(timeline, where, title, len(mine) > 1, file, _UNITS[unit])
        if stack is None:
            empty.append(where)
        else:
            stacks.append(stack)
    if not stacks:
        raise ReadError(f"{', '.join(empty[:3])} without units", advice="Add units to a timeline")
    return stacks


def _kind(timeline: object) -> str:
    kind = field_of(timeline, "kind")
    name = kind.removesuffix("_TIMELINE").lower() if isinstance(kind, str) else "unknown"
    return shortened(name)


def _stack(
    timeline: object, where: str, title: str, several: bool, file: File, unit: str
) -> Stack | None:
    components = field_of(timeline, "components")
    if not isinstance(components, dict | list):
        raise ReadError(f"{where} has no components", advice="Save it again in TiLiA")
    refuse_more(len(components), MAX_SEGMENTS, f"components in {where}")
    values = components.values() if isinstance(components, dict) else components
    rows, n_wider = [], 0
    for number, component in enumerate(values, 1):
        place = f"{where}: component {number}"
        if not isinstance(component, dict):
            raise ReadError(f"{place} is not an object", advice="Save it again in TiLiA")
        if component.get("kind", "HIERARCHY") != "HIERARCHY":
            continue
        rows.append((level_of(component.get("level"), place), segment_of(component, place)))
        n_wider += _is_wider(component)
    if not rows:
        return None
    layers, notes = by_level(rows)
    if n_wider:
        text = f"pre-starts and post-ends of {counted(n_wider, 'unit')} of {where}, left out"
        notes.append(Note("upbeats-left-out", text))
    called = " ".join([file.display, *[title or where] * (several or bool(title))])
    evidence = "" if unit == SECONDS else "the file's time unit is quarters"
    stack = stack_of(layers, file, Order.FINEST, notes, unit=unit, evidence=evidence)
    return replace(stack, name=called, title=title or (where if several else file.display))


def _is_wider(component: Mapping[str, Any]) -> bool:
    """Return whether a unit has an upbeat before its start, or an afterbeat after its end."""
    return any(
        isinstance(component.get(wide), int | float) and component[wide] != component[field]
        for wide, field in (("pre_start", "start"), ("post_end", "end"))
    )


def write_tilia(*hierarchies: Hierarchy) -> bytes:
    """Write hierarchies as a TiLiA file, one hierarchy timeline each."""
    timelines: dict[str, object] = {}
    count = 0
    for ordinal, hierarchy in enumerate(hierarchies, 1):
        components = _components(hierarchy, count + 1)
        timelines[str(count)] = {
            "kind": "HIERARCHY_TIMELINE",
            "name": hierarchy.name,
            "height": max(_AT_LEAST, _HEIGHT * (len(hierarchy.layers) + 1)),
            "is_visible": True,
            "ordinal": ordinal,
            "components": components,
        }
        count += len(components) + 1
    file = {
        "file_path": "",
        "media_path": "",
        "media_metadata": {
            "title": hierarchies[0].name,
            "notes": "",
            "media length": max(hierarchy.end for hierarchy in hierarchies),
        },
        "timelines": timelines,
        "app_name": "TiLiA",
        "version": "0.5.0",
    }
    return (json.dumps(file, separators=(",", ":"), ensure_ascii=False) + "\n").encode()


def _components(hierarchy: Hierarchy, first: int) -> dict[str, dict[str, object]]:
    """Return all units by number, coarsest level first, with parents and children."""
    starts = [*accumulate((len(layer.labels) for layer in hierarchy.layers), initial=first)]
    children: defaultdict[int, list[int]] = defaultdict(list)
    units: dict[str, dict[str, object]] = {}
    for depth, layer in enumerate(hierarchy.layers):
        parents = _parents(hierarchy, depth, starts)
        rows = zip(layer.intervals.tolist(), layer.labels, parents, strict=True)
        for number, ((start, end), label, parent) in enumerate(rows, starts[depth]):
            if parent is not None:
                children[parent].append(number)
            units[str(number)] = {
                "start": start,
                "pre_start": start,
                "end": end,
                "post_end": end,
                "level": len(hierarchy.layers) - depth,
                "label": label,
                "color": None,
                "formal_type": "",
                "formal_function": "",
                "comments": "",
                "parent": parent,
                "children": children[number],
                "kind": "HIERARCHY",
            }
    return units


def _parents(hierarchy: Hierarchy, depth: int, starts: Sequence[int]) -> list[int | None]:
    """Return, for each segment of a layer, the number of the nearest segment above around it."""
    boundaries = hierarchy.layers[depth].boundaries
    numbers: list[int | None] = [None] * (len(boundaries) - 1)
    for first, above in zip(starts, hierarchy.layers[:depth], strict=False):
        at = np.searchsorted(above.boundaries, boundaries[:-1], side="right") - 1
        for place in np.flatnonzero(boundaries[1:] <= above.boundaries[at + 1]).tolist():
            numbers[place] = first + int(at[place])
    return numbers


TILIA = Format(
    key="tilia",
    name="TiLiA",
    gist=".tla",
    about="one hierarchy per hierarchy timeline; level 1 is the finest",
    suffixes=(".tla",),
    recognises=_recognises,
    read=_read,
    by_object=True,
    write=write_tilia,
    several=True,
    loses=all_names,
    stands_alone=True,
)
