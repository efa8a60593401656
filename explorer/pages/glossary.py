"""Glossary: what the words and the numbers of all pages mean, and where that is from."""

import streamlit as st

from explorer import session
from explorer.glossary import BY_ID, GROUPS, TERMS, Term, search, see_also
from explorer.pair.view import address_only
from explorer.widgets.text import title


def _show(term: Term) -> None:
    symbol = f" · ${term.symbol}$" if term.symbol else ""
    st.subheader(f"{term.name}{symbol}", anchor=term.id)
    st.markdown(term.text)
    if term.formula:
        st.markdown(rf"$\displaystyle {term.formula}$")
    st.caption(f"{term.source} · see also {see_also(term)}")


def _first(text: str) -> tuple[Term, ...]:
    """Give what is shown first: what is searched for, or else what the link asked for."""
    if text.strip():
        terms = search(text)
        st.caption(f"{len(terms)} found; the others are below." if terms else "Not in any term.")
        return terms
    asked = session.lessons.term
    if asked and asked not in BY_ID:
        st.caption(f"There is no term “{asked}”; all that there are follow.")
    return (BY_ID[asked],) if asked in BY_ID else ()


title()
st.caption(
    "Sections, equations, figures and footnotes are those of McFee, Nieto and Bello, "
    "*Hierarchical evaluation of segment boundary detection*, ISMIR 2015."
)
with st.container(key="glossary"):
    text = st.text_input(
        "Search the glossary",
        key="glossary_search",
        placeholder="a word, or part of one",
    )
    first = _first(text)
    if first:
        with st.container(border=True, key="glossary_first"):
            for term in first:
                _show(term)
    for group in GROUPS:
        rest = [term for term in TERMS if term.group == group and term not in first]
        if rest:
            st.header(group, anchor=False)
        for term in rest:
            _show(term)
address_only()
