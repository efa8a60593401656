"""The public interface for notebooks: read, score, explain, compare and draw.

These functions combine the parts of `core`. Times are in seconds, layers run from coarse (1) to
fine, and the reference comes first.

Examples
--------
>>> import hierscope
>>> ode = "sample_data/ode_to_joy.jams"
>>> hierscope.score(hierscope.read(ode, 1), hierscope.read(ode, 2), window=None)
Ode to Joy, reading 2 against Ode to Joy, reading 1: whole track, 0.1 s frames, as mir_eval
  window       measure  recall  precision  f_measure  recall_share  precision_share
  whole track  reduced   0.637      0.906      0.748         1.000            1.000
  whole track  full      0.793      0.981      0.877         1.000            1.000
  whole track  l         0.843      0.962      0.899         1.000            1.000
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.errors import HierarchyError, HierscopeError, ReadError, ScoreError, StyleError
    from core.hierarchy import Hierarchy
    from core.lmeasures.dropin import lmeasure
    from core.tmeasures.dropin import tmeasure
    from hierscope._agreement import agreement
    from hierscope._caemsi import caemsi
    from hierscope._corpus import changes, corpus
    from hierscope._pair import diagnose, effects, evaluate, flat, scape, score, sweep, triplets
    from hierscope._plot import figure, plot
    from hierscope._reading import read, read_all, write

_HOMES = {
    name: module
    for module, names in {
        "core.errors": "HierarchyError HierscopeError ReadError ScoreError StyleError",
        "core.hierarchy": "Hierarchy",
        "core.lmeasures.dropin": "lmeasure",
        "core.tmeasures.dropin": "tmeasure",
        "hierscope._agreement": "agreement",
        "hierscope._caemsi": "caemsi",
        "hierscope._corpus": "changes corpus",
        "hierscope._pair": "diagnose effects evaluate flat scape score sweep triplets",
        "hierscope._plot": "figure plot",
        "hierscope._reading": "read read_all write",
    }.items()
    for name in names.split()
}

__all__ = [
    "Hierarchy", "HierarchyError", "HierscopeError", "ReadError", "ScoreError", "StyleError",
    "__version__", "agreement", "caemsi", "changes", "corpus", "diagnose", "effects", "evaluate",
    "figure", "flat", "lmeasure", "plot", "read", "read_all", "scape", "score", "sweep",
    "tmeasure", "triplets", "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a function on first use, because numba, scipy and plotly import slowly."""
    if name == "__version__":
        from importlib.metadata import version  # slow, too

        return version("hierscope")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__


def _refuse_others() -> None:
    """Raise an error if a folder or module of the user hides one of hierscope's."""
    for name in ("core", "explorer"):
        ours = Path(__file__).resolve().parents[1] / name / "__init__.py"
        spec = find_spec(name)
        origin = None if spec is None else spec.origin
        if origin is None or Path(origin).resolve() != ours:
            place = f"Python finds {origin} first" if origin else "Python finds none"
            raise ImportError(
                f"hierscope needs its own '{name}', which is {ours}, but {place}. Start Python in "
                f"another folder, or rename '{name}' there"
            )


_refuse_others()
