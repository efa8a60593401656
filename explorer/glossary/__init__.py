"""Load the glossary's terms, search them and link to them; without Streamlit."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

BASIC = (
    "hierarchy",
    "reference",
    "estimate",
    "query",
    "triplet",
    "window",
    "recall",
    "precision",
    "f-measure",
    "reduced",
)
"""Terms that the glossary shows first, in reading order."""


@dataclass(frozen=True)
class Term:
    id: str  # in an address
    name: str
    group: str
    text: str
    source: str
    see: tuple[str, ...]
    symbol: str = ""
    formula: str = ""


_TABLES = tomllib.loads(Path(__file__).with_name("terms.toml").read_text("utf-8"))
TERMS = tuple(
    Term(id, **fields | {"text": " ".join(fields["text"].split()), "see": tuple(fields["see"])})
    for id, fields in _TABLES.items()
)
GROUPS = tuple(dict.fromkeys(term.group for term in TERMS))
BY_ID = {term.id: term for term in TERMS}


def search(text: str) -> tuple[Term, ...]:
    """Find the terms that contain all words of a text, in the name first."""
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
    """Write a Markdown link to a term; relative, as every page is one level below the root."""
    return f"[{text or BY_ID[id].name}](glossary?term={id})"


def glossary_line(*ids: str) -> str:
    """Write links to several terms as one line of Markdown."""
    return "Glossary: " + " · ".join(map(link, ids))
