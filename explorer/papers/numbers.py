"""Parts of the Papers page: printed and recomputed numbers, pictures, files."""

from collections.abc import Iterable
from functools import partial

import streamlit as st

from core.align import Alignment
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import Choices
from core.papers.distribution import distribution
from core.papers.reproducing import (
    Number,
    Reproduced,
    counts,
    number_rows,
    reproduce_all,
    tables_latex,
)
from core.papers.salami import SALAMI_VARIABLE, published, salami_pair
from core.settings import Settings
from core.showing import rows_csv
from core.tmeasures import CONVENTIONS, PAPER_TABLES
from core.windows import DEFAULT_WINDOW
from core.wording import IN_SECONDS, window_number
from explorer import session
from explorer.glossary import link
from explorer.machine import for_this_machine
from explorer.pair import computed
from explorer.pair.scoring_settings import CONVENTION_WORDS
from explorer.palette import CORPORA, NO_FILL, label_fills
from explorer.tables.pair import Row
from explorer.widgets.paths import salami_path
from explorer.widgets.saving import download_button

_SIGNS = {"matches": "✓", "explained": "≈", "differs": "✗"}
_WIDTH, _ROW, _GAP = 240, 9, 5  # of a picture, in pixels


def reproduced_tables() -> tuple[tuple[Reproduced, ...], dict[str, str]]:
    names = list(CONVENTIONS)
    name = st.selectbox(
        "Convention",
        names,
        index=names.index(PAPER_TABLES.name),
        format_func=CONVENTION_WORDS.__getitem__,
        key="papers_convention",
        help="Only paper-tables gives all printed numbers.",
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
    pair = annotators.pair if annotators else None
    try:
        reproduced = reproduce_all(pair, olda, settings=Settings(CONVENTIONS[name]))
    except HierscopeError as error:
        # OLDA's file is of another track.
        problems["olda"] = str(error)
        reproduced = reproduce_all(pair, settings=Settings(CONVENTIONS[name]))
    return reproduced, problems


def _annotators_in_folder() -> tuple[Alignment | None, dict[str, str]]:
    folder = salami_path()
    try:
        return (salami_pair(folder) if folder else None), {}
    except HierscopeError as error:
        # Visitors from other machines see no paths of this one.
        own = for_this_machine()
        message = str(error) if own else f"The folder in ${SALAMI_VARIABLE} can't be read."
        return None, {"salami": message}


def summary(tables: tuple[Reproduced, ...]) -> None:
    missing = [table.table.source for table in tables if table.result is None]
    more = f" Not computed: {' and '.join(missing)} (authors' files needed)." if missing else ""
    text = f"{count_text(tables, 'recomputed numbers match the printed digits')}.{more}"
    if counts(tables)["differs"]:
        st.warning(text, icon=":material/close:")
    else:
        st.success(text, icon=":material/check:")


def count_text(tables: Iterable[Reproduced], match: str = "match") -> str:
    """Count numbers, such as ``"19 match; 1 differs for a known reason"``."""
    count = counts(tables)
    if not count.keys() - {"not computed", "not printed"}:
        return "not computed"
    texts = [f"{count['matches']} {match}"]
    for number, how in ((count["explained"], " for a known reason"), (count["differs"], "")):
        if number:
            texts.append(f"{number} differ{'s' * (number == 1)}{how}")
    return "; ".join(texts)


def sign(table: Reproduced) -> str:
    count = counts([table])
    worst = (status for status in ("differs", "explained", "matches") if count[status])
    return _SIGNS.get(next(worst, ""), "·")


def reasons(table: Reproduced) -> list[str]:
    lines = []
    for _, reason in table.reasons:
        numbers = [_in_prose(number) for number in table.numbers if number.reason == reason]
        lines.append(f"≈ {'; '.join(numbers)}. {reason[0].upper()}{reason[1:]}.")
    return lines


def _in_prose(number: Number) -> str:
    printed, window, digits = number.printed, number.printed.window, number.printed.digits
    at = "" if printed.is_flat or window is None else f" {IN_SECONDS.at_window(window)}"
    computed = _computed_text(digits or "", number.computed or 0.0)
    return f"{printed.title}{at}: printed {digits}, computed {computed}"


def table_rows(table: Reproduced) -> list[Row]:
    rows: dict[float, Row] = {}
    for number in table.numbers:
        printed = number.printed
        if printed.window is not None and not printed.is_flat:
            window = {link("window", "w (s)"): window_number(printed.window)}
            row = rows.setdefault(printed.window, window)
            row[link(printed.part, printed.symbol)] = cell_text(number)
    return [*rows.values()]


def distribution_rows(data: bytes, source: str) -> list[Row]:
    """Return the boxes of Figure 11 as a table."""
    return [
        {
            link("window", "w (s)"): str(row.pop("window")),
            "tracks": str(row.pop("tracks")),
            **{name: f"{value:.3f}" for name, value in row.items()},
        }
        for row in distribution(data, source)
    ]


def cell_text(number: Number) -> str:
    printed = number.printed.digits
    if printed is None:
        return "" if number.computed is None else f"→ {number.computed:z.5f}"
    if number.status == "not computed":
        return printed
    if number.computed is None:
        return f"{printed} → – {_SIGNS[number.status]}"
    return f"{printed} → {_computed_text(printed, number.computed)} {_SIGNS[number.status]}"


def _computed_text(printed: str, computed: float) -> str:
    """Format a computed number with three decimals more than the printed one."""
    return f"{computed:z.{len(printed.partition('.')[2]) + 3}f}"


def notes(table: Reproduced) -> list[str]:
    lines = [
        f"{number.printed.title[0].upper()}{number.printed.title[1:]} {cell_text(number)}"
        for number in table.numbers
        if number.printed.is_flat
    ]
    if table.table.is_prose:
        lines.append(
            "The figure's table is not legible in any copy of the paper. Its numbers are compared "
            "with those in the text; numbers that the text lacks are only computed."
        )
    return lines


def first_window(table: Reproduced) -> float:
    """Return the first window with an unexplained difference, else any difference, else 15 s."""
    windows = [
        number.printed.window
        for status in ("differs", "explained")
        for number in table.numbers
        if number.status == status and not number.printed.is_flat
    ]
    return windows[0] or DEFAULT_WINDOW if windows else DEFAULT_WINDOW


def picture(reference: Hierarchy, estimate: Hierarchy) -> str:
    scale = _WIDTH / reference.end
    line = f'stroke="{CORPORA["between"]}"'
    shapes, y, fills = [], 0, label_fills(reference, estimate)
    for hierarchy in (reference, estimate):
        for layer in hierarchy.layers:
            segments = zip(layer.intervals.tolist(), layer.shown_labels, strict=True)
            shapes += [
                f'<rect x="{start * scale:.2f}" y="{y}" '
                f'width="{max(0.4, (end - start) * scale - 1):.2f}" '
                f'height="{_ROW - 2}" fill="{fills.get(label, NO_FILL)[0]}" {line}/>'
                for (start, end), label in segments
            ]
            y += _ROW
        y += _GAP
    size = f'viewBox="0 0 {_WIDTH} {y - _GAP}" width="{_WIDTH}" height="{y - _GAP}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(shapes)}</svg>'


def paper_downloads(reproduced: tuple[Reproduced, ...]) -> None:
    st.caption("All tables, as computed here.")
    download_button("Numbers, CSV", lambda: rows_csv([*number_rows(reproduced)]), "papers.csv")
    download_button("Tables, LaTeX", partial(tables_latex, reproduced), "papers.tex")
