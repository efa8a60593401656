"""What the commands share: options of a pair, reading it with a word on what was done, output."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from core.errors import ReadError
from core.frames import DEFAULT_FRAME_SIZE
from core.io import Candidate, ChoiceError, Choices
from core.latex import DIGITS
from core.mending import REPAIRS
from core.notes import Note
from core.showing import Result
from core.tmeasures import CONVENTIONS, PAPER_EQUATION, Convention
from core.vocabulary import SIDES
from core.windows import DEFAULT_WINDOW
from hierscope._reading import Annotation, choices_of, chosen, is_same, mended
from hierscope.cli.telling import say, say_notes, write

R = TypeVar("R", bound=Result)

INFINITE = ("inf", "infinity", "none", "∞")
"""Words for the whole track as a window."""

_NUMBER = re.compile(
    r"[-+]?(\d+([.,]\d*)?|[.,]\d+)((?<=\d)(e[-+]?\d+|[a-zµ]{1,3}))?", re.IGNORECASE
)

CITE = "no scores, but what a paper says of how they are computed, and the BibTeX for it"

MOST_DIGITS = 12

CANCELLED = 130
"""The exit status of what was cancelled."""


def window(text: str) -> float:
    """Read a window in seconds, infinite for the whole track."""
    return math.inf if text.lower() in INFINITE else positive(text)


def positive(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number of seconds")
    return value


def whole(text: str) -> int:
    """Read a whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)


def lists_last(arguments: Sequence[str], options: Mapping[str, Callable[[str], bool]]) -> list[str]:
    """Move options that take a list behind all else, so that none takes a file for a value."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    kept: list[str] = []
    moved: list[str] = []
    taking = ""
    for word in words[:end]:
        if word in options:
            taking = word
            moved.append(word)
        elif taking and options[taking](word):
            moved.append(word)
        elif taking and moved[-1] == taking:
            moved.append(word)  # no value: for the parser to say so
            taking = ""
        else:
            taking = ""
            kept.append(word)
    return kept + moved + words[end:]


def is_window(word: str) -> bool:
    """Whether a word is meant as a window: a number, maybe with a unit, but not 3.csv."""
    return word.lower() in INFINITE or bool(_NUMBER.fullmatch(word))


def add_pair_options(command: argparse.ArgumentParser) -> None:
    """Take a pair, its annotations, and the convention; see :func:`read_pair`."""
    command.add_argument("reference", help="file or folder of layers")
    command.add_argument("estimate", help="file or folder of layers")
    add_annotation_options(command, "the {side}'s file, where it has several")
    add_reading_options(command)
    add_silent_option(command)
    add_convention_options(command)


def add_annotation_options(command: argparse.ArgumentParser, files: str) -> None:
    """Take which annotation is meant of each side's `files`, a phrase that may name the side."""
    for side in ("reference", "estimate"):
        command.add_argument(
            f"--{side}-annotation",
            type=int,
            metavar="N",
            help=f"which annotation of {files.format(side=side)} (1 = first)",
        )


def add_silent_option(command: argparse.ArgumentParser) -> None:
    """Take whether layers that hold silence only are kept."""
    command.add_argument(
        "--keep-silent",
        action="store_true",
        help="keep layers that hold silence only (default: they are left out, and it is said)",
    )


CHOICES = (
    "how it is read, in the place of what is understood, such as unit=centiseconds,layers=2-1 "
    "(also rate=, bpm=, meter=, offset=, files=, starts, silent, functions; `hierscope look` "
    "lists some)"
)


def choices(text: str) -> Choices:
    """Read how a file is to be read."""
    try:
        return Choices.of(text)
    except ChoiceError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_grid_option(command: argparse.ArgumentParser) -> None:
    """Take a file of beats or bar lines."""
    command.add_argument(
        "--grid",
        metavar="FILE",
        help="beats or bar lines in seconds (JAMS, or a time a line, with its place in the bar), "
        "by which positions in measures, beats or crotchets become seconds",
    )


def all_said(chosen: Choices, options: argparse.Namespace) -> Choices:
    """Give the choices for a side with those for all files: layers of silence, and the grid."""
    return choices_of(chosen, options.keep_silent, options.grid)


def add_reading_options(command: argparse.ArgumentParser) -> None:
    """Take how each side is to be read, and mended."""
    add_side_options(command)
    add_grid_option(command)
    command.add_argument(
        "--repair",
        choices=REPAIRS,
        help="mend what is not nested, on both sides: insert the boundaries that are missing, snap "
        "those within 0.5 s, or monocast, which inserts them and tells apart labels that come "
        "under several labels above",
    )


def add_side_options(command: argparse.ArgumentParser) -> None:
    """Take how each side is to be read."""
    for side in SIDES:
        command.add_argument(
            f"--{side}-as",
            type=choices,
            default=Choices(),
            metavar="CHOICES",
            help=CHOICES if side == "reference" else "the same of the estimate",
        )


def add_window_option(command: argparse.ArgumentParser) -> None:
    """Take one window."""
    command.add_argument(
        "--window",
        type=window,
        default=DEFAULT_WINDOW,
        metavar="W",
        help="seconds, or the pair's own unit, or inf for the whole track (default: "
        f"{DEFAULT_WINDOW:g})",
    )


def add_convention_options(command: argparse.ArgumentParser) -> None:
    """Take the convention and the frame size; see :func:`read_convention`."""
    command.add_argument(
        "--convention", choices=CONVENTIONS, default="mir_eval", help="default: mir_eval"
    )
    command.add_argument(
        "--mean-over-all",
        action="store_true",
        help="with paper-equation: queries without a triplet count as 0 (Eq. 9)",
    )
    add_frame_size_option(command)


def add_frame_size_option(command: argparse.ArgumentParser) -> None:
    """Take the length of a frame."""
    command.add_argument(
        "--frame-size",
        type=positive,
        default=DEFAULT_FRAME_SIZE,
        metavar="F",
        help=f"seconds (default: {DEFAULT_FRAME_SIZE})",
    )


def add_beta_option(command: argparse.ArgumentParser) -> None:
    """Take the weight of recall."""
    command.add_argument(
        "--beta", type=_weight, default=1.0, help="weight of recall in F (default: 1)"
    )


def _weight(text: str) -> float:
    try:
        return positive(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number") from None


def add_output_options(
    command: argparse.ArgumentParser, unit: str, latex: str = "", *, cite: bool = False
) -> None:
    """Take a format and a file."""
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"a JSON list, one object a {unit}")
    form.add_argument("--csv", action="store_true", help=f"CSV, one row a {unit}")
    if latex:
        form.add_argument("--latex", action="store_true", help=f"LaTeX: {latex}")
    if cite:
        form.add_argument("--cite", action="store_true", help=CITE)
    command.add_argument("-o", "--output", metavar="FILE", help="write there instead")


def add_digits_option(command: argparse.ArgumentParser) -> None:
    """Take how many decimals scores in LaTeX have; see :func:`read_digits`."""
    command.add_argument(
        "--digits",
        type=whole,
        metavar="N",
        help=f"decimals of scores in LaTeX (default: {DIGITS}, as the paper has)",
    )


def read_digits(options: argparse.Namespace) -> int:
    """Give how many decimals scores in LaTeX are to have."""
    if options.digits is None:
        return DIGITS
    if not options.latex:
        raise ReadError("goes with --latex only", source="--digits")
    if options.digits > MOST_DIGITS:
        raise ReadError(f"are {MOST_DIGITS} at most", source="--digits")
    return int(options.digits)


def read_sides(options: argparse.Namespace, estimates: Sequence[str]) -> list[Annotation]:
    """Read the reference, and some estimates of it."""
    first = options.reference_annotation
    choices = all_said(options.reference_as, options)
    sides = [chosen(options.reference, first, 0, choices)]
    choices = all_said(options.estimate_as, options)
    for path in estimates:
        taken = (first or 1) if is_same(options.reference, path) else 0
        sides.append(chosen(path, options.estimate_annotation, taken, choices))
    return [mended(side, options.repair or "") for side in sides]


def say_result(result: R, source: str = "", *, sides: Collection[str] = ("", *SIDES)) -> R:
    """Say on standard error what is to be known of a result, or of some sides, and give it."""
    notes = (note for note in result.notes if isinstance(note, Note) and note.side in sides)
    say_notes(notes, source)
    return result


def read_convention(options: argparse.Namespace) -> Convention:
    """Give the convention that was asked for."""
    convention = CONVENTIONS[options.convention]
    if options.mean_over_all:
        if convention != PAPER_EQUATION:
            raise ReadError("goes with paper-equation only", source="--mean-over-all")
        convention = replace(convention, no_triplet=0.0)
    return convention


def pick(found: Sequence[Candidate], number: int | None, source: str) -> Candidate:
    """Choose an annotation, and say on standard error what was chosen."""
    taken = number or 1
    if not 1 <= taken <= len(found):
        raise ReadError(f"there is no annotation {taken}, only {len(found)}", source=source)
    if number is None and len(found) > 1:
        titles = "; ".join(f"{index} is {other.title}" for index, other in enumerate(found, 1))
        say(f"{source}: took annotation {taken} ({titles})")
    return found[taken - 1]


def deliver(result: Any, options: argparse.Namespace, *, digits: int = DIGITS) -> None:
    """Write a result in the form and to the file that were asked for."""
    if options.json:
        text = result.to_json()
    elif options.csv:
        text = result.to_csv()
    elif getattr(options, "latex", False):
        text = result.to_latex(digits=digits)
    else:
        text = f"{result.cite()}" if getattr(options, "cite", False) else result.text()
    write_text(text, options)


def write_text(text: str, options: argparse.Namespace) -> None:
    """Write to the file that was asked for, or else to standard output."""
    if options.output is None:
        write(text, exact=options.json or options.csv or getattr(options, "latex", False))
    else:
        Path(options.output).write_text(text, encoding="utf-8")


def mute_output() -> None:
    """Let standard output go nowhere: the reader of the pipe has had enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
