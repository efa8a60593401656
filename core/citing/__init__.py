"""The works that hierscope cites, as BibTeX entries, and the citation that a result gives."""

import re
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files

from core.wording import listed

__all__ = ["Citation"]

_ALL_NAMED = 4  # more authors are shortened to the first


@dataclass(frozen=True)
class Work:
    """A work to cite: its BibTeX key, its short form in a text, and its entry."""

    key: str
    short: str
    bibtex: str


def _work(entry: str) -> Work:
    key, fields = entry.partition("{")[2].split(",", 1)
    text = dict(re.findall(r"^  (\w+) = \{(.*)\},$", fields, re.MULTILINE))
    families = [author.partition(",")[0] for author in text["author"].split(" and ")]
    named = listed(families) if len(families) <= _ALL_NAMED else f"{families[0]} et al."
    return Work(key, f"{named} {text.get('year', '')}".rstrip(), f"{entry}\n")


_BIBTEX = (files("core.citing") / "works.bib").read_text("utf-8")
_ENTRIES = _BIBTEX.replace("VERSION", version("hierscope")).rstrip().split("\n\n")

WORKS = {work.key: work for work in map(_work, _ENTRIES)}
"""All works, by key; CITATION.cff has the same."""


@dataclass(frozen=True)
class Citation:
    """A methods passage and its references.

    Parameters
    ----------
    text : str
        A few sentences for the methods section.
    works : tuple of Work
        The works that the text refers to, and hierscope.
    """

    text: str
    works: tuple[Work, ...]

    @property
    def bibtex(self) -> str:
        return "\n".join(work.bibtex for work in self.works)

    def __str__(self) -> str:
        return f"{self.text}\n\n{self.bibtex}"
