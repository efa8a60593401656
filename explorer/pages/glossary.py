"""Glossary: the terms of all pages, the basic ones first."""

import streamlit as st

from explorer import session
from explorer.glossary import BASIC, BY_ID, GROUPS, TERMS, Term, search, see_also
from explorer.pair.live import address_only
from explorer.widgets.text import title


def _show(term: Term) -> None:
    symbol = f" · ${term.symbol}$" if term.symbol else ""
    with st.container(gap="xsmall"):
        st.subheader(f"{term.name}{symbol}", anchor=term.id)
        st.markdown(term.text)
        if term.formula:
            st.markdown(rf"$\displaystyle {term.formula}$")
        st.caption(f"{term.source} · see also {see_also(term)}")


def _first(text: str) -> tuple[Term, ...]:
    if text.strip():
        terms = search(text)
        st.caption(f"{len(terms)} found" if terms else "Not found in any term.")
        return terms
    asked = session.lessons.term
    if asked and asked not in BY_ID:
        st.caption(f"There is no term “{asked}”.")
    return (BY_ID[asked],) if asked in BY_ID else ()


title()
with st.container(key="glossary"):
    text = st.text_input(
        "Search the glossary", key="glossary_search", placeholder="a word, or part of one"
    )
    first = _first(text)
    if first:
        with st.container(border=True, key="glossary_first"):
            for term in first:
                _show(term)
    st.header(f"{len(BASIC)} basic terms", anchor=False)
    with st.container(key="glossary_basic"):
        for term in (BY_ID[id] for id in BASIC):
            if term not in first:
                _show(term)
    st.header("All other terms", anchor=False)
    for group in GROUPS:
        terms = [term for term in TERMS if term.group == group and term.id not in BASIC]
        with st.expander(f"{group} ({len(terms)})", key=f"glossary_{group}"):
            for term in terms:
                if term not in first:
                    _show(term)
    st.caption(
        "Sections, equations, figures and footnotes are those of McFee, Nieto and Bello, "
        "*Hierarchical evaluation of segment boundary detection*, ISMIR 2015."
    )
st.caption("How to do each task is in the [guide](guide).")
address_only()
