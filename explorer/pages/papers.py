"""Papers: every printed number of the papers, computed again."""

from itertools import groupby

import streamlit as st

from core.hierarchy import Hierarchy
from core.io.link import pack_pair
from core.papers.printed import TRACK
from core.papers.reproducing import Reproduced
from core.papers.salami import ANNOTATIONS_FILE, OLDA_FILE, SALAMI_VARIABLE
from core.tmeasures import PAPER_TABLES
from explorer import session
from explorer.machine import for_this_machine
from explorer.pair.heading import heading
from explorer.pair.opening import open_in_compare, what_opens
from explorer.pair.view import address_only
from explorer.papers.view import (
    first_window,
    found_tables,
    notes,
    paper_downloads,
    picture,
    summary,
    table_rows,
)
from explorer.session.around_streamlit import plain, tabulate
from explorer.state.pair import HOW, PairState
from explorer.widgets.paths import read_button
from explorer.widgets.salami import download, salami_field, salami_folder, salami_path

ABSENT = {
    "salami": "The annotations are not shipped with hierscope, so only the printed numbers are "
    f"shown. Both annotators are in `test/{ANNOTATIONS_FILE}` of the authors' public repository "
    "`urinieto/hier_eval` on GitHub (GPL): open it here, or give SALAMI's folder.",
    "olda": "OLDA's output for this track is not shipped with hierscope, so only the printed "
    f"numbers are shown. It is `test/{OLDA_FILE}` of the same repository: open it under Figure 8, "
    "together with the annotations. The first annotator is the reference.",
}

NOT_ALONE = (
    "This server listens to other machines, too, so here no folder can be given and nothing be "
    "downloaded: the table is computed from the authors' file, by `hierscope reproduce --salami "
    f"FOLDER`, or where whoever starts the server sets ${SALAMI_VARIABLE}."
)

# How a pair of the papers is opened, whatever was on screen. (A comment: on a page Streamlit prints
# any string that stands by itself.)
OPENED = {value.key: value.default for value in (*HOW, PairState.variant, PairState.query)} | {
    "convention": PAPER_TABLES.name
}


def _open(pair: str, window: float) -> None:
    open_in_compare(pair, OPENED | {"window": window})


def _table(reproduced: Reproduced, problems: dict[str, str]) -> None:
    """One table: the pair, printed and computed numbers, and what is known of them."""
    table = reproduced.table
    with st.container(border=True, key=f"table_{table.id}"):
        about = f"**{plain(table.title)}**  \n{plain(table.source)}{', in percent' * table.percent}"
        if reproduced.pair is None:
            st.markdown(about)
        else:
            _head(reproduced, *reproduced.pair, about)
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
        problem = problems.get(table.needs, "")
        if problem:
            st.error(plain(problem), icon=":material/error:")
        elif table.needs == "olda" and reproduced.result is None and session.visit.papers_files:
            st.info("Both are needed, OLDA's output and the annotations: see Figure 8.")
        tabulate(table_rows(reproduced))
        lines = notes(reproduced)
        if lines:
            st.caption("  \n".join(map(plain, lines)))


def _head(reproduced: Reproduced, reference: Hierarchy, estimate: Hierarchy, about: str) -> None:
    drawn, middle, button = st.columns([1.4, 2.6, 1.2], vertical_alignment="center")
    layers = f"{len(reference.layers)} of the reference, {len(estimate.layers)} of the estimate"
    drawn.image(picture(reference, estimate), width="stretch", alt=f"The pair's layers: {layers}")
    middle.markdown(about)
    button.button(
        "Open in Compare",
        key=f"open_{reproduced.table.id}",
        on_click=_open,
        args=(pack_pair(reference, estimate), first_window(reproduced)),
        width="stretch",
        help="Put the pair on screen, under paper-tables.",
    )


def _files(problems: dict[str, str]) -> None:
    st.file_uploader(
        f"The authors' files for track {TRACK}",
        accept_multiple_files=True,
        key="papers_files",
        help=f"{ANNOTATIONS_FILE} for Figure 8, and {OLDA_FILE} for Figure 10. {what_opens()}",
    )
    problem = problems.get("files", "")
    if problem:
        st.error(plain(problem), icon=":material/error:")


export = heading()
st.markdown(
    "Every legible number of *Hierarchical evaluation of segment boundary detection* (McFee, Nieto "
    "and Bello, ISMIR 2015) and of its draft of 2014, computed again. A cell holds the printed and "
    "the computed score, and whether the printed digits come out: ✓ they do; ≈ they do not, for a "
    "known reason; ✗ anything else. In the pictures the reference is above the estimate."
)
st.caption(
    "Figure 9 scores SALAMI's annotators on three layers: uppercase letters, functions and "
    "lowercase letters. Its mean T_F at 15 s is 0.689. On the even-numbered tracks *Corpus* gives "
    "0.715 with *Functions as a layer*; it would be 0.693 if tracks without a triplet counted as "
    "0. The two layers of letters give 0.730."
)
status, choice = st.columns([2, 1], vertical_alignment="bottom")
with choice:
    reproduced, problems = found_tables()
with status:
    summary(reproduced)
with export, st.popover("Export", icon=":material/download:", width="stretch"):
    paper_downloads(reproduced)
for document, tables in groupby(reproduced, lambda table: table.table.document):
    st.subheader(document, anchor=False)
    for table in tables:
        _table(table, problems)
address_only()
