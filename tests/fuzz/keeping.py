"""Inputs that failed, as files that can be tried again."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path

from .target import Parts, Target
from .trying import Failure


def keep(folder: Path, name: str, parts: Parts, failure: Failure) -> Path:
    """Write an input that failed.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    name : str
        That of the target.
    parts : Parts
    failure : Failure

    Returns
    -------
    Path
    """
    folder.mkdir(exist_ok=True)
    document = {
        "target": name,
        "failure": failure.kind,
        "words": failure.words[-2000:].splitlines(),
        "parts": [[part, base64.b64encode(data).decode()] for part, data in parts],
    }
    text = json.dumps(document, indent=1) + "\n"
    number = sum(1 for _ in folder.glob(f"{name.replace(' ', '-')}-*")) + 1
    path = folder / f"{name.replace(' ', '-')}-{number}.json"
    path.write_text(text, "utf-8")
    return path


def kept(path: Path, targets: Mapping[str, Target]) -> tuple[Target, Parts]:
    """Read what :func:`keep` wrote."""
    document = json.loads(path.read_text("utf-8"))
    parts = tuple((name, base64.b64decode(data)) for name, data in document["parts"])
    return targets[document["target"]], parts
