"""Papers: every printed number of the papers, recomputed."""

from itertools import groupby

import streamlit as st

from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.papers.distribution import SCORES_FILE
from core.papers.printed import TRACK
from core.papers.reproducing import Reproduced
from core.papers.salami import ANNOTATIONS_FILE, OLDA_FILE, SALAMI_VARIABLE
from core.tmeasures import PAPER_TABLES
from explorer import session
from explorer.machine import for_this_machine
from explorer.pair.heading import heading
from explorer.pair.live import address_only
from explorer.pair.opening import open_in_compare
from explorer.papers import numbers
from explorer.session.around_streamlit import plain, tabulate
from explorer.state.pair import HOW, PairState
from explorer.widgets.paths import download, read_button, salami_field, salami_folder, salami_path

ABSENT = {
    "salami": "The annotations are not part of hierscope, so only the printed numbers are shown. "
    f"Both annotators are in `test/{ANNOTATIONS_FILE}` of the authors' public repository "
    "`urinieto/hier_eval` on GitHub (GPL). Open that file here, or name SALAMI's folder.",
    "olda": "OLDA's output for this track is not part of hierscope, so only the printed numbers "
    f"are shown. It is `test/{OLDA_FILE}` of the same repository. Open it under Figure 8, together "
    "with the annotations. The first annotator is the reference.",
}

NOT_ALONE = (
    "This server is open to other machines, so it reads no folders and downloads nothing. Open the "
    "authors' file, run `hierscope reproduce --salami FOLDER`, or ask the administrator to set "
    f"${SALAMI_VARIABLE}."
)

# Settings with which a pair of the papers opens, whatever was on screen. (Not a docstring, because
# Streamlit prints strings on pages.)
OPENED = {value.key: value.default for value in (*HOW, PairState.variant, PairState.query)} | {
    "convention": PAPER_TABLES.name
}


FIGURE_9 = (
    "Figure 9 compares SALAMI's annotators on three layers: uppercase letters, functions and "
    "lowercase letters. It shows boxes; the mean $T_F$ at 15 s in the authors' table is 0.689. "
    "On the even-numbered tracks *Corpus* gives 0.695 with *Functions as a layer*, and 0.727 with "
    "the two layers of letters."
)


def _table(reproduced: Reproduced, problems: dict[str, str]) -> None:
    """Draw a table in a fold, named without LaTeX's labels; below it the reasons of differences."""
    table = reproduced.table
    problem = problems.get(table.needs, "")
    has_files = reproduced.pair or problem or problems.get("files")
    texts = [plain(text) for text in (table.source, table.title) if not text.startswith("tab:")]
    name = f"{numbers.sign(reproduced)} **{' · '.join(texts)}**{' (percent)' * table.percent}"
    name += f" · {numbers.count_text([reproduced])}"
    with st.expander(name, expanded=bool(table.needs and has_files), key=f"table_{table.id}"):
        if reproduced.pair is not None:
            _head(reproduced, *reproduced.pair)
        if reproduced.result is None:
            st.markdown(ABSENT[table.needs])
        if table.needs == "salami":
            _files(problems)
            if for_this_machine():
                salami_field("papers_salami", f"annotations/{TRACK}")
                if not salami_path():
                    read_button([salami_folder()], "papers_read")
                download("papers")
            elif reproduced.result is None:
                st.markdown(NOT_ALONE)
        if problem:
            st.error(plain(problem), icon=":material/error:")
        elif table.needs == "olda" and reproduced.result is None and session.visit.papers_files:
            st.info("This table needs both OLDA's output and the annotations: see Figure 8.")
        tabulate(numbers.table_rows(reproduced))
        if lines := numbers.notes(reproduced):
            st.caption("  \n".join(map(plain, lines)))
    for reason in numbers.reasons(reproduced):
        st.caption(plain(reason))


def _head(reproduced: Reproduced, reference: Hierarchy, estimate: Hierarchy) -> None:
    drawn, _, button = st.columns([1.4, 2.6, 1.2], vertical_alignment="center")
    layers = f"{len(reference.layers)} of the reference, {len(estimate.layers)} of the estimate"
    drawn.image(
        numbers.picture(reference, estimate), width="stretch", alt=f"The pair's layers: {layers}"
    )
    button.button(
        "Open in Compare",
        key=f"open_{reproduced.table.id}",
        on_click=open_in_compare,
        args=(
            pack_pair(reference, estimate),
            OPENED | {"window": numbers.first_window(reproduced)},
        ),
        width="stretch",
        help="Show the pair with the convention paper-tables.",
    )


def _files(problems: dict[str, str]) -> None:
    st.file_uploader(
        f"The authors' files for track {TRACK}",
        accept_multiple_files=True,
        key="papers_files",
        help=f"{ANNOTATIONS_FILE} for Figure 8, and {OLDA_FILE} for Figure 10.",
    )
    problem = problems.get("files", "")
    if problem:
        st.error(plain(problem), icon=":material/error:")


def _figure_11() -> None:
    with st.expander("Figure 11 · OLDA on 726 tracks of SALAMI"):
        st.markdown(
            "The authors published scores, but OLDA's output for one track only. Open "
            f"`{SCORES_FILE}` of the authors' repository to see $T_F$ at each window."
        )
        uploaded = st.file_uploader("The authors' scores of OLDA", type="csv", key="papers_scores")
        if uploaded:
            try:
                tabulate(numbers.distribution_rows(uploaded.getvalue(), uploaded.name))
            except HierscopeError as error:
                st.error(plain(str(error)), icon=":material/error:")


export = heading()
with st.container(key="papers"):
    st.markdown(
        "Every legible number of *Hierarchical evaluation of segment boundary detection* (McFee, "
        "Nieto and Bello, ISMIR 2015) and of its draft of 2014, recomputed."
    )
    status, choice = st.columns([2, 1], vertical_alignment="bottom")
    with choice:
        reproduced, problems = numbers.reproduced_tables()
    with status:
        numbers.summary(reproduced)
    with export, st.popover("Export", icon=":material/download:", width="stretch"):
        numbers.paper_downloads(reproduced)
    st.caption(
        "Open a line for printed → computed numbers: ✓ the printed digits match, ≈ they differ for "
        "a known reason, ✗ they differ. Pictures show the reference above the estimate."
    )
    for document, tables in groupby(reproduced, lambda table: table.table.document):
        st.subheader(document, anchor=False)
        with st.container(gap="xsmall"):
            for table in tables:
                _table(table, problems)
        if document == reproduced[0].table.document:
            _figure_11()
            st.caption(FIGURE_9)
address_only()
