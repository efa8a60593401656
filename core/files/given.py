"""Files that were given by name, as uploads are: nothing of them is on the disk."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable


def by_path(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Give files by their paths."""
    contents: dict[str, bytes] = {}
    turns: Counter[str] = Counter()
    for path, data in files:
        said = unique = path.replace("\\", "/").strip("/")
        stem, suffix = os.path.splitext(said)
        while unique in contents:
            turns[said] += 1
            unique = f"{stem} ({turns[said] + 1}){suffix}"
        contents[unique] = data
    top = {path.split("/")[0] if "/" in path else "" for path in contents}
    if len(top) == 1 and (folder := top.pop()):
        return {path.removeprefix(f"{folder}/"): data for path, data in contents.items()}
    return contents
