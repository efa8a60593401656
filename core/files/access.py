"""Open and list files of this machine: regular files only, within limits.

A confined process, such as a public server, opens only some places."""

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import BinaryIO, Literal

from core.errors import ReadError
from core.files.names import is_hidden, shortened

VARIABLE = "HIERSCOPE_CONFINED"  # names the open places; child processes inherit it

Whose = Literal["named", "own"]
"""Source of a path: a user, or hierscope itself, which may also read its own folder."""

_LINKS = 40  # links in a row that are followed


class ClosedError(ReadError):
    """A path that is closed to visitors, whether or not it exists."""

    def __init__(self, path: str) -> None:
        super().__init__(
            "is not open to visitors of this server", source=shortened(os.path.basename(path))
        )


def confine(named: Iterable[str | os.PathLike[str]], own: Iterable[str | os.PathLike[str]]) -> None:
    """Restrict this process and its children to some places."""
    places = {
        whose: {os.path.abspath(place): os.path.realpath(place) for place in paths}
        for whose, paths in (("named", named), ("own", own))
    }
    os.environ[VARIABLE] = json.dumps(places)


def is_confined() -> bool:
    """Return whether this server may open only files of its own."""
    return VARIABLE in os.environ


@lru_cache(maxsize=4)
def _places(text: str, whose: Whose) -> dict[str, str]:
    """Map each open place, as written and as resolved, to its real path."""
    open_to: dict[Whose, dict[str, str]] = json.loads(text)
    places = open_to["named"] | (open_to["own"] if whose == "own" else {})
    return places | {real: real for real in places.values()}


def allowed(path: str | os.PathLike[str], whose: Whose = "named") -> str:
    """Return the path to open, with links resolved; raise ClosedError if it is closed."""
    text = os.fspath(path)
    try:
        is_path = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_path = False
    if not is_path:
        raise OSError(errno.EINVAL, "a path can't have such a character", text)
    if not is_confined():
        return text
    places = _places(os.environ[VARIABLE], whose)
    place = os.path.abspath(text)
    for _ in range(_LINKS):
        top = _top(place, places)
        if top is None:
            raise ClosedError(text)
        place, led = _first_link(places[top], os.path.relpath(place, top))
        if not led:
            # Some systems have redirections other than links.
            if _top(os.path.realpath(place), places) is None:
                raise ClosedError(text)
            return place
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), text)


def _top(path: str, places: Iterable[str]) -> str | None:
    """Return the open place that contains a path, as written; None if there is none."""
    # Names compare like in the system; the root of a drive already ends with a separator.
    whole = os.path.normcase(path) + os.sep
    for place in places:
        if whole.startswith(os.path.normcase(place).rstrip(os.sep) + os.sep):
            return place
    return None


def _first_link(top: str, inside: str) -> tuple[str, bool]:
    """Follow the first link inside a place by one step; also return whether there was one."""
    place, parts = top, [part for part in inside.split(os.sep) if part != os.curdir]
    for number, part in enumerate(parts):
        step = os.path.join(place, part)
        if os.path.islink(step):
            led = os.path.join(place, os.readlink(step), *parts[number + 1 :])
            return os.path.normpath(led), True
        place = step
    return place, False


def is_open(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is open, even if nothing is there."""
    try:
        allowed(path)
    except ClosedError:
        return False
    except OSError:  # reading it reports the error
        pass
    return True


def without_places(text: str) -> str:
    """Shorten the paths of open places in a text for visitors."""
    if not is_confined():
        return text
    for place in sorted(_places(os.environ[VARIABLE], "own"), key=len, reverse=True):
        text = text.replace(place.rstrip(os.sep) + os.sep, "").replace(
            place, os.path.basename(place)
        )
    return text


def expanded(path: str | os.PathLike[str]) -> str:
    """Expand ``~`` at the beginning of a path; an unknown user stays as it is."""
    return os.path.expanduser(os.fspath(path))


def real_path(path: str | os.PathLike[str]) -> str:
    """Resolve the links of a path; raises like :func:`allowed`."""
    return os.path.realpath(allowed(path))


def state(path: str | os.PathLike[str], whose: Whose = "named") -> os.stat_result | None:
    """Return the status of a file or folder; None if there is none to see."""
    try:
        return os.stat(allowed(path, whose))
    except OSError:
        return None


def exists(path: str | os.PathLike[str]) -> bool:
    """Return whether a path exists; raises a ClosedError if it is closed."""
    return state(path) is not None


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a folder; raises a ClosedError if it is closed."""
    status = state(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def is_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a regular file; raises a ClosedError if it is closed."""
    status = state(path)
    return status is not None and stat.S_ISREG(status.st_mode)


def is_link(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a link, wherever it leads; raises a ClosedError if it is closed."""
    folder, name = os.path.split(path)
    return os.path.islink(os.path.join(allowed(folder or os.curdir), name))


def open_file(path: str | os.PathLike[str], whose: Whose = "named") -> BinaryIO:
    """Open a regular file that may be opened, in binary."""
    place = allowed(path, whose)
    # Check before opening: opening a device can have effects.
    _refuse_irregular(os.stat(place), path)
    with ExitStack() as stack:
        # Do not block if the file was replaced since, for example by a pipe.
        stream = stack.enter_context(open(place, "rb", opener=_unwaiting))
        _refuse_irregular(os.fstat(stream.fileno()), path)
        stack.pop_all()
    return stream


def _unwaiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _refuse_irregular(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not stat.S_ISREG(status.st_mode):
        raise ReadError("not a file", source=shortened(os.fspath(path)), advice="Check the path")


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """Read a file up to one byte beyond a limit, so that a longer one is noticed."""
    with open_file(path) as stream:
        return stream.read(min(os.fstat(stream.fileno()).st_size, most + 1))


class Listing:
    """Lists folders, with a limit on the total number of entries."""

    def __init__(self, source: str, most: int) -> None:
        self._source = source
        self._most = self._left = most

    def entries(self, folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
        """Return the entries of a folder, without links to closed places."""
        kept = []
        with os.scandir(allowed(folder)) as listed:
            for entry in listed:
                self._left -= 1
                if self._left < 0:
                    raise ReadError(
                        f"has more than the {self._most:,} files and folders allowed",
                        source=self._source,
                        advice="Choose a subfolder",
                    )
                if not (is_confined() and entry.is_symlink() and not is_open(entry.path)):
                    kept.append(entry)
        return kept

    def walk(self, folder: str) -> Iterator[tuple[str, list[str] | OSError]]:
        """List a folder and its subfolders, without hidden entries and links to folders."""
        places = [folder]
        while places:
            place = places.pop()
            try:
                entries = self.entries(place)
            except OSError as error:
                yield place, error
                continue
            inside = {entry.name for entry in entries if _leads_on(entry)}
            yield place, [entry.name for entry in entries if entry.name not in inside]
            places += [
                entry.path
                for entry in reversed(entries)
                if entry.name in inside and not (entry.is_symlink() or is_hidden(entry.name))
            ]


def _leads_on(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # for example a link to itself
        return False


@contextmanager
def opening(source: str) -> Iterator[None]:
    """Raise a ReadError that names the source if it can't be opened or listed."""
    try:
        yield
    except OSError as error:
        raise open_error(error, source) from error


def open_problem(error: OSError) -> str:
    """State why a file could not be opened."""
    return f"can't be opened ({error.strerror})"


def open_error(error: OSError, source: str) -> ReadError:
    """Return the error for a path that can't be opened; `source` is the path in the message."""
    return ReadError(open_problem(error), source=source, advice="Check the path")
