"""Represent a hierarchical segmentation as bytes: the tree of its labels."""

import hashlib
from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.hierarchy import NEST_DECIMALS, Hierarchy
from core.io import Candidate, File, read

LABELS = 32  # distinct labels per layer; further ones share the last byte
LAYERS = 8  # layers with bytes of their own; deeper ones share the bytes of the last

STEPS = 64


def read_hierarchies(files: Sequence[tuple[str, bytes]]) -> tuple[Candidate, ...]:
    """Read files as annotations; see :func:`core.io.read`."""
    return read([File(name, data) for name, data in files])


def tree_bytes(hierarchy: Hierarchy, *, durations: bool = False) -> bytes:
    """Write the tree of a hierarchy: each label, followed by the labels inside its segment."""
    numbers: dict[tuple[int, str], int] = {}
    counts: Counter[int] = Counter()
    walk = _walk(hierarchy)
    written = bytearray()
    for level, label, _ in walk:
        block = min(level, LAYERS - 1)
        if (level, label) not in numbers:
            numbers[level, label] = counts[block]
            counts[block] += 1
        written.append(block * LABELS + min(numbers[level, label], LABELS - 1))
    if durations:
        # A child that ends after its parent can be longer.
        written += bytes(min(255, round(share * STEPS)) for _, _, share in walk)
    return bytes(written)


def identity(hierarchy: Hierarchy) -> str:
    """Return a hash of times and labels that does not depend on the file format."""
    content = hashlib.sha256()
    for layer in hierarchy.layers:
        content.update(np.round(layer.boundaries, NEST_DECIMALS).tobytes())
        content.update(repr(layer.labels).encode())
    return content.hexdigest()


def _walk(hierarchy: Hierarchy) -> list[tuple[int, str, float]]:
    """List layer (0 = coarsest), label, and length as a share of the parent's, in tree order."""
    rows: list[tuple[tuple[float, ...], int, str, float]] = []
    # The parent of the coarsest layer is the whole track.
    starts, lengths = np.array([-np.inf]), np.array([hierarchy.duration])
    paths: list[tuple[float, ...]] = [()]
    for level, layer in enumerate(hierarchy.layers):
        parent_starts, parent_lengths, parent_paths = starts, lengths, paths
        starts = np.round(layer.boundaries[:-1], NEST_DECIMALS)
        lengths = np.diff(layer.boundaries)
        parents = np.searchsorted(parent_starts, starts, side="right") - 1
        # A path holds the starts of all ancestors and its own, so paths sort in tree order.
        paths = [
            (*parent_paths[parent], start)
            for parent, start in zip(parents, starts.tolist(), strict=True)
        ]
        shares = (lengths / parent_lengths[parents]).tolist()
        rows += [
            (path, level, label, share)
            for path, label, share in zip(paths, layer.labels, shares, strict=True)
        ]
    return [row[1:] for row in sorted(rows, key=lambda row: row[0])]
