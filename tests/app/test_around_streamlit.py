"""Workarounds for Streamlit: what they must do."""

import re

from streamlit.testing.v1 import AppTest

from explorer.session.around_streamlit import plain


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


def test_a_run_hears_components_while_another_visitors_run_imports_a_page():
    def script():
        import streamlit as st

        from explorer.session.around_streamlit import handles, hear

        class Imports(dict):
            def get(self, name, default=None):
                handles("of_a_page", "imported_meanwhile")(print)
                return default

        st.session_state["gallery"] = Imports(first=None)
        handles("gallery", "first")(print)
        hear()
        st.text("heard")

    app = AppTest.from_function(script).run()
    assert not app.exception
    assert app.text[0].value == "heard"


def test_a_name_is_neither_markdown_nor_a_link():
    assert plain("a_b_c *d* $e$ :red[f] 1. <g>") == r"a\_b\_c \*d\* \$e\$ \:red\[f\] 1\. \<g\>"
    shown = plain("http://a.b HTTPS://a.b www.a.b WWW.a.b x@y.z a @ b wwwa.b")
    bare = shown.replace("\\", "")
    assert not re.search(r"https?://|www\.|\w@\w", bare, re.IGNORECASE)
    assert bare.replace("\N{WORD JOINER}", "") == (
        "http://a.b HTTPS://a.b www.a.b WWW.a.b x@y.z a @ b wwwa.b"
    )
