"""`hierscope corpus`: the T-measures of every pair of a corpus, in one file."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from core.cli._shared import positive, read_convention, window
from core.corpus import DEFAULT_PATTERN, Found, Problem, from_folders, from_manifest, from_salami
from core.corpus.cluster import run_on
from core.corpus.job import DEFAULT_WINDOWS, Job
from core.corpus.running import run as run_here
from core.corpus.sources.annotators import ONE_ANNOTATION
from core.corpus.store import Results, read_results
from core.corpus.summary import LEVEL, describe, one_score
from core.corpus.updating import Scoring, Update, update_results
from core.errors import ReadError
from core.tmeasures import CONVENTIONS, VARIANTS
from core.windows import LANDMARKS

SOME_FAILED = 1
CANCELLED = 130
_LISTED = 10
_STEPS = 10  # lines of progress where they can't be written over


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.description = (
        "Score every pair of a corpus at many windows, full and reduced, into a Parquet file. "
        "Run again, it computes only what changed; cancelled, it goes on where it was."
    )
    command.epilog = (
        f"Exit status: 0 when every pair was scored, {SOME_FAILED} when some were not (all reasons "
        f"are in the file), 2 for bad input, {CANCELLED} when cancelled. Tracks of SALAMI with one "
        "annotation are counted, not failed."
    )
    command.add_argument(
        "folders", nargs="*", metavar="FOLDER", help="the references, then the estimates by method"
    )
    source = command.add_mutually_exclusive_group()
    source.add_argument("--salami", metavar="FOLDER", help="the two annotators of SALAMI's tracks")
    source.add_argument(
        "--manifest",
        metavar="CSV",
        help="a table with the columns track, reference, estimate, and maybe method",
    )
    for side in ("reference", "estimate"):
        command.add_argument(
            f"--pattern-{side}",
            default=DEFAULT_PATTERN,
            metavar="P",
            help=f"how files of {side}s are called (default: %(default)s)",
        )
    command.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the file of results, .parquet"
    )
    command.add_argument(
        "--windows",
        type=window,
        nargs="+",
        default=DEFAULT_WINDOWS,
        metavar="W",
        help="seconds, or inf for the whole track (default: 60 from 0.5 to 120, and inf)",
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
        "--frame-size", type=positive, default=0.1, metavar="F", help="seconds (default: 0.1)"
    )
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=_count, metavar="N", help="processes (default: one a processor)"
    )
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="score on the Dask cluster of this scheduler"
    )
    command.add_argument("--fresh", action="store_true", help="compute everything again")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Score the corpus, and print a summary."""
    job = Job(tuple(options.windows), read_convention(options), options.frame_size)
    found = _found(options)
    if not found.items:
        _list(found.problems)
        raise ReadError(
            "there is no pair to score",
            source=options.salami or options.manifest or " ".join(options.folders),
            mend="Check the folders and the patterns",
        )
    scoring: Scoring = (
        partial(run_on, options.scheduler)
        if options.scheduler
        else partial(run_here, workers=options.workers)
    )
    progress = _Progress()
    try:
        update = update_results(
            options.output,
            found.items,
            job,
            problems=found.problems,
            scoring=scoring,
            fresh=options.fresh,
            progress=progress,
        )
    except KeyboardInterrupt:
        progress.close()
        print(
            "hierscope: cancelled; what is done is kept, and the same command goes on from there",
            file=sys.stderr,
        )
        return CANCELLED
    progress.close()
    bad = [problem for problem in update.problems if problem.reason != ONE_ANNOTATION]
    _say(update, len(bad), options.output)
    _list(bad)
    shown = [w for w in (*LANDMARKS, math.inf) if w in job.windows] or job.windows[:5]
    sys.stdout.write(_summary(read_results(options.output, shown)))
    return SOME_FAILED if bad else 0


def _found(options: argparse.Namespace) -> Found:
    """Find the pairs where the command says they are."""
    given = options.salami or options.manifest
    if given and options.folders:
        raise ReadError(
            "goes without --salami and --manifest",
            source=options.folders[0],
            mend="Name one corpus",
        )
    if options.salami:
        return from_salami(options.salami)
    if options.manifest:
        return from_manifest(options.manifest)
    if len(options.folders) < 2:
        raise ReadError(
            "name the folder of the references and those of the estimates",
            source="corpus",
            mend="Or a corpus with --salami or --manifest",
        )
    references, *estimates = options.folders
    methods = {Path(folder).resolve().name: folder for folder in estimates}
    if len(methods) < len(estimates):
        raise ReadError(
            "two folders of estimates are called alike",
            source=" ".join(estimates),
            mend="Their names are those of the methods: rename one, or use --manifest",
        )
    return from_folders(
        references,
        methods if len(estimates) > 1 else estimates[0],
        reference_pattern=options.pattern_reference,
        estimate_pattern=options.pattern_estimate,
    )


class _Progress:
    """Says how far it is on standard error: on one line, or where it can't be, ten times."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._said = 0
        self._open = False

    def __call__(self, done: int, total: int) -> None:
        steps = 100 if self._live else _STEPS
        step = steps * done // total
        if step == self._said:
            return
        self._said = step
        text = f"hierscope: {done} of {total} pairs"
        if self._live:
            print(f"\r{text}", end="", file=sys.stderr, flush=True)
            self._open = True
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """End the line."""
        if self._open:
            print(file=sys.stderr)
        self._open = False


def _say(update: Update, bad: int, output: str) -> None:
    one = sum(problem.reason == ONE_ANNOTATION for problem in update.problems)
    parts = [f"{update.computed} pairs scored", f"{update.kept} unchanged", f"{bad} failed"]
    if one:
        parts.append(f"{one} tracks have one annotation only")
    print(f"hierscope: {', '.join(parts)}; all in {output}", file=sys.stderr)


def _list(problems: Sequence[Problem]) -> None:
    """Give the first reasons on standard error, and the number of the others."""
    for problem in problems[:_LISTED]:
        place = problem.path if not problem.track else f"{problem.track} ({problem.path})"
        said = problem.reason if problem.reason.startswith(problem.path) else None
        print(f"hierscope: {said or f'{place}: {problem.reason}'}", file=sys.stderr)
    if len(problems) > _LISTED:
        print(f"hierscope: and {len(problems) - _LISTED} more", file=sys.stderr)


def _summary(results: Results) -> str:
    """Tabulate T_F by method, variant and window."""
    job = results.job
    lines = [
        f"T_F of {len(results)} pairs, {job.convention.describe_frames(job.frame_size)}",
    ]
    width = max([6, *map(len, results.methods)])
    lines.append(
        f"{'method':<{width}}  {'variant':<8}{'w':>5}{'pairs':>8}{'mean':>9}"
        f"{f'{LEVEL:.0%} interval':>18}{'q1':>9}{'median':>9}{'q3':>9}"
    )
    for method in dict.fromkeys(results.methods):
        chosen = results.take([name == method for name in results.methods])
        for variant in VARIANTS:
            table = describe(one_score(chosen, variant, "f_measure"))
            for at, seconds in enumerate(results.windows.tolist()):
                interval = f"{table.low[at]:.4f}–{table.high[at]:.4f}"
                lines.append(
                    f"{method:<{width}}  {variant:<8}{seconds:>5g}{table.count[at]:>8.0f}"
                    f"{table.mean[at]:>9.4f}{interval:>18}{table.q1[at]:>9.4f}"
                    f"{table.median[at]:>9.4f}{table.q3[at]:>9.4f}"
                )
    return "\n".join(lines) + "\n"


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)
