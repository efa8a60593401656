"""`hierscope convert`: write hierarchies in another format."""

from pathlib import Path

from core.errors import ReadError
from core.io import read_path
from core.io.writing import beside, holding_all, keys, lost, save, target_of, targets
from hierscope.cli.shared import Command, Options
from hierscope.cli.telling import say, say_notes


def add_options(command: Command) -> None:
    command.add_argument("input", help="file or folder of layers")
    command.add_argument("output", help=targets())
    command.add_argument(
        "--to", choices=keys(), help="the format (default: from the name of OUTPUT)"
    )
    command.add_argument("--annotation", type=int, metavar="N", help="which annotation (1 = first)")
    command.take("--as", "--keep-silent", "--grid")


def run(options: Options) -> None:
    output = Path(options.output)
    target = target_of(output, options.to or "")
    candidates = read_path(options.input, choices=options.read_choices())
    number = options.annotation or 1
    if not 1 <= number <= len(candidates):
        raise ReadError(
            f"there is no annotation {number}, only {len(candidates)}", source=options.input
        )
    every = target.several and options.annotation is None
    chosen = candidates if every else candidates[number - 1 : number]
    for candidate in chosen:
        # The warnings below name a musical unit.
        own = candidate.understood.own_unit
        notes = [note for note in candidate.notes if not (own and note.kind == "unit-read")]
        say_notes(notes, options.input, "note")
    hierarchies = [candidate.hierarchy for candidate in chosen]
    say(*(f"{target.title} can't hold all: {loss}" for loss in lost(hierarchies, target)))
    if target.advice:
        say(f"{target.title}: {target.advice}")
    say(*beside(hierarchies, output, target))
    written = save(hierarchies, output, target)
    if target.write_layers:
        say(f"wrote {', '.join(written)}")
    if len(chosen) < len(candidates) and options.annotation is None:
        first, second, *_ = (candidate.title for candidate in candidates)
        say(
            f"{options.input} has {len(candidates)} annotations, but {target.title} can hold "
            f"only one. The first was written, {first}. To write {second}, use --annotation 2; "
            f"{holding_all()} can hold all"
        )
