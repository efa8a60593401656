"""Compare a function of mir_eval with hierscope's on the same input, including hostile input."""

import math
import warnings

import mir_eval
import numpy as np
import pytest
from hypothesis import strategies as st


def outcome(function, *args, words=False, **kwargs):
    """The result of a call: its numbers or the type of its exception, and its user warnings.

    With `words`, also the message of the exception.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = [float(number) for number in function(*args, **kwargs)]
        except Exception as error:
            result = (type(error), str(error)) if words else type(error)
    told = [str(w.message) for w in caught if w.category is UserWarning]
    other = [str(w.message) for w in caught if w.category is not UserWarning]
    return result, told, other


def same(function, *args, **kwargs):
    """Assert that hierscope's function behaves like mir_eval's with that name, without numpy
    warnings; return mir_eval's result."""
    theirs, their_warnings, their_noise = outcome(
        getattr(mir_eval.hierarchy, function.__name__), *args, **kwargs
    )
    ours, our_warnings, our_noise = outcome(function, *args, **kwargs)
    if isinstance(theirs, list) and isinstance(ours, list):
        assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True)
    else:
        assert ours == theirs
    assert our_warnings == their_warnings
    assert our_noise in ([], their_noise)
    return theirs


def comparable(one, other, refused):
    """Whether mir_eval scores hostile layers in little time, and the same each time."""
    ends = [np.abs(np.array(layer, dtype=float)) for side in (one, other) for layer in side]
    # mir_eval's matrix has one row per frame; if an end is NaN, its length depends on the order
    # of times.
    return all(np.nan_to_num(layer, posinf=0).max(initial=0) < 100 for layer in ends) and (
        refused or not any(np.isnan(layer).any() for layer in ends)
    )


SCALES = st.sampled_from((1.0, 0.001, 1e-6, 1e-9, 1e12, 1e305))
SPOILT = st.sampled_from(
    (-1.0, -0.0, 1e-9, 1e-8, 1e-7, 1e-5, 4e-6, -1e-9, math.nan, math.inf, -math.inf, 1e300)
)
TYPES = st.sampled_from((np.float64, np.float64, np.float32, np.int64, object))


@st.composite
def hostile_layers(draw):
    """Layers that are almost a nested partition, with a fault for the validation."""
    span = draw(st.integers(2, 12))
    seen, layers = {0, span}, []
    for _ in range(draw(st.integers(1, 3))):
        seen = seen | draw(st.sets(st.integers(1, span - 1), max_size=4))
        row = np.array(sorted(seen), dtype=float)
        layers.append(np.column_stack((row[:-1], row[1:])))
    scale = draw(SCALES)
    layers = [layer * scale for layer in layers]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(layers) - 1))
        layer = layers[at]
        if not len(layer):
            continue
        row = draw(st.integers(0, len(layer) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                layer[row, draw(st.integers(0, 1))] = draw(SPOILT)
            case 1:
                with np.errstate(invalid="ignore"):  # for example of two infinities
                    layer[row, draw(st.integers(0, 1))] += draw(SPOILT)
            case 2:
                layers[at] = np.delete(layer, row, axis=0)
            case 3:
                layers[at] = layer[::-1]
            case 4:
                layers[at] = np.asfortranarray(layer)
            case 5:
                layers[at] = np.column_stack((layer, layer))
            case 6:
                layers[at] = layer[draw(st.sampled_from((slice(0), slice(0, None, 2))))]
    if not draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(layers) - 1))
        with np.errstate(all="ignore"):
            layers[at] = layers[at].astype(draw(TYPES))
    shape = draw(st.integers(0, 9))
    if shape == 0:
        return layers[::-1]
    if shape == 1:
        return tuple(layers)
    if shape == 2:
        return [layer.tolist() for layer in layers]
    if shape == 3:
        return layers[draw(st.integers(0, 1)) :]
    return layers
