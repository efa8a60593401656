"""The WebSocket of live questions and of the room: threads answer, or a process costly ones."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from threading import Event
from weakref import WeakValueDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect

from explorer.live.answers import TOO_LONG, Pairs, refusal, reply
from explorer.live.apart import Apart
from explorer.live.budget import Budget
from explorer.live.price import Allowance
from explorer.messages.pack import pack
from explorer.messages.questions import dropped, number_in
from explorer.messages.schema import SCHEMA
from explorer.room.hall import OFTEN, PAUSE, Guest, hall, read
from explorer.server.classroom import served_class

ROUTE = "/hierscope/live"
LONGEST: int = SCHEMA["longest_question"]
MOST = 20  # questions of a socket that wait or are being answered; browsers send one for each view
OF_AN_ADDRESS, OF_ALL = 10_000_000, 50_000_000
"""Bytes in memory of the questions that wait or are being answered."""
THREADS = 3  # for quick answers; threads run in parallel only in kernels
OF_ONE = 2  # threads that one address may use at once
LARGE = 30_000
"""Longer questions, in characters, go to the process unread, since reading them takes time."""
QUICK = 0.1
"""Maximum estimated seconds of an answer in a thread; costlier ones go to the process."""
AT_MOST = 1.0  # seconds after which a thread gives up an answer, and the process computes it

_quick = ThreadPoolExecutor(THREADS, "hierscope-live")
_costly = ThreadPoolExecutor(1, "hierscope-live-costly")
_numbers = count()

apart = Apart()  # the process for costly questions


class Turns:
    """The turn of an address: its other questions wait, without blocking other addresses."""

    def __init__(self) -> None:
        self.quick = asyncio.Semaphore(OF_ONE)
        self.costly = asyncio.Semaphore(1)
        self.room = asyncio.Lock()
        self.size = 0  # bytes of the questions that wait or are being answered


_turns: WeakValueDictionary[str, Turns] = WeakValueDictionary()


async def live(socket: WebSocket) -> None:
    await socket.accept()
    session = Session(socket)
    works = (session.hear(), session.answer(), session.tell())
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        session.leave()
        for task in tasks:
            task.cancel()
    with suppress(WebSocketDisconnect, asyncio.CancelledError):
        await asyncio.gather(*tasks)


class Session:
    def __init__(self, socket: WebSocket) -> None:
        address = socket.client.host if socket.client else ""
        self._socket = socket
        self._turns = _turns.setdefault(address, Turns())
        self._guest: Guest | None = None
        if classroom := served_class():
            self._guest = hall.enter(address, classroom.is_lecturer(socket.cookies))
        self._number = next(_numbers)
        self._pairs = Pairs()
        self._questions: deque[Question] = deque()
        self._changed = asyncio.Event()
        self._job: asyncio.Future[bytes | None] | None = None

    async def hear(self) -> None:
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            text = message.get("text") or ""
            if self._guest and (of_room := read(text)):
                hall.hear(self._guest, of_room)
                async with self._turns.room:
                    await asyncio.sleep(PAUSE)
                continue
            number = dropped(text)
            if number is None:
                question = Question(text)
                size = self._turns.size + question.size
                all_sizes = sum(turns.size for turns in _turns.values()) + question.size
                if len(self._questions) >= MOST or size > OF_AN_ADDRESS or all_sizes > OF_ALL:
                    await self._socket.close(1008, "Too many questions wait for an answer.")
                    return
                self._turns.size = size
                self._questions.append(question)
                self._changed.set()
            else:
                await self._drop(number)

    async def answer(self) -> None:
        while True:
            while not self._questions:
                self._changed.clear()
                await self._changed.wait()
            question = self._questions[0]
            self._job = asyncio.ensure_future(self._answered(question))
            await asyncio.wait([self._job])
            answer = None if self._job.cancelled() else self._job.result()
            if answer is None:
                name, message = ("dropped", "") if question.dropped else ("too-long", TOO_LONG)
                answer = refusal(await question.number(), name, message)
            self._turns.size -= self._questions.popleft().size
            await self._socket.send_bytes(answer)

    async def tell(self) -> None:
        """Send the state of the room when it changes."""
        while self._guest:
            await self._guest.changed.wait()
            self._guest.changed.clear()
            room = hall.state_for(self._guest)
            await self._socket.send_bytes(pack({"number": 0, "room": room}))
            await asyncio.sleep(OFTEN)
        await asyncio.Event().wait()  # no class

    def leave(self) -> None:
        if self._guest:
            hall.leave(self._guest)
        for question in self._questions:
            self._turns.size -= question.size
            apart.drop(question.gone)
        if self._job:
            self._job.cancel()

    async def _drop(self, number: int) -> None:
        for question in [*self._questions]:
            if await question.number() == number:
                # Send quick answers anyway: browsers that drop each question would get none.
                question.dropped = True
                if question.costly and self._job:
                    apart.drop(question.gone)
                    self._job.cancel()

    async def _answered(self, question: Question) -> bytes | None:
        text, gone = question.text, question.gone
        if len(text) > LONGEST:
            return refusal(0, "too-large", f"A question has {LONGEST:,} characters at most.")
        if len(text) > LARGE:
            self._pairs.elsewhere = True
            known = Pairs()
        else:
            allowance = Allowance(QUICK, gone.is_set)
            budget = Budget(AT_MOST)
            asked = budget.run, reply, text, self._pairs, allowance
            answer = await _in_turn(self._turns.quick, _quick, *asked)
            if answer or gone.is_set():
                return answer
            known = self._pairs.latest()
        if question.dropped:
            return None
        question.costly = True
        return await _in_turn(
            self._turns.costly, _costly, apart.answer, self._number, text, known, gone
        )


class Question:
    def __init__(self, text: str) -> None:
        self.text = text
        self.size = sys.getsizeof(text)  # one emoji makes four bytes of each character
        self.gone = Event()
        self.dropped = self.costly = False
        self._number: int | None = None

    async def number(self) -> int:
        """Return the number of a message; a thread parses it, because it may be long."""
        if self._number is None:
            loop = asyncio.get_running_loop()
            self._number = await loop.run_in_executor(_quick, number_in, self.text)
        return self._number


async def _in_turn(
    turn: asyncio.Semaphore,
    pool: ThreadPoolExecutor,
    answer: Callable[..., bytes | None],
    *arguments: object,
) -> bytes | None:
    """Answer a question in a thread; the turn lasts until the thread has ended, even if dropped."""
    await turn.acquire()
    job = asyncio.get_running_loop().run_in_executor(pool, answer, *arguments)
    job.add_done_callback(lambda _: turn.release())
    return await asyncio.shield(job)
