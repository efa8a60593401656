"""The page Lessons as a script: questions, feedback, and the state of other pages."""

import json
from urllib.parse import parse_qsl

import pytest
from apptesting import address, message, opened_at, press, ready, to_page, view

from core.io.link import pack_pair
from core.samples import sample
from explorer.lessons.course import LECTURE, lessons
from explorer.lessons.course.model import PARTS, Choice, Estimate

OTHER = (sample("figure4").reference, sample("figure4").estimate)
BY_ID = {lesson.id: lesson for lesson in lessons()}
PAIRS = {id: lesson for id, lesson in BY_ID.items() if id != "styles"}


def at(lesson, step):
    """The explorer opened by a link to a step."""
    return opened_at("lessons", lesson=lesson, step=str(step))


def hidden(app):
    return set(view(app)[0]["hidden"]) & set(PARTS)


@pytest.mark.parametrize("lesson", PAIRS.values(), ids=PAIRS)
def test_every_step_asks_before_it_tells(lesson):
    for number, step in enumerate(lesson.steps, 1):
        app = at(lesson.id, number)
        head, _ = view(app)
        assert head["scene"] == f"{lesson.id}-{number}"
        assert head["reference"]["layers"][0]["boundaries"] == (
            step.scene.reference.boundaries[0].tolist()
        )
        assert hidden(app) == set(PARTS) - set(step.before)
        assert not head["answered"]
        assert head["mode"] == ("lesson" if step.edits else "compare")
        assert not app.success
        assert len(app.radio) == isinstance(step.question, Choice)
        assert len(app.slider) == isinstance(step.question, Estimate)
        press(app, "Check")
        assert app.warning
        assert not app.success
        press(app, "Show the answer")
        # It was not found: it is not told as what was.
        assert not app.success
        assert app.info[0].value.startswith("**Answer:** ")
        assert hidden(app) == set(PARTS) - set(step.after)
        # Of a triplet the moments are moved, not the boundaries.
        head, placed = view(app)[0], step.scene.triplet is not None
        assert head["mode"] == ("compare" if placed else "lesson")
        assert head["placing"] == (placed and step.outcome)
        assert head["answered"] == step.outcome
        # There is nothing to put back yet.
        assert all(button.label != "Reset" for button in app.button)
        last = number == len(lesson.steps)
        assert len(app.info) == 1 + last
        press(app, "Try again")
        assert not app.info
        assert hidden(app) == set(PARTS) - set(step.before)


@pytest.mark.parametrize(
    ("lesson", "step", "convention"),
    [("flat", 1, "paper-tables"), ("conventions", 2, "paper-equation"), ("styles", 1, None)],
)
def test_a_step_says_by_which_convention_it_is_scored(lesson, step, convention):
    said = [item.value for item in at(lesson, step).caption if "Convention" in item.value]
    told = f"Convention of the scores: [{convention}](glossary?term={convention})."
    assert [each for each in said if each.startswith("Convention")] == [told] * bool(convention)


def test_a_step_that_is_not_there_is_the_last_one_and_an_unknown_lesson_the_list():
    app = at("triplet", 99)
    assert view(app)[0]["scene"] == f"triplet-{len(BY_ID['triplet'].steps)}"
    app = at("nothing-like-it", 1)
    assert app.button(key="begin-triplet")


def test_the_address_of_a_lesson_keeps_what_the_other_pages_show():
    app = opened_at("lessons", sample="figure4", w="30", convention="frameless")
    app.button(key="begin-precision").click()
    ready(app.run())
    there = dict(parse_qsl(address(app)))
    assert there == {
        "sample": "figure4", "w": "30.0", "convention": "frameless", "lesson": "precision",
    }  # fmt: skip
    again = opened_at("lessons", **there)
    assert view(again)[0]["scene"] == "precision-1"
    back = to_page(again, "compare")
    assert view(back)[0]["window"] == 30.0
    assert back.session_state["convention"] == "frameless"
    assert "lesson" not in address(back)


def test_a_step_that_is_done_is_shown_as_it_was_left():
    step = BY_ID["precision"].steps[1]
    app = at("precision", 2)
    press(app, "Show the answer")
    press(app, "Next step")
    app.session_state["step"] = 2
    ready(app.run())
    assert app.info
    shown = view(app)[0]["estimate"]["layers"][0]["boundaries"]
    assert shown == step.question.solved.estimate.boundaries[0].tolist()
    press(app, "Try again")
    shown = view(app)[0]["estimate"]["layers"][0]["boundaries"]
    assert shown == step.scene.estimate.boundaries[0].tolist()


def test_the_list_leads_to_the_first_step_that_is_not_done_and_begins_a_done_lesson_anew():
    app = at("depth", 1)
    for number in (1, 3, 4):
        app.session_state["step"] = number
        press(ready(app.run()), "Show the answer")
    press(app, "All lessons")
    assert app.button(key="begin-depth").label == "Continue"
    app.button(key="begin-depth").click()
    ready(app.run())
    assert view(app)[0]["scene"] == "depth-2"
    press(app, "Show the answer")
    press(app, "All lessons")
    assert app.button(key="begin-depth").label == "Again"
    app.button(key="begin-depth").click()
    ready(app.run())
    assert view(app)[0]["scene"] == "depth-1"
    assert not app.success
    assert not app.radio[0].disabled


def test_a_lecture_leads_through_its_lessons_and_the_list_through_all():
    app = opened_at("lessons")
    app.button(key="begin-lecture").click()
    ready(app.run())
    path = []
    for lesson in LECTURE[:-1]:
        path.append(view(app)[0]["scene"])
        app.session_state["step"] = len(BY_ID[lesson].steps)
        press(ready(app.run()), "Show the answer")
        assert "lecture=1" in address(app)
        press(app, "Next lesson")
    assert [*path, view(app)[0]["scene"]] == [f"{lesson}-1" for lesson in LECTURE]
    assert "lecture" not in address(to_page(app, "compare"))
    app = at("triplet", len(BY_ID["triplet"].steps))
    press(app, "Show the answer")
    press(app, "Next lesson")
    assert view(app)[0]["scene"] == "counting-1"


def test_a_lecture_keeps_the_answers_of_a_finished_lesson():
    app = at("triplet", 1)
    for number in range(1, len(BY_ID["triplet"].steps) + 1):
        app.session_state["step"] = number
        press(ready(app.run()), "Show the answer")
    press(app, "All lessons")
    ready(app.button(key="begin-lecture").click().run())
    assert view(app)[0]["scene"] == "triplet-1"
    press(app, "All lessons")
    assert app.button(key="begin-triplet").label == "Again"


def test_the_lesson_on_styles_asks_before_it_tells():
    lesson = BY_ID["styles"]
    for number in range(1, len(lesson.steps) + 1):
        app = at("styles", number)
        step = lesson.steps[number - 1]
        assert not app.success
        assert len(app.radio) == isinstance(step.question, Choice)
        assert len(app.slider) == isinstance(step.question, Estimate)
        before = pictures(app)
        press(app, "Check")
        assert app.warning
        assert pictures(app) == before
        press(app, "Show the answer")
        assert pictures(app) != before
        assert len(app.info) == 1 + (number == len(lesson.steps))


def pictures(app):
    """What is drawn: tables by their columns, the data of charts, components by their names."""
    charts = [json.loads(chart.proto.spec)["data"] for chart in app.get("plotly_chart")]
    components = [item.proto.component_name for item in app.get("bidi_component")]
    return [sorted(table.value.columns) for table in app.table], charts, sorted(components)


def kept(app):
    """What the browser is to keep."""
    return message(app, "hierscope_keep")[0]["kept"]


def told(app, **said):
    """A run after the browser has said something of answers."""
    app.session_state["keep"] = {name: [value, 5, ""] for name, value in said.items()}
    return ready(app.run())


def test_answers_are_kept_and_judged_anew_at_another_visit():
    right = BY_ID["flat"].steps[0].question.right
    app = at("flat", 1)
    app.radio[0].set_value(right)
    press(ready(app.run()), "Check")
    app.session_state["step"] = 2
    press(ready(app.run()), "Show the answer")
    app.session_state["lesson"], app.session_state["step"] = "precision", 2
    press(ready(app.run()), "Check")
    assert {name: each["outcome"] for name, each in kept(app).items()} == {
        "flat-1": "checked", "flat-2": "shown", "precision-2": "checked",
    }  # fmt: skip
    again = told(at("precision", 2), kept=kept(app))
    assert kept(again) == kept(app)
    assert again.warning[0].value == app.warning[0].value
    press(again, "All lessons")
    captions = [item.value for item in again.caption]
    assert "about 2 min, 2 of 4 steps, 1 shown" in captions
    assert captions.count("about 3 min") == [each.minutes for each in lessons()].count(3) > 0


def test_feedback_goes_when_the_picture_that_it_is_about_is_edited():
    app = at("window", 2)
    press(app, "Check")
    assert app.warning
    app.session_state["window"] = 7.0
    assert not ready(app.run()).warning


def test_a_picture_that_was_made_is_on_screen_at_another_visit():
    step = BY_ID["precision"].steps[1]
    app = at("precision", 2)
    press(app, "Show the answer")
    again = told(at("precision", 2), kept=kept(app))
    shown = view(again)[0]["estimate"]["layers"][0]["boundaries"]
    assert shown == step.question.solved.estimate.boundaries[0].tolist()
    assert again.info


@pytest.mark.parametrize(
    "answer",
    [
        True, -1, 9, 0.5, "0", None, [], {},
        {"staged": "x", "window": "3", "query": "1", "triplet": ""},
        {"staged": "1" * 9000, "window": "3", "query": "1", "triplet": ""},
        {"staged": pack_pair(*OTHER), "window": "3.0", "query": "1.0", "triplet": ""},
        {"staged": 5, "window": [], "query": {}, "triplet": None},
    ],
)  # fmt: skip
def test_what_is_no_answer_is_not_taken_from_the_browser(answer):
    said = {"answer": answer, "outcome": "checked"}
    app = told(at("flat", 1), kept={"flat-1": said, "precision-2": said, "no-step": said, "": 5})
    assert kept(app) == {}
    assert not app.exception


def test_what_is_said_of_an_answer_that_is_kept_is_not_believed():
    wrong = (BY_ID["flat"].steps[0].question.right + 1) % 3
    app = told(at("flat", 1), kept={"flat-1": {"answer": wrong, "outcome": "checked"}})
    assert not app.success
    assert app.warning


def test_a_number_leads_to_its_step_and_the_browsers_back_to_an_earlier_one():
    app = at("depth", 3)
    ready(app.button_group(key="steps-depth-3").set_value(2).run())
    assert view(app)[0]["scene"] == "depth-2"
    told(app, went=["window", "3"])
    assert view(app)[0]["scene"] == "window-3"
    for nonsense in (["../x", "2"], ["depth", "x"], "depth", [1, 2], None):
        app.session_state["keep"] = {"went": [nonsense, 6, ""]}
        assert not ready(app.run()).exception
    press(app, "All lessons")
    assert app.button(key="begin-triplet")


def test_a_step_that_was_shown_is_marked_so():
    app = at("depth", 1)
    press(app, "Show the answer")
    press(app, "Next step")
    (steps,) = (each for each in app.get("button_group") if "1" in each.options[0])
    assert steps.options[0] == "1 :material/visibility:"
