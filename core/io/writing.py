"""Write hierarchies to files of a format, and report parts that it can't store."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from core.errors import HierscopeError, ReadError
from core.files.access import Listing, is_folder
from core.files.names import shortened
from core.hierarchy import Hierarchy
from core.io import formats
from core.io._files import File
from core.io._layers import Format
from core.io._read import layers_in, read
from core.io.limits import MAX_LISTED
from core.jobs.files import write_whole

_NEAR = 0.001  # seconds or measures; formats round by less


def target_of(output: Path, key: str = "") -> Format:
    """Return the format with a key, or else by the name of the output."""
    known = formats.written_as(key) if key else formats.written_to(output.name)
    if known is None:
        problem = f"unknown format {key}" if key else "unknown format"
        advice = f"Name it {targets()}; or set the format: {', '.join(keys())}"
        raise ReadError(problem, source=str(output), advice=advice)
    return known


def targets() -> str:
    """List the names that files to write can have."""
    files = [
        f"FILE{known.suffix}"
        + " (all annotations)" * known.several
        + " (one file per layer)" * bool(known.write_layers)
        for known in formats.writable()
    ]
    folder = f"a folder of {formats.FOR_FOLDERS.suffix} files"
    return formats.either(dict.fromkeys([*files, folder]))


def holding_all() -> str:
    """List the formats that can store several hierarchies, for a sentence."""
    several = [f"FILE{known.suffix}" for known in formats.writable() if known.several]
    return " and ".join(several)


def keys() -> list[str]:
    """List the keys of the formats that can be written."""
    return [known.key for known in formats.writable()]


def lost(hierarchies: Sequence[Hierarchy], known: Format) -> list[str]:
    """List the parts of hierarchies that a format can't store, each sentence once."""
    units = [
        f"the unit: {hierarchy.unit}, from 0, will be read as seconds"
        for hierarchy in hierarchies
        if hierarchy.unit not in known.units and known.fits(hierarchy)
    ]
    rest = (text for hierarchy in hierarchies for text in known.loses(hierarchy))
    return list(dict.fromkeys((*units, *rest)))


def beside(hierarchies: Sequence[Hierarchy], output: Path, known: Format) -> list[str]:
    """Warn about old files in the output folder that would also be read as layers."""
    if known.write or not is_folder(output):
        return []
    own = known.files(hierarchies[0])
    places = layers_in(output, Listing(shortened(str(output)), MAX_LISTED))
    others = [shortened(place.name) for place in places if place.name not in own]
    if not others:
        return []
    more = f" and {len(others) - 1} more" if len(others) > 1 else ""
    return [f"the folder has another file that will be read as a layer: {others[0]}{more}"]


def save(hierarchies: Sequence[Hierarchy], output: Path, known: Format) -> list[str]:
    """Write all hierarchies if the format can, else the first; some formats need several files.

    Files that would not be read as these hierarchies are refused.
    """
    if known.write:
        data = known.write(*hierarchies)
        read_back(hierarchies if known.several else hierarchies[:1], {output.name: data}, known)
        write_whole(output, data)
        return [str(output)]
    files: Mapping[str, bytes] = known.files(hierarchies[0])
    read_back(hierarchies[:1], files, known)
    if output.suffix.lower() in known.suffixes and not is_folder(output):
        single = len(files) == 1
        paths = [
            output if single else output.with_stem(f"{output.stem}_{Path(name).stem}")
            for name in files
        ]
    else:
        output.mkdir(parents=True, exist_ok=True)
        paths = [output / name for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        write_whole(path, data)
    return [str(path) for path in paths]


def read_back(hierarchies: Sequence[Hierarchy], files: Mapping[str, bytes], known: Format) -> None:
    """Refuse files that can't be read, or that would be read as other hierarchies."""
    reason = "It would be read as different layers"
    try:
        candidates = read([File(name, data) for name, data in files.items()])
    except HierscopeError as error:
        candidates, reason = (), str(error)
    again = [candidate.hierarchy for candidate in candidates]
    if lost(hierarchies, known):
        same = len(again) == len(hierarchies) and all(map(_are_near, hierarchies, again))
    else:
        same = [one.layers for one in hierarchies] == [one.layers for one in again]
    if not same:
        problem = f"can't be written as {known.name}: {reason.rstrip('.')}"
        raise ReadError(problem, source=shortened(hierarchies[0].name), advice="Use JAMS or CSV")


def _are_near(before: Hierarchy, after: Hierarchy) -> bool:
    """Whether layers have the same boundaries but for digits, and an end within a measure."""
    rows = before.boundaries, after.boundaries
    return [*map(len, rows[0])] == [*map(len, rows[1])] and all(
        np.allclose(old[:-1], new[:-1], rtol=0, atol=_NEAR) for old, new in zip(*rows, strict=True)
    )
