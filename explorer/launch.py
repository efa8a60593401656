"""The command `hierscope`: starts the explorer, or hands a subcommand to the core."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from difflib import get_close_matches
from pathlib import Path
from threading import Thread

from explorer.machine import LOOPBACK
from explorer.public import PublicAddress, public_address

COMMANDS = ("score", "triplets", "corpus", "caemsi", "reproduce", "convert")
FIRST_PORT = 8501


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `hierscope`.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process by default.

    Returns
    -------
    int
        The exit status; 2 with one line on standard error for bad input.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0] in COMMANDS:
        from core.cli import main as run

        return run(words, alone=True)
    problem = _no_command(words)
    if problem:
        print(f"hierscope: {problem}", file=sys.stderr)
        return 2
    options = _parser().parse_args(words)
    missing = [path for path in options.files if not Path(path).exists()]
    if missing:
        print(f"hierscope: {missing[0]}: there is no such file or folder", file=sys.stderr)
        return 2
    return _start(options)


def _no_command(words: Sequence[str]) -> str:
    """Say what is wrong where the first word is neither a command nor a file; else nothing."""
    word = words[0] if words else ""
    if not word.replace("-", "").isalpha() or word.startswith("-") or Path(word).exists():
        return ""
    near = get_close_matches(word.lower(), COMMANDS, 1)
    if near:
        return f"there is no command '{word}'; did you mean '{near[0]}'?"
    return f"{word}: there is no such file or folder, and no such command (see hierscope --help)"


def _parser() -> argparse.ArgumentParser:
    from importlib.metadata import version  # slow, and commands do without

    parser = argparse.ArgumentParser(
        prog="hierscope",
        description="Start the explorer in the browser, or run a command.",
        epilog="Commands: hierscope score REF EST, hierscope triplets REF EST, "
        "hierscope corpus REFS ESTS -o FILE, hierscope caemsi test A B, hierscope reproduce, "
        "hierscope convert IN OUT (see their --help).",
    )
    parser.add_argument(
        "files", nargs="*", help="reference and estimate to open (files or folders), two at most"
    )
    parser.add_argument(
        "--port", type=int, help=f"default: {FIRST_PORT}, or the next one that is free"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to serve on (default: 127.0.0.1, this machine)"
    )
    parser.add_argument(
        "--serve",
        metavar="ADDRESS",
        help="address by which others reach it through another server, such as "
        "https://example.org/hierscope (docs/deploy.md)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--no-token",
        action="store_true",
        help="let every program and account of this machine in, not only whoever has the address "
        "that is printed",
    )
    parser.add_argument(
        "--reload", action="store_true", help="see edits of hierscope's own files, for developers"
    )
    parser.add_argument("--version", action="version", version=f"hierscope {version('hierscope')}")
    return parser


def _start(options: argparse.Namespace) -> int:
    if len(options.files) > 2:
        print("hierscope: give at most two files, a reference and an estimate", file=sys.stderr)
        return 2
    try:
        public = public_address(options.serve) if options.serve is not None else None
    except ValueError as error:
        print(f"hierscope: --serve {options.serve}: {error}", file=sys.stderr)
        return 2
    # The server in front looks for it at one port.
    wanted = FIRST_PORT if public and options.port is None else options.port
    port = _free_port(options.host, wanted)
    if port is None:
        print(f"hierscope: port {wanted} is taken; name another with --port", file=sys.stderr)
        return 2
    print("hierscope: preparing (some seconds the first time)", flush=True)
    _compile()
    _serve(options, port, public)
    return 0


def _serve(options: argparse.Namespace, port: int, public: PublicAddress | None) -> None:
    from explorer.server import failing

    failing.keep_log_printable()
    # Streamlit takes a second to import; the core's commands do without.
    import streamlit as st
    from starlette.middleware import Middleware

    from explorer.live.routes import routes
    from explorer.server.gate import Entry, Gate
    from explorer.server.keys import own_key
    from explorer.server.load import Load, held_by_streamlit
    from explorer.server.settings import SCRIPT, ours_alone, settings

    if options.reload:
        # Streamlit's hot reload covers PYTHONPATH: edits in core are seen too.
        parts = (str(SCRIPT.parents[2]), os.environ.get("PYTHONPATH", ""))
        os.environ["PYTHONPATH"] = os.pathsep.join(part for part in parts if part)
    own = options.host in LOOPBACK and not public
    hosts = [public.host] if public else list(LOOPBACK) if own else []
    key = own_key() if own and not options.no_token else ""
    address = _address(options.host, port, key)
    for_whom = f" for {options.serve}" if public else ""
    print(f"hierscope: starting on {address}{for_whom} (Ctrl+C stops it)", flush=True)

    @asynccontextmanager
    async def started(app: st.App) -> AsyncIterator[None]:
        if not options.no_browser and not public:
            # Not in this thread, which answers the browser.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        yield

    # Streamlit gives the script these words, and looks beside the first for .streamlit/config.toml.
    sys.argv = [str(SCRIPT), *(str(Path(path).resolve()) for path in options.files)]
    ours_alone()
    app = st.App(
        str(SCRIPT),
        lifespan=started,
        routes=routes(),
        middleware=[
            Middleware(Gate, Entry(hosts, key, port)),
            Middleware(Load, held_by_streamlit),
        ],
        on_script_error=failing.say,
    )
    own_settings = settings(options.host, port, hosts, reload=options.reload)
    app.run(config=own_settings | (public.settings() if public else {}))


def _address(host: str, port: int, key: str) -> str:
    """Give the address to open; `key` shows that the server is the reader's own."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}" + (f"/?token={key}" if key else "")


def _free_port(host: str, wanted: int | None) -> int | None:
    """Give the port that is wanted, or else the first free one; None when there is none."""
    candidates = range(FIRST_PORT, FIRST_PORT + 100) if wanted is None else (wanted,)
    for port in candidates:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    return None


def _compile() -> None:
    """Have numba compile, or load, the kernels now rather than when the first page is waiting."""
    from core.hierarchy import Hierarchy
    from core.tmeasures import FRAMELESS, MIR_EVAL, score
    from core.triplets import Task, costliest, query_sweep, survey

    pair = Hierarchy.from_boundaries([[0, 2]]), Hierarchy.from_boundaries([[0, 1, 2]])
    for convention in (MIR_EVAL, FRAMELESS):
        score(*pair, convention=convention)
        task = Task(*pair, convention=convention)
        survey(task)
        costliest(task)
        query_sweep(task, 0.0, [1.0])
