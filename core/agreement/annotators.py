"""Which annotations of files are those of a track's annotators: one of each."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import ReadError
from core.files.names import file_names, told_apart
from core.hierarchy import Hierarchy
from core.io import Candidate, Choices, read_path
from core.io.choices import AS_UNDERSTOOD
from core.wording import counted

_TURN = re.compile(r" #\d+$")


@dataclass(frozen=True)
class Annotators:
    """The annotators of a track."""

    names: tuple[str, ...]  # all different
    annotations: tuple[Candidate, ...]
    places: tuple[int, ...]  # of these, among all annotations of their file, 1 = first
    left_out: int = 0  # how many more annotations there are by the same annotators

    @property
    def named(self) -> list[tuple[str, Hierarchy]]:
        """Give each name with the hierarchy."""
        hierarchies = [each.hierarchy for each in self.annotations]
        return list(zip(self.names, hierarchies, strict=True))

    @property
    def words(self) -> str:
        """Say what is left out; empty where nothing is."""
        if not self.left_out:
            return ""
        return (
            f"{counted(self.left_out, 'more annotation')} by the same annotators left out: of each "
            "the first is taken"
        )


def annotators_of(found: Sequence[Candidate]) -> Annotators:
    """Take the first annotation of each annotator of a file; annotations that the file describes
    alike are of several."""
    first: dict[str, str] = {}
    taken = []
    for place, each in enumerate(found, 1):
        # Readers number titles that are the same.
        title = _TURN.sub("", each.title)
        if first.setdefault(each.annotator or each.title, title) == title:
            taken.append((place, each))
    annotations = tuple(each for _, each in taken)
    return Annotators(
        told_apart([each.annotator or each.title for each in annotations]),
        annotations,
        tuple(place for place, _ in taken),
        len(found) - len(taken),
    )


def read_annotators(
    paths: Sequence[str], *, choices: Choices = AS_UNDERSTOOD, numbers: Sequence[int] = ()
) -> Annotators:
    """Read the annotators of one track from its files or folders; `numbers` choose annotations of a
    single file (1 = first)."""
    if numbers and len(paths) > 1:
        raise ReadError(
            "numbers of annotations go with one file",
            source=paths[1],
            mend="Give one file, or leave the numbers out",
        )
    found = [read_path(path, choices=choices) for path in paths]
    each = [_numbered(found[0], numbers, paths[0])] if numbers else [*map(annotators_of, found)]
    names = [name for one in each for name in one.names]
    if len(paths) > 1:
        often = Counter(names)
        names = [
            name
            if often[name] == 1 and made.annotator
            else file + f": {name}" * (len(one.names) > 1)
            for file, one in zip(file_names(paths), each, strict=True)
            for name, made in zip(one.names, one.annotations, strict=True)
        ]
    if len(names) < 2:
        raise ReadError(
            "one annotation only, nothing to compare it with",
            source=paths[0],
            mend="Give a file with several annotations, or several files of one track",
        )
    return Annotators(
        told_apart(names),
        tuple(made for one in each for made in one.annotations),
        tuple(place for one in each for place in one.places),
        sum(one.left_out for one in each),
    )


def _numbered(found: Sequence[Candidate], numbers: Sequence[int], source: str) -> Annotators:
    """Take the annotations that are asked for."""
    places = tuple(dict.fromkeys(numbers))
    for place in places:
        if not 1 <= place <= len(found):
            raise ReadError(
                f"there is no annotation {place}", source=source, mend=f"It has {len(found)}"
            )
    chosen = tuple(found[place - 1] for place in places)
    names = [each.annotator or each.title for each in chosen]
    if len(set(names)) < len(names):
        names = [each.title for each in chosen]
    return Annotators(told_apart(names), chosen, places)
