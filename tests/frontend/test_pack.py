"""shared/pack.js reads what explorer/messages/pack.py writes."""

import math

import numpy as np
import pytest

from explorer.messages.pack import pack

UNPACKED = """
({ unpack }, bytes, before) => {
  // In a buffer of something else, too, as messages come.
  const whole = new Uint8Array(before + bytes.length);
  whole.set(bytes, before);
  const found = unpack(whole.subarray(before));
  return Object.fromEntries(Object.entries(found).map(([name, each]) =>
    [name, ArrayBuffer.isView(each) ? { kind: each.constructor.name, values: [...each] } : each]));
}
"""
KINDS = {"float64": "Float64Array", "float32": "Float32Array", "uint8": "Uint8Array"}


@pytest.mark.parametrize(("before", "words"), [(0, ""), (1, "a"), (8, "é∞"), (1, "w" * 5)])
def test_arrays_are_as_they_were_whatever_lies_before_them(modules, before, words):
    arrays = {
        "bytes": np.array([0, 7, 255], np.uint8),
        "exact": np.array([0.1, -math.inf, math.nan, 1e300]),
        "rough": np.array([0.5, -2.25], np.float32),
        "none": np.empty(0),
        "table": np.arange(6.0).reshape(2, 3),
    }
    head = {"words": words, "number": 3, "list": [1, None]}
    found = modules.run("shared/pack", UNPACKED, list(pack(head, **arrays)), before)
    assert {name: found[name] for name in head} == head
    for name, array in arrays.items():
        assert found[name]["kind"] == KINDS[array.dtype.name]
        np.testing.assert_array_equal(found[name]["values"], array.ravel())
