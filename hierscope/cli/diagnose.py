"""`hierscope diagnose`: why the score of a pair is low."""

from __future__ import annotations

import argparse

from core.vocabulary import PARTS, VARIANTS
from hierscope.cli.shared import (
    add_beta_option,
    add_output_options,
    add_pair_options,
    add_window_option,
    deliver,
    read_convention,
    read_sides,
    say_result,
)


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    add_pair_options(command)
    add_window_option(command)
    command.add_argument(
        "--measure",
        choices=VARIANTS,
        default="reduced",
        help="of successive layers, or of all pairs of layers (default: reduced)",
    )
    command.add_argument(
        "--part",
        choices=PARTS,
        default="f_measure",
        help="whose loss is explained (default: f_measure)",
    )
    add_beta_option(command)
    add_output_options(command, "cause")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Diagnose the pair and write the sentence and the causes."""
    reference, estimate = read_sides(options, [options.estimate])
    from hierscope._pair import diagnose  # with numba; --help does without

    result = diagnose(
        reference,
        estimate,
        options.window,
        measure=options.measure,
        part=options.part,
        convention=read_convention(options),
        frame_size=options.frame_size,
        beta=options.beta,
    )
    deliver(say_result(result), options)
