"""The part of a page that opens files: uploads, pasted text, and messages next to them.

New files replace the pair on screen only once both sides can be read, aligned and scored. Until
then, and if a file is bad, the pair stays, and a message is next to the uploader.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import HierscopeError
from core.io import Choices, File, first_choice
from core.io.formats.jams import read_state
from core.io.otherwise import Doubt
from core.io.units import UNITS
from core.notes import headline
from core.vocabulary import SIDES, Side
from explorer import session
from explorer.machine import for_this_machine
from explorer.messages.inspection import Setup
from explorer.pair import computed
from explorer.pair.pairing import open_side, pair_up
from explorer.pair.reading import ReadSide, choice_key, read_side
from explorer.pair.reading_options import seconds_of
from explorer.pair.understood import doubt_buttons, doubts_of, tell_reading
from explorer.session.around_streamlit import hear, plain
from explorer.state.pages import ADDRESSED, from_url
from explorer.state.pair import FILTERS, NAMES, ORIGIN, READINGS, PairState, SideSource


def choose_sample(sample: str) -> None:
    """Put a sample pair on screen; clear uploads and pasted text."""
    _adopt_sample(sample)
    _begin_anew()


def _adopt_sample(sample: str) -> None:
    session.pair.sample = sample
    session.pair.own = False
    _adopt(dict.fromkeys(SIDES, ("sample", sample)))
    session.visit.fresh += 1


def _begin_anew() -> None:
    """Let the view choose a first query; the previous pair's query and names no longer apply."""
    session.pair.reset((PairState.query, PairState.title, *NAMES))
    session.pair.opened += 1


def start_pair(paths: list[str]) -> None:
    """Open the pair of the link or the command line, once."""
    if session.pair.sources:
        return
    swapped, own = session.pair.swapped, session.pair.own
    readings = dict(zip(SIDES, (session.pair[value] for value in READINGS), strict=True))
    if session.pair.pair:
        adopt_drawn(session.pair.pair, readings)
        return
    _adopt_sample(session.pair.sample)
    if paths and "sample" not in st.query_params:
        named: dict[Side, str] = dict(zip(SIDES, (paths * 2)[:2], strict=True))
        _adopt({side: ("path", path) for side, path in named.items()}, readings)
        session.pair.own = True
    elif own:
        st.toast(
            "The link was too long to include the pair. Open its file again. The page Draw still "
            "has the last drawing of this browser.",
            icon=":material/info:",
        )
        session.pair.restore = True
    session.pair.swapped = swapped


def adopt_drawn(pair: str, readings: Mapping[Side, Choices] | None = None) -> None:
    """Show a packed pair that was drawn, or came in a link with its reading options."""
    session.pair.sample = ""
    session.pair.own = True
    _adopt(dict.fromkeys(SIDES, ("drawn", pair)), readings)


def open_in_compare(pair: str, settings: Mapping[str, Any]) -> None:
    """Put a packed pair on screen with these settings; the run after the callback shows it."""
    hear()
    adopt_drawn(pair)
    _begin_anew()
    session.visit.fresh += 1  # clears uploads
    session.pair.put(settings)
    session.pair.reset(FILTERS)
    session.pair.show_compare = True  # last, because a run may end at any access to the session


def open_path(path: str) -> None:
    """Put both annotations of a file or folder on screen; the next run shows them on Compare."""
    session.pair.sample = ""
    session.pair.own = True
    _adopt(dict.fromkeys(SIDES, ("path", path)))
    _begin_anew()
    session.visit.fresh += 1
    session.pair.show_compare = True


def _adopt(sources: dict[Side, SideSource], readings: Mapping[Side, Choices] | None = None) -> None:
    session.pair.sources = sources
    session.pair.reset(
        (PairState.repairs, PairState.swapped, PairState.drawn, PairState.restore, *READINGS)
    )
    for slot, choices in (readings or {}).items():
        session.pair.read_as(slot, sources[slot], choices)


def uploaders() -> None:
    st.caption(
        "Files stay on this machine unless you share a link."
        if for_this_machine()
        else "This server reads your files. Others see them only through a link that you share."
    )
    st.caption(
        "One segment a line: `0 30 A` (start, end, label). Several files become layers of one "
        "hierarchy. T compares boundaries, not labels. [All formats](guide?page=files)"
    )
    why_not, swapped = st.container(), st.empty()
    entered: dict[Side, SideSource] = {}
    columns = dict(zip(SIDES, st.columns(2), strict=True))
    for slot, column in columns.items():
        with column:
            source = _input(slot)
            if source is not None:
                entered[slot] = source
    read = {slot: read_side(slot, source) for slot, source in entered.items()}
    sources = {slot: side.source for slot, side in read.items() if side.listed}
    alone = next(iter(read.values())) if len(read) == 1 else None
    new = alone and session.pair.sources[alone.slot] != alone.source
    if alone and new and len(alone.listed) > 1:  # several annotations hold both sides
        sources = dict.fromkeys(SIDES, alone.source)
    refused = ""
    if len(sources) == 2 and session.pair.sources != sources:
        refused = _problem(sources)
        if not refused:
            first = next(iter(entered))
            readings = {
                slot: session.pair.reading(slot if slot in entered else first, source)
                for slot, source in sources.items()
            }
            _adopt(sources, readings)
            _begin_anew()
            session.pair.own = True
            session.pair.sample = ""
            _take_state(sources)
    for slot, side in read.items():
        with columns[slot]:
            _tell(side, sources)
    if refused:
        with why_not:
            st.error(plain(refused), icon=":material/error:")
            _conversions(read.values())
    elif len(entered) == len(sources) == 1 and any(  # otherwise both sides are on screen already
        session.pair.sources[slot] != source for slot in SIDES for source in sources.values()
    ):
        other = next(slot for slot in SIDES if slot not in entered)
        with columns[other]:  # at its uploader; further down it would be clipped
            st.info(f"Now add the {other}. The pair on screen stays until both are there.")
    if session.pair.swapped:
        swapped.caption("The sides are swapped: this reference is shown as the estimate.")


def _take_state(sources: dict[Side, SideSource]) -> None:
    files = [
        File(*file) for kind, content in sources.values() if kind == "files" for file in content
    ]
    state = next(filter(None, map(read_state, files)), {})
    values, _ = from_url(state)
    taken = {
        value.key: values[value.key]
        for value in ADDRESSED
        if value.url in state and value not in ORIGIN
    }
    if taken:
        session.every.put(taken)
        session.visit.restored += 1
        st.toast("Settings restored from the file.", icon=":material/history:")


def _input(side: Side) -> SideSource | None:
    fresh = session.visit.fresh
    uploads = st.file_uploader(
        f"{side.capitalize()} files",
        accept_multiple_files=True,
        key=f"upload_{side}_{fresh}",
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


def _tell(side: ReadSide, sources: Mapping[Side, SideSource]) -> None:
    """Describe how a side was read, with reading options until the pair is on screen."""
    if side.problem:
        st.error(plain(side.problem), icon=":material/error:")
    open_doubts = doubts_of(side)
    if side.listed:
        several = len(side.listed) > 1  # then their notes are not listed here
        warn = open_doubts or any(note.material for note in side.listed[0].notes if not several)
        tell, icon = (st.warning, "warning") if warn else (st.success, "check")
        text = _taken(side, sources) if several else _summary(side, open_doubts)
        tell(plain(text), icon=f":material/{icon}:")
    if session.pair.sources[side.slot] == side.source:
        if open_doubts:
            st.caption("Ambiguous settings are listed above the picture.")
        return
    for doubt in open_doubts:
        st.markdown(f":small[{plain(doubt.text)}.]")
        with st.container(horizontal=True):
            doubt_buttons([(side, doubt)], f"open_{side.slot}")
    with st.expander("How the file was read", key=f"open_readings_{side.slot}"):
        tell_reading(side, "open")


def _conversions(sides: Collection[ReadSide]) -> None:
    """Draw fields that convert a musical unit to seconds, if the sides have different units."""
    units = {side.slot: candidate.hierarchy.unit for side in sides if (candidate := side.candidate)}
    if len(set(units.values())) < 2:
        return
    for side in sides:
        unit = units[side.slot]
        if UNITS[unit].musical:
            st.markdown(f":small[**{side.slot.capitalize()}** is in {unit}: convert to seconds]")
            seconds_of(side, f"convert_{side.slot}", side.chosen.unit or unit)


def _taken(side: ReadSide, sources: Mapping[Side, SideSource]) -> str:
    """Show which annotation is which side."""
    listed = side.listed
    shown = session.pair.sources
    slots = [slot for slot in SIDES if side.source in (sources.get(slot), shown.get(slot))]
    same = len(slots) > 1
    default = {slot: first_choice(slot, same, listed) for slot in slots}
    chosen = {
        slot: st.session_state.get(choice_key(slot, side.source), at)
        for slot, at in default.items()
    }
    uses = [f"{listed[at].title} is the {slot}" for slot, at in chosen.items()]
    rest = [candidate.title for at, candidate in enumerate(listed) if at not in chosen.values()]
    if rest:
        uses.append(f"not used: {', '.join(rest)}. Choose annotations above the picture")
    return f"{len(listed)} annotations: {'; '.join(uses)}"


def _summary(side: ReadSide, open_doubts: Sequence[Doubt]) -> str:
    (candidate,) = side.listed
    hierarchy = candidate.hierarchy
    start, end = map(hierarchy.notation.at, (hierarchy.start, hierarchy.end))
    span = f"{candidate.title}, {start} to {end}"
    known = {doubt.kind for doubt in open_doubts}
    rest = headline(note for note in candidate.notes if note.kind not in known)
    return ". ".join(filter(None, (span, candidate.understood.line, rest)))


def _problem(sources: dict[Side, SideSource]) -> str:
    """Explain why two readable sources can't be a pair; empty if they can."""
    try:
        same = sources["reference"] == sources["estimate"]
        listed = {slot: read_side(slot, sources[slot]).listed for slot in SIDES}
        reference, estimate = (
            open_side(slot, listed[slot][first_choice(slot, same, listed[slot])]) for slot in SIDES
        )
        pair = pair_up(reference, estimate)
        computed.scores_at(Setup.of(*pair.aligned, session.pair), 1.0)
    except HierscopeError as error:
        return str(error)
    return ""
