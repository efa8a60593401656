"""`hierscope convert`: hierarchies in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli._shared import add_silent_option, pick
from core.cli._telling import say_notes
from core.errors import ReadError
from core.io import Choices, formats, read_path
from core.io._format import Format


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.add_argument("input", help="file or folder of layers")
    command.add_argument("output", help=_targets())
    command.add_argument("--annotation", type=int, metavar="N", help="which annotation (1 = first)")
    add_silent_option(command)
    command.set_defaults(run=run)


def _targets() -> str:
    return formats.either(
        f"a folder of {known.suffixes[0]} files"
        if known is formats.written_to("")
        else f"FILE{known.suffixes[0]}{_with(known)}"
        for known in formats.writable()
    )


def _with(known: Format) -> str:
    return " (all annotations)" * known.several + " (a file a layer)" * bool(known.write_layers)


def run(options: argparse.Namespace) -> None:
    """Read the input and write the output."""
    found = read_path(options.input, choices=Choices(keep_silent=options.keep_silent))
    output = Path(options.output)
    target = formats.written_to(output.suffix)
    if target is None:
        raise ReadError("unknown format", source=options.output, mend=f"Name {_targets()}")
    if target.several and options.annotation is None:
        chosen = found
    else:
        chosen = (pick(found, options.annotation, options.input),)
    for candidate in chosen:
        say_notes(candidate.notes, options.input)
    hierarchies = [candidate.hierarchy for candidate in chosen]
    if target.write:
        output.write_bytes(target.write(*hierarchies))
        return
    folder, before = (output.parent, f"{output.stem}-") if output.suffix else (output, "")
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in target.files(*hierarchies).items():
        (folder / f"{before}{name}").write_bytes(data)
