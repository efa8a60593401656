"""Try one input, and check its result."""

import base64
import contextlib
import faulthandler
import json
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil
from hypothesis.strategies import SearchStrategy

from core.errors import HierscopeError

MOST_SECONDS = 3.0
"""Of processor time, for one input: 2 s is promised, and this machine has other work as well."""

MOST_MEMORY = 300e6
"""Bytes that one input may add."""

PATIENCE = 600
"""Seconds after which the process is ended, as the input does not end."""

CANARY = "hierscope-fuzz-secret"
"""In the name of the folder that is worked in: no text may tell it."""

_ROOT = str(Path(__file__).resolve().parents[2])

Parts = tuple[tuple[str, bytes], ...]
"""An input: names and contents, such as files, or keys of a link and what they say."""


@dataclass(frozen=True)
class Target:
    """One way in: `take` hands an input to hierscope, in an empty working folder, and returns every
    text that would be shown."""

    name: str
    inputs: SearchStrategy[Parts]
    take: Callable[[Parts, Path], Iterable[str]]


def written(parts: Parts) -> list[Path]:
    """Write parts as files into the working folder, and give their names, which are ours."""
    paths = []
    for name, data in parts:
        Path(name).write_bytes(data)
        paths.append(Path(name))
    return paths


def attempt(target: Target, parts: Parts) -> None:
    """Try an input; what should not have come of it is an assertion or the exception itself.

    A process that dies leaves `input.json` in a temporary folder called after the canary.
    """
    with tempfile.TemporaryDirectory(suffix=CANARY) as place:
        (Path(place) / "input.json").write_text(kept(target.name, parts))
        folder = Path(place) / "work"
        folder.mkdir()
        faulthandler.dump_traceback_later(PATIENCE, exit=True, file=sys.__stderr__)
        try:
            texts, seconds, memory = _taken(target, parts, folder)
            if seconds > MOST_SECONDS:
                # What is imported and compiled when it is first needed is no matter of the input.
                texts, seconds, memory = _taken(target, parts, folder)
        finally:
            faulthandler.cancel_dump_traceback_later()
    assert seconds <= MOST_SECONDS, f"took {seconds:.1f} s"
    assert memory <= MOST_MEMORY, f"took {memory / 1e6:.0f} MB"
    for text in texts:
        for name, _ in parts:
            text = text.replace(str(folder / name), name)
        assert text.strip(), "says nothing"
        assert CANARY not in text, f"tells a path: {text}"
        assert _ROOT not in text, f"tells a path: {text}"
        assert text.isprintable(), f"has characters that can't be printed: {text!r}"
        assert len(text) <= 2000, "is long"


def _taken(target: Target, parts: Parts, folder: Path) -> tuple[list[str], float, int]:
    """Return the texts, the seconds and the bytes that an input takes."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # so that the peak is that of this input
    (before, peak), start = _memory(), time.process_time()
    try:
        with contextlib.chdir(folder), warnings.catch_warnings():
            warnings.simplefilter("error")
            texts = list(target.take(parts, folder))
    except HierscopeError as error:
        texts = [str(error)]
    seconds, (_, later) = time.process_time() - start, _memory()
    return texts, seconds, later - before if later > peak else 0


def kept(name: str, parts: Parts) -> str:
    """Give an input as a text that `tests/cases/fuzz` can hold."""
    packed = [[part, base64.b64encode(data).decode()] for part, data in parts]
    return json.dumps({"target": name, "parts": packed}, indent=1) + "\n"


def unkept(text: str) -> tuple[str, Parts]:
    """Read what :func:`kept` gave: the target's name, and the input."""
    document = json.loads(text)
    parts = tuple((name, base64.b64decode(data)) for name, data in document["parts"])
    return document["target"], parts


def _memory() -> tuple[int, int]:
    """Return the bytes in use, and their peak if the system tells it."""
    if sys.platform == "linux":
        # psutil's peak is not reset by `clear_refs`.
        lines = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
        in_use, peak = (int(lines[field].split()[0]) * 1024 for field in ("VmRSS", "VmHWM"))
        return in_use, peak
    used = psutil.Process().memory_info()
    return used.rss, getattr(used, "peak_wset", 0)


MEASURED = _memory()[1] > 0
"""Whether the memory that an input takes is known here."""
