"""`hierscope scape`: score every query at every window: a picture or a table."""

import argparse

from core.measures import BY_KEY
from hierscope._pair import scape
from hierscope._reading import read_pair
from hierscope.cli import figure
from hierscope.cli.shared import read_how, read_sides, take
from hierscope.cli.telling import say_notes


def add_options(command: argparse.ArgumentParser) -> None:
    figure.take_print(command, "a picture (.pdf, .svg, .png), or all values (.csv)")
    take(command, "--beta")
    command.add_argument(
        "--measure", choices=BY_KEY, default="reduced", help="default: %(default)s"
    )


def run(options: argparse.Namespace) -> None:
    if not options.output.lower().endswith(".csv"):
        options.panels, options.measure = ("layers", "scape"), [options.measure]
        figure.run(options)
        return
    pair = read_pair(*read_sides(options))
    say_notes(pair.notes)
    result = scape(pair.reference, pair.estimate, **read_how(options, "measure"))
    result.to_csv(options.output)
