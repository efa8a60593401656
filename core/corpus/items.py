"""The items of a corpus: pairs of files, and problems with files that are no pair."""

from dataclasses import dataclass

from core.files.access import real_path


@dataclass(frozen=True)
class Item:
    """One pair of a corpus, as plain values that can be hashed, pickled and sent to workers."""

    track: str
    method: str
    reference: tuple[str, ...]
    estimate: tuple[str, ...]
    """Paths of files; several files are layers of one hierarchy."""
    reference_choice: int = 0
    estimate_choice: int = 0
    """Number of the annotation in the files, 0 = first."""
    metadata: tuple[tuple[str, str], ...] = ()  # names and values of further metadata of the track
    baseline: str = ""
    """One of :data:`core.corpus.baselines.BASELINES`; empty if the estimate is a method's.
    A baseline made from the reference has the reference's files."""

    @property
    def is_against_itself(self) -> bool:
        """Whether reference and estimate are the same annotation of the same files."""
        sides = (self.reference, self.estimate)
        reference, estimate = (tuple(map(real_path, paths)) for paths in sides)
        return reference == estimate and self.reference_choice == self.estimate_choice


@dataclass(frozen=True)
class Problem:
    """A file or pair that could not be matched, read, aligned or scored, with the reason."""

    track: str  # name of the track; empty if unknown
    path: str
    reason: str

    def __str__(self) -> str:
        if self.reason.startswith(self.path):
            named = self.track in self.reason  # the path usually contains the track
            return self.reason if named else f"{self.track}: {self.reason}"
        return f"{f'{self.track} ({self.path})' if self.track else self.path}: {self.reason}"


@dataclass(frozen=True)
class Pairs:
    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()
