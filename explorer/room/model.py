"""Rounds of a question and their votes or drawings, as frozen values without names or addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from core.files.tables import csv_text
from core.hierarchy import Hierarchy

MOST_VOTES = 500  # of an address in a round
MOST_ROUNDS = 200  # the oldest are dropped

MOST_DRAWINGS = 100  # in a round
MOST_BOUNDARIES = 200  # of a drawing
CLOSEST = 0.05  # seconds between two boundaries of a layer

Voter = tuple[str, str]  # the place of an address, and a phone's random number


@dataclass(frozen=True, order=True)
class Drawing:
    """The boundaries between start and end that a phone has set, by layer."""

    layers: tuple[tuple[float, ...], ...]
    done: bool = False


@dataclass(frozen=True)
class Question:
    text: str
    options: tuple[str, ...] = ()  # without options, the answer is a number
    several: bool = False  # whether an answer is a set of options, as the sum of their powers of 2
    most: float = 0.0  # the greatest number; the least is 0
    says: Mapping[str, int] = field(default_factory=dict)  # the option of each hierarchy
    picture: Mapping[str, Any] = field(default_factory=dict)  # what phones draw, as JSON values
    page: str = ""  # the address of its step or pair, below the server's
    right: float | None = None  # the right answer, if there is one
    why: str = ""
    layers: int = 0  # if the room draws: how many
    published: tuple[Hierarchy, ...] = ()  # annotations to compare the drawings with

    def accepts(self, answer: float | Drawing) -> bool:
        if isinstance(answer, Drawing):
            return len(answer.layers) == self.layers > 0 and self._fits(answer.layers)
        if self.layers:
            return False
        if not self.options:
            return 0 <= answer <= self.most
        answers = 2 ** len(self.options) if self.several else len(self.options)
        return type(answer) is int and 0 <= answer < answers

    def _fits(self, layers: tuple[tuple[float, ...], ...]) -> bool:
        ends = ((0.0, *layer, self.most) for layer in layers)
        apart = all(b - a >= CLOSEST - 1e-6 for times in ends for a, b in pairwise(times))
        return apart and sum(map(len, layers)) <= MOST_BOUNDARIES

    def counts(self, answers: list[Any]) -> list[tuple[float, int]]:
        """Count each option, or each number that was chosen; drawings have none."""
        if self.layers:
            return []
        if self.several:
            answers = [at for at in range(len(self.options)) for a in answers if int(a) >> at & 1]
        votes = Counter(answers)
        return [(at, votes[at]) for at in range(len(self.options))] or sorted(votes.items())


@dataclass(frozen=True)
class Round:
    number: int  # over all questions
    question: Question
    turn: int = 1  # 2 for the second vote on the same question
    closed: bool = False
    shown: bool = False  # whether the answers are on the screens
    told: bool = False  # whether the right answer is, too
    votes: Mapping[Voter, Any] = field(default_factory=dict)  # the latest answers last

    def answers(self, by_phone: bool) -> list[Any]:
        """Return the answer of each phone, or the latest of each address."""
        of_places = {place: answer for (place, _), answer in self.votes.items()}
        return list((self.votes if by_phone else of_places).values())

    def over(self, by_phone: bool) -> Round:
        """Close the vote for good, and forget which answer came from which phone."""
        answers = enumerate(sorted(self.answers(by_phone)))
        return replace(self, closed=True, votes={(str(at), ""): answer for at, answer in answers})


@dataclass(frozen=True)
class Room:
    rounds: tuple[Round, ...] = ()
    asking: bool = False  # whether the last round is on the screens
    by_phone: bool = True  # whether phones that share an address have a vote each
    first: int = 1  # the number of the first round; different for each server

    @property
    def now(self) -> Round | None:
        return self.rounds[-1] if self.asking else None

    @property
    def before(self) -> Round | None:
        """The previous vote on the same question."""
        return self.rounds[-2] if self.now and self.now.turn > 1 else None

    def ask(self, question: Question, turn: int = 1) -> Room:
        rounds = self.end().rounds[1 - MOST_ROUNDS :]
        number = rounds[-1].number + 1 if rounds else self.first
        return replace(self, rounds=(*rounds, Round(number, question, turn)), asking=True)

    def again(self) -> Room:
        return self.ask(self.now.question, self.now.turn + 1) if self.now else self

    def vote(self, number: int, voter: Voter, answer: float | Drawing) -> Room:
        """Count an answer, unless the vote is over, or the answer or the voter is one too many."""
        now = self.now
        if not now or now.closed or now.number != number or not now.question.accepts(answer):
            return self
        others = {other: vote for other, vote in now.votes.items() if other != voter}
        if sum(place == voter[0] for place, _ in others) >= MOST_VOTES:
            return self
        if now.question.layers and len(others) >= MOST_DRAWINGS:
            return self
        return self.set(votes={**others, voter: answer})

    def show(self, what: str, on: bool) -> Room:
        """Close the vote, or show its answers; drawings that are shown are closed."""
        values = {what: on}
        if (
            self.now
            and self.now.question.layers
            and (what, on) in (("shown", True), ("closed", False))
        ):
            values = {"closed": on, "shown": on}
        return self.set(**values)

    def set(self, **values: Any) -> Room:
        """Change the round on the screens: whether it is closed or shown, or its votes."""
        if not self.now:
            return self
        return replace(self, rounds=(*self.rounds[:-1], replace(self.now, **values)))

    def end(self) -> Room:
        rounds = (*self.rounds[:-1], *(last.over(self.by_phone) for last in self.rounds[-1:]))
        return replace(self, rounds=rounds, asking=False)

    def csv(self) -> str:
        rows: list[tuple[object, ...]] = [("round", "answer", "count")]
        for number, past in enumerate(self.rounds, 1):
            options = past.question.options
            for answer, count in past.question.counts(past.answers(self.by_phone)):
                name = options[int(answer)] if options else f"{answer:g}"
                rows.append((number, name, count))
        return csv_text(rows)
