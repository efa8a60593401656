"""Record what Python opens, lists or looks at."""

import os
import sys
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

_watched = []  # folders, and the paths seen in them
_hooked = []


def _hear(event, args):
    """Handle an audit event; such a hook can't be removed."""
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
    """Wrap a function of `os` without an audit event, and record its arguments."""
    ask = getattr(os, name)

    def asked(path, *args, **how):
        if not isinstance(path, int):
            _note(name, path)
        return ask(path, *args, **how)

    return patch.object(os, name, asked)


@contextmanager
def touched(*folders):
    """Yield a list that collects the paths touched in folders inside the block."""
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
