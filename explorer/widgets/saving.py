"""Buttons that save files, citations, and the options of figures for print."""

from collections.abc import Callable, Collection, Mapping, Sequence
from mimetypes import guess_type

import streamlit as st

from core.citing import Citation
from core.latex import DIGITS
from core.measures import BY_KEY, Measure
from core.vocabulary import VARIANTS
from explorer.figures.printed.how import DPI, FORMS, MOST_DPI, SIZES, Form

_MOST_DIGITS = 6
_MOST_CAPTION = 1000
_CODE_HEIGHT = 300  # pixels


def download_button(label: str, make: Callable[[], str | bytes], name: str) -> None:
    """Draw a button that saves a file, which is made on click; the button fills its column."""
    mime, _ = guess_type(name)
    st.download_button(
        label, make, name, mime, on_click="ignore", width="stretch", key=f"download_{label}"
    )


def latex_button(
    label: str,
    measures: tuple[Measure, ...],
    caption: Callable[[Sequence[str]], str],
    make: Callable[..., str],
    name: str,
) -> None:
    """Draw a button that saves a LaTeX table, and fields for its measures, caption and decimals.

    `caption` returns the caption of measures; `make` takes the fields as ``to_latex`` does.
    """
    with st.expander(label):
        chosen = choose_measures(label, measures, VARIANTS)
        if not chosen:
            st.caption("Choose a measure.")
            return
        how = {"caption": caption_field(label, caption(chosen)), "measures": chosen}
        digits = st.number_input("Decimals", 1, _MOST_DIGITS, DIGITS, key=f"digits_{label}")
        download_button(label, lambda: make(**how, digits=digits), name)


def caption_field(what: str, text: str) -> str:
    """Draw a field with a caption; it starts anew when the caption that it began with changes."""
    return st.text_area(f"Caption of {what}", text, max_chars=_MOST_CAPTION)


def cite(citation: Citation, what: str = "") -> None:
    with st.expander(f"Cite {what}".strip(), icon=":material/format_quote:"):
        st.caption("For a methods section:")
        st.code(citation.text, language=None, wrap_lines=True)
        st.caption("BibTeX:")
        st.code(citation.bibtex, language=None, wrap_lines=True)
        label = f"BibTeX file of {what}" if what else "BibTeX file"
        download_button(label, lambda: citation.bibtex, "hierscope.bib")


def show_code(snippets: Mapping[str, str]) -> None:
    """Draw code that computes the numbers on screen, by captions."""
    with st.expander("Code", icon=":material/code:"):
        for caption, code in snippets.items():
            st.caption(caption)
            st.code(code, wrap_lines=True, height=min(_CODE_HEIGHT, 40 + 24 * code.count("\n")))


def choose_size(key: str) -> tuple[str, Form, int]:
    size, form = st.columns(2)
    wide = size.selectbox(
        "Size", list(SIZES), format_func=lambda size: SIZES[size].label, key=f"{key}_size"
    )
    kind = form.selectbox("Format", FORMS, format_func=str.upper, key=f"{key}_form")
    dpi = DPI
    if kind == "png":
        dpi = st.number_input("Dots per inch", 72, MOST_DPI, DPI, key=f"{key}_dpi")
    return wide, kind, dpi


def choose_measures(
    prefix: str, measures: tuple[Measure, ...], default: Collection[str], help: str | None = None
) -> list[str]:
    keys = [measure.key for measure in measures]
    chosen = st.pills(
        "Measures",
        keys,
        selection_mode="multi",
        default=[key for key in keys if key in default] or keys[:1],
        format_func=lambda key: BY_KEY[key].title,
        help=help,
        key=f"{prefix}_measures",
    )
    return [key for key in keys if key in chosen]
