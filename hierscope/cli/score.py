"""`hierscope score`: print the T- and L-measures of a pair, or its flat measures."""

from core.errors import ReadError
from core.files.names import file_names, with_numbers
from core.showing import Result
from core.tmeasures.results import Estimates, TMeasures
from core.vocabulary import SIDES
from core.windows import DEFAULT_WINDOW
from hierscope._pair import flat, sweep
from hierscope.cli.shared import Command, Options, say_result
from hierscope.cli.telling import say


def add_options(command: Command) -> None:
    command.epilog = (
        "Recall has no score if no query has a triplet in the reference within the window, "
        "precision if none has one in the estimate: a dash, null in JSON, an empty cell in CSV. "
        "F is 0 if only one of them has none, and has no score if neither has a triplet. "
        "mir_eval, hierscope.tmeasure and hierscope.lmeasure give 0 for missing scores."
    )
    command.take(*(name for name in command.PAIR if name != "estimate"))
    command.add_argument(
        "estimates",
        nargs="+",
        metavar="estimate",
        help="file or folder of layers; with several estimates, rows have their names",
    )
    command.take(
        "--window",
        **command.SEVERAL,
        default=[],
        help="seconds, or the pair's own unit, or inf for the whole track; may have several "
        f"values (default: {DEFAULT_WINDOW:g})",
    )
    command.take("--beta")
    command.switch(
        flat="flat measures instead, for all pairs of a reference layer and an estimate layer (hit "
        "rates, pairwise, V-measure, conditional entropies)",
    )
    command.take_output("window and measure", latex="a table in the paper's layout", cite=True)
    command.take("--digits", "--measure")


def run(options: Options) -> None:
    if options.flat and options.window:
        raise ReadError(
            "can't be combined with --window",
            source="--flat",
            advice="Flat measures have tolerances instead: leave out --window",
        )
    several = len(options.estimates) > 1
    if options.flat and (options.latex or options.cite or several):
        raise ReadError(
            "needs a single estimate, without --latex and --cite",
            source="--flat",
            advice="Use --csv or --json",
        )
    latex = options.read_latex()
    reference, *estimates = options.read_sides(options.estimates)
    if several and all(len(side.layers) == 1 for side in (reference, *estimates)):
        say(
            "each path is one analysis, here with one layer. To give one analysis several layers, "
            "put their files into a folder and name the folder"
        )
    result: Result
    if options.flat:
        result = say_result(flat(reference, estimates[0], beta=options.beta))
    else:
        names = with_numbers(file_names(options.estimates))
        results: dict[str, TMeasures] = {}
        for name, estimate in zip(names, estimates, strict=True):
            windows = options.window or [DEFAULT_WINDOW]
            scores = sweep(reference, estimate, windows, **options.read_how())
            # Notes on the reference are printed once.
            sides = ("estimate",) if results else SIDES
            results[name] = say_result(scores, name if results else "", sides=sides)
        result = results[names[0]]
        if several:
            result = Estimates(results, reference.name or "reference")
    options.deliver(result, **latex)
