"""The state of the pair on screen; the page Corpus shares its window and variant."""

import math
import re
from dataclasses import replace
from typing import Any, Literal

from core.diagnosis import KINDS
from core.frames import DEFAULT_FRAME_SIZE
from core.io import Choices
from core.io.choices import AS_UNDERSTOOD
from core.io.link import unpack_link
from core.measures import BY_KEY
from core.samples import sample_ids
from core.settings import Settings
from core.tmeasures import CONVENTIONS, Convention
from core.triplets.blocks import ROLES
from core.triplets.results import OUTCOMES, Outcome
from core.vocabulary import DIRECTIONS, PARTS, SIDES, Direction, Part, Side, Variant
from core.windows import DEFAULT_WINDOW
from explorer.state.value import TIME, Choice, Number, Switch, Table, Value, checked_by, matching

SideSource = tuple[str, Any]  # source of a side; see `explorer.pair.pairing`


def _region(text: str) -> None:
    match = re.fullmatch(rf"({'|'.join(ROLES)}):({TIME})-({TIME})", text, re.ASCII)
    if not match or float(match[2]) >= float(match[3]):
        raise ValueError("not a stretch of time")


LONGEST_NAME = 80  # characters of a name that is typed where it stands
_called = matching(rf"[^\x00-\x1f\x7f\ud800-\udfff]{{0,{LONGEST_NAME}}}")
_CAUSES = ("", *(f"{kind}-{side}" for kind in KINDS for side in SIDES))
_depths = matching(r"(any|0|[1-9]\d{0,3})-(any|0|[1-9]\d{0,3})")
_LONGEST_READING = 2000  # characters


class Reading(Value[Choices]):
    def __init__(self, url: str) -> None:
        super().__init__(AS_UNDERSTOOD, _reading, url=url)

    def format(self, value: Choices) -> str:
        """Format the options for an address, without a file of beats."""
        return value.text


def _reading(text: str) -> Choices:
    if len(text) > _LONGEST_READING:
        raise ValueError("too long")
    return Choices.of(text)


class PairState(Table):
    carried = True

    pair = Value("", checked_by(unpack_link), url="pair")  # packed, if the address must have it
    sample = Choice(sample_ids()[0], sample_ids(), url="sample")  # sample on screen; may be empty
    own = Switch(False, url="own")  # whether the pair is not a sample
    window = Number(DEFAULT_WINDOW, 0.01, math.inf, url="w")  # seconds; below, no triplets fit
    variant = Choice("reduced", BY_KEY, url="variant")  # the highlighted measure
    query = Number(-1.0, 0.0, 1e6, url="q")  # seconds; negative if not chosen
    convention = Choice("mir_eval", CONVENTIONS, url="convention")
    mean_over_all = Switch(False, url="all")  # whether queries without a triplet count as 0
    frame_size = Number(DEFAULT_FRAME_SIZE, 0.02, 2.0, url="frame")  # seconds
    beta = Number(1.0, 0.1, 10.0, url="beta")  # weight of recall
    direction = Choice[Direction]("recall", DIRECTIONS, url="direction")  # side of the triplets
    listed = Choice("track", ("track", "query"), url="list")  # scope of the listed blocks
    outcome = Choice[Outcome | Literal["lost"]]("lost", ("lost", *OUTCOMES), url="outcome")
    layers = Value("any-any", _depths, url="layers")  # depths of i and j in the list
    region = Value("", checked_by(_region), url="region")  # such as `query:10-20`
    part = Choice[Part]("f_measure", PARTS, url="part")  # the score to diagnose
    cause = Choice("", _CAUSES, url="cause")  # the cause marked on the layers
    marks = Switch(True, url="marks")  # whether the layers show the reach of i and j
    chance = Switch(False, url="chance")  # whether the range of chance is behind the curves
    present = Switch(False, url="present")  # whether the page is in presentation mode
    keep_silent = Switch(False, url="silent")  # whether to keep layers with only silence
    swapped = Switch(False, url="swapped")  # whether reference and estimate are exchanged
    reference_read = Reading("rread")  # reading options of the original reference
    estimate_read = Reading("eread")
    title = Value("", _called, url="title")  # the pair's name as typed; empty for its own
    reference_name = Value("", _called, url="rname")  # of the original reference, as typed
    estimate_name = Value("", _called, url="ename")

    sources = Value[dict[Side, SideSource]]({})  # by side
    pending = Value[dict[Side, tuple[SideSource, Choices]]]({})  # options not yet on screen
    repairs = Value[dict[Side, tuple[str, ...]]]({})  # by side of the original source
    drawn = Value[tuple[str, str] | None](None)  # stamp and key of the drawn pair on screen
    restore = Value(False)  # whether the editor must show the drawing saved in this browser
    refused = Value("")  # why a drawing was refused
    grid_refused = Value("")  # why a file of beats or bar lines was refused
    opened = Value(0)  # how often a pair was opened, which resets the chart's view
    live_start = Value[dict[str, Any]]({})  # start values of the live view on screen
    on_screen = Value[dict[str, Any]]({})  # for files made after a run; changed in place
    show_compare = Value(False)  # whether to change to Compare; callbacks can't do it
    show_triplets = Value(False)  # whether to change to Triplets
    show_draw = Value(False)  # whether to change to Draw

    @property
    def explained_variant(self) -> Variant:
        return "full" if self.variant == "full" else "reduced"

    @property
    def inspected(self) -> str:
        """Return the key of the measure whose triplets are listed."""
        return self.variant if BY_KEY[self.variant].has_triplets else self.explained_variant

    @property
    def choices(self) -> Choices:
        return Choices(keep_silent=self.keep_silent)

    def reading(self, slot: Side, source: SideSource) -> Choices:
        """Return the reading options of a source, without those for all files."""
        if self.sources.get(slot) == source:
            return self.reference_read if slot == "reference" else self.estimate_read
        of, choices = self.pending.get(slot, (None, AS_UNDERSTOOD))
        return choices if of == source else AS_UNDERSTOOD

    def read_as(self, slot: Side, source: SideSource, choices: Choices) -> None:
        if self.sources.get(slot) != source:
            self.pending = {**self.pending, slot: (source, choices)}
        elif slot == "reference":
            self.reference_read = choices
        else:
            self.estimate_read = choices

    def name_of(self, slot: Side) -> str:
        """Return the typed name of a side in the slot in which it was opened."""
        return self[NAMES[SIDES.index(slot)]]

    def in_full(self, choices: Choices) -> Choices:
        return replace(choices, keep_silent=choices.keep_silent or self.keep_silent)

    @property
    def settings(self) -> Settings:
        """How scores are computed."""
        return Settings(self.chosen_convention(), self.frame_size, beta=self.beta)

    def chosen_convention(self) -> Convention:
        chosen = CONVENTIONS[self.convention]
        if chosen.half_window and self.mean_over_all:
            return replace(chosen, no_triplet=0.0)
        return chosen


READINGS = (PairState.reference_read, PairState.estimate_read)  # of both sides

NAMES = (PairState.reference_name, PairState.estimate_name)  # of both sides

ORIGIN = (PairState.pair, PairState.sample, PairState.own, PairState.swapped, *READINGS, *NAMES)
"""The source of the pair."""

HOW = (PairState.convention, PairState.mean_over_all, PairState.frame_size, PairState.beta)
"""The settings of scoring."""

FILTERS = (PairState.listed, PairState.outcome, PairState.layers, PairState.region)
"""The filters of a list."""

LISTED = (PairState.direction, *FILTERS)
"""What chooses the listed triplets."""

CHOICES = (*LISTED, PairState.part, PairState.cause, PairState.marks)
"""What a user chooses in the live view, besides the window, the measure and the query."""

SETTLED = (PairState.window, PairState.variant, PairState.query, *CHOICES, PairState.present)
"""What the live view starts with, and sends when the pointer rests."""

ASKED = (PairState.window, PairState.variant, *LISTED, PairState.part, *HOW)
"""What every question of the live view includes."""
