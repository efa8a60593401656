"""`hierscope figure`: a pair for print, as PDF, SVG or PNG."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.measures import BY_KEY
from explorer.figures.printed.how import DPI, MEASURES, PANELS, SIZES, Print, form_of
from hierscope._reading import read_pair
from hierscope.cli.query import add_query_option, position
from hierscope.cli.shared import (
    add_beta_option,
    add_pair_options,
    add_window_option,
    read_convention,
    read_sides,
    whole,
)
from hierscope.cli.telling import say_notes


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    add_pair_options(command)
    command.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the figure; its ending says whether it is .pdf, .svg or .png",
    )
    sizes = "; ".join(f"{key}: {size.words}" for key, size in SIZES.items())
    command.add_argument(
        "--size", choices=SIZES, default=Print.size, help=f"{sizes} (default: %(default)s)"
    )
    command.add_argument(
        "--panels",
        choices=PANELS,
        nargs="+",
        action="extend",
        metavar="P",
        help=f"some of {', '.join(PANELS)} (default: all)",
    )
    command.add_argument(
        "--measure",
        choices=BY_KEY,
        nargs="+",
        action="extend",
        metavar="M",
        help=f"some of {', '.join(BY_KEY)}: a panel of curves each; g(q) is of the first (default: "
        f"{' '.join(MEASURES)})",
    )
    add_window_option(command)
    add_query_option(
        command, "mark this query and the window around it, {time} (default: neither is marked)"
    )
    command.add_argument(
        "--dpi",
        type=whole,
        default=DPI,
        metavar="N",
        help="dots an inch of PNG (default: %(default)s)",
    )
    add_beta_option(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Draw the pair, and write the figure."""
    form = form_of(options.output)  # before anything is read
    pair = read_pair(*read_sides(options, [options.estimate]))
    say_notes(pair.notes)
    words = pair.reference.words
    how = Print(
        options.size,
        options.panels or tuple(PANELS),
        options.measure or MEASURES,
        options.window,
        None if options.query is None else position(options.query, words),
    )
    from explorer.figures.printed.pair import print_scored  # with matplotlib; --help does without

    figure = print_scored(
        pair.reference,
        pair.estimate,
        how,
        convention=read_convention(options),
        frame_size=options.frame_size,
        beta=options.beta,
    )
    Path(options.output).write_bytes(figure.data(form, options.dpi))
