"""Starting fast: what a command's process does without."""

from __future__ import annotations

import sys


def without_scipy() -> None:
    """Have numba not look for linear algebra in scipy, which takes half as long to import again.

    For a process that runs a command with kernels and nothing else: in it, numba knows no
    ``np.dot``, which no kernel uses. Where scipy or numba's arrays are imported already, nothing
    is gained and nothing changed.
    """
    if "scipy" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules["scipy"] = None  # type: ignore[assignment]  # an import of it fails
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules["scipy"]
