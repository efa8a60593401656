"""What to cite, beside what is saved: to be copied, and as a file."""

from __future__ import annotations

import streamlit as st

from core.citing import Citation
from explorer.widgets.saving import download_button


def cite(citation: Citation, what: str = "") -> None:
    """Draw what a paper says of how something was computed, and its BibTeX, one fold away."""
    with st.expander(f"Cite {what}".strip(), icon=":material/format_quote:"):
        st.caption("For the section on methods:")
        st.code(citation.text, language=None, wrap_lines=True)
        st.caption("BibTeX:")
        st.code(citation.bibtex, language=None, wrap_lines=True)
        label = f"BibTeX file of {what}" if what else "BibTeX file"
        download_button(label, lambda: citation.bibtex, "hierscope.bib")
