"""Chunks of tasks in parallel, and tasks that crash their workers."""

from concurrent.futures import BrokenExecutor, Future

import pytest

from core.jobs.running import ALONE, in_parallel


@pytest.mark.parametrize(("deaths", "result"), [(ALONE, "scored"), (ALONE + 1, None)])
def test_a_task_is_tried_again_before_a_death_is_put_down_to_it(deaths, result):
    def submit(part):
        future = Future()
        # The first time, they are not alone.
        if ("suspect" in part and tried.count("suspect") < deaths) or (
            part == ["other"] and tried.count("other") < 2
        ):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result("scored")
        tried.extend(part)
        return future

    tried = []
    parts = iter([["before"], ["suspect", "other"], ["after"]])
    done = list(in_parallel(parts, submit, lambda: 2, BrokenExecutor))
    assert sorted(done) == sorted(
        [
            (["before"], "scored"),
            (["suspect"], result),
            (["other"], "scored"),
            (["after"], "scored"),
        ]
    )
    assert tried.count("suspect") == ALONE + 1
    assert tried.count("other") == 3


def test_as_many_chunks_are_under_way_as_there_is_room_for_just_now():
    submitted = []
    most = []

    def submit(part):
        submitted.append(Future())
        submitted[-1].set_result(part)
        return submitted[-1]

    for number, _ in enumerate(in_parallel(iter([["pair"]] * 10), submit, lambda: len(most) + 1)):
        most.append(len(submitted) - number)
    assert most == [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]


def test_whoever_waits_for_a_chunk_is_asked_meanwhile():
    asked = iter([1, 1, KeyboardInterrupt])

    def room():
        if (answer := next(asked)) is KeyboardInterrupt:
            raise answer
        return answer

    never = Future()
    with pytest.raises(KeyboardInterrupt):
        next(in_parallel(iter([["pair"]]), lambda part: never, room, often=0.001))
    assert never.cancelled()
