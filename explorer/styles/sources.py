"""The part of the page Styles that chooses the corpora."""

import hashlib
from typing import Unpack

import streamlit as st

from core.caemsi import reading
from core.caemsi.items import Corpus
from core.caemsi.samples import STYLE_SAMPLES, style_sample
from core.files.access import expanded
from core.io import formats
from core.wording import counted
from explorer import session
from explorer.machine import for_this_machine
from explorer.session.around_streamlit import bound, plain
from explorer.session.remembered import remembered
from explorer.state.styles import KINDS, Files, StylesForm, StylesState
from explorer.widgets.fields import choose_kind, look_again, remove_button
from explorer.widgets.paths import read_button, unmeant, write_path

SIDES = ("a", "b")

StylesSource = tuple[str, ...]
"""The source of two corpora: its kind, then texts that identify it."""


def _offered_kinds() -> list[str]:
    return [kind for kind in KINDS if kind != "folders" or for_this_machine()]


def source_kind() -> str:
    kind = session.styles_form.kind
    return kind if kind in _offered_kinds() else "sample"


def chosen_source() -> StylesSource | None:
    """Return the chosen source, once it is complete and may be read."""
    chosen, form = source_kind(), session.styles_form
    if chosen == "sample":
        return (chosen, form.sample)
    if chosen == "folders":
        turn = session.styles.turn or session.visit.session
        return (chosen, form.a, form.b, turn) if form.a and form.b and not unread() else None
    digests = [_uploaded(side)[0] for side in SIDES]
    return (chosen, *digests) if all(digests) else None


def unread() -> list[str]:
    """Return the folders that may not be read yet."""
    form = session.styles_form
    return unmeant([form.a, form.b]) if source_kind() == "folders" else []


def _uploaded(side: str) -> tuple[str, Files]:
    """Return the digest and the files of an upload for a side, for the chosen kind."""
    return session.styles.files.get(f"{source_kind()}_{side}", ("", ()))


def files_of(source: StylesSource, side: str) -> Files:
    """Return the files of a side that are not in a folder."""
    if source[0] == "sample":
        return style_sample(source[1]).files()[SIDES.index(side)]
    return _uploaded(side)[1]


@remembered(200)
def guess(source: StylesSource) -> str:
    if source[0] == "sample":
        return style_sample(source[1]).representation
    if source[0] == "folders":
        names = (name for folder in source[1:3] for name in reading.names_in(expanded(folder)))
    else:
        names = (name for side in SIDES for name, _ in _uploaded(side)[1])
    return reading.guess_representation(names)


def read_side(
    source: StylesSource,
    side: str,
    representation: str,
    duplicates: tuple[bool, bool],
    **watched: Unpack[reading.Options],
) -> Corpus:
    titles, similar = duplicates
    options: reading.Options = {"titles": titles, "similar": similar, **watched}
    at = SIDES.index(side)
    if source[0] == "folders":
        return reading.read_corpus(expanded(source[1 + at]), representation, **options)
    name = style_sample(source[1]).names[at] if source[0] == "sample" else side.upper()
    return reading.corpus_of_files(name, files_of(source, side), representation, **options)


def source_words(source: StylesSource | None) -> str:
    if source is None:
        return KINDS[source_kind()]
    if source[0] == "sample":
        return f"Sample: {style_sample(source[1]).title}"
    folders = f": {' and '.join(source[1:3])}" if source[0] == "folders" else ""
    return f"{KINDS[source[0]]}{folders}"


def source_fields() -> None:
    choose_kind(
        session.styles_form, StylesForm.kind, "Corpora from", KINDS, _offered_kinds(), source_kind()
    )
    chosen = source_kind()
    if chosen == "sample":
        _samples()
    elif chosen == "folders":
        _folders()
    else:
        _uploads(chosen)


def _samples() -> None:
    chosen = session.styles_form.sample
    st.pills(
        "Sample",
        list(STYLE_SAMPLES),
        default=chosen,
        required=True,
        format_func=lambda sample: STYLE_SAMPLES[sample].title,
        label_visibility="collapsed",
        **bound(session.styles_form, StylesForm.sample),
    )
    st.caption(plain(STYLE_SAMPLES[chosen].about))


def _folders() -> None:
    *sides, again = st.columns([3, 3, 1.6], vertical_alignment="bottom")
    for column, value in zip(sides, (StylesForm.a, StylesForm.b), strict=True):
        with column:
            write_path(
                session.styles_form,
                value,
                f"Folder of corpus {value.name.upper()}",
                placeholder="/path/to/folder",
            )
    look_again(again, session.styles, StylesState.turn, "Read the files again.")
    read_button(unread(), "styles_read")


def _uploads(chosen: str) -> None:
    for column, side in zip(st.columns(2), SIDES, strict=True):
        with column:
            st.file_uploader(
                f"Corpus {side.upper()}",
                accept_multiple_files="directory" if chosen == "upload" else True,
                key=f"widget_styles_{chosen}_{side}",
                on_change=_take_upload,
                args=(chosen, side),
            )
            if files := _uploaded(side)[1]:
                st.caption(counted(len(files), "file"))
    layers = formats.either(formats.suffixes(layers=True))
    st.caption(
        f"Each file is an item; {layers} files in one folder are the layers of one hierarchy. "
        "Files stay on this server, and are deleted when you close this tab. Links do not include "
        "them."
    )
    keys = (f"widget_styles_{chosen}_{side}" for side in SIDES)
    remove_button(session.styles, StylesState.files, *keys)


def _take_upload(chosen: str, side: str) -> None:
    uploads = st.session_state[f"widget_styles_{chosen}_{side}"] or []
    files = tuple((upload.name, upload.getvalue()) for upload in uploads)
    new = {f"{chosen}_{side}": (_digest(files) if files else "", files)}
    session.styles.files = session.styles.files | new


def _digest(files: Files) -> str:
    digest = hashlib.sha256()
    for name, data in files:
        digest.update(f"{len(name)} {len(data)} ".encode() + name.encode() + data)
    return digest.hexdigest()
