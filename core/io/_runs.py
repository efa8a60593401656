"""Neighbours that belong to one whole, as the layer above them has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.io._build import Segment
from core.notes import Note


@dataclass(frozen=True)
class Runs:
    """Wholes, and how many of them are told apart only by how their parts come again."""

    segments: tuple[Segment, ...]
    begun_again: int = 0

    @property
    def notes(self) -> tuple[Note, ...]:
        """Say so where a whole was taken as beginning again."""
        if not self.begun_again:
            return ()
        said = (
            "neighbours of one name are taken as two where the first part comes again "
            f"({self.begun_again} of {len(self.segments)})"
        )
        return (Note("layer-inferred", said),)


def runs(
    parts: Sequence[Segment],
    whole: Callable[[str], str],
    *,
    again: bool = False,
    named: Callable[[Sequence[str]], str] | None = None,
) -> Runs:
    """Merge neighbours."""
    found: list[list[Segment]] = []
    begun_again = 0
    for part in parts:
        run = found[-1] if found else []
        same = bool(run) and whole(run[0][2]) == whole(part[2])
        anew = again and same and part[2] == run[0][2] != run[-1][2]
        begun_again += anew
        if same and not anew:
            run.append(part)
        else:
            found.append([part])
    return Runs(
        tuple(
            (
                run[0][0],
                max(end for _, end, _ in run),
                named([label for *_, label in run]) if named else whole(run[0][2]),
            )
            for run in found
        ),
        begun_again,
    )
