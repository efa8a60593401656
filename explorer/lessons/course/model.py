"""The parts of a lesson: steps with a scene, and a question that the core answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy, Pair
from core.settings import Settings
from core.tmeasures import CONVENTIONS, TMeasures, score
from core.triplets.task import Task as TripletTask
from core.vocabulary import Direction
from core.windows import DEFAULT_WINDOW
from explorer.lessons.course.corpora import Copies, Corpora, CorporaPart, Strings

Part = Literal["window", "scores", "curves", "strips", "scape"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a scene can show besides the layers: slider, scores, curves, and g(q) or the scape. Curves
are next to a scape."""

LEVELS = "Basics", "Details", "Practice"

START = 0.5  # initial guess


@dataclass(frozen=True)
class Scene:
    """A pair with its view settings. The reader may change it."""

    reference: Hierarchy
    estimate: Hierarchy
    window: float = DEFAULT_WINDOW  # seconds; infinite is the whole track
    variant: str = "reduced"
    query: float = 5.0  # seconds
    direction: Direction = "recall"
    convention: str = "paper-tables"  # name of a convention; that of the papers' tables by default
    frame_size: float = DEFAULT_FRAME_SIZE  # seconds
    triplet: tuple[float, float] | None = None
    """If the scene is about one triplet: its moments i and j, in seconds."""

    @property
    def sides(self) -> Pair:
        return Pair(self.reference, self.estimate)

    @property
    def settings(self) -> Settings:
        return Settings(CONVENTIONS[self.convention], self.frame_size)

    def scores(self, window: float | None = None, convention: str = "") -> TMeasures:
        scene = replace(self, convention=convention or self.convention)
        at = self.window if window is None else window
        return score(*self.sides, [at], settings=scene.settings)

    def value(
        self, measure: str, window: float | None = None, variant: str = "", convention: str = ""
    ) -> float:
        """Return one score: `recall`, `precision`, `f_measure`, or a share of queries counted."""
        scores = self.scores(window, convention).scores[variant or self.variant]
        return float(getattr(scores, measure)[0])

    def reference_triplets(self) -> TripletTask:
        return TripletTask(*self.sides, self.window, "recall", "full", settings=self.settings)

    def with_estimate(self, *boundaries: list[float]) -> Scene:
        return replace(self, estimate=Hierarchy.from_boundaries(boundaries))


class Verdict(NamedTuple):
    """Whether an answer is right, and why, in Markdown; `shown` if the reader asked for it."""

    right: bool
    text: str
    shown: bool = False


@dataclass(frozen=True)
class Choice:
    """A question with options; the core computes the right one."""

    text: str
    options: tuple[str, ...]
    right: int  # which option, computed
    why: str  # shown with the answer, in Markdown
    hints: tuple[str, ...]  # per option, why it is wrong; not used for the right one

    def check(self, chosen: int) -> Verdict:
        if chosen == self.right:
            return Verdict(True, self.why)
        return Verdict(False, f"Not this one. {self.hints[chosen]}".strip())


@dataclass(frozen=True)
class Ticks:
    """A question with several right options, which the core computes."""

    text: str
    options: tuple[str, ...]
    right: list[int]  # indices of options in order, computed
    why: str  # shown with the answer, in Markdown
    reasons: tuple[str, ...]  # per option, why it is right or wrong, in Markdown

    def check(self, chosen: Collection[int]) -> Verdict:
        """Judge the selected options, and explain one that is wrong."""
        if set(chosen) == set(self.right):
            return Verdict(True, self.why)
        wrong = sorted(set(chosen) - set(self.right))
        hits = len(chosen) - len(wrong)
        count = f"{hits} of {len(self.right)} selected" if hits else "None right yet"
        if not wrong:
            return Verdict(False, f"{count}. Select the others, too.")
        return Verdict(False, f"{count}; {len(wrong)} wrong. {self.reasons[wrong[0]]}")


@dataclass(frozen=True)
class Estimate:
    """A number between 0 and 1 to guess on a slider."""

    text: str
    right: float  # as computed
    near: float  # tolerance of a guess
    why: str  # shown with the answer, in Markdown
    low: str  # why the number is higher than a low guess
    high: str  # why the number is lower than a high guess

    def check(self, guess: float) -> Verdict:
        if abs(guess - self.right) <= self.near + 1e-9:
            return Verdict(True, f"Your guess: {guess:.2f}. {self.why}")
        side = f"too high. {self.high}" if guess > self.right else f"too low. {self.low}"
        return Verdict(False, f"{guess:.2f} is {side}")


@dataclass(frozen=True)
class Task:
    """A change that the reader makes to the scene."""

    text: str
    check: Callable[[Scene, Scene], Verdict]
    """Judges the original scene and the reader's; a wrong verdict names what is missing."""
    solved: Scene  # one solution
    edits: bool = False
    """Whether the task is about boundaries of the estimate, not window or query."""
    blind: bool = False
    """Whether the reference is hidden before the answer."""


@dataclass(frozen=True)
class Step:
    """One picture and one question."""

    title: str
    text: str  # describes the scene, in Markdown
    scene: Scene | Strings | Corpora | Copies  # a pair, or a scene of the lesson on styles
    question: Choice | Ticks | Estimate | Task
    before: tuple[Part | CorporaPart, ...] = ()
    after: tuple[Part | CorporaPart, ...] = ("window", "scores", "strips")
    """The parts besides the layers that are shown before the answer, and after."""
    outcome: bool = True  # whether the answer shows each hierarchy's answer on a triplet

    @property
    def pair(self) -> Scene:
        """The scene of a step that is about a pair."""
        assert isinstance(self.scene, Scene)
        return self.scene

    @property
    def edits(self) -> bool:
        return isinstance(self.question, Task) and self.question.edits


@dataclass(frozen=True)
class Lesson:
    """A few steps about one topic."""

    place: tuple[str, int]  # its level, if it is of the course, and its order there
    title: str
    about: str  # a sentence for the list
    steps: tuple[Step, ...]
    sum_up: str  # the summary line
    terms: tuple[str, ...]  # its terms, by their ids in the glossary
    full_only: bool = False  # whether the reduced measures are introduced later
    id: str = ""  # its name in links

    @property
    def minutes(self) -> int:
        """Half a minute per step, rounded up."""
        return (len(self.steps) + 1) // 2
