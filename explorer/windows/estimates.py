"""The part of the page Windows that reads other estimates of the reference on screen."""

from dataclasses import replace

import streamlit as st

from core.align import align
from core.choosing.estimates import MOST_ESTIMATES
from core.errors import HierscopeError
from core.hierarchy import Hierarchy
from core.io import File, formats, write_jams
from core.notes import Note
from core.samples import sample
from core.wording import counted
from explorer import session
from explorer.messages.inspection import Setup
from explorer.pair import computed
from explorer.pair.notes import list_notes, notes_fold
from explorer.pair.opening import choose_sample
from explorer.session.around_streamlit import plain

ON_SCREEN, *PAPER_FIGURES = "figure6", "figure3", "figure4", "figure5", "figure7"
"""Samples that share one reference: the one on screen, and the others."""

_MOST = MOST_ESTIMATES - 1  # without the one on screen

Kept = tuple[tuple[str, bytes], ...]
Estimates = tuple[tuple[str, Hierarchy], ...]  # with their names


def estimates(setup: Setup) -> Estimates:
    reference, estimate = setup.pair
    on_screen = (f"{estimate.name or 'estimate'} (on screen)", estimate)
    upload, paper = st.columns([3, 1], vertical_alignment="bottom")
    key = f"more_{session.windows.more_turn}"
    upload.file_uploader(
        f"Other estimates of this reference (one file each, at most {_MOST})",
        accept_multiple_files=True,
        key=key,
        on_change=_add,
        args=(key, _times(reference)),
        help=f"{formats.listed()}. A file with several annotations, or a zip archive with several "
        "folders, contains several estimates.",
    )
    paper.button(
        "The paper's estimates",
        on_click=_take_paper,
        key="paper_estimates",
        width="stretch",
        help="The estimates of Figures 3 to 7 and their common reference.",
    )
    if session.windows.more_refused:
        st.error(plain(session.windows.more_refused), icon=":material/error:")
    files = session.windows.more_estimates
    if not files:
        return (on_screen,)
    if session.windows.more_of != _times(reference):
        st.info("These estimates were opened for another reference:", icon=":material/info:")
    with st.container(horizontal=True):
        for at, (name, _) in enumerate(files):
            st.button(
                plain(name),
                icon=":material/close:",
                key=f"less_{at}",
                on_click=_remove,
                args=(at,),
                help="Remove this estimate.",
            )
    return (on_screen, *_usable(files, reference))


def _usable(files: Kept, reference: Hierarchy) -> Estimates:
    usable: list[tuple[str, Hierarchy]] = []
    problems: list[str] = []
    notes: list[Note] = []
    for name, data in files:
        candidates, problem = computed.candidates_in_files(((name, data),), session.pair.choices)
        if problem:
            problems.append(problem)
        for candidate in candidates:
            stem = File(name, b"").stem
            title = stem if len(candidates) == 1 else f"{stem}, {candidate.title}"
            try:
                aligned = align(reference, candidate.hierarchy, (), candidate.notes)
            except HierscopeError as error:
                problems.append(f"{title}: {error}")
                continue
            usable.append((title, aligned.estimate))
            own = (note for note in aligned.notes if note.side == "estimate")
            notes += [replace(note, text=f"{title}: {note.text}", side="") for note in own]
    left_out = usable[_MOST:]
    if left_out:
        names = ", ".join(name for name, _ in left_out)
        problems.append(f"At most {MOST_ESTIMATES} estimates can be compared. Left out: {names}.")
    for problem in problems:
        st.error(plain(problem), icon=":material/error:")
    if notes:
        with notes_fold(notes, "estimates_notes"):
            list_notes(notes)
    return tuple(usable[:_MOST])


def _times(reference: Hierarchy) -> list[list[float]]:
    """Boundaries identify a reference; names do not."""
    return [boundaries.tolist() for boundaries in reference.boundaries]


def _add(key: str, reference: list[list[float]]) -> None:
    added: Kept = tuple((file.name, file.getvalue()) for file in st.session_state[key])
    files = session.windows.more_estimates
    count = len(files) + len(added)
    if count > _MOST:
        session.windows.more_refused = (
            f"{counted(len(added), 'file')} not added: at most {MOST_ESTIMATES} estimates can be "
            f"compared, and these would make {count + 1}."
        )
    elif added:
        _keep((*files, *added), reference)
    session.windows.more_turn += 1  # last, because it empties the uploader


def _remove(at: int) -> None:
    files = session.windows.more_estimates
    _keep(files[:at] + files[at + 1 :], session.windows.more_of)


def _take_paper() -> None:
    choose_sample(ON_SCREEN)
    others = [sample(figure).estimate for figure in PAPER_FIGURES]
    files = tuple((f"{estimate.name}.jams", write_jams(estimate)) for estimate in others)
    _keep(files, _times(sample(ON_SCREEN).reference))


def _keep(estimates: Kept, reference: list[list[float]]) -> None:
    session.windows.more_estimates, session.windows.more_of = estimates, reference
    session.windows.more_refused = ""
