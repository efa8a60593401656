"""The command line: one module per command; :mod:`hierscope.cli.shared` has common options."""

import errno
import io
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from linecache import getline
from pkgutil import iter_modules

from core.errors import HierscopeError
from hierscope.cli.shared import BAD_INPUT, CANCELLED, Command, Options, mute_output
from hierscope.cli.telling import say

_ORDER = "score triplets diagnose agreement corpus caemsi reproduce convert look figure scape docs"
_FIRST_LINE = re.compile(r'"""`hierscope (\w+)`: (.+)\.("""|$)')


def _commands() -> dict[str, str]:
    """Return what each command does, from the first lines of the modules; new ones come last."""
    paths = (f"{__path__[0]}/{module.name}.py" for module in iter_modules(__path__))
    matches = (_FIRST_LINE.match(getline(path, 1).rstrip()) for path in paths)
    does = {match[1]: match[2] for match in matches if match}
    return {name: does[name] for name in dict.fromkeys((*_ORDER.split(), *does))}


COMMANDS = _commands()
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: Sequence[str], *, alone: bool = False) -> int:
    # Not every terminal can write ± and ∞.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = _read(list(arguments))
    status = 0
    try:
        with _interrupted_by_signals():
            if alone and arguments[0] == "score":
                _without_scipy()
            status = options.run(options) or 0
            sys.stdout.flush()
    except KeyboardInterrupt:
        say("cancelled")
        return CANCELLED
    except BrokenPipeError:
        mute_output()  # nothing is wrong
    except HierscopeError as error:
        say(str(error))
        return BAD_INPUT
    except OSError as error:
        advice = "Free disk space" if error.errno in _FULL else "Check the path"
        place = f"{error.filename}: " if error.filename else ""
        say(f"{place}{error.strerror or error}. {advice}")
        return BAD_INPUT
    return status


@contextmanager
def _interrupted_by_signals() -> Iterator[None]:
    """Make signals that end a process raise KeyboardInterrupt, like Ctrl+C."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # Signals that nohup ignores stay ignored.
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _read(arguments: list[str]) -> Options:
    """Parse the arguments; import only the module of the command in them."""
    parser = Command(prog="hierscope")
    commands = parser.add_subparsers(required=True)
    parsers = {name: commands.add_parser(name, help=does) for name, does in COMMANDS.items()}
    name = arguments[0] if arguments else ""
    if name not in parsers:
        return parser.parse_args(arguments, Options())  # this message lists the commands
    command = parsers[name]
    module = import_module(f"hierscope.cli.{name}")
    module.add_options(command)
    options = Options(run=module.run)
    arguments = command.windows_last(arguments[1:])
    # Options may come between paths, except before subcommands or a "--".
    if name == "caemsi" or "--" in arguments:
        return command.parse_args(arguments, options)
    return command.parse_intermixed_args(arguments, options)


def _without_scipy() -> None:
    """Keep numba from importing scipy, a fifth of a command's time; no kernel needs ``np.dot``."""
    if "scipy" not in sys.modules and "numba.np.arraymath" not in sys.modules:
        sys.modules["scipy"] = None  # type: ignore[assignment]  # an import of it fails
        try:
            import_module("numba.np.arraymath")
        finally:
            del sys.modules["scipy"]
