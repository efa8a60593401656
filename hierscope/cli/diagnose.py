"""`hierscope diagnose`: explain why the score of a pair is low."""

import argparse

from core.vocabulary import PARTS, VARIANTS
from hierscope._pair import diagnose
from hierscope.cli.shared import PAIR, deliver, read_how, read_sides, say_result, take, take_output


def add_options(command: argparse.ArgumentParser) -> None:
    take(command, *PAIR, "--window")
    command.add_argument(
        "--measure",
        choices=VARIANTS,
        default="reduced",
        help="T-measure of successive layers, or of all pairs of layers (default: reduced)",
    )
    command.add_argument(
        "--part",
        choices=PARTS,
        default="f_measure",
        help="the score whose loss is explained (default: f_measure)",
    )
    take(command, "--beta")
    take_output(command, "cause")


def run(options: argparse.Namespace) -> None:
    reference, estimate = read_sides(options)
    result = diagnose(reference, estimate, **read_how(options, "window", "measure", "part"))
    deliver(say_result(result), options)
