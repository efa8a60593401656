"""Shared by the commands: options, reading a pair and printing its notes, output."""

import argparse
import math
import os
import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NoReturn, TypeVar

from core.errors import ReadError
from core.frames import DEFAULT_FRAME_SIZE
from core.io import ChoiceError, Choices
from core.io.otherwise import other_ways
from core.jobs.files import write_whole
from core.latex import DIGITS
from core.measures import BY_KEY
from core.notes import Note
from core.refining import REPAIRS
from core.showing import Result
from core.tmeasures import CONVENTIONS, PAPER_EQUATION, Convention
from core.vocabulary import SIDES, VARIANTS
from core.windows import DEFAULT_WINDOW
from core.wording import TimeNotation, listed
from hierscope._reading import Annotation, choices_of, chosen, is_same, refined
from hierscope.cli.telling import say, say_notes, write

R = TypeVar("R", bound=Result)

INFINITE = ("inf", "infinity", "none", "∞")  # the whole track

MOST_DIGITS = 12

CANCELLED, BAD_INPUT = 130, 2  # exit statuses

_NUMBER = re.compile(
    r"[-+]?(\d+([.,]\d*)?|[.,]\d+)((?<=\d)(e[-+]?\d+|[a-zµ]{1,3}))?", re.IGNORECASE
)
_TIME = re.compile(
    r"(\d+):([0-5]?\d(?:\.\d*)?)|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", re.ASCII | re.IGNORECASE
)


class _Clock(float):
    """A time typed in minutes and seconds."""


def window(text: str) -> float:
    return math.inf if text.lower() in INFINITE else positive(text)


def positive(
    text: str, what: str = "a positive number of seconds", *, below: float = math.inf
) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < below:
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}")
    return value


def whole(text: str, *, least: int = 1, most: float = math.inf) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        bounds = f"from {least}" if most == math.inf else f"from {least} to {most}"
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number {bounds}")
    return int(text)


def query_time(text: str) -> float:
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds or m:ss")
    minutes, seconds, plain = match.groups()
    return float(plain) if plain else _Clock(60 * int(minutes) + float(seconds))


def choices(text: str) -> Choices:
    try:
        return Choices.of(text)
    except ChoiceError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


_CHOICES = (
    "reading options, instead of the detected ones, such as unit=centiseconds,layers=2-1 (also"
    " rate=, bpm=, meter=, offset=, files=, starts, silent, functions; `hierscope look` lists "
    "some)"
)
_AS: dict[str, Any] = {"type": choices, "default": Choices(), "metavar": "CHOICES"}
_ANNOTATION = "annotation of the {}'s file to use, if it has several (1 = first)"

OPTIONS: dict[str, dict[str, Any]] = {
    "reference": {"help": "file or folder of layers"},
    "estimate": {"help": "file or folder of layers"},
    **{
        f"--{side}-annotation": {"type": int, "metavar": "N", "help": _ANNOTATION.format(side)}
        for side in SIDES
    },
    "--as": _AS | {"dest": "choices", "help": _CHOICES},
    "--reference-as": _AS | {"help": _CHOICES},
    "--estimate-as": _AS | {"help": "the same for the estimate"},
    "--grid": {
        "metavar": "FILE",
        "help": "beats or bar lines in seconds (JAMS, or one time per line, optionally with its "
        "position in the bar), to convert positions in measures, beats or quarter notes to "
        "seconds",
    },
    "--repair": {
        "choices": REPAIRS,
        "help": "repair sides that are not nested: insert missing boundaries, snap those within "
        "0.5 s, or monocast, which inserts them and makes labels unique that occur under "
        "several labels above",
    },
    "--keep-silent": {
        "action": "store_true",
        "help": "include layers with only silence (default: left out, with a note)",
    },
    "--convention": {"choices": CONVENTIONS, "default": "mir_eval", "help": "default: %(default)s"},
    "--mean-over-all": {
        "action": "store_true",
        "help": "with paper-equation: queries without a triplet count as 0 (Eq. 9)",
    },
    "--frame-size": {
        "type": positive,
        "default": DEFAULT_FRAME_SIZE,
        "metavar": "F",
        "help": "seconds (default: %(default)s)",
    },
    "--window": {
        "type": window,
        "default": DEFAULT_WINDOW,
        "metavar": "W",
        "help": "seconds, or the pair's own unit, or inf for the whole track (default: "
        "%(default)g)",
    },
    "--query": {"type": query_time, "metavar": "T"},
    "--beta": {
        "type": lambda text: positive(text, "a positive number"),
        "default": 1.0,
        "help": "weight of recall in F (default: 1)",
    },
    "--digits": {
        "type": whole,
        "metavar": "N",
        "help": f"decimals of scores in LaTeX (default: {DIGITS}, as the paper has)",
    },
    "--measure": {
        "choices": BY_KEY,
        "nargs": "+",
        "action": "extend",
        "metavar": "M",
        "help": f"measures in LaTeX, some of {', '.join(BY_KEY)} (default: {' '.join(VARIANTS)})",
    },
}

QUERY_TIME = "seconds or m:ss, or as printed for pairs in measures or beats"


class Command(argparse.ArgumentParser):
    """The parser of a command."""

    SEVERAL: ClassVar[dict[str, Any]] = {"nargs": "+", "action": "extend"}
    CONVENTION = ("--convention", "--mean-over-all", "--frame-size")
    PAIR = (
        *("reference", "estimate", "--reference-annotation", "--estimate-annotation"),
        *("--reference-as", "--estimate-as", "--grid", "--repair", "--keep-silent", *CONVENTION),
    )

    def take(self, *names: str, **changes: Any) -> None:
        for name in names:
            self.add_argument(name, **OPTIONS[name] | changes)

    def switch(self, group: argparse._ActionsContainer | None = None, **helps: str) -> None:
        for name, text in helps.items():
            option = f"--{name.replace('_', '-')}"
            (group or self).add_argument(option, action="store_true", help=text)

    def take_output(self, unit: str, latex: str = "", *, cite: bool = False) -> None:
        form = self.add_mutually_exclusive_group()
        self.switch(
            form, json=f"JSON with one object per {unit}", csv=f"CSV with one row per {unit}"
        )
        if latex:
            self.switch(form, latex=f"LaTeX: {latex}")
        if cite:
            self.switch(
                form,
                cite="print a sentence for a paper on how scores are computed, and BibTeX, "
                "instead of scores",
            )
        self.add_argument("-o", "--output", metavar="FILE", help="write to this file instead")

    def windows_last(self, arguments: Sequence[str]) -> list[str]:
        """Move the list of windows to the end, so that it does not include file names."""
        lists = (action for action in self._actions if action.type is window and action.nargs)
        option = next((action.option_strings[0] for action in lists), None)
        end = arguments.index("--") if "--" in arguments else len(arguments)
        others: list[str] = []
        moved: list[str] = []
        is_taking = False
        for word in arguments[:end]:
            # The parser checks the first word after the option.
            if word == option or (is_taking and (is_window(word) or moved[-1] == option)):
                is_taking = word == option or is_window(word)
                moved.append(word)
            else:
                is_taking = False
                others.append(word)
        return [*others, *moved, *arguments[end:]]

    def error(self, message: str) -> NoReturn:
        _, unknown, extra = message.partition("unrecognized arguments: ")
        places = self._get_positional_actions()
        expected = [f"one {place.dest}" for place in places if not place.nargs]
        if unknown and expected and not extra.startswith("-"):
            message = f"expected {listed(expected)}, not also {extra}"
        say(f"{message} (see {self.prog} --help)")
        self.exit(BAD_INPUT)


def is_window(word: str) -> bool:
    """Whether a word is a window: a number, maybe with a unit, but not 3.csv."""
    return word.lower() in INFINITE or bool(_NUMBER.fullmatch(word))


def position(time: float | None, units: TimeNotation) -> float | None:
    """Return the position of a typed query in the pair's unit."""
    if time is None:
        return None
    if units.musical and isinstance(time, _Clock):
        raise ReadError(
            "is in minutes, the pair is not", source="--query", advice=f"Write it in {units.unit}"
        )
    return units.position(time)


class Options(argparse.Namespace):
    """The parsed options of a command."""

    def read_latex(self) -> dict[str, Any]:
        """Return the options of a LaTeX table as arguments of ``to_latex``."""
        how = {"digits": self.digits, "measures": self.measure}
        how = {name: value for name, value in how.items() if value is not None}
        if how and not self.latex:
            raise ReadError("needs --latex", source="--digits" if self.digits else "--measure")
        if how.get("digits", 0) > MOST_DIGITS:
            raise ReadError(f"can be at most {MOST_DIGITS}", source="--digits")
        return how

    def read_choices(self, side: str = "") -> Choices:
        own = getattr(self, f"{side}_as") if side else self.choices
        return choices_of(own, self.keep_silent, self.grid)

    def read_sides(self, estimates: Sequence[str] = ()) -> list[Annotation]:
        first = self.reference_annotation
        paths = estimates or [self.estimate]
        same = [is_same(self.reference, path) for path in paths]
        own = self.read_choices("reference")
        reference = chosen(self.reference, first, own, "reference", 0 if any(same) else None)
        sides = [_with_fixes(reference, "--reference-as", own)]
        own = self.read_choices("estimate")
        for path, is_reference in zip(paths, same, strict=True):
            used = (first or 0) if is_reference else None
            estimate = chosen(path, self.estimate_annotation, own, "estimate", used)
            sides.append(_with_fixes(estimate, "--estimate-as", own))
        return [refined(side, self.repair or "") for side in sides]

    def read_convention(self) -> Convention:
        convention = CONVENTIONS[self.convention]
        if self.mean_over_all:
            if convention != PAPER_EQUATION:
                raise ReadError("needs the convention paper-equation", source="--mean-over-all")
            convention = replace(convention, no_triplet=0.0)
        return convention

    def read_how(self, *further: str) -> dict[str, Any]:
        """Return the settings of scores, and further options, as arguments of a public function."""
        shared = ("frame_size", "beta") if "beta" in self else ("frame_size",)
        how = {name: getattr(self, name) for name in (*shared, *further)}
        return {"convention": self.read_convention(), **how}

    def deliver(self, result: Any, **latex: Any) -> None:
        if self.json:
            text = result.to_json()
        elif self.csv:
            text = result.to_csv()
        elif getattr(self, "latex", False):
            text = result.to_latex(**latex)
        else:
            text = f"{result.cite()}" if getattr(self, "cite", False) else result.text()
        self.write_text(text)

    def write_text(self, text: str) -> None:
        if self.output is None:
            write(text, exact=self.json or self.csv or getattr(self, "latex", False))
        else:
            write_whole(self.output, text.encode())


def _with_fixes(side: Annotation, option: str, choices: Choices) -> Annotation:
    """Add to notes on the unit the options that read another unit."""
    notes = []
    for note in side.notes:
        about_unit = note.kind in ("unit-doubt", "unit-read")
        ways = (about_unit and other_ways(note, side.understood, choices)) or ()
        fix = " or ".join(f"{option} {way.choices.text}" for way in ways)
        notes.append(replace(note, text=f"{note.text} (to change this: {fix})") if fix else note)
    return replace(side, notes=tuple(notes))


def say_result(result: R, source: str = "", *, sides: Collection[str] = ("", *SIDES)) -> R:
    """Print the notes of a result, or of some sides, to standard error; return the result."""
    notes = (note for note in result.notes if isinstance(note, Note) and note.side in sides)
    say_notes(notes, source)
    return result


def mute_output() -> None:
    """Discard standard output, since the pipe's reader has closed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
