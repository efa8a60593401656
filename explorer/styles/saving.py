"""The part of the page Styles that exports results as files."""

import json
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

import streamlit as st

from core.caemsi.equivalence import default_margin, flips, margin_curve
from core.caemsi.results import StyleTests, distance_rows, item_rows, labeling_rows, margin_rows
from core.io.archives import write_zip
from core.showing import Row, rows_csv
from explorer.figures import styles as styles_figures
from explorer.figures.parts import figures_page
from explorer.palette import COLORS
from explorer.styles.comparing import Compared
from explorer.styles.settings import duplicates
from explorer.styles.sources import SIDES, StylesSource, files_of
from explorer.widgets.saving import cite, download_button

_STEM = "hierscope-styles"


def styles_downloads(compared: Compared, tests: StyleTests, source: StylesSource) -> None:
    # A file is made after the run of the page, where the session is out of reach.
    titles, similar = duplicates()
    origin = {
        "duplicates_removed": {"titles": titles, "similar": similar},
        "source": source[1] if source[0] == "sample" else source[0],
        "hierscope": version("hierscope"),
    }

    def document() -> str:
        return json.dumps(tests.document() | origin, indent=2, ensure_ascii=False) + "\n"

    st.caption("Files use the margin and level on screen. PNG and SVG: buttons of each figure.")
    measured = compared.measured
    corpora, distances = measured.corpora, measured.distances
    download_button("Both tests, JSON", document, f"{_STEM}-tests.json")

    def table(label: str, name: str, rows: Callable[[], list[Row]]) -> None:
        download_button(f"{label}, CSV", lambda: rows_csv(rows()), f"{_STEM}-{name}.csv")

    table("p-values of all margins", "margins", lambda: margin_rows(compared.curve))
    table("Labelings", "labelings", lambda: labeling_rows(tests.difference, tests.equivalence))
    table("Distances", "distances", lambda: distance_rows(*corpora, distances))
    table(
        "Items and their map positions",
        "items",
        lambda: item_rows(*corpora, distances, measured.map),
    )
    download_button("Figures, HTML", lambda: _figures(compared, tests), f"{_STEM}-figures.html")
    if source[0] == "sample":

        def sample() -> bytes:
            sides = ((side.upper(), files_of(source, side)) for side in SIDES)
            return write_zip({f"{side}/{name}": data for side, of in sides for name, data in of})

        download_button("Files of the sample, zip", sample, f"{_STEM}-{source[1]}.zip")
    cite(tests.cite())


def _figures(compared: Compared, tests: StyleTests) -> str:
    measured, verdict, difference = compared.measured, tests.verdict, tests.difference
    names, n_a, margin = measured.item_names, measured.n_a, tests.equivalence.inferior
    curve = margin_curve(compared.ranked, compared.curve.margins, plus_one=difference.plus_one)
    by_margin = styles_figures.margin_figure(difference, curve, default_margin(*tests.sizes))
    changes = flips(compared.ranked, curve, verdict.alpha)
    by_margin.update_layout(styles_figures.level_marks(curve, changes, verdict.alpha))
    by_margin.add_vline(margin, line={"color": COLORS["window"]})
    matrix = partial(styles_figures.matrix_figure, measured.distances.values, n_a, names)
    figures = {
        "Both tests by margin": by_margin,
        "Random labelings": styles_figures.labelings_figure(difference, curve, margin),
        "Distances within and between": styles_figures.spread_figure(
            measured.spread, measured.names
        ),
        "Distances of all items, by corpus": matrix(range(len(names))),
        "Distances of all items, by similarity": matrix(measured.by_likeness),
    }
    if measured.map is not None:
        figures["Map of the items"] = styles_figures.map_figure(
            measured.map, n_a, names, measured.names
        )
    about = f"{verdict.sentence} {compared.about}."
    return figures_page("Two corpora", about, figures.items())
