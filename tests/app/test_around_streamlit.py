"""The reasons for workarounds: Streamlit's behavior without them."""

import re

import pytest
import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.testing.v1 import AppTest

from explorer.frontend.serving import script
from explorer.session.around_streamlit import plain


def test_a_script_of_one_line_is_taken_for_a_file():
    lines = script("pair/scope")
    with pytest.raises(StreamlitAPIException, match="file-backed js"):
        st.components.v2.component("one_line", js=" ".join(lines.splitlines()))
    st.components.v2.component("two_lines", js=lines)


def test_a_click_ends_a_run_with_an_exception_that_has_no_public_name():
    def script():
        import streamlit as st

        from explorer.session.around_streamlit import CLICKED

        try:
            st.rerun()
        except CLICKED:
            st.text("noted")

    app = AppTest.from_function(script).run()
    assert not app.exception
    assert app.text[0].value == "noted"


def test_a_cache_refuses_the_button_that_stops_what_it_keeps():
    def script():
        import streamlit as st

        st.cache_data(lambda: st.button("Stop"))()

    assert AppTest.from_function(script).run().exception[0].message


def test_names_are_not_read_as_markdown():
    def script():
        import streamlit as st

        from explorer.session.around_streamlit import plain

        st.markdown(plain("a_b_c *d* $e$ :red[f] 1. <g>"))

    text = AppTest.from_function(script).run().markdown[0].value
    assert text == r"a\_b\_c \*d\* \$e\$ \:red\[f\] 1\. \<g\>"


def test_an_address_in_a_name_is_no_link():
    shown = plain("http://a.b HTTPS://a.b www.a.b WWW.a.b x@y.z a @ b wwwa.b")
    bare = shown.replace("\\", "")
    assert not re.search(r"https?://|www\.|\w@\w", bare, re.IGNORECASE)
    assert bare.replace("\N{WORD JOINER}", "") == (
        "http://a.b HTTPS://a.b www.a.b WWW.a.b x@y.z a @ b wwwa.b"
    )
