"""`hierscope scape`: score every query at every window: a picture or a table."""

from core.measures import BY_KEY
from hierscope._pair import scape
from hierscope._reading import read_pair
from hierscope.cli import figure
from hierscope.cli.shared import Command, Options
from hierscope.cli.telling import say_notes


def add_options(command: Command) -> None:
    figure.take_print(command, "a picture (.pdf, .svg, .png), or all values (.csv)")
    command.take("--beta")
    command.add_argument(
        "--measure", choices=BY_KEY, default="reduced", help="default: %(default)s"
    )


def run(options: Options) -> None:
    if not options.output.lower().endswith(".csv"):
        options.panels, options.measure = ("layers", "scape"), [options.measure]
        figure.run(options)
        return
    pair = read_pair(*options.read_sides())
    say_notes(pair.notes)
    result = scape(pair.reference, pair.estimate, **options.read_how("measure"))
    result.to_csv(options.output)
