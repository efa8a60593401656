"""Scores of many tracks as box plots against the window, as one plotly figure."""

from __future__ import annotations

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.corpus.results import Results
from core.corpus.summary import describe, one_score, rows_by_method
from core.measures import BY_KEY
from core.timewords import window_number
from core.vocabulary import Part
from core.windows import landmarks
from explorer.figures.pair import symbol
from explorer.figures.words import plain
from explorer.palette import COLOURS, TEMPLATE

_ROW = 190  # of a method


def corpus_figure(
    results: Results, variant: str = "reduced", part: Part = "f_measure"
) -> go.Figure:
    """Draw how a score is distributed at every window, a row a method."""
    members = rows_by_method(results)
    titles = [f"{method} ({len(rows)} pairs)" for method, rows in members.items()]
    figure = make_subplots(
        rows=max(len(members), 1),
        cols=1,
        figure=go.Figure(layout={"template": TEMPLATE}),
        shared_xaxes=True,
        subplot_titles=titles,
    )
    windows = [window_number(w) for w in results.windows.tolist()]
    measure = BY_KEY[variant]
    scores = one_score(results, variant, part)
    for row, (method, rows) in enumerate(members.items(), 1):
        found = describe(scores[rows])
        figure.add_box(
            x=windows,
            q1=found.q1,
            median=found.median,
            q3=found.q3,
            lowerfence=found.whisker_low,
            upperfence=found.whisker_high,
            mean=found.mean,
            name=plain(method),
            line={"color": COLOURS[part], "width": 1},
            showlegend=False,
            row=row,
            col=1,
        )
    figure.update_layout(
        height=_ROW * len(members) + 130,
        title=f"{symbol(measure, part)} {measure.variant}".rstrip() + f", {results.job.words}",
    )
    ticks = [window_number(w) for w in landmarks(results.windows.tolist())]
    figure.update_xaxes(type="category", tickvals=ticks)
    figure.update_xaxes(title="window w (s); ∞ is the whole track", row=len(members), col=1)
    return figure.update_yaxes(range=[-0.02, 1.02])
