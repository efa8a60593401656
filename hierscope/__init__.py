"""The whole workflow in a notebook: read, score, look into, compare and draw.

Everything else is in `core`, which this only brings together. Times are seconds, layers run from
coarse (1) to fine, the reference comes first.

Examples
--------
>>> import hierscope
>>> pop = "sample_data/pop_two_annotators.jams"
>>> hierscope.score(pop, pop, reference_annotation=1, estimate_annotation=2)
annotator 2 against annotator 1: ±15 s, 0.1 s frames, as mir_eval
  reduced: T_R 0.824, T_P 0.924, T_F 0.871
  full: T_R 0.900, T_P 0.945, T_F 0.922
  L: L_R 0.948, L_P 0.944, L_F 0.946
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.lmeasures.dropin import lmeasure
    from core.tmeasures.dropin import tmeasure
    from hierscope._agreement import agreement
    from hierscope._caemsi import caemsi
    from hierscope._corpus import corpus
    from hierscope._diagnosis import diagnose
    from hierscope._effects import effects
    from hierscope._figure import figure
    from hierscope._flat import flat
    from hierscope._plot import plot
    from hierscope._reading import read, read_all
    from hierscope._scores import score, sweep
    from hierscope._triplets import triplets
    from hierscope._writing import write

__all__ = [
    "agreement",
    "caemsi",
    "corpus",
    "diagnose",
    "effects",
    "figure",
    "flat",
    "lmeasure",
    "plot",
    "read",
    "read_all",
    "score",
    "sweep",
    "tmeasure",
    "triplets",
    "write",
]

_HOMES = {
    "agreement": "hierscope._agreement",
    "caemsi": "hierscope._caemsi",
    "corpus": "hierscope._corpus",
    "diagnose": "hierscope._diagnosis",
    "effects": "hierscope._effects",
    "figure": "hierscope._figure",
    "flat": "hierscope._flat",
    "lmeasure": "core.lmeasures.dropin",
    "plot": "hierscope._plot",
    "read": "hierscope._reading",
    "read_all": "hierscope._reading",
    "score": "hierscope._scores",
    "sweep": "hierscope._scores",
    "tmeasure": "core.tmeasures.dropin",
    "triplets": "hierscope._triplets",
    "write": "hierscope._writing",
}


def __getattr__(name: str) -> Any:
    """Import a function when it is asked for: numba, scipy and plotly take their time."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return __all__


def _refuse_others() -> None:
    """Raise where a folder or module of the user's own hides one of ours."""
    for name in ("core", "explorer"):
        ours = Path(__file__).resolve().parents[1] / name / "__init__.py"
        spec = find_spec(name)
        found = None if spec is None else spec.origin
        if found is None or Path(found).resolve() != ours:
            place = f"Python finds {found} first" if found else "Python finds none"
            raise ImportError(
                f"hierscope needs its own '{name}', which is {ours}, but {place}: start Python in "
                f"another folder, or rename what is called '{name}' there"
            )


_refuse_others()
