"""Plotly figures under each other as a document of its own, which asks for nothing."""

from collections.abc import Sequence
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


def figures_page(title: str, about: str, figures: Sequence[go.Figure]) -> str:
    """Give figures as one HTML document; the first brings plotly."""
    return _PAGE.format(
        title=escape(title),
        about=escape(about),
        version=version("hierscope"),
        figures="\n".join(
            figure.to_html(full_html=False, include_plotlyjs=not at, auto_play=False)
            for at, figure in enumerate(figures)
        ),
    )
