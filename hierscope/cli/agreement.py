"""`hierscope agreement`: score all annotators of a track against each other."""

from dataclasses import replace

from core.errors import ReadError
from core.files.names import file_names
from core.windows import DEFAULT_WINDOW
from hierscope.cli.shared import Command, Options, say_result, whole
from hierscope.cli.telling import Progress


def add_options(command: Command) -> None:
    command.description = (
        "Score all annotators of a track against each other. Prints a matrix, the mean of the "
        "others (each annotator as reference in turn), the nearest other annotator, and a "
        "floor (random boundaries with each annotator's number of boundaries)."
    )
    command.epilog = (
        "Rows: reference annotator. Columns: estimate annotator. A dash means no "
        "score. Only the first annotation of each annotator is used. Annotations without an "
        "annotator's name count as different annotators."
    )
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="files or folders of layers, all of one track"
    )
    several = command.add_mutually_exclusive_group()
    command.switch(
        several,
        tracks="each FILE is one track; print the mean over tracks, with annotators matched by "
        "name",
        folders="each FILE is one annotator's folder with one file per track: a folder, "
        "NAME=FOLDER, or a folder and a pattern, as NAME=FOLDER/{track}.jams; print the mean over "
        "tracks",
    )
    command.add_argument(
        "--annotations",
        type=whole,
        **command.SEVERAL,
        default=[],
        metavar="N",
        help="annotations of the FILE to use (1 = first; default: one per annotator)",
    )
    command.add_argument(
        "--estimate",
        action="append",
        default=[],
        metavar="FILE",
        help="an estimate to score against each annotator, for comparison with the floor and "
        "the mean of the others; a folder with --folders; may be repeated",
    )
    command.take(
        "--window",
        **command.SEVERAL,
        default=[],
        help=f"seconds, or inf for the whole track (default: {DEFAULT_WINDOW:g})",
    )
    command.take("--as", "--keep-silent", "--grid", *command.CONVENTION, "--beta")
    command.take_output("pair, window and measure", cite=True)


def run(options: Options) -> None:
    if options.folders and options.grid is not None:
        raise ReadError("can't be combined with --folders", source="--grid", advice="Omit --grid")
    from core.corpus.sources.patterns import called_folder
    from hierscope._agreement import agreement  # imports numba, which --help does not need

    files: object = options.files
    estimates = dict(zip(file_names(options.estimate), options.estimate, strict=True))
    if options.folders:
        named = [*map(called_folder, options.files)]
        others = [*map(called_folder, options.estimate)]
        files, estimates = dict(named), dict(others)
        if len({*files, *estimates}) < len(named) + len(others):
            raise ReadError(
                "annotators and estimates need different names",
                source=" ".join(options.files),
                advice="Name two or more folders, as NAME=FOLDER",
            )
    with Progress(lambda done, total: f"{done} of {total} tracks") as progress:
        result = agreement(
            files,
            options.window or [DEFAULT_WINDOW],
            estimates=estimates,
            choices=options.read_choices(),
            progress=progress,
            **options.read_how("tracks", "folders", "annotations"),
        )
    material = tuple(note for note in result.notes if note.material or note.kind == "not-scored")
    say_result(replace(result, notes=material))
    options.deliver(result)
