"""What a line says of notes."""

import pytest

from core.notes import Note, headline

NESTING = Note("not-nested", "not nested", side="reference")
LONG, SHORT = (Note("cropped", f"cropped by {s:g} s", side="estimate", seconds=s) for s in (5, 0.5))
OF_BOTH = [Note("unit-read", "in measures", side=side) for side in ("reference", "estimate")]
SORTED = Note("sorted", "segments sorted by time")


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ((), ""),
        ((SHORT,), "Estimate: cropped by 0.5 s"),
        ((SHORT, SORTED), "2 lesser notes"),
        ((NESTING,), "May change the score: reference: not nested"),
        (OF_BOTH, "May change the score: both sides: in measures"),
        (OF_BOTH[:1] * 2, "May change the score: reference: in measures; reference: in measures"),
        ((SHORT, NESTING), "May change the score: reference: not nested. Also 1 lesser note"),
        (
            (NESTING, SORTED, LONG, LONG, SHORT),
            "May change the score: reference: not nested; estimate: cropped by 5 s; 1 more. "
            "Also 2 lesser notes",
        ),
    ],
)
def test_what_is_material_is_said_apart_from_what_is_not(notes, said):
    assert headline(notes) == said
