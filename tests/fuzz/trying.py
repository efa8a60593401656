"""One input, tried: what came of it, and whether that may be."""

import contextlib
import resource
import sys
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .target import Parts, Target

MOST_SECONDS = 3.0
"""Of processor time, for one input: 2 s is promised, and this machine has other work as well."""

MOST_MEMORY = 300e6
"""Bytes that one input may add."""

CANARY = "hierscope-fuzz-secret"
"""In the name of the folder that is worked in: no text may tell it."""

_UNIT = 1 if sys.platform == "darwin" else 1024
_ROOT = str(Path(__file__).resolve().parents[2])


@dataclass(frozen=True)
class Failure:
    """What should not have come of an input.

    Parameters
    ----------
    kind : str
        The same for inputs that fail alike.
    words : str
        All that is known.
    """

    kind: str
    words: str


def numbered(target: Target, seed: int, number: int) -> Parts:
    """Give the input of a number, the same wherever and whenever it is asked for."""
    return target.make(Random(f"{target.name} {seed} {number}"))


def attempt(target: Target, parts: Parts, folder: Path) -> Failure | None:
    """Try an input.

    Parameters
    ----------
    target : Target
    parts : Parts
    folder : Path
        An empty one, in one whose name holds the canary.

    Returns
    -------
    Failure or None
    """
    tried = _taken(target, parts, folder)
    if isinstance(tried, _Tried) and tried.seconds > MOST_SECONDS:
        # What is imported and compiled when it is first needed is no matter of the input.
        tried = _taken(target, parts, folder)
    if isinstance(tried, Failure):
        return tried
    if tried.seconds > MOST_SECONDS or tried.memory > MOST_MEMORY:
        words = f"took {tried.seconds:.1f} s and {tried.memory / 1e6:.0f} MB"
        return Failure("breaks the budget", words)
    for text in tried.texts:
        for name, _ in parts:
            text = text.replace(str(folder / name), name)
        wrong = _wrong(text)
        if wrong:
            return Failure(wrong, f"{wrong}: {text!r}")
    return None


@dataclass(frozen=True)
class _Tried:
    texts: list[str]
    seconds: float
    memory: float


def _taken(target: Target, parts: Parts, folder: Path) -> _Tried | Failure:
    before, peak, start = _memory(), _peak(), time.process_time()
    try:
        with contextlib.chdir(folder), warnings.catch_warnings():
            warnings.simplefilter("error")
            texts = list(target.take(parts, folder))
    except target.refuses as error:
        texts = [str(error)]
    except Exception as error:  # whatever it is, it is what is looked for
        return Failure(_kind(error), "".join(traceback.format_exception(error)))
    grown = _peak() - before if _peak() > peak else 0.0
    return _Tried(texts, time.process_time() - start, grown)


def _wrong(text: str) -> str:
    """Say what is wrong with a text for anyone; empty where nothing is."""
    if not text.strip():
        return "says nothing"
    if CANARY in text or _ROOT in text:
        return "tells a path"
    if not text.isprintable():
        return "has characters that can't be printed"
    return "is long" if len(text) > 2000 else ""


def _kind(error: Exception) -> str:
    """Name an exception and the place in hierscope that it came through last."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if _ours(frame.filename)]
    place = f" at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}{place}"


def _ours(path: str) -> bool:
    inside = path.removeprefix(_ROOT).lstrip("/")
    return inside.startswith(("core/", "explorer/", "hierscope/"))


def _memory() -> float:
    """Give the bytes held now; where the system does not tell, the most held so far."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return _peak()
    return int(pages) * resource.getpagesize()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
