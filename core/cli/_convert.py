"""`hierscope convert`: hierarchies in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli._shared import pick, say_notes
from core.errors import ReadError
from core.io import read_path, write_csv, write_jams, write_labs


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.add_argument("input", help="file or folder of layers")
    command.add_argument(
        "output", help="FILE.jams (all annotations), FILE.csv, or a folder of .lab files"
    )
    command.add_argument("--annotation", type=int, metavar="N", help="which annotation (1 = first)")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Read the input and write the output."""
    found = read_path(options.input)
    output = Path(options.output)
    if output.suffix.lower() == ".jams" and options.annotation is None:
        for candidate in found:
            say_notes(candidate, options.input)
        output.write_bytes(write_jams(*(candidate.hierarchy for candidate in found)))
        return
    candidate = pick(found, options.annotation, options.input)
    if output.suffix.lower() == ".jams":
        output.write_bytes(write_jams(candidate.hierarchy))
    elif output.suffix.lower() == ".csv":
        output.write_bytes(write_csv(candidate.hierarchy))
    elif output.suffix == "":
        output.mkdir(parents=True, exist_ok=True)
        for name, data in write_labs(candidate.hierarchy).items():
            (output / name).write_bytes(data)
    else:
        raise ReadError(
            "unknown format",
            source=options.output,
            mend="Name a .jams file, a .csv file, or a folder for .lab files",
        )
