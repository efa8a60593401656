"""`hierscope caemsi`: do corpora share a style? The commands `test` and `experiment`."""

from __future__ import annotations

import argparse

from hierscope.cli import caemsi_compare, caemsi_experiment


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the commands are; each says what it takes."""
    command.description = (
        "Compare corpora by compression distances and permutation tests, as Ens and Pasquier do "
        "(CAEMSI, ICCC 2018)."
    )
    commands = command.add_subparsers(required=True)
    caemsi_compare.add_options(
        commands.add_parser("test", help="test two corpora for difference and for equivalence")
    )
    caemsi_experiment.add_options(
        commands.add_parser(
            "experiment", help="see how often the tests are right, as the paper's Table 2 does"
        )
    )
