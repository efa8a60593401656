"""The room: the rounds of a question, and a served class of plain clients with their lecturer."""

import asyncio
import json
import secrets
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_class import ask, class_served, client
from serving import finished

from core.io.link import pack_pair
from core.samples import sample
from explorer.lessons.course import lessons
from explorer.lessons.own import own_lesson
from explorer.room.hall import Hall, read
from explorer.room.model import (
    MOST_BOUNDARIES,
    MOST_DRAWINGS,
    MOST_VOTES,
    Drawing,
    Question,
    Room,
)
from explorer.state.own_lesson import (
    Options,
    OwnLesson,
    OwnQuestion,
    Place,
    looked_at,
    pack_lesson,
)
from explorer.state.pair import PairState

CLOSER = Question("Which is closer?", ("i", "both", "j"))
SEVERAL = Question("Which of these?", ("a", "b", "c"), several=True)
WHEN = Question("When?", most=60.0)
VOTERS = st.tuples(st.sampled_from("AB"), st.sampled_from("123"))
ACTS = st.one_of(
    st.tuples(st.just("vote"), VOTERS, st.integers(-1, 3)),
    st.tuples(st.sampled_from(["closed", "shown"]), st.booleans()),
    st.sampled_from([("again",), ("end",), ("ask",)]),
)


@given(st.lists(ACTS, max_size=40), st.booleans())
def test_a_phone_has_one_vote_a_round_which_it_changes_until_the_vote_closes(acts, by_phone):
    room, votes, closed, number = Room(by_phone=by_phone).ask(CLOSER), [], False, 1
    for act, *rest in acts:
        if act == "vote":
            if room.now and not closed and 0 <= rest[1] <= 2:
                votes.append(rest)
            assert room.vote(number - 1, *rest) == room.vote(number + 1, *rest) == room
            room = room.vote(number, *rest)
        elif act in ("closed", "shown"):
            closed = rest[0] if act == "closed" and room.now else closed
            room = room.set(**{act: rest[0]})
        elif act == "end":
            room = room.end()
        elif room.now or act == "ask":
            first = counts(room) if room.now else None
            room = room.again() if act == "again" else room.ask(CLOSER)
            assert (room.before is None) == (act == "ask")
            assert room.before is None or CLOSER.counts(room.before.answers(by_phone)) == first
            votes, closed, number = [], False, number + 1
        if room.now:
            answers = tally(votes, by_phone)
            assert (room.now.number, room.now.closed) == (number, closed)
            assert dict(counts(room)) == {at: answers[at] for at in range(3)}
    # What is over is counts: no address and no phone is in it.
    over = {voter for past in room.end().rounds for voter in past.votes}
    assert over <= {(str(at), "") for at in range(6)}
    rows = room.csv().splitlines()
    assert (rows[0], len(rows)) == ("round,answer,count", 1 + 3 * number)
    assert sum(int(row.split(",")[2]) for row in rows[-3:]) == tally(votes, by_phone).total()


def tally(votes, by_phone):
    """The last answer of each phone, or of each address."""
    return Counter({voter if by_phone else voter[0]: answer for voter, answer in votes}.values())


def counts(room):
    return room.now.question.counts(room.now.answers(room.by_phone))


def test_numbers_and_sets_of_options_count_within_what_is_asked():
    room = Room().ask(WHEN)
    for phone, answer in zip("abc", (12.3, 12.3, 60.0), strict=True):
        room = room.vote(1, ("", phone), answer)
    assert counts(room) == [(12.3, 2), (60.0, 1)]
    for wrong in (-0.1, 60.1, float("nan"), float("inf")):
        assert room.vote(1, ("", "d"), wrong) == room
    several = Room().ask(SEVERAL).vote(1, ("", "a"), 0b101).vote(1, ("", "b"), 0b100)
    assert counts(several) == [(0, 1), (1, 0), (2, 2)]
    for question, wrong in ((CLOSER, True), (CLOSER, 1.0), (CLOSER, 3), (SEVERAL, 8)):
        assert Room().ask(question).vote(1, ("", "a"), wrong).now.votes == {}


def test_a_drawing_has_its_layers_in_order_within_the_song_and_a_round_has_enough():
    room = Room().ask(Question("Draw", most=60.0, layers=2))
    good = Drawing(((20.0,), (10.0, 20.0, 40.0)))
    assert room.vote(1, ("", "a"), good).now.votes == {("", "a"): good}
    assert counts(room.vote(1, ("", "a"), good)) == []
    many = tuple(0.2 * (1 + at) for at in range(MOST_BOUNDARIES + 1))
    for wrong in ((), ((),), ((), (), ()), ((20.0, 10.0), ()), ((0.0,), ()), ((60.0,), ()),
                  ((20.0, 20.01), ()), (many, ())):  # fmt: skip
        assert room.vote(1, ("", "a"), Drawing(wrong)) == room
    assert room.vote(1, ("", "a"), 1) == room
    assert Room().ask(WHEN).vote(1, ("", "a"), good).now.votes == {}
    for phone in range(MOST_DRAWINGS + 5):
        room = room.vote(1, ("", str(phone)), good)
    assert len(room.now.votes) == MOST_DRAWINGS
    moved = Drawing(((30.0,), ()), done=True)  # who is in goes on
    assert room.vote(1, ("", "0"), moved).now.votes["", "0"] == moved
    assert room.end().csv().splitlines() == ["round,answer,count"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "lead", "path": "//example.org"},
        {"do": "lead", "path": "lessons?a=//b"},
        {"do": "draw", "layers": [[1.0], [2.0], [3.0]]},
        {"do": "draw", "layers": [[0.0] * (MOST_BOUNDARIES + 1)]},
        {"do": "draw", "layers": [["x"]]},
        {"do": "play", "at": 1e999},
    ],
    ids=str,
)
def test_messages_that_are_no_messages_of_the_room_are_not_read(wrong):
    assert read(json.dumps({"kind": "room", **wrong})) is None


def test_the_room_draws_in_time_and_nobody_sees_the_drawings_of_others():
    async def played():
        hall = Hall()
        lecturer, *phones = [hall.enter(f"{at}", lecturer=at == 0) for at in range(4)]

        def say(guest, do, **more):
            hall.hear(guest, read(json.dumps({"kind": "room", "do": do, **more})))
            return hall.state_for(guest)

        for guest in (lecturer, *phones):
            say(guest, "join", phone=secrets.token_hex(16))
        hall.ask(Question("Draw", most=60.0, layers=1, published=(sample("figure6").reference,)))
        await asyncio.sleep(0)  # a page asks from its own thread
        number = hall.room.first
        for at, phone in enumerate(phones):
            mine = {"layers": [[10.0 + at, 30.0]], "done": at < 2}
            state = say(phone, "draw", round=number, layers=mine["layers"], on=mine["done"])
            assert json.loads(json.dumps(state["mine"])) == mine
        state = hall.state_for(lecturer)
        assert (state["voted"], state["done"], state["playing"]["on"]) == (3, 2, False)
        for guest in (phones[0], lecturer):  # only the lecturer plays
            say(guest, "play", at=12.5, on=True)
            playing = hall.state_for(phones[1])["playing"]
            assert (playing["at"], playing["on"]) == (
                (12.5, True) if guest.lecturer else (0, False)
            )
        at, heard, sent = say(phones[0], "clock", at=7.0)["clock"]
        assert (at, playing["when"] <= heard <= sent) == (7.0, True)
        assert "clock" not in hall.state_for(phones[0])
        assert say(lecturer, "shown")["closed"]  # drawings that are shown do not change
        assert not say(lecturer, "closed", on=False)["shown"]
        say(lecturer, "shown")
        state = json.dumps([hall.state_for(phone) for phone in phones[:2]])
        assert "[12.0" not in state  # the third drawing; times of the clock may have these digits
        assert not any(word in state for word in ("voted", 'done": 2', 'published": [['))

    finished(played())


def test_an_address_fills_no_room():
    room = Room().ask(CLOSER)
    for phone in range(MOST_VOTES + 5):
        room = room.vote(1, ("A", str(phone)), 0)
    room = room.vote(1, ("B", "0"), 1).vote(1, ("A", "0"), 2)  # others vote, and votes change
    assert counts(room) == [(0, MOST_VOTES - 1), (1, 1), (2, 1)]


@pytest.fixture(scope="module")
def there():
    with class_served() as served:
        yield served


def in_room(there, play):
    """Ask the question of a step, and play with the lecturer and phones from their addresses."""

    async def played():
        async with client(there, lecturer=True) as lecturer, AsyncExitStack() as stack:
            assert await ask(there)
            number = (await lecturer.until(lambda state: state["round"]))["round"]

            async def enter(place):
                phone = await stack.enter_async_context(client(there, place))
                await phone.until(lambda state: state["round"] == number)
                return phone

            await play(lecturer, enter, number)
            await lecturer.say("end")
            await lecturer.until(lambda state: not state["round"])

    finished(played())


def test_phones_behind_one_router_have_a_vote_each():
    async def played():
        hall = Hall()
        lecturer, *phones = [hall.enter("router", lecturer=at == 0) for at in range(31)]
        hall.ask(CLOSER)
        await asyncio.sleep(0)  # a page asks from its own thread
        vote = {"do": "vote", "round": hall.room.first}
        for at, phone in enumerate(phones):
            for said in ({"do": "join", "phone": secrets.token_hex(16)}, vote | {"answer": at % 3}):
                hall.hear(phone, read(json.dumps({"kind": "room", **said})))
        state = hall.state_for(lecturer)
        assert (state["phones"], state["voted"]) == (30, 30)

    finished(played())


def test_thirty_phones_get_the_question_and_the_room_sees_how_they_divide(there):
    async def play(lecturer, enter, number):
        phones = [await enter(place) for place in range(2, 32)]
        for phone in phones:
            assert phone.state["question"]["options"][1] == "i and j are equally close"
            assert "now" not in phone.state
            assert not {"phones", "voted", "sharing"} & phone.state.keys()
        for at, phone in enumerate(phones):
            await phone.say("vote", round=number, answer=at % 3)
            await phone.until(lambda state, at=at: state["mine"] == at % 3)
        await phones[0].say("vote", round=number, answer=1)
        await lecturer.until(lambda state: (state["phones"], state["voted"]) == (30, 30))
        assert "now" not in lecturer.state
        await lecturer.say("closed")
        await phones[1].until(lambda state: state["closed"])
        await phones[1].say("vote", round=number, answer=0)
        await phones[1].say("join")
        await phones[1].hears()
        assert phones[1].state["mine"] == 1
        await lecturer.say("shown")
        for watcher in (lecturer, phones[2]):
            await watcher.until(lambda state: "now" in state)
            assert watcher.state["now"] == {"votes": 30, "counts": [[0, 9], [1, 11], [2, 10]]}
        assert "right" not in phones[2].state
        await lecturer.say("told")
        await phones[2].until(lambda state: "right" in state)
        assert phones[2].state["right"] == 1
        assert "misses this distinction" in phones[2].state["why"]
        lead = {"path": "lessons?lesson=window", "name": "A song"}
        await lecturer.say("lead", **lead)
        await phones[4].until(lambda state: state["lead"] == lead)
        await lecturer.say("follow", on=False)
        await phones[4].until(lambda state: state["lead"] is None)
        await lecturer.say("again")
        await phones[3].until(lambda state: state["turn"] == 2 and state["mine"] is None)
        await phones[3].say("vote", round=number + 1, answer=1)
        await lecturer.say("shown")
        await lecturer.until(lambda state: state.get("now", {}).get("votes") == 1)
        assert lecturer.state["before"]["counts"] == [[0, 9], [1, 11], [2, 10]]

    in_room(there, play)


def test_who_is_hostile_has_one_vote_leads_nothing_and_sees_nobody(there):
    async def play(lecturer, enter, number):
        honest = await enter(2)
        await honest.say("vote", round=number, answer=0)
        await honest.until(lambda state: state["mine"] == 0)
        hostile = [await enter(3) for _ in range(20)]
        for at, socket in enumerate(hostile):
            for do in ("closed", "shown", "told", "again", "end", "by_phone", "follow"):
                await socket.say(do, on=do != "follow")
            await socket.say("lead", path="lessons?lesson=window", name="Mine")
            await socket.say("join", phone=secrets.token_hex(16))
            await socket.say("vote", round=number, answer=at % 3, phone=secrets.token_hex(16))
            for wrong in (7, -1, 0.5):
                await socket.say("vote", round=number, answer=wrong)
                await socket.say("vote", round=number + 1, answer=wrong)
        for _ in range(300):
            await hostile[0].say("vote", round=number, answer=2)
        await hostile[0].until(lambda state: state["mine"] == 2)
        # The others are served meanwhile, and nothing has changed for them.
        await honest.say("vote", round=number, answer=1)
        await honest.until(lambda state: state["mine"] == 1)
        assert not any(honest.state[name] for name in ("closed", "shown", "told", "lead"))
        await lecturer.until(lambda state: state["voted"] == 2)
        assert (lecturer.state["phones"], lecturer.state["sharing"]) == (21, 19)
        assert "127.0.0" not in json.dumps([socket.state for socket in (lecturer, *hostile)])
        # The lecturer may still count each phone, and take it back.
        for on, voted in ((True, 21), (False, 2)):
            await lecturer.say("by_phone", on=on)
            await lecturer.until(lambda state, voted=voted: state["voted"] == voted)

    in_room(there, play)


def test_a_teachers_own_questions_are_asked_with_their_texts_and_times(there):
    pair = sample("figure6")
    seen = looked_at(PairState({"query": 16.0}))
    packed, choices = pack_pair(pair.reference, pair.estimate), Options(("a_b", "A*"), ("", ""), 0)
    questions = tuple(
        OwnQuestion(text, packed, seen, False, holds)
        for text, holds in (("Which?", choices), ("Where?", Place(1, 12.0, 0.5, "add")))
    )
    text = pack_lesson(OwnLesson("", questions))

    async def play():
        async with client(there, 2) as phone, client(there, lecturer=True) as lecturer:
            for number in (1, 2):
                step = f"lesson={own_lesson(text)[0].id}&step={number}&questions={text}"
                assert await ask(there, step)
                was = phone.state.get("round")
                await phone.until(lambda state, was=was: state["round"] not in (0, was))
                question = phone.state["question"]
                assert question["text"].startswith(questions[number - 1].prompt)
                assert question["options"] == [[*choices.options], []][number - 1]
                assert question["most"] == pair.reference.end
            await lecturer.say("end")
            await phone.until(lambda state: not state["round"])

    finished(play())


EVERY_STEP = [(lesson.id, at) for lesson in lessons() for at in range(1, len(lesson.steps) + 1)]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([("triplet", 2), ("triplet", 5), ("precision", 2)], id="one-of-each-kind"),
        pytest.param(EVERY_STEP, id="all", marks=pytest.mark.thorough),
    ],
)
def test_a_step_of_a_lesson_is_asked_by_the_lecturer_alone(there, steps):
    async def play():
        assert not await ask(there, "lesson=triplet&step=2", lecturer=False)
        async with client(there, 2) as phone:
            for name, at in steps:
                await phone.until(lambda state: not state["round"])
                assert await ask(there, f"lesson={name}&step={at}"), (name, at)
                question = (await phone.until(lambda state: state["round"]))["question"]
                assert question["text"]
                picture = question["picture"]
                assert question["options"] or picture.keys() & {"sides", "windows"}
                assert picture.get("windows", [question["most"]])[-1] == question["most"]
                async with client(there, lecturer=True) as lecturer:
                    await lecturer.say("end")
                    await lecturer.until(lambda state: not state["round"])

    finished(play())
