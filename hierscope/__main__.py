"""The command `hierscope`, or `python -m hierscope`: a command, or else the explorer."""

import sys
from collections.abc import Sequence

from hierscope.cli import COMMANDS
from hierscope.cli import main as run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or start the explorer."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0] in COMMANDS:
        return run(words, alone=True)
    from explorer.launch import main as explore  # with servers; commands do without

    return explore(words, tuple(COMMANDS))


if __name__ == "__main__":
    sys.exit(main())
