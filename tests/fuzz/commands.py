"""Arguments of the command line."""

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

from core.io import write_csv
from hierscope.cli import main

from .mutations import number, word
from .readers import OTHER, SONG
from .trying import Parts, Target, written

_COMMANDS = {
    "score": [
        *["--window", "--json", "--csv", "--latex", "--digits", "--cite"],
        *["--convention", "--frame-size", "--beta", "--repair"],
    ],
    "triplets": ["--window", "--query", "--json", "--csv", "--direction", "--top", "--outcome"],
    "convert": ["--annotation"],
    "agreement": ["--tracks", "--folders", "--annotations", "--measure", "--window", "--csv"],
    "": [],
}
_WORDS = [
    "r.csv",
    "e.csv",
    "r.csv",
    "e.csv",
    "nowhere.csv",
    ".",
    "3",
    "0.5",
    "inf",
    "--",
    "mir_eval",
    "lose-the-frames",
    "monocast",
]
_STATUSES = (0, 1, 2)


def _make(random: Random) -> Parts:
    command = random.choice(list(_COMMANDS))
    said = ["r.csv", "e.csv"] if random.random() < 0.7 else []
    for _ in range(random.randint(0, 5)):
        kind = random.random()
        if kind < 0.4 and _COMMANDS[command]:
            said.append(random.choice(_COMMANDS[command]))
        elif kind < 0.7:
            said.append(random.choice(_WORDS))
        else:
            made = (number if kind < 0.85 else word)(random)
            said.append(made.decode(errors="surrogateescape"))
    words = [command or random.choice(["", "x", "corpus", "caemsi"]), *said]
    # What a system hands over has no NUL; and nothing is written outside of the folder.
    return tuple(
        (f"word {at}", each.replace("\0", "").encode(errors="surrogateescape"))
        for at, each in enumerate(words)
        if ".." not in each and not each.startswith(("/", "~"))
    )


def _take(parts: Parts, folder: Path) -> Iterator[str]:
    written((("r.csv", write_csv(SONG)), ("e.csv", write_csv(OTHER))))
    words = [said.decode(errors="surrogateescape") for _, said in parts]
    told, wrong = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(wrong):
            status = main(words)
    except SystemExit as end:
        status = end.code
    assert status in _STATUSES, status
    assert "Traceback" not in wrong.getvalue()
    # What was typed comes back whole, however long; nothing of it moves the cursor.
    yield from (line[:1000] for line in wrong.getvalue().split("\n") if line)


TARGETS = (Target("commands", _make, _take),)
