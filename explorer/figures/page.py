"""Combine plotly figures in one HTML document without external resources."""

from collections.abc import Iterable
from html import escape
from importlib.metadata import version

import plotly.graph_objects as go

_PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body style="font-family: sans-serif">
<h1>{title}</h1>
<p>{about}</p>
{figures}
<footer>Made with hierscope {version}.</footer>
</body>
</html>
"""


def figures_page(title: str, about: str, figures: Iterable[tuple[str, go.Figure]]) -> str:
    """Return figures with headings as one HTML document; the first includes plotly."""
    return _PAGE.format(
        title=escape(title),
        about=escape(about),
        version=version("hierscope"),
        figures="\n".join(
            f"<h2>{escape(heading)}</h2>" * bool(heading)
            + figure.to_html(full_html=False, include_plotlyjs=not at, auto_play=False)
            for at, (heading, figure) in enumerate(figures)
        ),
    )
