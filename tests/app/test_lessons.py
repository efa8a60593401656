"""The page Lessons as a script: questions, feedback, and the state of other pages."""

import json
from urllib.parse import parse_qsl

import pytest
from apptesting import address, message, opened_at, press, ready, to_page, view
from cases import case_rows

from explorer.lessons.course import LECTURE, lessons
from explorer.lessons.course.model import PARTS, Choice, Estimate

BY_ID = {lesson.id: lesson for lesson in lessons()}


def at(lesson, step):
    """The explorer opened by a link to a step."""
    return opened_at("lessons", lesson=lesson, step=str(step))


def hidden(app):
    return set(view(app)[0]["hidden"]) & set(PARTS)


# One step of each kind, and the last step of a lesson.
@pytest.mark.parametrize(("lesson", "number"), case_rows("lessons", "few"))
def test_a_step_asks_before_it_tells(lesson, number):
    lesson = BY_ID[lesson]
    step = lesson.steps[number - 1]
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
    press(app, "Show the solution")
    # It was not found: it is not told as what was.
    assert not app.success
    assert app.info[0].value.startswith("**Answer:** ")
    assert hidden(app) == set(PARTS) - set(step.after)
    # Of a triplet the moments are moved, not the boundaries.
    head, placed = view(app)[0], step.scene.triplet is not None
    assert head["mode"] == ("compare" if placed else "lesson")
    assert head["placing"] == (placed and step.outcome)
    assert head["answered"] == step.outcome
    convention = step.scene.convention.replace("_", "-")
    told = [item.value for item in app.caption if item.value.startswith("Convention")]
    link = f"[{step.scene.convention}](glossary?term={convention})"
    assert told == [f"Convention of the scores: {link}."] * ("scores" in step.after)
    # There is nothing to put back yet.
    assert all(button.label != "Reset" for button in app.button)
    assert len(app.info) == 1 + (number == len(lesson.steps))
    press(app, "Try again")
    assert not app.info
    assert hidden(app) == set(PARTS) - set(step.before)


def test_the_address_of_a_lesson_keeps_what_the_other_pages_show():
    app = opened_at("lessons", sample="figure4", w="30", convention="frameless")
    ready(app.button(key="begin-precision").click().run())
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


def boundaries(app):
    """Those of the estimate's first layer."""
    return view(app)[0]["estimate"]["layers"][0]["boundaries"]


def test_a_step_that_is_done_is_shown_as_it_was_left_also_at_another_visit():
    step = BY_ID["precision"].steps[1]
    app = at("precision", 2)
    press(app, "Show the solution")
    press(app, "Next step")
    (steps,) = (each for each in app.get("button_group") if "1" in each.options[0])
    assert steps.options[1] == "2 :material/visibility:"
    app.session_state["step"] = 2
    ready(app.run())
    for visit in (app, told(at("precision", 2), kept=kept(app))):
        assert visit.info
        assert boundaries(visit) == step.question.solved.estimate.boundaries[0].tolist()
    press(app, "Try again")
    assert boundaries(app) == step.scene.estimate.boundaries[0].tolist()


def test_the_list_leads_to_the_first_step_that_is_not_done_and_begins_a_done_lesson_anew():
    shown = {"answer": 0, "outcome": "shown"}
    app = told(at("flat", 1), kept={"flat-1": shown, "flat-4": shown})
    for number in (2, 3):
        press(app, "All lessons")
        assert app.button(key="begin-flat").label == "Continue"
        ready(app.button(key="begin-flat").click().run())
        assert view(app)[0]["scene"] == f"flat-{number}"
        press(app, "Show the solution")
    press(app, "All lessons")
    # A lecture has answers of its own: it starts fresh, goes on where it stopped, and can be reset.
    for label, number in (("Lecture", 1), ("Continue", 2), ("Reset", None), ("Lecture", 1)):
        press(app, label)
        if number:
            assert view(app)[0]["scene"] == f"lecture-triplet-{number}"
            press(app, "Show the solution")
            press(app, "All lessons")
    assert app.button(key="begin-flat").label == "Again"
    ready(app.button(key="begin-flat").click().run())
    assert view(app)[0]["scene"] == "flat-1"
    assert not app.success
    assert not app.radio[0].disabled


def test_a_lecture_leads_through_its_lessons_and_the_list_through_all():
    app = at("nothing-like-it", 1)
    ready(app.button(key="begin-lecture").click().run())
    path = []
    for lesson in LECTURE[:-1]:
        path.append(view(app)[0]["scene"])
        app.session_state["step"] = len(BY_ID[lesson].steps)
        press(ready(app.run()), "Show the solution")
        assert "lecture=1" in address(app)
        press(app, "Next lesson")
    assert [*path, view(app)[0]["scene"]] == [f"lecture-{lesson}-1" for lesson in LECTURE]
    assert "lecture" not in address(to_page(app, "compare"))
    app = at("triplet", 99)  # a step that is not there is the last one
    assert view(app)[0]["scene"] == f"triplet-{len(BY_ID['triplet'].steps)}"
    press(app, "Show the solution")
    press(app, "Next lesson")
    assert view(app)[0]["scene"] == "counting-1"


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_lesson_on_styles_asks_before_it_tells(number):
    lesson = BY_ID["styles"]
    app = at("styles", number)
    assert not app.success
    assert not [each for each in app.caption if each.value.startswith("Convention")]
    before = pictures(app)
    press(app, "Check")
    assert app.warning
    assert pictures(app) == before
    press(app, "Show the solution")
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
    press(ready(app.run()), "Show the solution")
    app.session_state["lesson"], app.session_state["step"] = "precision", 2
    press(ready(app.run()), "Check")
    assert {name: each["outcome"] for name, each in kept(app).items()} == {
        "flat-1": "checked", "flat-2": "shown", "precision-2": "checked",
    }  # fmt: skip
    # Of what the browser kept, only answers are taken.
    damaged = {"no-step": {"answer": 0, "outcome": "checked"}, "flat-3": {"answer": 5}, "": 5}
    again = told(at("precision", 2), kept=kept(app) | damaged)
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


def test_a_number_leads_to_its_step_and_the_browsers_back_to_an_earlier_one():
    app = at("depth", 3)
    ready(app.button_group(key="steps-depth-3").set_value(2).run())
    assert view(app)[0]["scene"] == "depth-2"
    told(app, went=["window", "3"])
    assert view(app)[0]["scene"] == "window-3"
    for nonsense in (["../x", "x"], [1, 2]):
        app.session_state["keep"] = {"went": [nonsense, 6, ""]}
        assert not ready(app.run()).exception
    press(app, "All lessons")
    assert app.button(key="begin-triplet")
