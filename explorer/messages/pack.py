"""Pack a JSON head and arrays for a component; `frontend/shared/pack.js` is the reading end."""

import hashlib
import json
from typing import Any

import numpy as np
import numpy.typing as npt

from core.windows import finite
from explorer.state.pair import PairState

Answer = tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]  # a head and arrays


def pack(head: dict[str, Any], **arrays: npt.NDArray[np.generic]) -> bytes:
    blobs: list[bytes] = []
    table = {}
    offset = 0
    for name, array in arrays.items():
        blob = np.ascontiguousarray(array).tobytes()
        table[name] = {"dtype": array.dtype.name, "offset": offset, "count": array.size}
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps({**head, "arrays": table}, allow_nan=False).encode()
    return b"".join([len(text).to_bytes(4, "little"), text, *blobs])


def wrap(head: dict[str, Any], drawing: bytes) -> bytes:
    """Pack an already packed drawing, which seldom changes, with values that change often."""
    key = hashlib.sha256(drawing).hexdigest()[:16]
    return pack({"key": key, **head}, drawing=np.frombuffer(drawing, dtype=np.uint8))


def window_message(drawing: bytes, *, window: float, restored: int, **more: Any) -> bytes:
    """Pack a drawing that follows the window, with its first window."""
    head = {"window": finite(window), "restored": restored, "least": PairState.window.least}
    return wrap(head | more, drawing)
