"""Read and write JAMS: convert annotations to hierarchies, and hierarchies to annotations."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from core.errors import HierarchyError, HierscopeError, ReadError, naming
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io._files import File
from core.io._jams import (
    Annotation,
    Observation,
    called,
    is_close,
    load,
    segments,
    stacks_of,
    to_annotation,
)
from core.io._json import field_of, shown
from core.io._layers import KIND_NAMES, Flat, Format, Hints, Kind, Order, Stack, by_level
from core.io.units import SECONDS, unit_named
from core.notes import Note
from core.repair import RawLayer
from core.wording import TIME_NOTATIONS

SANDBOX = "hierscope"
"""The key in the sandbox of a file or annotation, for data outside the JAMS schema."""

_MULTI = "multi_segment"
_FLAT = {
    "segment_salami_upper": Kind.UPPER,
    "segment_salami_lower": Kind.LOWER,
    "segment_salami_function": Kind.FUNCTION,
    "segment_open": None,
    "segment_tut": None,
}

_OTHERS = "segment_"  # the beginning of the names of other flat namespaces

_IGNORED = Note("sandbox-ignored", "the sandbox does not match the segments and was ignored")

_Group = list[tuple[str, Annotation]]


def _read(file: File) -> list[Stack]:
    """Read each ``multi_segment`` annotation as a hierarchy; combine others by annotator."""
    failures: list[HierscopeError] = []
    groups: dict[tuple[object, ...], _Group] = {}
    turns: Counter[tuple[tuple[str, ...], str]] = Counter()
    for number, raw in load(file, {_MULTI, *_FLAT}, prefix=_OTHERS):
        namespace = raw["namespace"]
        where = f"annotation {number} ({shortened(namespace)})"
        try:
            with naming(file.display):
                annotation = to_annotation(raw, where)
                if namespace not in (_MULTI, *_FLAT):  # its values can be anything
                    for observation in annotation.data:
                        _label(observation.value, where)
        except HierscopeError as error:
            failures.append(error)
            continue
        key: tuple[object, ...] = (number,)
        if namespace != _MULTI:
            who = _algorithms(annotation) or _annotator(annotation)
            may_repeat = who and _FLAT.get(namespace) is None and not _algorithms(annotation)
            key = (who, 0 if may_repeat else turns[who, namespace])
            turns[who, namespace] += 1
        groups.setdefault(key, []).append((where, annotation))

    def stack(group: _Group, number: int) -> Stack:
        read = _multi if group[0][1].namespace == _MULTI else _layers
        return read(group, number, file)

    return stacks_of(groups.values(), stack, file.display, failures)


def _annotator(annotation: Annotation) -> tuple[str, ...]:
    """A key that identifies an annotator; empty without a name."""
    for place, fields in (
        (annotation.annotator, ("name", "id", "email")),
        (annotation.curator, ("name", "email")),
        (annotation.metadata, ("data_source",)),
    ):
        values = [place.get(field, "") for field in fields]
        if parts := [
            str(value) for value in values if isinstance(value, str | int) and value != ""
        ]:
            return tuple(parts)
    return ()


def _algorithms(annotation: Annotation) -> tuple[str, ...]:
    """Return MSAF's algorithms for boundaries and labels, and its features."""
    keys = ("boundaries_id", "labels_id", "feature")
    values = [annotation.sandbox.get(key) for key in keys]
    names = [name if isinstance(name, str) else "" for name in values]
    return tuple(names) if names[0] else ()


def _title(annotation: Annotation, number: int) -> str:
    if ids := _algorithms(annotation):
        boundaries, labels, feature = map(shortened, ids)
        parts = [boundaries, *[f"labels {labels}"] * bool(labels), *[feature] * bool(feature)]
        return ", ".join(parts)
    return called((*_annotator(annotation), "")[0], number)


def _layers(group: _Group, number: int, file: File) -> Stack:
    flats = []
    for where, annotation in group:
        kind = _FLAT.get(annotation.namespace)
        rows = [
            (start, end, _label(value, where)) for start, end, value in segments(annotation.data)
        ]
        name = annotation.namespace if kind is None else KIND_NAMES[kind]
        flats.append(Flat(RawLayer(tuple(rows), name), file.display, Hints(kind=kind)))
    title = _title(group[0][1], number)
    name = f"{file.display} {title}"
    return Stack(tuple(flats), name, title)


def _multi(group: _Group, number: int, file: File) -> Stack:
    [(where, annotation)] = group
    by_levels: dict[int, list[Observation]] = {}
    for observation in annotation.data:
        level = _level(observation.value, where)
        by_levels.setdefault(level, []).append(observation)
    layers, notes = by_level(
        (level, (start, end, _label(value["label"], where)))
        for level, observations in by_levels.items()
        for start, end, value in segments(observations)
    )
    title = _title(annotation, number)
    name = f"{file.display} {title}"
    if SANDBOX in annotation.sandbox:
        layers, more = _with_sandbox(layers, annotation.sandbox[SANDBOX])
        notes += more
        annotator = annotation.annotator.get("name")
        if not more and isinstance(annotator, str):
            name = annotator
    unit, evidence = SECONDS, ""
    match annotation.sandbox.get(SANDBOX):
        case {"unit": str(known)} if unit_named(known) in TIME_NOTATIONS:
            unit, evidence = unit_named(known), "according to its sandbox"
        case {"unit": _}:
            notes.append(_IGNORED)
    # Ends that differ by a rounding error become one.
    end = max(layer.segments[-1][1] for layer in layers)
    ended = (
        _ending(layer, end) if is_close(layer.segments[-1][1], end) else layer for layer in layers
    )
    flats = tuple(Flat(layer, file.display) for layer in ended)
    # hierscope's own files keep their order.
    order = Order.SURE if SANDBOX in annotation.sandbox else Order.COARSEST
    return Stack(
        flats, name, title, _MULTI, order, unit=unit, evidence=evidence, notes=tuple(notes)
    )


def _label(value: object, where: str) -> str:
    """Return a label as text; raise ReadError if it is none."""
    if not isinstance(value, str):
        raise ReadError(f"{where}: {shown(value)} is not a label", advice="Write labels as text")
    return value


def _level(value: object, where: str) -> int:
    """Check that a ``multi_segment`` value has a label and a level, and return the level."""
    match value:
        case {"label": _, "level": bool()}:
            pass
        case {"label": _, "level": int(level)} if level >= 0:
            return level
    problem = f"{where}: {shown(value)} is not a label with a level"
    raise ReadError(problem, advice='Expected values such as {"label": "A", "level": 0}')


def _ending(layer: RawLayer, end: float) -> RawLayer:
    *before, (start, _, label) = layer.segments
    return replace(layer, segments=(*before, (start, end, label)))


def _with_sandbox(layers: list[RawLayer], ours: object) -> tuple[list[RawLayer], list[Note]]:
    """Add the names and the exact end from write_jams's sandbox, if they fit the data."""
    match ours:
        case {"layers": list(names), "end": int() | float() as end} if (
            len(names) == len(layers)
            and all(isinstance(name, str) for name in names)
            and abs(end) < 1e300  # an integer can be larger than any float
            and all(is_close(layer.segments[-1][1], end) for layer in layers)
        ):
            return [
                replace(_ending(layer, float(end)), name=name)
                for layer, name in zip(layers, names, strict=True)
            ], []
    return layers, [_IGNORED]


def write_jams(*hierarchies: Hierarchy, state: Mapping[str, str] | None = None) -> bytes:
    """Write hierarchies as JAMS, one ``multi_segment`` annotation each.

    :func:`core.io.read` returns the same hierarchies. JAMS stores start and duration, whose sum can
    miss the end by a rounding error. So the annotation's sandbox also has the exact end, the names
    of layers, and a unit other than seconds. The hierarchy's name is the annotator's. `state`, the
    state of the screen, is in the file's sandbox.
    """
    if not hierarchies:
        raise HierarchyError("no hierarchy to write", advice="Add at least one")
    import jams  # takes a second, and is needed only here

    jam = jams.JAMS()
    jam.file_metadata.duration = max(hierarchy.end for hierarchy in hierarchies)
    if state is not None:
        jam.sandbox.update(**{SANDBOX: {"state": dict(state)}})
    for hierarchy in hierarchies:
        names = [layer.name for layer in hierarchy.layers]
        unit = {"unit": hierarchy.unit} if hierarchy.notation.musical else {}
        annotation = jams.Annotation(
            _MULTI,
            time=hierarchy.start,
            duration=hierarchy.duration,
            annotation_metadata={"annotator": {"name": hierarchy.name}},
            sandbox={SANDBOX: {"layers": names, "end": hierarchy.end, **unit}},
        )
        for level, layer in enumerate(hierarchy.layers):
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True):
                value = {"label": label, "level": level}
                annotation.append(time=start, duration=end - start, value=value)
        jam.annotations.append(annotation)
    return jam.dumps().encode()


JAMS = Format(
    key="jams",
    name="JAMS",
    gist="",
    about="`multi_segment`, or one annotator's `segment_*` annotations as layers; among several "
    "annotations you choose; `.jamz` is compressed",
    suffixes=(".jams", ".json", ".jamz"),
    recognises=lambda file: file.is_like_json or file.is_called(".jams", ".json", ".jamz"),
    read=_read,
    by_object=True,
    write=write_jams,
    several=True,
    units=tuple(TIME_NOTATIONS),
    stands_alone=True,
)


def read_state(file: File) -> dict[str, str]:
    """Read the state that :func:`core.io.write_jams` saved in a file; None if it is damaged."""
    try:
        state = file.structure
    except ReadError:
        return {}
    for key in ("sandbox", SANDBOX, "state"):
        state = field_of(state, key)
    if not isinstance(state, dict) or len(state) > 50:
        return {}
    # hierscope's own states are within these limits; pydantic would take 30 ms to import.
    texts = {key: value for key, value in state.items() if isinstance(value, str)}
    fits = all(len(key) <= 40 and len(value) <= 2000 for key, value in texts.items())
    return texts if fits and len(texts) == len(state) else {}
