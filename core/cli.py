"""`hierscope score` and `hierscope convert`: the command line over the core."""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from core.align import align
from core.errors import HierscopeError, ReadError
from core.export import detailed_rows, rows_csv, rows_json, score_rows
from core.io import Candidate, read_path, write_csv, write_jams, write_labs
from core.tmeasures import CONVENTIONS, PAPER_EQUATION, TMeasures, score

BAD_INPUT = 2


def main(arguments: Sequence[str]) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str
        ``["score", ...]`` or ``["convert", ...]``.

    Returns
    -------
    int
        The exit status: 0, or 2 with one line on standard error for bad input.
    """
    # Not every terminal can write ± and ∞.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = _parser().parse_args(_windows_last(arguments))
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has had enough; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except HierscopeError as error:
        print(f"hierscope: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"hierscope: {error.filename}: {error.strerror}. Check the path", file=sys.stderr)
        return BAD_INPUT
    return 0


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"hierscope: {message} (see {self.prog} --help)\n")


def _windows_last(arguments: Sequence[str]) -> list[str]:
    """Move `--window` and its values to the end, so that they never swallow the files."""
    kept: list[str] = []
    moved: list[str] = []
    taking = False
    for word in arguments:
        if word == "--window":
            taking = True
            moved.append(word)
        elif taking and (word.lstrip("-+")[:1].isdigit() or word.lower() in _INFINITE):
            moved.append(word)
        elif taking and moved[-1] == "--window":
            moved.append(word)  # not a number: for the parser to say so
            taking = False
        else:
            taking = False
            kept.append(word)
    return kept + moved


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="hierscope")
    commands = parser.add_subparsers(required=True)

    command = commands.add_parser("score", help="print the T-measures of a pair")
    command.add_argument("reference", help="file or folder of layers")
    command.add_argument("estimate", help="file or folder of layers")
    command.add_argument(
        "--window",
        type=_window,
        nargs="+",
        action="extend",
        default=[],
        metavar="W",
        help="seconds, or inf for the whole track; several are allowed (default: 15)",
    )
    command.add_argument(
        "--convention", choices=CONVENTIONS, default="mir_eval", help="default: mir_eval"
    )
    command.add_argument(
        "--mean-over-all",
        action="store_true",
        help="with paper-equation: queries without a triplet count as 0 (Eq. 9)",
    )
    command.add_argument(
        "--frame-size", type=_positive, default=0.1, metavar="F", help="seconds (default: 0.1)"
    )
    command.add_argument(
        "--beta", type=_beta, default=1.0, help="weight of recall in F (default: 1)"
    )
    for side in ("reference", "estimate"):
        command.add_argument(
            f"--{side}-annotation",
            type=int,
            metavar="N",
            help=f"which annotation of the {side}'s file, where it has several (1 = first)",
        )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a JSON list, one object a window")
    form.add_argument("--csv", action="store_true", help="CSV, one row a window")
    command.add_argument("-o", "--output", metavar="FILE", help="write there instead")
    command.set_defaults(run=_score)

    command = commands.add_parser("convert", help="write hierarchies in another format")
    command.add_argument("input", help="file or folder of layers")
    command.add_argument(
        "output", help="FILE.jams (all annotations), FILE.csv, or a folder of .lab files"
    )
    command.add_argument("--annotation", type=int, metavar="N", help="which annotation (1 = first)")
    command.set_defaults(run=_convert)
    return parser


_INFINITE = ("inf", "infinity", "none", "∞")


def _window(text: str) -> float:
    return math.inf if text.lower() in _INFINITE else _positive(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number of seconds")
    return value


def _beta(text: str) -> float:
    try:
        return _positive(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number") from None


def _pick(
    found: Sequence[Candidate], number: int | None, source: str, default: int = 1
) -> Candidate:
    """Choose an annotation, and say on standard error what was chosen and what was mended."""
    chosen = default if number is None else number
    if not 1 <= chosen <= len(found):
        raise ReadError(f"there is no annotation {chosen}, only {len(found)}", source=source)
    candidate = found[chosen - 1]
    if number is None and len(found) > 1:
        titles = "; ".join(f"{index} is {other.title}" for index, other in enumerate(found, 1))
        print(f"hierscope: {source}: took annotation {chosen} ({titles})", file=sys.stderr)
    _say_notes(candidate, source)
    return candidate


def _say_notes(candidate: Candidate, source: str) -> None:
    for note in candidate.notes:
        print(f"hierscope: {source}: {note}", file=sys.stderr)


def _score(options: argparse.Namespace) -> None:
    found = [read_path(options.reference), read_path(options.estimate)]
    same = os.path.realpath(options.reference) == os.path.realpath(options.estimate)
    second = 2 if same and len(found[1]) > 1 else 1
    reference = _pick(found[0], options.reference_annotation, options.reference)
    estimate = _pick(found[1], options.estimate_annotation, options.estimate, second)
    pair = align(reference.hierarchy, estimate.hierarchy)
    for note in pair.notes:
        print(f"hierscope: {note}", file=sys.stderr)
    convention = CONVENTIONS[options.convention]
    if options.mean_over_all:
        if convention != PAPER_EQUATION:
            raise ReadError("goes with paper-equation only", source="--mean-over-all")
        convention = replace(convention, mean_over_all=True)
    result = score(
        pair.reference,
        pair.estimate,
        options.window or [15.0],
        convention=convention,
        frame_size=options.frame_size,
        beta=options.beta,
    )
    if options.json:
        text = rows_json(score_rows(result))
    elif options.csv:
        text = rows_csv(detailed_rows(result))
    else:
        text = _plain(result, options.frame_size)
    if options.output is None:
        sys.stdout.write(text)
    else:
        Path(options.output).write_text(text, encoding="utf-8")


def _plain(result: TMeasures, frame_size: float) -> str:
    lines = []
    for row, window in zip(detailed_rows(result), result.windows.tolist(), strict=True):
        lines.append(f"w = {window:g} s ({result.convention.describe(window, frame_size)})")
        lines += [f"  {name:<27}{row[name]:.6f}" for name in row if name.startswith("T-")]
        lines += [f"  {name:<27}{row[name]:.1%}" for name in row if "counted" in name]
    return "\n".join(lines) + "\n"


def _convert(options: argparse.Namespace) -> None:
    found = read_path(options.input)
    output = Path(options.output)
    if output.suffix.lower() == ".jams" and options.annotation is None:
        for candidate in found:
            _say_notes(candidate, options.input)
        output.write_bytes(write_jams(*(candidate.hierarchy for candidate in found)))
        return
    candidate = _pick(found, options.annotation, options.input)
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
