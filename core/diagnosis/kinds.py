"""The kinds of error that a diagnosis knows."""

from typing import Literal, get_args

Kind = Literal[
    "scale",
    "offset",
    "layers_reversed",
    "level_mismatch",
    "grid",
    "not_nested",
    "layer_superfluous",
    "layer_missing",
    "swallowed",
    "wrong_layer",
    "shifted",
    "missing",
    "spurious",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Those that concern many boundaries at once come first.

Each is defined where it is found: ``scale`` and ``offset`` in :mod:`core.diagnosis._times`,
``layers_reversed``, ``level_mismatch``, ``not_nested``, ``layer_superfluous`` and ``layer_missing``
in :mod:`core.diagnosis._layers`, ``grid`` in :mod:`core.diagnosis._grids`, ``swallowed`` in
:mod:`core.diagnosis._swallowed`, and the others, which concern boundaries one by one, in
:mod:`core.diagnosis._boundaries`.
"""
