"""What the words and the numbers of all pages mean, and how to link to it.

Nothing here knows Streamlit: the page shows what it finds here, tables link to it.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GROUPS = (
    "The pair",
    "Triplets",
    "Scores",
    "How they are computed",
    "Other measures",
    "Causes",
    "Styles",
)
"""The parts of the glossary, in their order."""


@dataclass(frozen=True)
class Term:
    """One word, and what it means, as `terms.toml` has it."""

    id: str
    """Its name in an address."""
    name: str
    group: str
    """One of :data:`GROUPS`."""
    text: str
    source: str
    see: tuple[str, ...]
    symbol: str = ""
    formula: str = ""


def _term(id: str, fields: dict[str, Any]) -> Term:
    """Read a table of `terms.toml`, whose text is broken into lines."""
    fields |= {"text": " ".join(fields["text"].split()), "see": tuple(fields["see"])}
    return Term(id, **fields)


TERMS = tuple(
    _term(id, fields)
    for id, fields in tomllib.loads(
        Path(__file__).with_name("terms.toml").read_text("utf-8")
    ).items()
)
"""All terms, in the order in which they are explained."""

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
