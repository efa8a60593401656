"""What the words and the numbers of all pages mean, and how to link to it.

Nothing here knows Streamlit: the page shows what it finds here, tables link to it.
"""

from __future__ import annotations

from explorer.glossary.terms import GROUPS, TERMS, Term

__all__ = ["BY_ID", "GROUPS", "TERMS", "Term", "glossary_line", "link", "search", "see_also"]

BY_ID = {term.id: term for term in TERMS}
"""Every term by its id."""


def search(text: str) -> tuple[Term, ...]:
    """Find the terms that have all words of a text in them."""
    parts = text.casefold().split()

    def has(*fields: str) -> bool:
        searched = " ".join(fields).casefold()
        return all(part in searched for part in parts)

    named = [term for term in TERMS if has(term.id, term.name, term.symbol)]
    mentioned = [term for term in TERMS if has(term.id, term.name, term.symbol, term.text)]
    return tuple(dict.fromkeys((*named, *mentioned)))


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
