"""What the page Papers shows: printed beside computed numbers as text, pictures, files."""

from functools import partial

import streamlit as st

from core.align import Alignment
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import Choices
from core.papers.reproducing import (
    Number,
    Reproduced,
    counts,
    number_rows,
    reproduce_all,
    tables_latex,
)
from core.papers.salami import SALAMI_VARIABLE, published, salami_pair
from core.showing import rows_csv
from core.tmeasures import CONVENTIONS, PAPER_TABLES
from core.windows import DEFAULT_WINDOW
from core.wording import window_number
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
        files = tuple((upload.name, upload.getvalue()) for upload in uploads)
        candidates, problems["files"] = computed.candidates_in_files(files, Choices())
        try:
            uploaded, other = published(candidates)
            annotators = uploaded or annotators
            olda = other.hierarchy if other else None
        except HierscopeError as error:
            problems["files"] = str(error)
    pair = (annotators.reference, annotators.estimate) if annotators else None
    try:
        reproduced = reproduce_all(pair, olda, convention=CONVENTIONS[name])
    except HierscopeError as error:
        # OLDA's file alone can be at fault: it is of another track.
        problems["olda"] = str(error)
        reproduced = reproduce_all(pair, convention=CONVENTIONS[name])
    return reproduced, problems


def _annotators_in_folder() -> tuple[Alignment | None, dict[str, str]]:
    """Read the annotators from SALAMI's folder, where one is given."""
    folder = salami_path()
    try:
        return (salami_pair(folder) if folder else None), {}
    except HierscopeError as error:
        # Paths of this machine are nobody else's business.
        own = for_this_machine()
        message = str(error) if own else f"What ${SALAMI_VARIABLE} names can't be read."
        return None, {"salami": message}


def summary(reproduced: tuple[Reproduced, ...]) -> None:
    """Say how many printed numbers come out."""
    count = counts(reproduced)
    missing = [table.table.source for table in reproduced if table.result is None]
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


def table_rows(table: Reproduced) -> list[Row]:
    """Give a row a window: printed → computed, and a sign."""
    rows: dict[float, Row] = {}
    for number in table.numbers:
        printed = number.printed
        if printed.window is not None and not printed.is_flat:
            window = {link("window", "w (s)"): window_number(printed.window)}
            row = rows.setdefault(printed.window, window)
            row[link(printed.part, printed.symbol)] = cell_text(number)
    return [*rows.values()]


def cell_text(number: Number) -> str:
    """Write a number as ``"0.44 → 0.43499 ≈"``; what is not printed or computed is left out."""
    printed = number.printed.digits
    if printed is None:
        return "" if number.computed is None else f"→ {number.computed:z.5f}"
    if number.status == "not computed":
        return printed
    if number.computed is None:
        return f"{printed} → – {_SIGNS[number.status]}"
    decimals = len(printed.partition(".")[2]) + 3
    return f"{printed} → {number.computed:z.{decimals}f} {_SIGNS[number.status]}"


def notes(table: Reproduced) -> list[str]:
    """Give the printed flat metrics, why numbers do not come out, and what is only prose."""
    lines = [
        f"{number.printed.words[0].upper()}{number.printed.words[1:]} {cell_text(number)}"
        for number in table.numbers
        if number.printed.is_flat
    ]
    lines += [f"{_SIGNS[status]} {reason}." for status, reason in table.reasons]
    if table.table.is_prose:
        lines.append(
            "The figure's table is not legible in any copy of the text: compared is what the prose "
            "says; what has no printed number is only computed."
        )
    return lines


def first_window(table: Reproduced) -> float:
    """Give the first window with a number that does not come out, the worst first; else 15 s."""
    windows = [
        number.printed.window
        for status in ("differs", "explained")
        for number in table.numbers
        if number.status == status and not number.printed.is_flat
    ]
    return windows[0] or DEFAULT_WINDOW if windows else DEFAULT_WINDOW


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


def paper_downloads(reproduced: tuple[Reproduced, ...]) -> None:
    """Draw the buttons that save all tables; a file is made when it is asked for."""
    st.caption("All tables, as they are computed here.")
    for label, make, name in (
        ("Numbers, CSV", lambda: rows_csv([*number_rows(reproduced)]), "papers.csv"),
        ("Tables, LaTeX", partial(tables_latex, reproduced), "papers.tex"),
    ):
        download_button(label, make, name)
