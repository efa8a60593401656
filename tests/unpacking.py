"""Messages to components, as `explorer/frontend/shared/pack.js` reads them."""

import json

import numpy as np

TYPES = {"float64": np.float64, "float32": np.float32, "uint8": np.uint8}


def unpacked(data):
    """The head and the arrays of a message."""
    start = 4 + int.from_bytes(data[:4], "little")
    head = json.loads(data[4:start])
    return head, {
        name: np.frombuffer(
            data, TYPES[place["dtype"]], place["count"], offset=start + place["offset"]
        )
        for name, place in head["arrays"].items()
    }
