"""Unpack messages to components, like `explorer/frontend/shared/pack.js`."""

import base64
import json
import re
import zlib

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


def held(document, name):
    """A value in a standalone document, by name."""
    (packed,) = re.findall(rf'<script type="text/plain" id="{re.escape(name)}">([^<]*)<', document)
    return zlib.decompress(base64.b64decode(packed))
