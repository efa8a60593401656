"""Parse the options of `hierscope` and start the explorer's server."""

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from core.files.names import escaped
from explorer.machine import LOOPBACK, admit_visitors
from explorer.server import listening
from explorer.server.classroom import EVERYWHERE, Classroom, open_class, print_code, qr_code

BAD_INPUT = 2


def main(arguments: Sequence[str], commands: Sequence[str]) -> int:
    """Start the explorer, unless the first argument is a mistyped command."""
    problem = _no_command(arguments, commands)
    if problem:
        return _refuse(problem)
    options = options_parser(commands).parse_args(arguments)
    missing = [path for path in options.files if not os.path.exists(path)]
    if missing:
        return _refuse(f"{missing[0]}: no such file or folder")
    return start(options)


def _refuse(problem: str) -> int:
    print(f"hierscope: {escaped(problem)}", file=sys.stderr)
    return BAD_INPUT


def _no_command(arguments: Sequence[str], commands: Sequence[str]) -> str:
    """Return an error message if the first argument is neither a command nor a file."""
    word = arguments[0] if arguments else ""
    if not word.replace("-", "").isalpha() or word.startswith("-") or os.path.exists(word):
        return ""
    near = get_close_matches(word.lower(), commands, 1)
    if near:
        return f"no command '{word}'; did you mean '{near[0]}'?"
    return f"{word}: no such file, folder or command (see hierscope --help)"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sys.exit(_refuse(f"{message} (see {self.prog} --help)"))


def options_parser(commands: Sequence[str] = ()) -> argparse.ArgumentParser:
    from importlib.metadata import version  # slow, and commands do without

    parser = _Parser(
        prog="hierscope",
        description="Start the explorer in the browser, or run a command.",
        epilog=f"Commands: {', '.join(commands)} (see hierscope COMMAND --help).",
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
    if len(options.files) > 2:
        return _refuse("open at most two files, a reference and an estimate")
    try:
        public = None if options.serve is None else listening.public_address(options.serve)
    except ValueError as error:
        return _refuse(f"--serve {options.serve}: {error}")
    if public and options.for_class:
        return _refuse("--class finds the address itself; --serve sets another")
    if options.for_class and options.host in LOOPBACK:
        options.host = EVERYWHERE
    # The forwarding server expects a fixed port.
    wanted = listening.FIRST_PORT if public and options.port is None else options.port
    try:
        port = listening.free_port(options.host, wanted)
        classroom = open_class(options.host, port) if options.for_class else None
    except listening.ListenError as error:
        return _refuse(str(error))
    print("hierscope: preparing (a few seconds the first time)", flush=True)
    _serve(options, port, public, classroom)
    return 0


def _serve(
    options: argparse.Namespace,
    port: int,
    public: listening.PublicAddress | None,
    classroom: Classroom | None,
) -> None:
    from explorer.server import failing

    failing.keep_log_printable()
    # Streamlit takes a second to import, which commands avoid.
    import streamlit as st

    from explorer import application
    from explorer.server.gate import Entry
    from explorer.server.keys import own_key
    from explorer.server.settings import SCRIPT, ours_alone, settings

    application.compile_kernels()
    if options.reload:
        # Streamlit's hot reload covers PYTHONPATH: edits in core are seen too.
        parts = (str(SCRIPT.parents[2]), os.environ.get("PYTHONPATH", ""))
        os.environ["PYTHONPATH"] = os.pathsep.join(part for part in parts if part)
    own = public is None and options.host in LOOPBACK
    key = own_key() if own and not options.no_token else ""
    hosts = [public.host] if public else list(LOOPBACK) if own else []
    if not own:
        admit_visitors(options.files)
    address = listening.address_of(options.host, port) + (f"/?token={key}" if key else "")
    for_whom = f" for {options.serve}" if public else ""
    if classroom:
        hosts, key = [*classroom.hosts, *LOOPBACK], classroom.key
        address, *others = classroom.addresses
        for_whom = "".join(f", or {other}" for other in others)
        for_whom += " for everybody on the network"
        print_code(qr_code(address))
    print(f"hierscope: starting on {address}{for_whom} (Ctrl+C stops it)", flush=True)
    if classroom:
        if options.host == EVERYWHERE:  # locally, so that the token does not cross the network
            address = listening.address_of("127.0.0.1", port)
        address += f"/?token={key}"
        if options.no_browser:  # otherwise a class that sees the terminal does not learn it
            print(f"hierscope: the lecturer's address is {address}", flush=True)

    def open_browser() -> None:
        if not (options.no_browser or public):
            webbrowser.open(address)

    # Streamlit passes these arguments on; it finds .streamlit/config.toml next to the first.
    sys.argv = [str(SCRIPT), *(str(Path(path).resolve()) for path in options.files)]
    ours_alone()
    entry = Entry(
        hosts,
        key,
        port,
        origins=[public.origin] if public else [],
        below=public.path if public else "",
        trusted=own or public is not None,
        for_class=classroom is not None,
    )
    app = st.App(**application.parts(entry, open_browser))
    app.run(config=settings(options.host, port, hosts, public, reload=options.reload))
