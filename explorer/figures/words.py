"""Names from files and links in figures."""

from __future__ import annotations


def plain(text: str) -> str:
    """Keep a name from being read as plotly's pseudo-HTML, in which ``<a href>`` is a link."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
