"""A teacher makes questions from the pair on screen, and students answer them on Lessons."""

from random import Random
from string import ascii_letters
from urllib.parse import parse_qsl

from apptesting import address, message, new_app, opened_at, press, ready, to_page, view
from cases import case_rows

from core.io.link import pack_pair, unpack_pair
from core.samples import sample
from explorer.state.own_lesson import (
    Bound,
    Options,
    OwnLesson,
    OwnQuestion,
    Place,
    lesson_file,
    looked_at,
    pack_lesson,
    unpack_lesson,
)
from explorer.state.pages import LINK_LIMIT
from explorer.state.pair import PairState


def fill(app, **texts):
    for label, text in texts.items():
        fields = [*app.text_area, *app.text_input, *app.number_input, *app.radio, *app.selectbox]
        next(each for each in fields if each.label == label.replace("_", " ")).set_value(text)


def making(page="compare", /, **query):
    """A page with the form unfolded."""
    app = new_app(page, **query)
    app.session_state["make_question"] = True
    return ready(app.run())


def test_what_of_the_settings_a_question_does_not_keep_is_said():
    assert "row of scores on screen. Students" in said(making(all="1"))  # of Eq. 8 alone
    app = making(beta="2", all="1", convention="paper-equation")
    assert app.session_state["beta"] == 2
    assert app.session_state["mean_over_all"]
    words = "but β is 1 and queries without a triplet do not count. Students"
    assert words in said(app)


def ask(app, kind):
    ready(app.radio(key="asked").set_value(kind).run())


def made(app):
    return unpack_lesson(app.session_state["questions"])


def said(app):
    return " ".join(item.value for item in (*app.markdown, *app.caption))


def add_choice(app, prompt="What is *it*?", right=2):
    fill(app, Question=prompt, Option_1="a", Option_2="b", Correct_answer=right)
    fill(app, Feedback_on_option_1="Not [this](http://x).")
    return press(app, "Add to the lesson")


def test_a_question_is_made_of_what_is_on_screen():
    app = making("triplets", sample="figure6", w="7", variant="full", q="12")
    assert "Your lesson has" not in said(app)
    add_choice(app)
    assert not app.error
    assert "Your lesson has 1 question." in said(app)
    (question,) = made(app).questions
    assert question.holds == Options(("a", "b"), ("Not [this](http://x).", ""), 1)
    assert (question.seen.window, question.seen.query) == (7.0, 12.0)
    assert question.seen.variant == "full"
    pair = sample("figure6")
    assert unpack_pair(question.pair) == (pair.reference, pair.estimate)
    # The form is empty for the next one, and the address of the page knows nothing of it.
    assert not app.text_area[-1].value
    assert "questions" not in address(app)


def test_questions_of_every_kind_become_a_lesson_in_a_link_that_is_answered():
    app = add_choice(making(sample="figure6"))
    ask(app, "Reach a score")
    fill(app, Question="Better!", Score="f_measure", Bound=0.9)
    press(app, "Add to the lesson")
    ask(app, "Place a boundary")
    fill(app, Question="Where?", **{"Boundary at (s)": 13.0})
    press(app, "Add to the lesson")
    assert [type(each.holds) for each in made(app).questions] == [Options, Bound, Place]
    press(app, "Open it on Lessons")
    # The prompt is a text, whatever stands in it.
    assert "1. What is \\*it\\*?" in said(app)
    fill(app, Title="Tomorrow *morning*")
    ready(app.run())
    ready(app.button(key="begin_own").click().run())
    assert view(app)[0]["reference"]["layers"][0]["boundaries"] == (
        sample("figure6").reference.boundaries[0].tolist()
    )
    link = dict(parse_qsl(view(app)[0]["link"]))
    assert set(link) == {"lesson", "step", "questions"}
    student = opened_at("lessons", **link)
    assert "**Tomorrow \\*morning\\***" in said(student)
    assert student.radio[0].options == ["a", "b"]
    assert dict(parse_qsl(address(student))) == {key: link[key] for key in ("lesson", "questions")}
    # Answers are known again from what the browser kept; other pages know nothing of it.
    assert "questions" not in address(to_page(student, "compare"))
    app.radio[0].set_value(0)
    press(ready(app.run()), "Check")
    assert app.warning[0].value.startswith("Not this one. Not \\[this\\]")
    app.radio[0].set_value(1)
    press(ready(app.run()), "Check")
    assert app.success[0].value == "Correct."
    for words in ("Reduced $T_F$ is 1.000", "Layer 1 has a boundary at 0:13.0"):
        press(app, "Next step")
        assert view(app)[0]["mode"] == "lesson"
        press(app, "Check")
        assert app.warning
        press(app, "Show the solution")
        assert words in app.info[0].value
    press(app, "All lessons")
    assert app.button(key="begin_own")


def test_what_is_missing_of_a_choice_and_what_nobody_could_answer_is_said():
    app = making(sample="figure6")
    for fields, problem in case_rows("words", "choice-lacks"):
        whole = {"Question": "?", "Option_1": "a", "Option_2": "b", "Correct_answer": 1}
        fill(app, **whole | fields)
        press(app, "Add to the lesson")
        assert [each.value.replace("\\", "") for each in app.error] == [problem]
    for kind, fields, problem in case_rows("words", "unanswerable"):
        ask(app, kind)
        fill(app, Question="?", **fields)
        press(app, "Add to the lesson")
        assert app.error[0].value.replace("\\", "").startswith(problem)
    assert "questions" not in app.session_state or not app.session_state["questions"]


def packed(prompts):
    pair = sample("figure6")
    questions = [
        OwnQuestion(
            prompt,
            pack_pair(pair.reference, pair.estimate),
            looked_at(PairState({"query": 5.0})),
            False,
            Options(("a", "b"), ("", ""), 0),
        )
        for prompt in prompts
    ]
    return pack_lesson(OwnLesson("", tuple(questions)))


def test_a_file_of_a_lesson_is_opened_and_another_one_is_refused():
    app = opened_at("lessons")
    text = packed(["?"])
    for data in (b"{}", lesson_file(text).encode()):
        app.file_uploader(key="lesson_file").set_value(("x.json", data, "application/json"))
        ready(app.run())
        assert any("not a lesson" in each.value for each in app.error) == (data == b"{}")
    assert app.session_state["questions"] == text
    assert app.button(key="begin_own")


def test_a_lesson_that_is_too_long_for_a_link_says_so():
    random = Random(0)
    text = packed(["".join(random.choices(ascii_letters, k=600)) for _ in range(20)])
    assert len(text) > LINK_LIMIT
    app = opened_at("lessons", questions=text[:-1])
    assert any("Not understood in the link" in toast.value for toast in app.toast)
    assert app.button(key="begin-triplet")
    app = opened_at("lessons", questions=text)
    assert f"The lesson has {len(text):,} characters" in said(app)
    app.button(key="begin_own").click()
    ready(app.run())
    assert "questions" not in address(app)
    assert message(app, "hierscope_scope")[0]["long"] == [len(text), LINK_LIMIT]
