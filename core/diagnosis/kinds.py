"""The kinds of error in a diagnosis."""

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
"""Kinds that concern many boundaries at once come first.

For definitions see :mod:`core.diagnosis._times` (``scale``, ``offset``),
:mod:`core.diagnosis._layers` (``layers_reversed``, ``level_mismatch``, ``not_nested``,
``layer_superfluous``, ``layer_missing``), :mod:`core.diagnosis._grids` (``grid``),
:mod:`core.diagnosis._swallowed` (``swallowed``), and :mod:`core.diagnosis._boundaries` (others).
"""
