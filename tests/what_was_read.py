"""Helpers on read hierarchies: boundaries, and the memory for reading."""

import tracemalloc


def boundaries(found):
    """The boundaries of a candidate or repaired hierarchy, one list per layer."""
    return [row.tolist() for row in found.hierarchy.boundaries]


def exact(hierarchy):
    """The boundaries of a hierarchy, to the last bit."""
    return [row.tobytes() for row in hierarchy.boundaries]


def peak(work):
    """The peak memory of a call, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
