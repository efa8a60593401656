"""What Python opens, lists or looks at while something runs."""

import os
import sys
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

_watched = []  # tops, and what was seen in them
_hooked = []


def _hear(event, args):
    """Take an audit event; such a hook can't be taken away."""
    if not _watched or not event.startswith(("open", "os.", "glob.", "pathlib.", "shutil.")):
        return
    for value in args:
        if isinstance(value, str | bytes | os.PathLike):
            _note(event, value)


def _note(event, value):
    path = os.path.abspath(os.fsdecode(value))
    for tops, seen in _watched:
        if path.startswith(tops):
            seen.append((event, path))


def _noting(name):
    """A function of `os` that has no audit event, noting what it is asked."""
    ask = getattr(os, name)

    def asked(path, *args, **how):
        if not isinstance(path, int):
            _note(name, path)
        return ask(path, *args, **how)

    return patch.object(os, name, asked)


@contextmanager
def touched(*folders):
    """Give the list of what happens to be touched in folders while this lasts."""
    if not _hooked:
        sys.addaudithook(_hear)
        _hooked.append(True)
    watched = tuple(map(os.fspath, folders)), []
    with ExitStack() as stack:
        for name in ("stat", "lstat", "readlink"):
            stack.enter_context(_noting(name))
        _watched.append(watched)
        stack.callback(_watched.remove, watched)
        yield watched[1]
