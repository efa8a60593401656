"""The part of a page that opens files: uploads, pasted text, choices, repairs, and messages.

What the user opens replaces the pair on screen only once both sides can be read; until then, and
when a file is bad, the pair stays and a message stands beside the uploader.
"""

from __future__ import annotations

import streamlit as st

from core.errors import HierscopeError, clock
from core.io import Candidate
from explorer.opened import (
    SIDES,
    Opened,
    Pair,
    Side,
    Source,
    candidates,
    open_side,
    pair_up,
    try_candidates,
)

FORMATS = (
    "JAMS, SALAMI (raw or parsed), .lab (a file a layer), CSV (a row of boundaries a layer, or "
    "start,end,level,label). Several files make one hierarchy."
)
_SHOWN = 6  # messages of one kind; the rest is counted


def choose_sample(sample: str) -> None:
    """Put a sample pair on screen; what was uploaded or pasted is cleared."""
    st.session_state["sample"] = sample
    st.session_state["swapped"] = False
    st.session_state["sources"] = dict.fromkeys(SIDES, ("sample", sample))
    st.session_state["repairs"] = {}
    st.session_state["fresh"] = st.session_state.get("fresh", 0) + 1


def start_pair(paths: list[str]) -> None:
    """Open what the command line named, or the sample."""
    if "sources" in st.session_state:
        return
    choose_sample(st.session_state["sample"])
    if paths:
        named = dict(zip(SIDES, (paths * 2)[:2], strict=True))
        st.session_state["sources"] = {side: ("path", path) for side, path in named.items()}


def opening() -> None:
    """Draw the uploaders and take what they hold."""
    given: dict[Side, Source | None] = {}
    columns = st.columns(2)
    for side, column in zip(SIDES, columns, strict=True):
        with column:
            given[side] = _input(side)
    found: dict[Side, Source] = {}
    for side, column in zip(SIDES, columns, strict=True):
        source = given[side]
        if source is None:
            continue
        listed, problem = try_candidates(source, side)
        with column:
            if problem:
                st.error(_plain(problem), icon=":material/error:")
            elif listed:
                found[side] = source
                st.success(_plain(_summary(listed)), icon=":material/check:")
    if "reference" in found and given["estimate"] is None and _several(found["reference"]):
        # One file with several annotations holds both sides.
        found["estimate"] = found["reference"]
    if len(found) == 2:
        sources = dict(st.session_state["sources"])
        if sources != found:
            st.session_state["sources"] = found
            st.session_state["repairs"] = {}
    elif found and not any(given[side] is not None and side not in found for side in SIDES):
        (side,) = found
        other = "estimate" if side == "reference" else "reference"
        st.info(f"Now add the {other}. The pair on screen stays until both are there.")


def current_pair() -> Pair | None:
    """Draw the choices that the sources leave, apply repairs, and align.

    Returns
    -------
    Pair or None
        None, with a message, where the pair can't be aligned or a file has gone.
    """
    sides: dict[Side, Opened] = {}
    try:
        chosen = _choices()
        for side in SIDES:
            repair = st.session_state["repairs"].get(side)
            sides[side] = open_side(chosen[side], repair)
        pair = pair_up(sides["reference"], sides["estimate"], st.session_state["swapped"])
    except HierscopeError as error:
        st.error(_plain(str(error)), icon=":material/error:")
        return None
    _messages(pair, sides)
    return pair


def _input(side: Side) -> Source | None:
    fresh = st.session_state["fresh"]
    uploads = st.file_uploader(
        f"{side.capitalize()} files",
        accept_multiple_files=True,
        key=f"upload_{side}_{fresh}",
        help=FORMATS,
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


def _several(source: Source) -> bool:
    return len(candidates(source, "reference")) > 1


def _summary(listed: tuple[Candidate, ...]) -> str:
    if len(listed) > 1:
        return f"{len(listed)} annotations: {', '.join(found.title for found in listed)}"
    hierarchy = listed[0].hierarchy
    layers = "1 layer" if len(hierarchy.layers) == 1 else f"{len(hierarchy.layers)} layers"
    return f"{listed[0].title}: {layers}, {clock(hierarchy.start)} to {clock(hierarchy.end)}"


def _choices() -> dict[Side, Candidate]:
    sources: dict[Side, Source] = st.session_state["sources"]
    listed = {side: candidates(source, side) for side, source in sources.items()}
    same = sources["reference"] == sources["estimate"]
    chosen: dict[Side, Candidate] = {}
    if all(len(found) == 1 for found in listed.values()):
        return {side: found[0] for side, found in listed.items()}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        found = listed[side]
        if len(found) == 1:
            chosen[side] = found[0]
            continue
        first = 1 if same and side == "estimate" else 0
        with column:
            at = st.selectbox(
                f"{side.capitalize()} annotation",
                list(range(len(found))),
                index=first,
                format_func=[candidate.title for candidate in found].__getitem__,
                key=f"choice_{side}_{hash(sources[side])}",
                on_change=_forget_repair,
                args=(side,),
            )
        chosen[side] = found[at]
    return chosen


def _forget_repair(side: Side) -> None:
    st.session_state["repairs"].pop(side, None)


def _messages(pair: Pair, sides: dict[Side, Opened]) -> None:
    notes = [str(note) for note in pair.notes]
    for side in SIDES:
        notes += [f"{side}, {note}" for note in sides[side].notes]
    if notes:
        st.info(_plain(_list("Changed on the way in", notes)), icon=":material/build:")
    for side in SIDES:
        faults = sides[side].faults
        if not faults:
            continue
        lines = [
            f"layer {fault.layer} lacks the boundary at {clock(fault.time)} of layer {fault.above}"
            for fault in faults
        ]
        st.warning(
            _plain(
                _list(f"The {side} is not nested (scored all the same, as mir_eval does)", lines)
            ),
            icon=":material/account_tree:",
        )
        insert, snap = st.columns(2)
        insert.button(
            "Insert the missing boundaries below",
            key=f"insert_{side}",
            on_click=_repair,
            args=(side, "insert"),
        )
        snap.button(
            "Snap boundaries within 0.5 s",
            key=f"snap_{side}",
            on_click=_repair,
            args=(side, "snap"),
        )
    for side, repair in st.session_state["repairs"].items():
        if repair is not None:
            st.button(
                f"Undo the repair of the {side}",
                key=f"undo_{side}",
                on_click=_repair,
                args=(side, None),
            )


def _repair(side: Side, kind: str | None) -> None:
    st.session_state["repairs"] = {**st.session_state["repairs"], side: kind}


def _list(title: str, lines: list[str]) -> str:
    shown = lines[:_SHOWN]
    if len(lines) > _SHOWN:
        shown.append(f"… and {len(lines) - _SHOWN} more")
    return f"{title}: " + "; ".join(shown)


def _plain(text: str) -> str:
    """Keep file names and labels from being read as Markdown."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]()<>#+-.!|~$:" else char for char in text)
