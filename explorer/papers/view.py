"""What the page Papers shows: printed beside computed numbers as text, pictures, files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from core.align import Alignment
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import Choices
from core.measures import SYMBOLS
from core.papers import (
    SALAMI_VARIABLE,
    Cell,
    Fact,
    Published,
    Reproduced,
    counts,
    reproduce_all,
    salami_pair,
)
from core.papers.published import published
from core.papers.writing import cell_rows, tables_latex
from core.showing import rows_csv
from core.timewords import window_number
from core.tmeasures import CONVENTIONS, PAPER_TABLES
from core.windows import DEFAULT_WINDOW
from explorer import session
from explorer.glossary import link
from explorer.machine import for_this_machine
from explorer.pair import computed
from explorer.pair.settings import CONVENTION_WORDS
from explorer.palette import LAYERS
from explorer.tables.pair import Row
from explorer.widgets.salami import salami_path
from explorer.widgets.saving import download_button

_SIGNS = {"matches": "✓", "explained": "≈", "differs": "✗"}
_WIDTH, _ROW, _GAP = 240, 9, 5  # of a picture, in pixels


def found_tables() -> tuple[tuple[Reproduced, ...], dict[str, str]]:
    """Draw the choice of the convention, and compute all tables under it."""
    names = list(CONVENTIONS)
    name = st.selectbox(
        "Recompute under",
        names,
        index=names.index(PAPER_TABLES.name),
        format_func=CONVENTION_WORDS.__getitem__,
        key="papers_convention",
        help="All printed numbers come out under paper-tables only.",
    )
    annotators, problems = _annotators_in_folder()
    olda = None
    uploads = session.visit.papers_files or []
    if uploads:
        given, problems["files"] = _uploaded(uploads)
        olda = given.olda.hierarchy if given.olda else None
        annotators = given.annotators or annotators
    pair = (annotators.reference, annotators.estimate) if annotators else None
    try:
        found = reproduce_all(pair, olda, convention=CONVENTIONS[name])
    except HierscopeError as error:
        # OLDA's file alone can be at fault: it is of another track.
        problems["olda"] = str(error)
        found = reproduce_all(pair, convention=CONVENTIONS[name])
    return found, problems


def _annotators_in_folder() -> tuple[Alignment | None, dict[str, str]]:
    """Read the annotators from SALAMI's folder, where one is given."""
    folder = salami_path()
    try:
        return (salami_pair(folder) if folder else None), {}
    except HierscopeError as error:
        # Paths of this machine are nobody else's business.
        own = for_this_machine()
        said = str(error) if own else f"What ${SALAMI_VARIABLE} names can't be read."
        return None, {"salami": said}


def _uploaded(uploads: Sequence[Any]) -> tuple[Published, str]:
    """Tell annotators and OLDA in the files that were given; and what is wrong with these."""
    files = tuple((upload.name, upload.getvalue()) for upload in uploads)
    listed, problem = computed.candidates_in_files(files, Choices())
    try:
        return published(listed), problem
    except HierscopeError as error:
        return Published(None, None), str(error)


def summary(found: tuple[Reproduced, ...]) -> None:
    """Say how many printed numbers come out."""
    count = counts(found)
    missing = [each.table.source for each in found if each.result is None]
    left = f" Not computed: {' and '.join(missing)}; see there." if missing else ""
    matches, explained, differs = (
        f"**{count[status]}**" for status in ("matches", "explained", "differs")
    )
    if count["differs"]:
        st.warning(
            f"{matches} printed numbers match, {explained} explained, {differs} differ.{left}",
            icon=":material/close:",
        )
    else:
        st.success(
            f"All that is computed comes out: {matches} numbers match to the printed digit, "
            f"{explained} are explained below, none differs.{left}",
            icon=":material/check:",
        )


def table_rows(each: Reproduced) -> list[Row]:
    """Give a row a window: printed → computed, and a sign."""
    return [
        {link("window", "w (s)"): window_number(row.window)}
        | {
            link(cell.part, f"{cell.variant} {SYMBOLS[cell.part]}"): cell_text(cell, cell.printed)
            for cell in row.cells
        }
        for row in each.rows
    ]


def cell_text(number: Cell | Fact, printed: str | None) -> str:
    """Write a number as ``"0.44 → 0.43499 ≈"``; what is not printed or computed is left out."""
    if printed is None:
        return "" if number.computed is None else f"→ {number.computed:z.5f}"
    if number.status == "not computed":
        return printed
    if number.computed is None:
        return f"{printed} → – {_SIGNS[number.status]}"
    decimals = len(printed.partition(".")[2]) + 3
    return f"{printed} → {number.computed:z.{decimals}f} {_SIGNS[number.status]}"


def notes(each: Reproduced) -> list[str]:
    """Give the printed flat metrics, why numbers do not come out, and what is only prose."""
    lines = [
        f"{fact.said.words[0].upper()}{fact.said.words[1:]} {cell_text(fact, fact.said.printed)}"
        for fact in each.facts
    ]
    lines += [f"{_SIGNS[status]} {reason}." for status, reason in each.reasons]
    if any(row.source == "prose" for row in each.table.rows):
        lines.append(
            "The figure's table is not legible in any copy of the text: compared is what the prose "
            "says; what has no printed number is only computed."
        )
    return lines


def first_window(each: Reproduced) -> float:
    """Give the first window with a number that does not come out, the worst first; else 15 s."""
    for status in ("differs", "explained"):
        for row in each.rows:
            if any(cell.status == status for cell in row.cells):
                return row.window
    return DEFAULT_WINDOW


def picture(reference: Hierarchy, estimate: Hierarchy) -> str:
    """Draw a pair as SVG: the layers of the reference above those of the estimate."""
    scale = _WIDTH / reference.end
    shapes, y = [], 0
    for hierarchy, fill in zip((reference, estimate), LAYERS[:2], strict=True):
        for layer in hierarchy.layers:
            shapes += [
                f'<rect x="{start * scale:.2f}" y="{y}" '
                f'width="{max(0.4, (end - start) * scale - 1):.2f}" '
                f'height="{_ROW - 2}" fill="{fill}"/>'
                for start, end in layer.intervals.tolist()
            ]
            y += _ROW
        y += _GAP
    size = f'viewBox="0 0 {_WIDTH} {y - _GAP}" width="{_WIDTH}" height="{y - _GAP}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(shapes)}</svg>'


def paper_downloads(found: tuple[Reproduced, ...]) -> None:
    """Draw the buttons that save all tables; a file is made when it is asked for."""
    st.caption("All tables, as they are computed here.")
    for label, make, name in (
        ("Numbers, CSV", lambda: rows_csv(cell_rows(found)), "papers.csv"),
        ("Tables, LaTeX", partial(tables_latex, found), "papers.tex"),
    ):
        download_button(label, make, name)
