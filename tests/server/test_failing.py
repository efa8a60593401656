"""Messages on internal failures."""

import io
import logging
import re

import pytest
from streamlit.testing.v1 import AppTest

from explorer.server import failing


def test_a_failure_is_a_sentence_and_a_number_that_the_log_explains(caplog):
    def page():
        from explorer.server.failing import say

        assert say(OSError("/secret/place is none"))

    with caplog.at_level(logging.ERROR):
        shown = AppTest.from_function(page).run().error[0].value
    assert "/" not in shown
    assert "OSError" not in shown
    number = re.search(r"\*\*([0-9a-f]{6})\*\*", shown)[1]
    written = [record for record in caplog.records if number in record.message]
    assert "/secret/place is none" in str(written[0].exc_info[1])


@pytest.mark.parametrize(
    ("error", "memory"),
    [(MemoryError(), True), (ImportError("a.so: failed to map segment from shared object"), True),
     (OSError(12, "Cannot allocate memory"), True), (ImportError("no such module"), False)],
)  # fmt: skip
def test_a_lack_of_memory_is_named(error, memory):
    outer = RuntimeError("the page failed")
    outer.__cause__ = error
    assert ("memory" in failing.reason_of(outer)) == memory


def test_the_log_holds_no_escape_codes():
    stream = io.StringIO()
    log = failing.Printable(stream)
    print("a\x1b]0;title\x07 \u202e b\tc\r\nd é", file=log)
    assert stream.getvalue() == "a\\x1b]0;title\\x07 \\u202e b\tc\\r\nd é\n"
    assert not log.isatty()
