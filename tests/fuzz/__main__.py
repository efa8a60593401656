"""The command: `python3 run.py fuzz [--tries N] [--seed S] [--only NAMES] [--replay FILE]`."""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from .. import warming
from .keeping import keep, kept
from .running import CHUNK, Task, alone, apart
from .targets import TARGETS
from .trying import numbered

KEPT = Path("fuzz-failures")


def main(words: Sequence[str]) -> int:
    """Run the command; the exit status is 1 where an input failed."""
    options = _read(words)
    if options.replay:
        return _replay(options.replay)
    names = options.only.split(",") if options.only else list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        sys.exit(f"fuzz: there is no {unknown[0]}; choose from {', '.join(TARGETS)}")
    warming.main()
    start = time.monotonic()
    tries, kinds = _run(names, options)
    print(f"\n{'target':<18}{'tries':>9}{'failures':>10}")
    for name in names:
        print(f"{name:<18}{tries[name]:>9,}{kinds[name].total():>10,}")
        for kind, count in kinds[name].most_common():
            print(f"    {count:>6,}  {kind}")
    failures = sum(each.total() for each in kinds.values())
    minutes = (time.monotonic() - start) / 60
    print(f"{'all':<18}{tries.total():>9,}{failures:>10,}   in {minutes:.1f} minutes")
    if failures:
        print(f"\nOne input of each kind is in {KEPT}/; try it again with --replay FILE.")
    return int(failures > 0)


def _read(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py fuzz", description=__doc__)
    parser.add_argument("--tries", type=int, default=20_000, help="inputs in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="other seeds are other inputs")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help=", ".join(TARGETS))
    parser.add_argument("--workers", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="try the input in a file again")
    return parser.parse_args(words)


def _run(
    names: Sequence[str], options: argparse.Namespace
) -> tuple[Counter[str], dict[str, Counter[str]]]:
    each = -(-options.tries // len(names))
    tasks = [
        Task(name, start, min(start + CHUNK, each))
        for start in range(0, each, CHUNK)
        for name in names
    ]
    tries: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for name, number, failure in apart(tasks, options.seed, options.workers):
        tries[name] += 1
        if failure:
            kinds[name][failure.kind] += 1
            if kinds[name][failure.kind] == 1:
                parts = numbered(TARGETS[name], options.seed, number)
                path = keep(KEPT, name, parts, failure)
                print(f"{name}: {failure.kind}: {path}", flush=True)
    return tries, kinds


def _replay(path: Path) -> int:
    target, parts = kept(path, TARGETS)
    print(f"{target.name}: {sum(len(data) for _, data in parts):,} bytes", flush=True)
    failure = alone(target, parts)
    print(failure.words if failure else "nothing is wrong")
    return int(failure is not None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
