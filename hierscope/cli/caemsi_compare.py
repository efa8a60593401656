"""`hierscope caemsi test`: two corpora, tested for difference and for equivalence."""

from __future__ import annotations

import argparse
import json
import math

from core.caemsi import DifferenceTest, Distances, EquivalenceTest
from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.equivalence import DEFAULT_MARGIN
from core.caemsi.equivalence import equivalence as equivalence_within
from core.caemsi.guessing import guess_representation, names_in
from core.caemsi.items import Corpus
from core.caemsi.reading import read_corpus
from core.caemsi.verdict import Verdict, verdict, write_p
from core.caemsi.writing import comparison_document, warnings_of
from hierscope.cli.caemsi_shared import (
    add_shared_options,
    compressor_of,
    distance_words,
    reading,
    say_left,
    showing,
)
from hierscope.cli.shared import CANCELLED
from hierscope.cli.telling import say, write


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.description = (
        "Test whether two corpora differ in style (p_diff), and whether they are equivalent within "
        "a margin (p_eqv). Each can come out with or without the other."
    )
    command.epilog = (
        f"Exit status: 0 whatever is found, 2 for bad input, {CANCELLED} when cancelled."
    )
    command.add_argument("a", metavar="FOLDER_A", help="the files of the one corpus")
    command.add_argument("b", metavar="FOLDER_B", help="those of the other; none stands in both")
    add_shared_options(command)
    command.set_defaults(representation=None)
    command.add_argument(
        "--margin",
        type=_margins,
        default=DEFAULT_MARGIN,
        metavar="E",
        help="the equivalence range as a share of the distances compared, or the inferior and the "
        f"superior one as E:E (default: {DEFAULT_MARGIN}; the paper has 0.1 for 50 items and 0.075 "
        "for 100)",
    )
    command.add_argument(
        "--exact",
        action="store_true",
        help="go through all labellings where there are at most 2,000,000: of p_diff up to 11 + 11 "
        "items, of p_eqv, which labels distances, up to 4 + 4",
    )
    command.add_argument(
        "--order",
        choices=("canonical", "mean"),
        default="canonical",
        help="compress the smaller string of a pair first, or take the mean of both orders "
        "(default: canonical)",
    )
    command.add_argument(
        "--equal-weight",
        action="store_true",
        help="both corpora weigh the same in the mean within; the paper pools their distances",
    )
    command.add_argument(
        "--plus-one", action="store_true", help="p = (c + 1) / (N + 1), which is never 0"
    )
    command.add_argument("--json", action="store_true", help="a JSON object")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Test two corpora, and print what was found."""
    try:
        _choose_representation(options)
        a, b = _read(options.a, options), _read(options.b, options)
        with showing(distance_words) as progress:
            distances = measure(
                a, b, compressor_of(options), order=options.order, progress=progress
            )
        draws = Draws(
            options.permutations,
            options.seed,
            options.exact,
            options.equal_weight,
            options.plus_one,
        )
        difference, ranked = run_tests(distances, len(a.items), draws)
        equivalence = equivalence_within(ranked, options.margin, plus_one=options.plus_one)
    except KeyboardInterrupt:
        say("cancelled")
        return CANCELLED
    found = verdict(difference, equivalence, options.alpha)
    if options.json:
        document = {
            **comparison_document((a, b), distances, difference, equivalence, found),
            "representation": options.representation,
            "seed": options.seed,
        }
        write(json.dumps(document, indent=2, ensure_ascii=False) + "\n", exact=True)
    else:
        write(_written(a, b, distances, difference, equivalence, found, options))
    return 0


def _choose_representation(options: argparse.Namespace) -> None:
    """Read files by their kind, unless it is said as what."""
    if options.representation is None:
        names = [name for folder in (options.a, options.b) for name in names_in(folder)]
        options.representation = guess_representation(names)
        if options.representation != "bytes":
            say(f"files are read as {options.representation}, by their names; --as says otherwise")


def _read(folder: str, options: argparse.Namespace) -> Corpus:
    with showing(reading(folder)) as progress:
        corpus = read_corpus(
            folder,
            options.representation,
            titles=not options.keep_duplicates,
            similar=not options.keep_duplicates,
            progress=progress,
        )
    say_left(corpus.unreadable, "left out", folder)
    say_left(corpus.removed, "took out", folder)
    return corpus


def _written(
    a: Corpus,
    b: Corpus,
    distances: Distances,
    difference: DifferenceTest,
    equivalence: EquivalenceTest,
    found: Verdict,
    options: argparse.Namespace,
) -> str:
    sizes = len(a.items), len(b.items)
    notes = warnings_of(distances, difference, equivalence, sizes, found.alpha)
    places = options.a, options.b
    lines = [
        found.sentence,
        "",
        f"verdict       {found.name}",
        f"p_diff        {write_p(difference)}  "
        f"({difference.count:,} of {_labellings(difference)} give as much)",
        f"  T = R(M)    {difference.statistic:.4f}  (Eq. 6: mean between / mean within)",
        f"p_eqv         {write_p(equivalence)}  "
        f"(margin {_margin(equivalence)}, {_labellings(equivalence)})",
        f"  delta_A/L   {equivalence.a.effect:+.4f}  (median rank within A - between)",
        f"  delta_B/L   {equivalence.b.effect:+.4f}  (the same of B; 0 where alike)",
        *(
            f"corpus {name}      {_corpus(each, place, options.representation)}"
            for name, each, place in zip("AB", (a, b), places, strict=True)
        ),
        f"distances     {options.representation}, {compressor_of(options)} ({distances.version})",
        *(f"Note: {warning}" for warning in notes),
    ]
    return "\n".join(lines) + "\n"


def _corpus(corpus: Corpus, place: str, representation: str) -> str:
    parts = [f"{place}: {len(corpus.items)} items"]
    if corpus.unreadable:
        parts.append(f"{len(corpus.unreadable)} left out (unreadable)")
    if corpus.removed:
        further = " and further annotations" * representation.startswith("hierarchy")
        parts.append(f"{len(corpus.removed)} taken out (duplicates{further})")
    return ", ".join(parts)


def _labellings(test: DifferenceTest | EquivalenceTest) -> str:
    count = f"{test.n_permutations:,}"
    return f"all {count} labellings" if test.exact else f"{count} permutations"


def _margin(test: EquivalenceTest) -> str:
    if test.inferior == test.superior:
        return f"{test.inferior:g}"
    return f"{test.inferior:g}:{test.superior:g}"


def _margins(text: str) -> float | tuple[float, float]:
    try:
        values = [float(part) for part in text.split(":")]
    except ValueError:
        values = []
    if len(values) not in (1, 2) or not all(0 < value < math.inf for value in values):
        raise argparse.ArgumentTypeError(f"'{text}' is no margin such as 0.15 or 0.1:0.2")
    return values[0] if len(values) == 1 else (values[0], values[1])
