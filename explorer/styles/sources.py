"""The part of the page Styles that says which corpora are compared."""

from __future__ import annotations

import hashlib
import os
import secrets
from typing import Any

import streamlit as st

from core.caemsi.guessing import guess_representation, names_in
from core.caemsi.items import Corpus
from core.caemsi.reading import corpus_of_files, read_corpus
from core.caemsi.samples import style_sample, style_samples
from core.io import formats
from explorer.styles.form import KINDS, form, kind, kinds, sample, say, take
from explorer.widgets.progress import Watch
from explorer.widgets.text import plain

SIDES = ("a", "b")

Files = tuple[tuple[str, bytes], ...]
Source = tuple[str, ...]
"""Where two corpora come from: the kind, then what tells them apart, as text."""


def source() -> Source | None:
    """Give the source that is chosen, once it is said in full."""
    chosen, said = kind(), form()
    if chosen == "sample":
        return (chosen, sample())
    if chosen == "folders":
        folders = said["a"], said["b"]
        turn = st.session_state.get("styles_turn", st.session_state["session"])
        return (chosen, *folders, turn) if all(folders) else None
    held = [uploaded(side) for side in SIDES]
    return (chosen, *map(_digest, held)) if all(held) else None


def uploaded(side: str) -> Files:
    """Give the files that were uploaded for a side, for the kind that is chosen."""
    held: dict[str, Files] = st.session_state.get("styles_files", {})
    return held.get(f"{kind()}_{side}", ())


def files_of(said: Source, side: str) -> Files:
    """Give the files of a side, where they are not in a folder."""
    if said[0] == "sample":
        return style_sample(said[1]).files()[SIDES.index(side)]
    return uploaded(side)


def guess(said: Source) -> str:
    """Guess what files are read as."""
    if said[0] == "sample":
        return style_sample(said[1]).representation
    if said[0] == "folders":
        names = (name for folder in said[1:3] for name in names_in(os.path.expanduser(folder)))
    else:
        names = (name for side in SIDES for name, _ in uploaded(side))
    return guess_representation(names)


def read_side(
    said: Source, side: str, representation: str, duplicates: tuple[bool, bool], watch: Watch
) -> Corpus:
    """Read a corpus.

    Raises
    ------
    ReadError, StyleError
        As :func:`core.caemsi.reading.read_corpus`.
    """
    titles, similar = duplicates
    how: dict[str, Any] = {
        "titles": titles,
        "similar": similar,
        "progress": watch.tell,
        "cancelled": watch.stopped,
    }
    if said[0] == "folders":
        folder = os.path.expanduser(said[1 + SIDES.index(side)])
        return read_corpus(folder, representation, **how)
    name = style_sample(said[1]).names[SIDES.index(side)] if said[0] == "sample" else side.upper()
    return corpus_of_files(name, files_of(said, side), representation, **how)


def words() -> str:
    """Say in a line what is compared."""
    said = source()
    if said is None:
        return KINDS[kind()]
    if said[0] == "sample":
        return f"Sample: {style_sample(said[1]).title}"
    return (
        f"{KINDS[said[0]]}: {' and '.join(said[1:3])}" if said[0] == "folders" else KINDS[said[0]]
    )


def fields() -> None:
    """Draw the choice of a source, and its fields."""
    offered = kinds()
    st.radio(
        "Corpora from",
        offered,
        index=offered.index(kind()),
        format_func=KINDS.__getitem__,
        horizontal=True,
        key="widget_styles_kind",
        on_change=take,
        args=("kind",),
        label_visibility="collapsed",
    )
    chosen = kind()
    if chosen == "sample":
        _samples()
    elif chosen == "folders":
        _folders()
    else:
        _uploads(chosen)


def _samples() -> None:
    every = {each.id: each for each in style_samples()}
    st.pills(
        "Sample",
        list(every),
        default=sample(),
        format_func=lambda each: every[each].title,
        key=f"widget_styles_sample_{st.session_state.get('styles_pressed', 0)}",
        on_change=_take_sample,
        label_visibility="collapsed",
    )
    st.caption(plain(every[sample()].about))


def _take_sample() -> None:
    pressed = st.session_state.get("styles_pressed", 0)
    said = st.session_state[f"widget_styles_sample_{pressed}"]
    if said is None:  # pressed again: it stays
        st.session_state["styles_pressed"] = pressed + 1
    else:
        say(sample=said)


def _folders() -> None:
    *sides, again = st.columns([3, 3, 1.6], vertical_alignment="bottom")
    for column, side in zip(sides, SIDES, strict=True):
        column.text_input(
            f"Folder of corpus {side.upper()}",
            form()[side],
            key=f"widget_styles_{side}",
            on_change=take,
            args=(side,),
            placeholder="/path/to/folder",
        )
    again.button(
        "Look again",
        icon=":material/refresh:",
        key="styles_again",
        on_click=_look_again,
        width="stretch",
        help="Read the files as they are now.",
    )


def _look_again() -> None:
    st.session_state["styles_turn"] = secrets.token_hex(4)


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
            held = uploaded(side)
            if held:
                st.caption(f"{len(held):,} file{'s' * (len(held) != 1)}")
    layers = formats.either(formats.suffixes(layers=True))
    st.caption(
        f"Each file is an item; of hierarchies, the {layers} files of one folder are the layers of "
        "one. Files are read here and sent nowhere. A link or a reload does not keep them."
    )


def _take_upload(chosen: str, side: str) -> None:
    given = st.session_state[f"widget_styles_{chosen}_{side}"] or []
    found = tuple((each.name, each.getvalue()) for each in given)
    held = st.session_state.get("styles_files", {})
    st.session_state["styles_files"] = {**held, f"{chosen}_{side}": found}


def _digest(files: Files) -> str:
    hashed = hashlib.sha256()
    for name, data in files:
        hashed.update(f"{len(name)} {len(data)} ".encode() + name.encode() + data)
    return hashed.hexdigest()
