"""`hierscope triplets`: list the triplets behind a T- or L-measure, as blocks."""

from functools import partial

from core.errors import ReadError
from core.measures import BY_KEY
from core.vocabulary import DIRECTIONS
from hierscope._pair import TOP, triplets
from hierscope.cli.shared import QUERY_TIME, Command, Options, position, say_result, whole

_MOST = 10**9  # more blocks than any track has


def add_options(command: Command) -> None:
    command.take(*command.PAIR)
    command.take(
        "--query",
        help=f"list the blocks of this query, {QUERY_TIME} (default: those of the whole track)",
    )
    command.add_argument(
        "--top",
        type=partial(whole, most=_MOST),
        metavar="N",
        help=f"only the N costliest (default: all of a query, {TOP} of a track)",
    )
    command.add_argument(
        "--direction",
        choices=DIRECTIONS,
        default="recall",
        help="the reference's triplets, or the estimate's (default: recall)",
    )
    command.add_argument(
        "--measure",
        choices=[*BY_KEY],
        default="reduced",
        help="triplets of successive layers, of all pairs of layers, or of labels (default: "
        "reduced)",
    )
    command.take("--window")
    command.add_argument(
        "--outcome",
        choices=("agree", "tie", "inverted", "lost"),
        action="append",
        help="blocks to list, may be repeated; lost is tie and inverted (default: all of a query, "
        "lost of a track)",
    )
    command.switch(merge="combine identical losses of adjacent queries into one row")
    command.take_output("block")


def run(options: Options) -> None:
    if options.merge and options.query is not None:
        raise ReadError("can't be combined with --query", source="--merge")
    reference, estimate = options.read_sides()
    result = triplets(
        reference,
        estimate,
        position(options.query, reference.notation),
        **options.read_how("window", "measure", "direction", "outcome", "top", "merge"),
    )
    options.deliver(say_result(result))
