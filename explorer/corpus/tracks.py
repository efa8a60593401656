"""Open a track of a corpus on other pages, and come back."""

from dataclasses import replace
from typing import Any

import streamlit as st

from core.align import Alignment, align
from core.corpus.reading import Load, load_files, read_aligned
from core.errors import HierscopeError
from core.files.access import without_places
from core.hierarchy import Pair
from core.io.link import Linked, ReadAs, pack_link
from core.vocabulary import SIDES
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Kept
from explorer.corpus.sources import in_memory, source_kind
from explorer.pair.opening import open_in_compare
from explorer.session.around_streamlit import plain
from explorer.state.pages import BY_TITLE, CORPUS
from explorer.state.pair import PairState


def loader() -> Load:
    """Return the loader of files that results name; it opens none that visitors may not open."""
    _, corpus = in_memory(source_kind())
    return load_files if corpus is None else corpus.load


def open_track(file: Kept, row: int) -> None:
    """Put a pair on screen with the settings of the corpus, or show why that is impossible."""
    results = corpus_computed.results(file)
    if not 0 <= row < len(results):
        return
    item, job = results.items[row], results.job
    how = {
        "convention": job.settings.convention.name,
        "mean_over_all": job.settings.convention.no_triplet == 0,
        "frame_size": job.settings.frame_size,
        "beta": job.settings.beta,
        "keep_silent": job.keep_silent,
    }
    if not _can_be_set(how):
        session.corpus.refused = (
            f"Tracks can't be opened: this corpus was scored with {job.description}, which the "
            "page can't set."
        )
        return
    try:
        alignment = read_aligned(item, loader(), job.choices)
        pair = _packed(alignment, f"{item.track} reference", f"{item.track} {item.method}")
    except HierscopeError as error:
        session.corpus.refused = without_places(str(error))
        return
    session.corpus.opened = {
        "pair": pair,
        "source": corpus_computed.source_key(file),
        "row": row,
        "name": f"{item.track}, {item.method}",
    }
    open_in_compare(pair, how)


def _packed(sides: Alignment, *names: str) -> str:
    """Pack a pair as it was read, with the notes on its files."""
    again = align(*sides.unaligned).notes  # Compare aligns again, and shows these
    carried = [
        ReadAs(notes=tuple(note for note in sides.notes if note.side == side and note not in again))
        for side in SIDES
    ]
    named = (replace(side, name=name) for side, name in zip(sides.unaligned, names, strict=True))
    return pack_link(Linked(Pair(*named), (carried[0], carried[1])))


def _can_be_set(how: dict[str, Any]) -> bool:
    """Whether the pages' settings can match those of a corpus."""
    try:
        for name, value in how.items():
            setting = getattr(PairState, name)
            setting.parse(setting.format(value))
    except ValueError:
        return False
    return True


def opened_row(source: str) -> int:
    """Return the row of a corpus that was opened last, or -1."""
    opened = session.corpus.opened
    return opened["row"] if opened and opened["source"] == source else -1


def on_screen(source: str) -> bool:
    opened = session.corpus.opened
    if not opened or opened["source"] != source:
        return False
    return bool(("drawn", opened["pair"]) == session.pair.sources["reference"])


def way_back() -> None:
    opened = session.corpus.opened
    if opened and on_screen(opened["source"]):
        with st.container(horizontal=True):
            st.page_link(CORPUS.script, label="Back to Corpus", icon=":material/arrow_back:")
            st.page_link(BY_TITLE["Windows"].script, label="Scape of this track")
        name = f"Track **{plain(opened['name'])}**, with the settings of the corpus."
        st.markdown(name, width="content")
