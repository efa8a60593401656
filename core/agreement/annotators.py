"""Choose one annotation per annotator from the files of a track."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import ReadError
from core.files.names import file_names, with_numbers
from core.hierarchy import Hierarchy
from core.io import Candidate, Choices, read_path
from core.io.choices import AS_UNDERSTOOD
from core.wording import counted

_TURN = re.compile(r" #\d+$")


@dataclass(frozen=True)
class Annotators:
    """The annotators of one track, with one annotation each."""

    names: tuple[str, ...]  # unique
    annotations: tuple[Candidate, ...]
    places: tuple[int, ...]  # their positions among all annotations of the file, 1 = first
    left_out: int = 0  # number of further annotations by the same annotators

    @property
    def named(self) -> list[tuple[str, Hierarchy]]:
        """Their names and hierarchies."""
        hierarchies = [annotation.hierarchy for annotation in self.annotations]
        return list(zip(self.names, hierarchies, strict=True))

    @property
    def omission(self) -> str:
        """A sentence about annotations left out; empty if there are none."""
        if not self.left_out:
            return ""
        return (
            f"{counted(self.left_out, 'more annotation')} by the same annotators left out; the "
            "first of each is used"
        )


def annotators_of(candidates: Sequence[Candidate]) -> Annotators:
    """Take each annotator's first annotation; equal descriptions mean different annotators."""
    first: dict[str, str] = {}
    taken = []
    for place, candidate in enumerate(candidates, 1):
        # Readers append numbers to equal titles.
        title = _TURN.sub("", candidate.title)
        if first.setdefault(candidate.annotator or candidate.title, title) == title:
            taken.append((place, candidate))
    annotations = tuple(candidate for _, candidate in taken)
    return Annotators(
        with_numbers([candidate.annotator or candidate.title for candidate in annotations]),
        annotations,
        tuple(place for place, _ in taken),
        len(candidates) - len(taken),
    )


def read_annotators(
    paths: Sequence[str], *, choices: Choices = AS_UNDERSTOOD, numbers: Sequence[int] = ()
) -> Annotators:
    """Read the annotators of one track; `numbers` choose annotations of one file, 1 = first."""
    if numbers and len(paths) > 1:
        advice = "Use one file, or leave out the annotation numbers"
        raise ReadError("annotation numbers need a single file", source=paths[1], advice=advice)
    files = [read_path(path, choices=choices) for path in paths]
    by_file = [_numbered(files[0], numbers, paths[0])] if numbers else [*map(annotators_of, files)]
    names = [name for source in by_file for name in source.names]
    if len(paths) > 1:
        often = Counter(names)
        names = [
            name
            if often[name] == 1 and made.annotator
            else file + f": {name}" * (len(source.names) > 1)
            for file, source in zip(file_names(paths), by_file, strict=True)
            for name, made in zip(source.names, source.annotations, strict=True)
        ]
    if len(names) < 2:
        problem = "only one annotation, so there is nothing to compare"
        advice = "Use a file with several annotations, or several files of one track"
        raise ReadError(problem, source=paths[0], advice=advice)
    return Annotators(
        with_numbers(names),
        tuple(made for source in by_file for made in source.annotations),
        tuple(place for source in by_file for place in source.places),
        sum(source.left_out for source in by_file),
    )


def _numbered(candidates: Sequence[Candidate], numbers: Sequence[int], source: str) -> Annotators:
    places = tuple(dict.fromkeys(numbers))
    for place in places:
        if not 1 <= place <= len(candidates):
            raise ReadError(
                f"there is no annotation {place}", source=source, advice=f"It has {len(candidates)}"
            )
    chosen = tuple(candidates[place - 1] for place in places)
    names = [candidate.annotator or candidate.title for candidate in chosen]
    if len(set(names)) < len(names):
        names = [candidate.title for candidate in chosen]
    return Annotators(with_numbers(names), chosen, places)
