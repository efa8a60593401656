"""Group layers from several files into hierarchies, by file names."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.files.names import joint_name, shortened, stem
from core.io._files import File
from core.io._layers import Flat, Kind, Order, Stack, hints
from core.notes import Note

# Without "large" and "small", which also name models.
_SCALED = re.compile(r"(.*?)[_\- ]?(coarse|fine|uppercase|lowercase)", re.IGNORECASE)

_NEAR = 1.0  # seconds between boundaries of a file b and those of its main file
_MOSTLY = 0.75  # share of the boundaries of a file b that must be near

Folders = list[tuple[tuple[str, ...], list[File]]]


class FileLayer(NamedTuple):
    flat: Flat
    file: int  # the file's position among all files
    format: str  # in words
    encoding: str  # encoding of its text, if it is not UTF-8


def group(layers: Sequence[FileLayer], folder: str, *, together: bool) -> list[Stack]:
    """Combine layers by annotator, by common parts of file names, or all layers."""
    groups: dict[object, list[FileLayer]] = {}
    bases = _bases(layers)
    for layer in layers:
        flat = layer.flat
        own = flat.hints.annotator or (layer.file if flat.raw else bases.get(layer.file, ""))
        groups.setdefault("" if together else own, []).append(layer)
    groups = _by_parts(groups)
    several = len({key for key in groups if key in bases.values()}) > 1
    return [
        _stack(members, folder, str(key) if several and key in bases.values() else "", together)
        for key, members in groups.items()
    ]


def _by_parts(groups: dict[object, list[FileLayer]]) -> dict[object, list[FileLayer]]:
    """Separate SALAMI's files b that are no layers above, but another annotation."""
    apart: dict[object, list[FileLayer]] = {}
    for key, members in groups.items():
        parts = [member for member in members if member.flat.hints.part]
        main = [member for member in members if not member.flat.hints.part]
        if not parts or not main or _is_above(parts, main):
            apart[key] = members
            continue
        apart[key] = main
        for member in parts:
            hint = member.flat.hints
            annotator = f"{hint.annotator}{hint.part}"
            text = (
                f"{member.flat.source} is read as an annotation of its own, since it is no coarser "
                f"layer of annotator {hint.annotator}"
            )
            own = replace(
                member.flat,
                hints=replace(hint, annotator=annotator, part=""),
                notes=(*member.flat.notes, Note("annotation-apart", text)),
            )
            apart.setdefault(annotator, []).append(member._replace(flat=own))
    return apart


def _is_above(parts: Sequence[FileLayer], main: Sequence[FileLayer]) -> bool:
    """Whether a file b has fewer segments, no small scale, and boundaries of the main file."""
    of_part = [member.flat for member in parts if _sounding(member.flat)]
    if any(flat.hints.kind is Kind.LOWER for flat in of_part):
        return False
    coarsest = min((_sounding(member.flat) for member in main), default=0)
    if any(_sounding(flat) >= max(coarsest, 2) for flat in of_part):
        return False
    known = sorted(time for member in main for time in _times(member.flat))
    inner = [time for flat in of_part for time in sorted(_times(flat))[1:-1]]
    near = sum(any(abs(time - other) <= _NEAR for other in known) for time in inner)
    return near >= _MOSTLY * len(inner)


def _sounding(flat: Flat) -> int:
    """Return the number of segments that are not silence."""
    return sum(label.lower() != "silence" for *_, label in flat.layer.segments)


def by_scale(folders: Folders) -> Folders:
    """Combine files with the same name from folders that differ only in a scale, as in BPSD."""
    scales: dict[tuple[str, ...], list[list[File]]] = {}
    for folder, files in folders:
        if folder and (scaled := _SCALED.fullmatch(folder[-1])):
            scales.setdefault((*folder[:-1], *filter(None, (scaled[1],))), []).append(files)
    joined: Folders = []
    for folder, several in scales.items():
        names = [Counter(file.name for file in files) for files in several]
        shared = [name for name in names[0] if all(counts[name] == 1 for counts in names)]
        joined += [
            (folder, [file for files in several for file in files if file.name == name])
            for name in shared
            if len(several) > 1
        ]
    taken = {id(file) for _, files in joined for file in files}
    rest = [
        (folder, [file for file in files if id(file) not in taken]) for folder, files in folders
    ]
    return [*joined, *((folder, files) for folder, files in rest if files)]


def with_coarse(stacks: Sequence[Stack]) -> list[Stack]:
    """Add coarse layers from separate files to the hierarchies whose files have the same name."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for at, stack in enumerate(stacks):
        name = hints(stem(stack.flats[0].source)).base.lower()
        alike.setdefault((stack.format, stack.unit, name), []).append(at)
    every = dict(enumerate(stacks))
    for places in alike.values():
        if len(places) == 2:  # with more, it is unclear which belong together
            coarse, fine = sorted(places, key=lambda at: len(stacks[at].flats))
            if _is_coarse_of(stacks[coarse], stacks[fine]):
                every[fine] = _joined(every.pop(coarse), stacks[fine])
    return list(every.values())


def _is_coarse_of(coarse: Stack, fine: Stack) -> bool:
    if not fine.put_together or len(coarse.flats) > 1:
        return False
    whole, inferred, parts = coarse.flats[0], *fine.flats[:2]
    return _labels(whole) == _labels(inferred) and _times(whole) <= _times(parts)


def _joined(coarse: Stack, fine: Stack) -> Stack:
    whole, inferred = coarse.flats[0], fine.flats[0]
    layer = replace(whole.layer, name=inferred.layer.name)
    kept = [note for note in fine.notes if note.kind != "layer-inferred"]
    notes = tuple(dict.fromkeys((*coarse.notes, *kept)))
    flats = (replace(whole, layer=layer), *fine.flats[1:])
    return replace(fine, flats=flats, notes=notes, put_together=False)


def _labels(flat: Flat) -> set[str]:
    return {label for *_, label in flat.layer.segments}


def _times(flat: Flat) -> set[float]:
    return {time for start, end, _ in flat.layer.segments for time in (start, end)}


def _bases(layers: Sequence[FileLayer]) -> dict[int, str]:
    """Return, by file, the common name of a hierarchy's files; empty if there is none."""
    plain = [layer for layer in layers if not (layer.flat.hints.annotator or layer.flat.raw)]
    names = [layer.flat.hints for layer in plain]
    keys = [(name.base, name.kind, name.number, name.form) for name in names]
    distinct = all(base and any(value is not None for value in rest) for base, *rest in keys)
    distinct = distinct and len({base for base, *_ in keys}) < len(keys)
    sides = {name.side for name in names}
    # `ref_long` and `ref_short` alone are layers; `a_ref` and `b_ref` may be of two tracks.
    leading = all(name.base.lower()[:3] == name.side[:3] for name in names)
    apart = "" not in sides and not (len(sides) == 1 and leading)
    if not (distinct or apart) or len(set(keys)) < len(keys):
        return {}
    return {layer.file: layer.flat.hints.base for layer in plain}


def _stack(members: Sequence[FileLayer], folder: str, base: str, together: bool) -> Stack:
    flats = [member.flat for member in members]
    parsed = {(flat.hints.part, flat.hints.kind) for flat in flats if not flat.raw}
    kept = [
        flat for flat in flats if not (flat.raw and (flat.hints.part, flat.hints.kind) in parsed)
    ]
    notes = tuple(
        Note(
            "duplicate-left-out",
            f"{shortened(flat.layer.name)} of {flat.source} left out: a parsed file has this layer",
        )
        for flat in flats
        if flat not in kept
    )
    sources = list(dict.fromkeys(flat.source for flat in kept))
    annotator = kept[0].hints.annotator
    if annotator:
        title = f"annotator {annotator}"
        name = f"{folder} {title}".strip()
    elif base:
        title = name = f"{folder} {base}".strip()
    else:
        title = name = folder or (joint_name(sources) if len(sources) > 1 else sources[0])
    formats = ", ".join(dict.fromkeys(member.format for member in members))
    encoding = next((member.encoding for member in members if member.encoding), "")
    order = Order.COARSEST if together else Order.OPEN
    return Stack(
        tuple(kept), name, title, order=order, format=formats, notes=notes, encoding=encoding
    )
