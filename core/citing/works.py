"""What is cited, as entries of BibTeX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version

from core.latex import escape
from core.wording import listed

_ALL_NAMED = 4  # authors; of more the first


@dataclass(frozen=True)
class Work:
    """Something to cite.

    Parameters
    ----------
    key : str
        Of its entry in BibTeX.
    kind : str
        Of the entry, such as ``"article"``.
    authors : tuple of (str, str)
        Given names and family names; without given names, the name of a group.
    title : str
    year : int or None
    fields : mapping of str to str
        What else the entry says, by BibTeX's names, as plain text.
    """

    key: str
    kind: str
    authors: tuple[tuple[str, str], ...]
    title: str
    year: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def short(self) -> str:
        """How a text refers to it: ``"McFee, Nieto and Bello 2015"``."""
        names = [family for _, family in self.authors]
        named = listed(names) if len(names) <= _ALL_NAMED else f"{names[0]} et al."
        return named if self.year is None else f"{named} {self.year}"

    @property
    def bibtex(self) -> str:
        """Its entry, with a line a field."""
        authors = [
            f"{escape(family)}, {escape(given)}" if given else f"{{{escape(family)}}}"
            for given, family in self.authors
        ]
        said = {
            "author": " and ".join(authors),
            "title": " ".join(map(_kept, self.title.split())),
            **{name: escape(text) for name, text in self.fields.items()},
            **({} if self.year is None else {"year": str(self.year)}),
        }
        lines = [f"  {name} = {{{text}}}," for name, text in said.items()]
        return "\n".join([f"@{self.kind}{{{self.key},", *lines, "}"]) + "\n"


def _kept(word: str) -> str:
    """Write a word of a title; what has capitals within it keeps them in every style."""
    return f"{{{escape(word)}}}" if word[1:] != word[1:].lower() else escape(word)


def _proceedings(number: int) -> str:
    return (
        f"Proceedings of the {number}th International Society for Music Information Retrieval "
        "Conference"
    )


_WORKS = (
    Work(
        "mcfee2015hierarchical",
        "inproceedings",
        (("Brian", "McFee"), ("Oriol", "Nieto"), ("Juan P.", "Bello")),
        "Hierarchical evaluation of segment boundary detection",
        2015,
        {"booktitle": _proceedings(16), "pages": "406--412"},
    ),
    Work(
        "mcfee2017evaluating",
        "article",
        (("Brian", "McFee"), ("Oriol", "Nieto"), ("Morwaread M.", "Farbood"), ("Juan P.", "Bello")),
        "Evaluating Hierarchical Structure in Music Annotations",
        2017,
        {
            "journal": "Frontiers in Psychology",
            "volume": "8",
            "pages": "1337",
            "doi": "10.3389/fpsyg.2017.01337",
        },
    ),
    Work(
        "raffel2014mireval",
        "inproceedings",
        (
            ("Colin", "Raffel"),
            ("Brian", "McFee"),
            ("Eric J.", "Humphrey"),
            ("Justin", "Salamon"),
            ("Oriol", "Nieto"),
            ("Dawen", "Liang"),
            ("Daniel P. W.", "Ellis"),
        ),
        "mir_eval: A Transparent Implementation of Common MIR Metrics",
        2014,
        {"booktitle": _proceedings(15), "pages": "367--372"},
    ),
    Work(
        "xi2025lose",
        "inproceedings",
        (("Qingyang", "Xi"), ("Brian", "McFee")),
        "Lose the Frames: Event-based Metrics for Efficient Music Structure Analysis Evaluations",
        2025,
        {"booktitle": _proceedings(26)},
    ),
    Work(
        "ens2018caemsi",
        "inproceedings",
        (("Jeff", "Ens"), ("Philippe", "Pasquier")),
        "CAEMSI: A Cross-Domain Analytic Evaluation Methodology for Style Imitation",
        2018,
        {
            "booktitle": "Proceedings of the 9th International Conference on Computational "
            "Creativity"
        },
    ),
    Work(
        "hierscope",
        "misc",
        (("", "the hierscope authors"),),
        "hierscope",
        fields={"howpublished": "Software", "note": f"Version {version('hierscope')}"},
    ),
)

WORKS = {work.key: work for work in _WORKS}
"""All that is cited, by key; CITATION.cff says the same."""


@dataclass(frozen=True)
class Citation:
    """What a paper says of how something was computed.

    Parameters
    ----------
    text : str
        A few sentences for the section on methods.
    works : tuple of Work
        What they refer to, and hierscope.
    """

    text: str
    works: tuple[Work, ...]

    @property
    def bibtex(self) -> str:
        """The entries of all works."""
        return "\n".join(work.bibtex for work in self.works)

    def __str__(self) -> str:
        return f"{self.text}\n\n{self.bibtex}"
