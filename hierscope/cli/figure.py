"""`hierscope figure`: draw a pair for print."""

from core.measures import BY_KEY
from explorer.figures.printed.how import DPI, MEASURES, PAIR_PANELS, PANELS, SIZES, Print, form_of
from hierscope._reading import read_pair
from hierscope.cli.shared import QUERY_TIME, Command, Options, position, whole
from hierscope.cli.telling import say_notes


def add_options(command: Command) -> None:
    take_print(command, "the figure: .pdf, .svg or .png")
    command.add_argument(
        "--panels",
        choices=PANELS,
        **command.SEVERAL,
        metavar="P",
        help=f"some of {', '.join(PANELS)} (default: {' '.join(PAIR_PANELS)})",
    )
    command.add_argument(
        "--measure",
        choices=BY_KEY,
        **command.SEVERAL,
        metavar="M",
        help=f"some of {', '.join(BY_KEY)}: a panel of curves each; g(q) is of the first (default: "
        f"{' '.join(MEASURES)})",
    )
    command.take("--beta")


def take_print(command: Command, output: str) -> None:
    """Add options for a pair, an output file, and the size of a figure to a command."""
    command.take(*command.PAIR)
    command.add_argument("-o", "--output", required=True, metavar="FILE", help=output)
    sizes = "; ".join(f"{key}: {size.label}" for key, size in SIZES.items())
    command.add_argument(
        "--size", choices=SIZES, default=Print.size, help=f"{sizes} (default: %(default)s)"
    )
    command.take("--window")
    command.take(
        "--query",
        help=f"mark this query and the window around it, {QUERY_TIME} (default: neither is marked)",
    )
    command.add_argument(
        "--dpi",
        type=whole,
        default=DPI,
        metavar="N",
        help="dots per inch of PNG (default: %(default)s)",
    )


def run(options: Options) -> None:
    form_of(options.output)  # check before reading files
    pair = read_pair(*options.read_sides())
    say_notes(pair.notes)
    from hierscope._plot import figure  # imports matplotlib, which --help does not need

    drawing = figure(
        pair.reference,
        pair.estimate,
        options.window,
        query=position(options.query, pair.reference.notation),
        size=options.size,
        panels=options.panels or PAIR_PANELS,
        measure=options.measure or MEASURES,
        **options.read_how(),
    )
    drawing.save(options.output, options.dpi)
