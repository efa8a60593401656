"""The part of a page that opens files: uploads, pasted text, and the messages beside them.

What the user opens replaces the pair on screen only once both sides can be read, aligned and
scored; until then, and when a file is bad, the pair stays and a message stands beside the uploader.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from core.errors import HierscopeError
from core.io import Candidate, File, formats, read_state
from core.notes import headline
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.machine import for_this_machine
from explorer.pair import computed
from explorer.pair.pairing import find, first_choice, open_side, pair_up
from explorer.session.around_streamlit import hear, plain
from explorer.state.pair import FILTERS, ORIGIN, PairState, SideSource
from explorer.state.url import ADDRESSED, from_url

COMPARE = Path(__file__).resolve().parents[1] / "pages" / "compare.py"


def choose_sample(sample: str) -> None:
    """Put a sample pair on screen; what was uploaded or pasted is cleared."""
    _adopt_sample(sample)
    _begin_anew()


def _adopt_sample(sample: str) -> None:
    session.pair.sample = sample
    session.pair.own = False
    _adopt(dict.fromkeys(SIDES, ("sample", sample)))
    session.visit.fresh += 1


def _begin_anew() -> None:
    """Have the view look for a query to begin with: that of the pair before has no meaning now."""
    session.pair.query = PairState.query.default
    session.pair.opened += 1


def start_pair(paths: list[str]) -> None:
    """Open what the link or the command line says, once."""
    if session.pair.sources:
        return
    swapped, own = session.pair.swapped, session.pair.own
    if session.pair.pair:
        adopt_drawn(session.pair.pair)
        return
    _adopt_sample(session.pair.sample)
    if paths and "sample" not in st.query_params:
        named: dict[Side, str] = dict(zip(SIDES, (paths * 2)[:2], strict=True))
        _adopt({side: ("path", path) for side, path in named.items()})
        session.pair.own = True
    elif own:
        st.toast(
            "The pair was too long for the link. Open its file again; what was drawn is kept in "
            "this browser, on the page Draw.",
            icon=":material/info:",
        )
        session.pair.restore = True
    session.pair.swapped = swapped


def adopt_drawn(pair: str) -> None:
    """Put a pair on screen that was drawn, or came in a link; `pair` is packed."""
    session.pair.sample = ""
    session.pair.own = True
    _adopt(dict.fromkeys(SIDES, ("drawn", pair)))


def open_in_compare(pair: str, settings: Mapping[str, Any]) -> None:
    """Put a packed pair on screen, under these settings; :func:`go_to_compare` leads there.

    Called by callbacks, which can't change the page.
    """
    hear()
    adopt_drawn(pair)
    _begin_anew()
    session.visit.fresh += 1  # clears what was uploaded
    session.pair.put(settings)
    session.pair.reset(FILTERS)
    session.pair.show_compare = True  # last: it stands for all of these


def go_to_compare() -> None:
    """Change to Compare once a pair was opened for it."""
    if session.pair.pop(PairState.show_compare):
        st.switch_page(COMPARE)


def _adopt(sources: dict[Side, SideSource]) -> None:
    session.pair.sources = sources
    session.pair.reset((PairState.repairs, PairState.swapped, PairState.drawn, PairState.restore))


def uploaders() -> None:
    """Draw the uploaders, and take what they hold."""
    st.caption(
        "Files are read on this machine, and nothing leaves it but with a link you send."
        if for_this_machine()
        else "Files are read by this server; others see of them what you send in a link."
    )
    swapped = st.empty()
    given: dict[Side, SideSource] = {}
    found: dict[Side, SideSource] = {}
    columns = dict(zip(SIDES, st.columns(2), strict=True))
    for side, column in columns.items():
        with column:
            source = _input(side)
            if source is not None:
                given[side] = source
    for side, source in given.items():
        listed, problem = find(source, side, session.pair.choices)
        with columns[side]:
            if problem:
                st.error(plain(problem), icon=":material/error:")
            else:
                found[side] = source
                st.success(plain(_summary(listed)), icon=":material/check:")
    alone = list(given) == ["reference"] == list(found)
    new = alone and session.pair.sources["reference"] != given["reference"]
    if new and _one_file(given["reference"]):
        listed, _ = find(given["reference"], "reference", session.pair.choices)
        if len(listed) > 1:  # one file with several annotations holds both sides
            found["estimate"] = given["reference"]
    if len(found) == 2:
        if session.pair.sources != found:
            problem = _problem(found)
            if problem:
                with columns["estimate"]:
                    st.error(plain(problem), icon=":material/error:")
                return
            _adopt(found)
            _begin_anew()
            session.pair.own = True
            session.pair.sample = ""
            _take_state(found)
    elif len(given) == 1 and found and not _holds_both(found):
        other = next(side for side in SIDES if side not in given)
        st.info(f"Now add the {other}. The pair on screen stays until both are there.")
    if session.pair.swapped:
        swapped.caption("The pair is swapped: the reference given here is shown as the estimate.")


def _take_state(sources: dict[Side, SideSource]) -> None:
    """Take what was on screen when a file was saved, where a file says it."""
    files = [
        File(*each) for kind, content in sources.values() if kind == "files" for each in content
    ]
    said = next(filter(None, map(read_state, files)), {})
    values, _ = from_url(said)
    taken = {
        value.key: values[value.key]
        for value in ADDRESSED
        if value.url in said and value not in ORIGIN
    }
    if taken:
        session.every.put(taken)
        session.visit.restored += 1
        st.toast("The file says what was on screen: shown as it was.", icon=":material/history:")


def what_opens() -> str:
    """List the formats of files, for the help of an uploader."""
    return f"{formats.words()}. Several files make one hierarchy."


def _input(side: Side) -> SideSource | None:
    fresh = session.visit.fresh
    uploads = st.file_uploader(
        f"{side.capitalize()} files",
        accept_multiple_files=True,
        key=f"upload_{side}_{fresh}",
        help=what_opens(),
    )
    text = st.text_area(
        f"… or paste the {side}",
        key=f"text_{side}_{fresh}",
        height=68,
        placeholder="0, 20, 40, 60\n0, 10, 20, 30, 40, 50, 60",
    )
    if uploads:
        return "files", tuple((upload.name, upload.getvalue()) for upload in uploads)
    if text.strip():
        return "text", text
    return None


def _holds_both(found: dict[Side, SideSource]) -> bool:
    """Whether the one source that is given is on screen as both sides already."""
    sources = session.pair.sources
    return all(sources[side] == source for side in SIDES for source in found.values())


def _one_file(source: SideSource) -> bool:
    kind, content = source
    return kind != "files" or len(content) == 1


def _summary(listed: tuple[Candidate, ...]) -> str:
    if len(listed) > 1:
        return f"{len(listed)} annotations: {', '.join(one.title for one in listed)}"
    hierarchy = listed[0].hierarchy
    start, end = map(hierarchy.words.at, (hierarchy.start, hierarchy.end))
    span = f"{listed[0].title}, {start} to {end}"
    return ". ".join(filter(None, (span, headline(listed[0].notes))))


def _problem(sources: dict[Side, SideSource]) -> str:
    """Say why two sources that read well can't be a pair; empty when they can."""
    try:
        sides = []
        same = sources["reference"] == sources["estimate"]
        for side in SIDES:
            listed, _ = find(sources[side], side, session.pair.choices)
            sides.append(open_side(side, listed[first_choice(side, same, listed)]))
        pair = pair_up(sides[0], sides[1], swapped=False)
        computed.scores_at(
            *pair.aligned, 1.0, session.pair.chosen_convention(), session.pair.frame_size, 1.0
        )
    except HierscopeError as error:
        return str(error)
    return ""
