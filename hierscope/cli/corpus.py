"""`hierscope corpus`: score every pair of a corpus."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.choosing import advise
from core.choosing.advice import default_reason
from core.corpus.items import Item, Pairs
from core.corpus.job import Job, Outcome, Row
from core.corpus.job import run as score_here
from core.corpus.reading import read_aligned
from core.corpus.results import Results
from core.corpus.sources.folders import DATASETS
from core.corpus.sources.patterns import DEFAULT_PATTERN, called_folder
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.store import read_results
from core.corpus.updating import own_paths
from core.corpus.versions import changes
from core.corpus.why import DIAGNOSED
from core.errors import HierscopeError, ReadError
from core.files.access import is_folder
from core.hierarchy import Hierarchy
from core.io import Choices
from core.io.choices import AS_UNDERSTOOD
from core.jobs.running import end_processes
from core.measures import BY_KEY
from core.showing import kept, rows_csv
from core.windows import CORPUS_WINDOWS, landmarks
from hierscope._corpus import find_pairs, job_of, score_pairs
from hierscope.cli.corpus_texts import counts_line, note_lines, problem_lines, summary
from hierscope.cli.shared import CANCELLED, Command, Options, mute_output, whole, window
from hierscope.cli.telling import Progress, say, silence_dask, write

SOME_FAILED = 1


def add_options(command: Command) -> None:
    command.description = (
        "Score every pair of a corpus at many windows (T full, T reduced and L) and write a "
        "Parquet file. A second run computes only what changed. After cancelling, it continues"
        " where it stopped."
    )
    command.epilog = (
        f"Exit status: 0 when every pair was scored, {SOME_FAILED} when some were not (the file"
        f" has all reasons), 2 for bad input, {CANCELLED} when cancelled. SALAMI's tracks with "
        "one annotation are counted, but are not failures."
    )
    command.add_argument(
        "folders",
        nargs="*",
        metavar="FOLDER",
        help="the references, then the estimates by method: a folder, NAME=FOLDER, or a folder "
        "and a pattern, as NAME=FOLDER/{track}.jams",
    )
    source = command.add_mutually_exclusive_group()
    source.add_argument("--salami", metavar="FOLDER", help="the two annotators of SALAMI's tracks")
    source.add_argument(
        "--manifest",
        metavar="CSV",
        help="a table with the columns track, reference, estimate and optionally method",
    )
    command.add_argument(
        "--dataset",
        choices=DATASETS,
        default="",
        help="a data set with the references; then all folders are estimates",
    )
    command.add_argument("--home", metavar="FOLDER", help="the folder of the data set")
    for side in ("reference", "estimate"):
        command.add_argument(
            f"--pattern-{side}",
            default=DEFAULT_PATTERN,
            metavar="P",
            help=f"pattern of the names of {side} files (default: %(default)s)",
        )
        command.take(
            f"--{side}-annotation",
            default=1,
            help=f"which annotation of {side} files to use, for folders only (default: 1)",
        )
    aim = command.add_mutually_exclusive_group(required=True)
    aim.add_argument("-o", "--output", metavar="FILE", help="results file, .parquet")
    command.switch(aim, advise="advise a window from the annotations alone, without scoring")
    command.add_argument(
        "--windows",
        type=window,
        **command.SEVERAL,
        default=[],
        metavar="W",
        help="seconds, or inf for the whole track (default: 60 from 0.5 to 120, and inf)",
    )
    command.take(
        "--as",
        help="how to read the files of both sides, such as functions, which gives SALAMI three "
        "layers; --reference-as and --estimate-as take precedence",
    )
    command.take("--reference-as", "--estimate-as", "--keep-silent", *command.CONVENTION, "--beta")
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=whole, metavar="N", help="processes (default: one per processor)"
    )
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="score on the Dask cluster of this scheduler"
    )
    command.add_argument(
        "--why",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=f"diagnose why each T_F is low, at up to {len(DIAGNOSED)} of the windows (default: "
        "--why)",
    )
    command.switch(
        flat="also flat measures (hit rates, pairwise, V-measure, conditional entropies): of the "
        "coarsest layers, of the finest, and of the two layers with the best F",
    )
    command.add_argument(
        "--flat-csv",
        metavar="FILE",
        help="also a table of flat measures, one row per pair, measure and layers; includes --flat",
    )
    command.switch(
        baselines="also score baselines: random boundaries and a grid with the reference's rates, "
        "its coarsest layer, and another annotator if there is one",
    )
    command.add_argument(
        "--csv", metavar="FILE", help="also a table of all scores, one row per window and variant"
    )
    command.add_argument("--tidy", metavar="FILE", help="the same as .parquet")
    command.add_argument(
        "--latex",
        metavar="FILE",
        help="a LaTeX table of methods and their mean scores, at the windows of the summary",
    )
    command.add_argument(
        "--against",
        metavar="FILE",
        help="after the summary, show how T_F (reduced) changed since an earlier results file",
    )
    command.take("--digits", "--measure")
    command.switch(
        cite="after the summary, print a sentence for a paper on how scores were computed, and "
        "BibTeX",
        fresh="recompute everything",
    )


def run(options: Options) -> int:
    job = job_of(
        options.windows or CORPUS_WINDOWS,
        options.read_convention(),
        options.frame_size,
        options.beta,
        options.keep_silent,
        (_read(options.reference_as, options).text, _read(options.estimate_as, options).text),
        why=options.why,
        flat=options.flat or options.flat_csv is not None,
    )
    tables = _tables(options)
    latex = options.read_latex()
    earlier = None if options.against is None else read_results(options.against)
    matched = _matched(options, tables)
    all_windows = options.cite or not tables.keys().isdisjoint(("csv", "tidy"))
    if options.advise:
        return _advise(matched.items, job)
    try:
        with Progress(
            lambda done, total: f"{done} of {total} pairs", patience=0.0, busy=False
        ) as progress:
            results = score_pairs(
                matched,
                job,
                output=options.output,
                scoring=_scoring(options, progress),
                fresh=options.fresh,
                progress=progress,
                windows=None if all_windows else landmarks(job.windows),
            )
    except KeyboardInterrupt:
        end_processes()
        again = "without --fresh it" if options.fresh else "the same command"
        say(f"cancelled; finished pairs are saved, and {again} continues from there")
        return CANCELLED
    bad = [problem for problem in results.problems if problem.reason != ONE_ANNOTATION]
    unmatched = sum(problem.reason != ONE_ANNOTATION for problem in matched.problems)
    say(counts_line(results, len(bad) - unmatched, unmatched, options.output))
    say(*problem_lines(bad, options.output), *note_lines(results.without_baselines()))
    if results.update and results.update.replaced:
        say(results.update.replaced.message())
    windows = results.windows.tolist()
    summed = results.at(*map(windows.index, landmarks(windows)))
    _write_tables(tables, results, summed, latex)
    try:
        write(summary(summed))
        if earlier is not None:
            write(f"\n{changes(earlier, results)!r}\n")
        if options.cite:
            write(f"\n{results.cite()}")
        sys.stdout.flush()
    except BrokenPipeError:
        mute_output()  # the exit status is that of scoring
    return SOME_FAILED if bad else 0


def _read(side: Choices, options: Options) -> Choices:
    """Return the reading options of a side, or else of both sides."""
    return options.choices if side == AS_UNDERSTOOD else side


def _advise(items: Sequence[Item], job: Job) -> int:
    hierarchies: list[Hierarchy] = []
    failed = 0
    for item in items:
        if item.baseline:
            continue
        try:
            pair = read_aligned(item, choices=job.choices)
        except HierscopeError as error:
            failed += 1
            say(f"{item.track}: {error}")
        else:
            hierarchies += pair.reference, pair.estimate
    if len({hierarchy.unit for hierarchy in hierarchies}) != 1:
        raise ReadError("all pairs must have one unit to advise a window", source="corpus")
    advice = advise(hierarchies, settings=job.settings)
    default = default_reason(
        advice.window, job.settings, BY_KEY["reduced"], hierarchies[0].notation
    )
    reasons = (f"- {reason.text}\n" for reason in (*advice.reasons, default))
    write("".join([f"{advice.sentence}\n", *reasons]))
    return SOME_FAILED if failed else 0


def _tables(options: Options) -> dict[str, str]:
    """Return the paths of the tables, which must differ."""
    kinds = ("latex", "flat_csv", "csv", "tidy")
    tables = {kind: path for kind in kinds if (path := getattr(options, kind)) is not None}
    places = _own(options.output)
    for path in tables.values():
        place = os.path.realpath(path)
        problem = ""
        if place in places:
            problem = "another output has the same path"
        elif is_folder(place):
            problem = "is a folder"
        elif not is_folder(os.path.dirname(place)):
            problem = "the output folder does not exist"
        if problem:
            raise ReadError(problem, source=path, advice="Use a different file path")
        places.add(place)
    return tables


def _write_tables(
    tables: Mapping[str, str], results: Results, summed: Results, latex: Mapping[str, Any]
) -> None:
    for kind, path in tables.items():
        place = Path(os.path.realpath(path))
        if kind == "latex":
            summed.to_latex(path=place, **latex)
            rows = "method and window"
        elif kind == "flat_csv":
            kept(rows_csv(results.flat_rows()), place)
            rows = "flat measure and choice of layers"
        else:
            results.write(place, csv=kind == "csv")
            rows = "window and variant"
        say(f"one row per {rows} is in {path}")


def _scoring(options: Options, progress: Progress) -> Callable[..., Iterator[Outcome]]:
    """Return a scorer of pairs that reports progress for new rows."""
    where = {"workers": options.workers, "scheduler": options.scheduler, "tell": say}
    if options.scheduler is not None:
        silence_dask()

    def watched(items: Sequence[Item], job: Job, **how: Any) -> Iterator[Outcome]:
        for outcome in score_here(items, job, **where, **how):
            progress.busy |= isinstance(outcome, Row)
            yield outcome

    return watched


def _own(output: str | None) -> set[str]:
    """Return the paths of the results and of the files next to them."""
    if output is None:
        return set()
    places = {os.path.abspath(output), os.path.realpath(output)}
    return {str(own) for path in places for own in own_paths(Path(path))}


def _matched(options: Options, tables: Mapping[str, str]) -> Pairs:
    if bool(options.dataset) != (options.home is not None):
        raise ReadError("needs --home FOLDER", source="--dataset", advice="Set both, or none")
    homes = [options.home] * bool(options.dataset)
    references, *estimates = [*homes, *options.folders] or [None]
    methods = dict(map(called_folder, estimates))
    if len(methods) < len(estimates):
        raise ReadError(
            "two folders of estimates have the same name",
            source=" ".join(estimates),
            advice="Folders name the methods: rename one, or use --manifest",
        )
    named = len(estimates) > 1 or "=" in "".join(estimates)
    return find_pairs(
        references,
        methods if named else next(iter(estimates), None),
        options.manifest,
        options.salami,
        dataset=options.dataset,
        patterns=(options.pattern_reference, options.pattern_estimate),
        annotations=(options.reference_annotation, options.estimate_annotation),
        baselines=options.baselines,
        without=_own(options.output).union(
            place(path) for path in tables.values() for place in (os.path.abspath, os.path.realpath)
        ),
    )
