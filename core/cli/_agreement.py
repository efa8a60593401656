"""`hierscope agreement`: how well all annotators of a track agree, each with each."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from core.cli._shared import (
    CHOICES,
    add_beta_option,
    add_convention_options,
    add_grid_option,
    add_output_options,
    add_silent_option,
    all_said,
    choices,
    deliver,
    pick,
    read_convention,
    whole,
    window,
)
from core.cli._telling import Progress, say, say_notes
from core.errors import HierscopeError, ReadError
from core.export import rows_csv, rows_json
from core.files.names import file_names
from core.io import Choices, read_path
from core.measures import MEASURES
from core.vocabulary import PARTS
from core.windows import DEFAULT_WINDOW
from core.wording import counted, number

if TYPE_CHECKING:
    from core.agreement import Agreement
    from core.hierarchy import Hierarchy
    from core.measures import Measure


def add_options(command: argparse.ArgumentParser) -> None:
    """Say what the command takes, and that :func:`run` runs it."""
    command.description = (
        "Score all annotators of a track against each other: a matrix, with the mean of the "
        "others (each annotator as the reference in turn), the nearest other annotator, and the "
        "floor (random boundaries with the numbers of each annotator's)."
    )
    command.epilog = (
        "A row is an annotator as the reference, a column another as the estimate; a dash stands "
        "where there is no score. Of an annotator with several annotations the first is "
        "taken; those of which the file says nothing different are taken for several annotators'."
    )
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="files or folders of layers, all of one track"
    )
    several = command.add_mutually_exclusive_group()
    several.add_argument(
        "--tracks",
        action="store_true",
        help="each FILE is a track with annotators of its own: the mean over tracks, annotators "
        "told by their names",
    )
    several.add_argument(
        "--folders",
        action="store_true",
        help="each FILE is the folder of an annotator, with a file a track: a folder, NAME=FOLDER, "
        "or a folder and a pattern, as NAME=FOLDER/{track}.jams; the mean over tracks",
    )
    command.add_argument(
        "--annotations",
        type=whole,
        nargs="+",
        action="extend",
        default=[],
        metavar="N",
        help="which annotations of the one FILE (1 = first; default: one of each annotator)",
    )
    command.add_argument(
        "--estimate",
        action="append",
        default=[],
        metavar="FILE",
        help="a file that is no annotation, scored against each annotator, to be seen between "
        "floor and mean of the others; with --folders a folder; may be given again",
    )
    command.add_argument(
        "--measure",
        choices=[measure.key for measure in MEASURES],
        help="one measure only (default: all)",
    )
    command.add_argument(
        "--part", choices=PARTS, default="f_measure", help="what is printed (default: f_measure)"
    )
    command.add_argument(
        "--window",
        type=window,
        nargs="+",
        action="extend",
        default=[],
        metavar="W",
        help=f"seconds, or inf for the whole track (default: {DEFAULT_WINDOW:g})",
    )
    command.add_argument("--as", dest="choices", type=choices, default=Choices(), help=CHOICES)
    add_silent_option(command)
    add_grid_option(command)
    add_convention_options(command)
    add_beta_option(command)
    add_output_options(command, "pair and window", cite=True)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Score all annotators, and write the matrix."""
    if options.tracks and options.estimate:
        raise ReadError(
            "goes without --tracks",
            source="--estimate",
            mend="Give one track, or folders with --folders",
        )
    if options.tracks or options.folders:
        if options.annotations:
            raise ReadError("goes with one track", source="--annotations", mend="Leave it out")
        found = _of_tracks(options) if options.tracks else _of_folders(options)
    else:
        found = _of_one(options.files, options)
    shown = [each for each in found.measures if options.measure in (None, each.key)]
    if options.json or options.csv:
        keys = {measure.key for measure in shown}
        rows = [row for row in found.rows() if row["measure"] in keys]
        text = rows_json(rows) if options.json else rows_csv(rows, () if rows else _KEYS)
    elif options.cite:
        from core.agreement.citing import cite_agreement  # with scipy

        text = f"{cite_agreement(found, shown)}"
    else:
        text = _plain(found, shown, options)
    deliver(text, options)


_PATIENCE = 2.0  # seconds

_KEYS = (
    "measure", "window", "kind", "reference", "estimate", *PARTS,
    *(f"{part}_tracks" for part in PARTS), "convention", "frame_size", "beta",
)  # fmt: skip


def _of_one(files: list[str], options: argparse.Namespace) -> Agreement:
    """Read and score the annotators of one track; say what is to be known."""
    from core.agreement import agreement, read_annotators  # with numba; --help does without

    chosen = all_said(options.choices, options)
    read = read_annotators(files, choices=chosen, numbers=options.annotations)
    if read.words:
        say(f"{files[0]}: {read.words}")
    for name, each in zip(read.names, read.annotations, strict=True):
        say_notes([note for note in each.notes if note.material], f"{files[0]}, {name}")
    return agreement(
        read.named,
        options.window or [DEFAULT_WINDOW],
        estimates=[
            (name, _estimate(path, chosen))
            for name, path in zip(file_names(options.estimate), options.estimate, strict=True)
        ],
        convention=read_convention(options),
        frame_size=options.frame_size,
        beta=options.beta,
    )


def _estimate(path: str, chosen: Choices) -> Hierarchy:
    found = pick(read_path(path, choices=chosen), None, path)
    say_notes([note for note in found.notes if note.material], path)
    return found.hierarchy


def _of_tracks(options: argparse.Namespace) -> Agreement:
    """Score each file as a track; what can't be is said, and stops nothing."""
    from core.agreement import mean_agreement

    tracks: dict[str, Agreement] = {}
    for path in options.files:
        try:
            tracks[path] = _of_one([path], options)
        except HierscopeError as error:
            say(f"left out: {error}")
    if not tracks:
        raise ReadError(
            "no track could be scored", source="agreement", mend="The lines above say why"
        )
    return mean_agreement(tracks)


def _of_folders(options: argparse.Namespace) -> Agreement:
    """Match the files of folders, an annotator each, and score each track."""
    from core.agreement import corpus_agreement
    from core.cli._corpus_words import problem_words
    from core.corpus import from_folders
    from core.corpus.sources.patterns import DEFAULT_PATTERN, called_folder, split_path

    if options.grid is not None:
        raise ReadError("goes without --folders", source="--grid", mend="Leave it out")
    chosen = all_said(options.choices, options)
    named = [*map(called_folder, options.files)]
    methods = dict(named[1:])
    others = dict(map(called_folder, options.estimate))
    names = {*methods, *others, named[0][0]}
    if not methods or len(names) < len(named) + len(options.estimate):
        raise ReadError(
            "annotators and estimates need a folder each, and names that differ",
            source=" ".join(options.files),
            mend="Give two or more, as NAME=FOLDER",
        )
    first, pattern = split_path(named[0][1], DEFAULT_PATTERN)
    found = from_folders(first, methods | others, reference_pattern=pattern)
    with Progress(lambda done, total: f"{done} of {total} tracks", patience=_PATIENCE) as progress:
        over = corpus_agreement(
            found.items,
            options.window or [DEFAULT_WINDOW],
            methods=[*methods],
            reference=named[0][0],
            choices=(chosen, chosen),
            convention=read_convention(options),
            frame_size=options.frame_size,
            beta=options.beta,
            progress=progress,
        )
    say(*problem_words((*found.problems, *over.problems)))
    if over.found is None:
        raise ReadError("no track could be scored", source=first, mend="The lines above say why")
    return over.found


def _plain(found: Agreement, shown: list[Measure], options: argparse.Namespace) -> str:
    """Write matrices as a terminal has them."""
    from core.agreement import DRAWS, KINDS

    part, several = options.part, found.n_tracks > 1
    every = enumerate((*found.names, *found.estimates), 1)
    lines = [f"  {number:<3}{name}" for number, name in every]
    if several:
        lines.insert(0, f"{counted(found.n_tracks, 'track')}, annotators by name")
    if not found.names:
        lines.append("Too many annotators for a matrix")
    for at, w in enumerate(found.windows.tolist()):
        how = found.convention.describe_frames(options.frame_size, found.words)
        if math.isfinite(w):
            how = found.convention.describe(w, options.frame_size, found.words)
        for measure in shown:
            over = found.over(measure.key, part, at)
            head = f"{measure.words(part)}, {found.words.window(w)} ({how})"
            lines += ["", f"{head}; {over}" if over else head]
            if found.names:
                lines += _matrix(found, measure.key, options, at)
            for kind, name in KINDS.items():
                level = number(found.level(kind, measure.key, part, at))
                drawn = f": random boundaries, {DRAWS} draws each" * (kind == "floor")
                lines.append(
                    f"  {name + drawn:<44}{level}{found.fewer(kind, measure.key, part, at)}"
                )
            means = found.stands(measure.key, part, at).tolist()
            for name, mean in zip(found.estimates, means, strict=True):
                lines.append(f"  {f'mean of {name}':<44}{number(mean)}")
    # Where nothing is shown, that it is asked for is all that is known of it.
    asked = [options.measure] if options.measure else [measure.key for measure in MEASURES]
    said = [] if several else found.why_none([measure.key for measure in shown] or asked)
    return "\n".join([*lines, *([""] if said else []), *(f"–: {why}" for why in said)]) + "\n"


def _matrix(found: Agreement, key: str, options: argparse.Namespace, at: int) -> list[str]:
    first = len(found.names) + 1
    last = first + len(found.estimates)
    heads = [*map(str, range(1, first)), "mean", "random", *map(str, range(first, last))]
    rows = zip(
        found.matrix(key, options.part, at).tolist(),
        found.means(key, options.part, at).tolist(),
        found.chance(key, options.part, at).tolist(),
        found.against(key, options.part, at).tolist(),
        strict=True,
    )
    lines = ["     " + "".join(f"{head:>8}" for head in heads)]
    for place, (cells, mean, chance, others) in enumerate(rows, 1):
        written = map(number, (*cells, mean, chance, *others))
        lines.append(f"  {place:<3}" + "".join(f"{cell:>8}" for cell in written))
    counts = found.counts(key, options.part, at)
    if len({*counts[counts > 0].tolist()}) > 1:
        lines.append("  Tracks in each mean")
        for place, row in enumerate(counts.tolist(), 1):
            of_n, of_k = row[: first - 1], row[first - 1 :]
            cells = [*of_n, "", "", *of_k]
            lines.append(f"  {place:<3}" + "".join(f"{cell or '':>8}" for cell in cells).rstrip())
    return lines
