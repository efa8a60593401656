"""`hierscope diagnose`: explain why the score of a pair is low."""

from core.vocabulary import PARTS, VARIANTS
from hierscope._pair import diagnose
from hierscope.cli.shared import Command, Options, say_result


def add_options(command: Command) -> None:
    command.take(*command.PAIR, "--window")
    command.add_argument(
        "--measure",
        choices=VARIANTS,
        default="reduced",
        help="T-measure of successive layers, or of all pairs of layers (default: reduced)",
    )
    command.add_argument(
        "--part",
        choices=PARTS,
        default="f_measure",
        help="the score whose loss is explained (default: f_measure)",
    )
    command.take("--beta")
    command.take_output("cause")


def run(options: Options) -> None:
    reference, estimate = options.read_sides()
    result = diagnose(reference, estimate, **options.read_how("window", "measure", "part"))
    options.deliver(say_result(result))
