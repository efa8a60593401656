"""Targets that fail in each way, for the tests of the fuzzing itself."""

import os
import warnings

from core.errors import ReadError

from .target import Target
from .trying import MOST_MEMORY


def _dies(parts, folder):
    if parts[0][1] == b"2":
        os.abort()
    return ()


def _never_ends(parts, folder):
    while True:
        pass


def _raises(parts, folder):
    raise KeyError("x")


def _warns(parts, folder):
    warnings.warn("x", stacklevel=1)
    return ()


def _refuses(parts, folder):
    raise ReadError("is empty", source="x")


def _grows(parts, folder):
    assert len(b"x" * int(1.2 * MOST_MEMORY))
    return ()


def _says(text):
    return lambda parts, folder: [text(folder)]


TAKES = {
    "dies": _dies,
    "never ends": _never_ends,
    "raises": _raises,
    "warns": _warns,
    "refuses": _refuses,
    "grows": _grows,
    "tells": _says(lambda folder: f"nothing in {folder}/other"),
    "tells what was given": _says(lambda folder: f"nothing in {folder}/x"),
    "colours": _says(lambda folder: "\x1b[31mred"),
    "is silent": _says(lambda folder: " "),
}
TARGETS = {
    name: Target(name, lambda random: (("x", b"%d" % random.randrange(9)),), take)
    for name, take in TAKES.items()
}
