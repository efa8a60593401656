"""The program `hierscope`, or `python -m hierscope`: runs a command, or starts the explorer."""

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from hierscope.cli import COMMANDS
from hierscope.cli import main as run
from hierscope.cli.shared import BAD_INPUT, Command
from hierscope.cli.telling import say


def main(arguments: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments and arguments[0] in COMMANDS:
        return run(arguments, alone=True)
    if problem := _no_command(arguments):
        return _refuse(problem)
    options = options_parser().parse_args(arguments)
    if options.salami is not None:
        return _start_with_salami(options)
    if missing := [path for path in options.files if not os.path.exists(path)]:
        return _refuse(f"{missing[0]}: no such file or folder")
    return start(options)


def _start_with_salami(options: argparse.Namespace) -> int:
    """Open a track of SALAMI by its number; pages then know SALAMI's folder, too."""
    from core.errors import HierscopeError
    from core.papers.salami import SALAMI_VARIABLE, track_folder

    if len(options.files) != 1:
        return _refuse("--salami FOLDER opens one track; add its number, such as 530")
    try:
        options.files = [str(track_folder(options.salami, options.files[0]))]
    except HierscopeError as error:
        return _refuse(str(error))
    os.environ[SALAMI_VARIABLE] = options.salami
    return start(options)


def _refuse(problem: str) -> int:
    say(problem)
    return BAD_INPUT


def _no_command(arguments: Sequence[str]) -> str:
    """Return an error message if the first argument is neither a command nor a file."""
    word = arguments[0] if arguments else ""
    if not word.replace("-", "").isalpha() or word.startswith("-") or os.path.exists(word):
        return ""
    near = get_close_matches(word.lower(), COMMANDS, 1)
    if near:
        return f"no command '{word}'; did you mean '{near[0]}'?"
    return f"{word}: no such file, folder or command (see hierscope --help)"


def options_parser() -> argparse.ArgumentParser:
    from importlib.metadata import version  # slow, as the explorer's modules; commands need neither

    from explorer.server import listening

    parser = Command(
        prog="hierscope",
        description="Start the explorer in the browser, or run a command.",
        epilog=f"Commands: {', '.join(COMMANDS)} (see hierscope COMMAND --help).",
    )
    parser.add_argument(
        "files", nargs="*", help="reference and estimate to open (files or folders), two at most"
    )
    parser.add_argument(
        "--port",
        type=listening.port_number,
        help=f"default: {listening.FIRST_PORT}, or the next free port",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (default: 127.0.0.1, this machine)"
    )
    parser.add_argument(
        "--serve",
        metavar="ADDRESS",
        help="public address if another server forwards requests, such as "
        "https://example.org/hierscope (docs/deploy.md)",
    )
    parser.add_argument(
        "--class",
        dest="for_class",
        action="store_true",
        help="serve everybody on the network; prints the address and a QR code for a class",
    )
    parser.add_argument(
        "--salami",
        metavar="FOLDER",
        help="SALAMI's folder: opens the track whose number follows, read by two annotators",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--no-token",
        action="store_true",
        help="allow every program and account on this machine, without the token in the printed "
        "address",
    )
    parser.add_argument(
        "--reload",
        action="store_true",
        help="reload hierscope's own files after edits, for developers",
    )
    parser.add_argument("--version", action="version", version=f"hierscope {version('hierscope')}")
    return parser


def start(options: argparse.Namespace) -> int:
    """Start the explorer, unless the options do not fit together or this machine."""
    from explorer.machine import LOOPBACK
    from explorer.server import classroom, listening

    if len(options.files) > 2:
        return _refuse("open at most two files, a reference and an estimate")
    try:
        public = None if options.serve is None else listening.public_address(options.serve)
    except ValueError as error:
        return _refuse(f"--serve {options.serve}: {error}")
    if public and options.for_class:
        return _refuse("--class finds the address itself; --serve sets another")
    if options.for_class and options.host in LOOPBACK:
        options.host = classroom.EVERYWHERE
    # The forwarding server expects a fixed port.
    wanted = listening.FIRST_PORT if public and options.port is None else options.port
    try:
        options.port = listening.free_port(options.host, wanted)
        room = classroom.open_class(options.host, options.port) if options.for_class else None
    except listening.ListenError as error:
        return _refuse(str(error))
    print("hierscope: preparing (half a minute the first time)", flush=True)
    from explorer.app import serve  # Streamlit takes a second to import

    serve(options, public, room)
    return 0


if __name__ == "__main__":
    sys.exit(main())
