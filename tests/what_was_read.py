"""What tests ask of what was read: its boundaries, and the memory that reading took."""

import tracemalloc


def boundaries(found):
    """The boundaries of a candidate, or of what was repaired, a list a layer."""
    return [row.tolist() for row in found.hierarchy.boundaries]


def exact(hierarchy):
    """The boundaries of a hierarchy, to the last bit."""
    return [row.tobytes() for row in hierarchy.boundaries]


def peak(work):
    """The most memory, in bytes, that was taken while something was done."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
