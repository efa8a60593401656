"""`hierscope score`: the T- and L-measures of a pair, or its flat ones, layer against layer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from core.align import names_of
from core.cli._shared import (
    FLAT,
    MEASURE_NAMES,
    add_beta_option,
    add_digits_option,
    add_output_options,
    add_pair_options,
    deliver,
    read_convention,
    read_digits,
    read_pair,
    read_pairs,
    window,
)
from core.errors import ReadError
from core.export import detailed_rows, rows_csv, rows_json, score_rows
from core.files.names import file_names, told_apart
from core.latex import estimates_latex, scores_latex
from core.vocabulary import PARTS
from core.windows import DEFAULT_WINDOW
from core.wording import number

if TYPE_CHECKING:
    from core.align import Alignment
    from core.flat import FlatGrid
    from core.tmeasures import TMeasures


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.epilog = (
        "Where no query has a triplet within the window there is no score: a dash, null in JSON, "
        "an empty cell in CSV. mir_eval gives 0 there, which counts what was not asked as wrong; "
        "its drop-ins, hierscope.tmeasure and hierscope.lmeasure, do the same."
    )
    add_pair_options(command)
    command.add_argument(
        "others",
        nargs="*",
        metavar="estimate",
        help="other estimates of the same reference: rows then name theirs",
    )
    command.add_argument(
        "--window",
        type=window,
        nargs="+",
        action="extend",
        default=[],
        metavar="W",
        help="seconds, or the pair's own unit, or inf for the whole track; several are allowed "
        f"(default: {DEFAULT_WINDOW:g})",
    )
    add_beta_option(command)
    command.add_argument(
        "--measures",
        choices=MEASURE_NAMES,
        nargs="+",
        action="extend",
        default=[],
        help="which (default: T and L); flat is each layer of the reference against each of the "
        "estimate (hit rates, pairwise, V-measure, conditional entropies): an object or row is "
        "then a measure and pair of layers, in a file of their own",
    )
    command.add_argument(
        "--flat",
        action="append_const",
        const=FLAT,
        dest="measures",
        help="the same as --measures flat",
    )
    add_output_options(command, "window", latex="a table in the paper's form, with F", cite=True)
    add_digits_option(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Score the pair and write the scores."""
    asked = options.measures or [name for name in MEASURE_NAMES if name != FLAT]
    flat, letters = FLAT in asked, [name for name in asked if name != FLAT]
    if flat:
        _check_flat(options, alone=not letters)
    if flat and not letters:
        deliver(_flat(read_pair(options), options), options)
        return
    digits = read_digits(options)
    from core.tmeasures import score  # with numba; --help does without

    paths = [options.estimate, *options.others]
    names = told_apart(file_names(paths))
    pairs = read_pairs(options, paths)
    results = {
        name: score(
            pair.reference,
            pair.estimate,
            options.window or [DEFAULT_WINDOW],
            convention=read_convention(options),
            frame_size=options.frame_size,
            beta=options.beta,
        ).only(letters)
        for name, pair in zip(names, pairs, strict=True)
    }
    if options.json:
        text = rows_json(_rows(results, score_rows))
    elif options.csv:
        text = rows_csv(_rows(results, detailed_rows))
    elif options.cite:
        text = _cited(results[names[0]])
    elif options.latex:
        text = _latex(results, pairs[0], digits)
    else:
        text = "\n".join(
            f"{name}\n" * bool(options.others) + _plain(result, options.frame_size)
            for name, result in results.items()
        )
        if flat:
            text += f"\n{_flat(pairs[0], options)}"
    deliver(text, options)


def _rows(
    results: Mapping[str, TMeasures], of: Callable[[TMeasures], list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """Give the rows of all estimates, which are named where there are several."""
    several = len(results) > 1
    return [
        {**({"estimate": name} if several else {}), **row}
        for name, result in results.items()
        for row in of(result)
    ]


def _latex(results: Mapping[str, TMeasures], pair: Alignment, digits: int) -> str:
    if len(results) > 1:
        return estimates_latex(results, f"Against {pair.reference.name}", digits=digits)
    (result,) = results.values()
    return scores_latex(result, names_of(pair.reference, pair.estimate), digits=digits)


def _cited(result: TMeasures) -> str:
    """Say what a paper says of the scores."""
    from core.citing import cite_scores  # with scipy

    return f"{cite_scores(result, result.measures, result.windows.tolist(), result.words)}"


def _check_flat(options: argparse.Namespace, *, alone: bool) -> None:
    """Refuse what flat measures do not go with."""
    if alone and options.window:
        raise ReadError(
            "go without --window",
            source="flat measures",
            mend="They have tolerances of their own: leave it out",
        )
    if options.latex or options.cite or options.others:
        raise ReadError(
            "go without --latex and --cite, and with one estimate",
            source="flat measures",
            mend="With --measures flat alone, take --csv or --json",
        )
    if not alone and (options.csv or options.json):
        raise ReadError(
            "has other columns than T and L",
            source="--measures flat",
            mend="Write two files, one of them with --measures flat alone",
        )


def _flat(pair: Alignment, options: argparse.Namespace) -> str:
    """Score the layers of the pair against each other, and give the scores as text."""
    from core.flat import flat_grid

    grid = flat_grid(pair.reference, pair.estimate, beta=options.beta)
    if options.json:
        return rows_json(grid.rows())
    if options.csv:
        return rows_csv(grid.rows())
    return _plain_flat(grid)


def _plain_flat(grid: FlatGrid) -> str:
    lines = ["F-measures; a row a layer of the reference, a column a layer of the estimate"]
    width = grid.values.shape[2]
    for measure in grid.measures:
        lines += ["", measure.name, "     " + "".join(f"{at:>9}" for at in range(1, width + 1))]
        for level, row in enumerate(grid.part(measure.key, "f_measure").tolist(), 1):
            cells = (number(value, 6) for value in row)
            lines.append(f"  {level:<3}" + "".join(f"{cell:>9}" for cell in cells))
    said = [lack.sentence for lack in grid.lacks]
    return "\n".join([*lines, *([""] if grid.lacks else []), *said]) + "\n"


def _plain(result: TMeasures, frame_size: float) -> str:
    lines = []
    counted = {each.counted_name(part) for each in result.measures for part in PARTS}
    for at, row in enumerate(detailed_rows(result)):
        window = float(result.windows[at])
        names = {each.name(part, window) for each in result.measures for part in PARTS}
        how = result.convention.describe(window, frame_size, result.words)
        lines.append(f"w = {result.words.lasting(window)} ({how})")
        lines += [f"  {name:<27}{number(row[name], 6)}" for name in row if name in names]
        lines += [f"  {name:<27}{row[name]:.1%}" for name in row if name in counted]
        lines += [f"  –: {cause}" for cause in result.why_none(at)]
    lines += result.own_windows
    return "\n".join(lines) + "\n"
