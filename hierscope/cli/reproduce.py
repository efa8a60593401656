"""`hierscope reproduce`: recompute the papers' printed numbers."""

import os
from collections.abc import Sequence

from core.align import Alignment
from core.errors import HierscopeError, ReadError
from core.io import read_path
from core.papers.printed import TRACK
from core.papers.reproducing import Reproduced, counts, number_rows, reproduce_all, tables_latex
from core.papers.salami import (
    ANNOTATIONS_FILE,
    OLDA_FILE,
    REPOSITORY,
    SALAMI_VARIABLE,
    annotators_of,
    salami_pair,
)
from core.settings import Settings
from core.showing import aligned, rows_csv, rows_json
from core.tmeasures import CONVENTIONS, PAPER_TABLES
from hierscope._reading import read
from hierscope.cli.shared import Command, Options
from hierscope.cli.telling import say, say_notes

DIFFERS = 1  # exit status if a number differs without a known reason

_WHAT_IS_MISSING = {
    "salami": f"set --annotations to a file with both annotators such as {ANNOTATIONS_FILE} of "
    f"{REPOSITORY}, or set --salami or ${SALAMI_VARIABLE} to SALAMI's folder",
    "olda": f"set --olda to a file such as {OLDA_FILE} of {REPOSITORY}, and set the annotations",
}


def add_options(command: Command) -> None:
    command.description = (
        "Recompute every legible number of the ISMIR 2015 paper and its 2014 draft, and "
        "compare it with the printed one."
    )
    command.epilog = (
        f"Exit status: 0 when each computed number matches or is explained, {DIFFERS} when a "
        "number differs, 2 for bad input."
    )
    annotators = command.add_mutually_exclusive_group()
    annotators.add_argument(
        "--annotations",
        metavar="FILE",
        help=f"both annotators of track {TRACK}, for Figures 8 and 10: {ANNOTATIONS_FILE} of "
        f"{REPOSITORY}",
    )
    annotators.add_argument(
        "--salami",
        metavar="FOLDER",
        help=f"SALAMI's folder, instead of --annotations (default: ${SALAMI_VARIABLE})",
    )
    command.add_argument(
        "--olda",
        metavar="FILE",
        help=f"OLDA's output for track {TRACK}, for Figure 10: {OLDA_FILE} of the same",
    )
    command.take(
        "--convention",
        default=PAPER_TABLES.name,
        help="other values do not reproduce the printed numbers (default: %(default)s)",
    )
    command.take("--frame-size")
    command.take_output("printed number", latex="the computed tables in the paper's layout")


def run(options: Options) -> int:
    pair, olda = _annotated(options), None
    if pair is not None:
        say_notes(pair.notes)
    if options.olda:
        if pair is None:
            raise ReadError(
                "needs --annotations or --salami, whose first annotator is the reference",
                source="--olda",
            )
        olda = read(options.olda)
        say_notes(olda.notes, options.olda)
    tables = reproduce_all(
        pair.pair if pair else None,
        olda,
        settings=Settings(
            convention=CONVENTIONS[options.convention], frame_size=options.frame_size
        ),
    )
    if options.json:
        text = rows_json(number_rows(tables))
    elif options.csv:
        text = rows_csv([*number_rows(tables)])
    elif options.latex:
        text = tables_latex(tables)
    else:
        text = "\n".join([*map(_plain, tables), f"{options.convention}: {_summary(tables)}"]) + "\n"
    options.write_text(text)
    return DIFFERS if counts(tables)["differs"] else 0


def _annotated(options: Options) -> Alignment | None:
    """Read the annotations from the options, or else from the folder in the environment."""
    if options.annotations is not None:
        return annotators_of(read_path(options.annotations), options.annotations)
    if options.salami is not None:
        return salami_pair(options.salami)
    named = os.environ.get(SALAMI_VARIABLE)
    try:
        return salami_pair(named) if named else None
    except HierscopeError as error:
        # The variable can be outdated, so compute the rest anyway.
        say(f"Figure 8 is not computed: {error} (the path is from ${SALAMI_VARIABLE})")
        return None


def _plain(reproduced: Reproduced) -> str:
    table = reproduced.table
    title = f"{table.document}, {table.source}: {table.title}{' (%)' * table.percent}"
    rows = [
        {
            "w": "" if number.printed.is_flat else f"{number.printed.window:g}",
            "number": number.printed.title if number.printed.is_flat else number.printed.symbol,
            "printed": number.printed.digits,
            "computed": "–" if number.computed is None else f"{number.computed:.7f}",
            "difference": "" if number.difference is None else f"{number.difference:+z.7f}",
            "": {"explained": f"explained: {number.reason}", "differs": "differs"}.get(
                number.status, ""
            ),
        }
        for number in reproduced.numbers
        if number.printed.digits is not None
    ]
    lines = [title, *(f"  {line}" for line in aligned(rows))]
    if reproduced.result is None:
        lines.insert(1, f"  not computed: {_WHAT_IS_MISSING[table.needs]}")
    return "\n".join(lines) + "\n"


def _summary(tables: Sequence[Reproduced]) -> str:
    count = counts(tables)
    parts = [
        f"{count['matches']} numbers match, {count['explained']} explained, "
        f"{count['differs']} differ"
    ]
    parts += [
        f"{reproduction.table.source}: not computed ({_WHAT_IS_MISSING[reproduction.table.needs]})"
        for reproduction in tables
        if reproduction.result is None
    ]
    return "; ".join(parts)
