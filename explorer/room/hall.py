"""The sockets in the room, of phones and of the lecturer, and what the server sends to each."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from explorer.room.model import Question, Room, Round

LONGEST = 300  # characters of a message about the room
DECIMALS = 3  # of an answer
OFTEN = 0.1  # seconds between two messages to a socket
PAUSE = 0.002  # seconds between two messages from an address, so that a flood costs little


class Message(BaseModel):
    """A message of a browser: phones join and vote, the lecturer does the rest."""

    model_config = ConfigDict(strict=True, extra="forbid")

    kind: Literal["room"]
    do: Literal["join", "vote", "closed", "shown", "by_phone", "again", "end"]
    on: bool = True
    phone: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] = ""
    round: int = 0
    answer: int | Annotated[float, Field(allow_inf_nan=False)] = -1


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
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Hall:
    """The room of this server. All but `ask` runs in the server's loop."""

    def __init__(self) -> None:
        # Browsers tell the rounds of servers on one port apart.
        self.room = Room(first=secrets.randbelow(10**9))
        self._chosen = False
        """Whether the lecturer chose if phones of one address have a vote each. By default they do
        while all have one address, as behind a router; then no machine can vote as many."""
        self._guests: set[Guest] = set()
        self._secret = secrets.token_bytes(16)
        self._loop: asyncio.AbstractEventLoop | None = None

    def enter(self, address: str, lecturer: bool) -> Guest:
        self._loop = asyncio.get_running_loop()
        place = hashlib.blake2b(address.encode(), key=self._secret, digest_size=16).hexdigest()
        return Guest(place, lecturer)

    def leave(self, guest: Guest) -> None:
        self._guests.discard(guest)
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
        elif guest.lecturer and message.do == "by_phone":
            self._chosen = True
            self._set(replace(self.room, by_phone=message.on))
        elif guest.lecturer and message.do in ("closed", "shown"):
            self._set(self.room.set(**{message.do: message.on}))
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
        if guest.lecturer:
            phones, places = self._phones, len({place for place, _ in self._phones})
            state |= {
                "phones": len(phones),
                "sharing": len(phones) - places,
            }
            state |= {"by_phone": by_phone, "voted": len(now.answers(by_phone)) if now else 0}
        if now:
            state |= {"closed": now.closed, "shown": now.shown, "turn": now.turn}
            state["mine"] = now.votes.get((guest.place, guest.phone))
            if now.shown:
                state |= {"now": self._counts(now), "before": self._counts(self.room.before)}
                state["says"] = dict(now.question.says)
            if guest.round != now.number:
                guest.round = now.number
                state["question"] = asdict(replace(now.question, says={}))
        return state

    def _counts(self, of: Round | None) -> dict[str, Any] | None:
        if of is None:
            return None
        answers = of.answers(self.room.by_phone)
        return {"votes": len(answers), "counts": of.question.counts(answers)}


hall = Hall()
