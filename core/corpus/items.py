"""What a corpus consists of: pairs of files, and what could not be paired, read or scored."""

from dataclasses import dataclass

from core.files.access import real_path


@dataclass(frozen=True)
class Item:
    """One pair of a corpus, as plain values: it can be hashed, pickled and sent anywhere."""

    track: str
    method: str
    reference: tuple[str, ...]
    estimate: tuple[str, ...]
    """Paths of files; several files are the layers of one hierarchy."""
    reference_choice: int = 0
    estimate_choice: int = 0
    """Which of the annotations that the files hold, 0 = first."""
    metadata: tuple[tuple[str, str], ...] = ()
    """Names and values of what else is known of the track."""
    baseline: str = ""
    """Which of :data:`core.corpus.baselines.BASELINES` the estimate is; empty for a method's own.
    What is made of the reference has its files."""

    @property
    def is_against_itself(self) -> bool:
        """Whether reference and estimate are the same annotation of the same files."""
        sides = (self.reference, self.estimate)
        reference, estimate = (tuple(map(real_path, paths)) for paths in sides)
        return reference == estimate and self.reference_choice == self.estimate_choice


@dataclass(frozen=True)
class Problem:
    """What could not be matched, read, aligned or scored, and why."""

    track: str  # the name of the track; empty where none could be told
    path: str
    reason: str

    def __str__(self) -> str:
        if self.reason.startswith(self.path):
            named = self.track in self.reason  # the path most often holds it
            return self.reason if named else f"{self.track}: {self.reason}"
        return f"{f'{self.track} ({self.path})' if self.track else self.path}: {self.reason}"


@dataclass(frozen=True)
class Pairs:
    """The pairs of a corpus, and everything that did not become one."""

    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()
