"""The sockets in the room, of phones and of the lecturer, and what the server sends to each."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import asdict, dataclass, field, replace
from time import monotonic
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from explorer.room.model import MOST_BOUNDARIES, Drawing, Question, Room, Round

LONGEST = 3000  # characters of a message about the room
DECIMALS = 3  # of an answer
OFTEN = 0.1  # seconds between two messages to a socket
PAUSE = 0.002  # seconds between two messages from an address, so that a flood costs little


Seconds = Annotated[float, Field(allow_inf_nan=False)]
Most2 = Field(max_length=2)


class Message(BaseModel):
    """A message of a browser: phones join and vote, the lecturer does the rest."""

    model_config = ConfigDict(strict=True, extra="forbid")

    kind: Literal["room"]
    do: Literal[
        "join", "vote", "draw", "clock", "play",
        "closed", "shown", "told", "by_phone", "again", "end", "follow", "lead",
    ]  # fmt: skip
    on: bool = True
    name: Annotated[str, Field(max_length=100)] = ""  # of the song on the lecturer's screen
    path: Annotated[str, Field(pattern=r"^(lessons\?[\w.=&%-]+)?$")] = ""  # of the lecturer's step
    phone: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] = ""
    round: int = 0
    answer: int | Seconds = -1
    layers: Annotated[list[Annotated[list[Seconds], Field(max_length=MOST_BOUNDARIES)]], Most2] = []
    at: Seconds = 0.0  # of the song when it plays, or of the browser's clock


def read(text: str) -> Message | None:
    """Read a message about the room; None for all others."""
    if len(text) > LONGEST or '"room"' not in text:
        return None
    try:
        return Message.model_validate_json(text)
    except ValidationError:
        return None


@dataclass(eq=False)
class Guest:
    """A socket. Its place stands for the network address, which is not stored."""

    place: str
    lecturer: bool
    phone: str = ""  # the browser's random number, once it has joined
    round: int = 0  # the round whose question it has
    clock: tuple[float, float] | None = None  # the browser's time of a message, and the server's
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Hall:
    """The room of this server. All but `ask` runs in the server's loop."""

    def __init__(self) -> None:
        # Browsers tell the rounds of servers on one port apart.
        self.room = Room(first=secrets.randbelow(10**9))
        self._chosen = False
        """Whether the lecturer chose if phones of one address have a vote each. By default they do
        while all have one address, as behind a router; then no machine can vote as many."""
        self._lead: dict[str, str] | None = None  # where the lecturer is, once one is here
        self._follow = True  # whether phones follow
        self._playing = {"at": 0.0, "when": 0.0, "on": False}  # the song on the lecturer's screen
        self._guests: set[Guest] = set()
        self._secret = secrets.token_bytes(16)
        self._loop: asyncio.AbstractEventLoop | None = None

    def enter(self, address: str, lecturer: bool) -> Guest:
        self._loop = asyncio.get_running_loop()
        place = hashlib.blake2b(address.encode(), key=self._secret, digest_size=16).hexdigest()
        return Guest(place, lecturer)

    def leave(self, guest: Guest) -> None:
        self._guests.discard(guest)
        if guest.lecturer:
            self._playing = {**self._playing, "on": False}
        self._set(self.room, everyone=False)

    def ask(self, question: Question) -> None:
        """Ask the room, from the thread of a page."""
        if self._loop:
            self._loop.call_soon_threadsafe(lambda: self._set(self.room.ask(question)))
        else:
            self._set(self.room.ask(question))  # no socket yet

    def hear(self, guest: Guest, message: Message) -> None:
        guest.changed.set()
        if message.do == "join":
            guest.phone = guest.phone or message.phone  # a socket is one phone
            self._guests.add(guest)
            self._set(self.room, everyone=False)
        elif message.do == "vote":
            if guest.phone and not guest.lecturer:
                voter = guest.place, guest.phone
                room = self.room.vote(message.round, voter, round(message.answer, DECIMALS))
                self._set(room, everyone=bool(room.now and room.now.shown))
        elif message.do == "draw":
            if guest.phone and not guest.lecturer:
                drawing = Drawing(tuple(tuple(layer) for layer in message.layers), message.on)
                room = self.room.vote(message.round, (guest.place, guest.phone), drawing)
                self._set(room, everyone=False)
        elif message.do == "clock":
            guest.clock = message.at, monotonic()
        elif guest.lecturer and message.do == "play":
            self._playing = {"at": message.at, "when": monotonic(), "on": message.on}
            self._set(self.room)
        elif guest.lecturer and message.do == "by_phone":
            self._chosen = True
            self._set(replace(self.room, by_phone=message.on))
        elif guest.lecturer and message.do == "follow":
            self._follow = message.on
            self._set(self.room)
        elif guest.lecturer and message.do == "lead":
            self._lead = {"name": message.name, "path": message.path}
            self._set(self.room)
        elif guest.lecturer and message.do in ("closed", "shown", "told"):
            self._set(self.room.show(message.do, message.on))
        elif guest.lecturer:
            self._set(self.room.again() if message.do == "again" else self.room.end())

    def _set(self, room: Room, everyone: bool = True) -> None:
        if not self._chosen and len({place for place, _ in self._phones}) > 1:
            room = replace(room, by_phone=False)
        self.room = room
        for guest in self._guests:
            if everyone or guest.lecturer:
                guest.changed.set()

    @property
    def _phones(self) -> set[tuple[str, str]]:
        return {(guest.place, guest.phone) for guest in self._guests if not guest.lecturer}

    def state_for(self, guest: Guest) -> dict[str, Any]:
        """Return the present state for a socket; a question is sent once."""
        now, by_phone = self.room.now, self.room.by_phone
        state: dict[str, Any] = {"lecturer": guest.lecturer, "round": now.number if now else 0}
        state |= {"lead": self._lead if self._follow else None, "first": self.room.first}
        if guest.lecturer:
            phones, places = self._phones, len({place for place, _ in self._phones})
            state |= {
                "phones": len(phones),
                "sharing": len(phones) - places,
            }
            state |= {"by_phone": by_phone, "voted": len(now.answers(by_phone)) if now else 0}
        if guest.clock:
            state["clock"] = [*guest.clock, monotonic()]
            guest.clock = None
        if now and now.question.layers:
            state["playing"] = self._playing
            if guest.lecturer:
                state["done"] = sum(drawing.done for drawing in now.answers(by_phone))
        if now:
            state |= {"closed": now.closed, "shown": now.shown, "told": now.told, "turn": now.turn}
            mine = now.votes.get((guest.place, guest.phone))
            state["mine"] = asdict(mine) if isinstance(mine, Drawing) else mine
            if now.shown:
                state |= {"now": self._counts(now), "before": self._counts(self.room.before)}
                state["says"] = dict(now.question.says)
            if now.told:
                state |= {"right": now.question.right, "why": now.question.why}
            if guest.round != now.number:
                guest.round = now.number
                hidden = replace(now.question, says={}, right=None, why="", published=())
                state["question"] = asdict(hidden) | {"told": bool(now.question.why)}
        return state

    def _counts(self, of: Round | None) -> dict[str, Any] | None:
        if of is None:
            return None
        answers = of.answers(self.room.by_phone)
        return {"votes": len(answers), "counts": of.question.counts(answers)}


hall = Hall()
