"""What the words and the numbers of all pages mean, and how to link to it.

Nothing here knows Streamlit: the page shows what it finds here, tables link to it.
"""

from __future__ import annotations

from explorer.glossary.cause_terms import CAUSE_TERMS
from explorer.glossary.style_terms import STYLE_TERMS
from explorer.glossary.terms import GROUPS, MEASURE_TERMS, Term

__all__ = ["BY_ID", "GROUPS", "TERMS", "Term", "glossary_line", "link", "search", "see_also"]

TERMS = (*MEASURE_TERMS, *CAUSE_TERMS, *STYLE_TERMS)
"""All terms, in the order in which they are explained."""

BY_ID = {term.id: term for term in TERMS}
"""Every term by its id."""


def search(text: str) -> tuple[Term, ...]:
    """Find the terms that have all words of a text in them."""
    words = text.casefold().split()

    def holds(*parts: str) -> bool:
        said = " ".join(parts).casefold()
        return all(word in said for word in words)

    named = [term for term in TERMS if holds(term.id, term.name, term.symbol)]
    told = [term for term in TERMS if holds(term.id, term.name, term.symbol, term.text)]
    return (*named, *(term for term in told if term not in named))


def see_also(term: Term) -> str:
    """Write the related terms as Markdown: links to their places on the glossary's own page."""
    return ", ".join(f"[{BY_ID[id].name}](#{id})" for id in term.see)


def link(id: str, text: str = "") -> str:
    """Write a link to a term as Markdown, which Streamlit opens in a new tab.

    Every page is one level below the root, so the address is relative, as in
    ``frontend/shared/glossary-link.js``.
    """
    name = BY_ID[id].name
    return f"[{text or name}](glossary?term={id})"


def glossary_line(*ids: str) -> str:
    """Write links to several terms as one line of Markdown, to stand under numbers."""
    return "Glossary: " + " · ".join(map(link, ids))
