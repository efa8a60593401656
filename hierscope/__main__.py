"""The program `hierscope`, or `python -m hierscope`: runs a command, or starts the explorer."""

import sys
from collections.abc import Sequence

from hierscope.cli import COMMANDS
from hierscope.cli import main as run


def main(arguments: Sequence[str] | None = None) -> int:
    command = list(sys.argv[1:] if arguments is None else arguments)
    if command and command[0] in COMMANDS:
        return run(command, alone=True)
    from explorer.launch import main as explore  # imports servers, which commands do not need

    return explore(command, tuple(COMMANDS))


if __name__ == "__main__":
    sys.exit(main())
