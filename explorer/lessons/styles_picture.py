"""What the lesson on styles shows: strings and their sizes, distances, labellings, both tests."""

from collections.abc import Collection
from functools import cache
from itertools import combinations

import streamlit as st

from explorer.figures.styles import copies_figure, null_figure, spread_figure
from explorer.lessons.course.corpora import Copies, Corpora, Strings
from explorer.messages.styles import draw_tests
from explorer.styles.view import picture

_PLOT = {"displaylogo": False, "displayModeBar": False}


def corpora_picture(scene: Strings | Corpora | Copies, shown: Collection[str]) -> None:
    """Draw a scene, as far as it is to be seen."""
    if isinstance(scene, Strings):
        _strings(scene, "distances" in shown)
    elif isinstance(scene, Corpora):
        _corpora(scene, shown)
    else:
        count = len(scene.lengths) if "reach" in shown else scene.short
        curves = {name: values[:count] for name, values in scene.curves.items()}
        st.plotly_chart(copies_figure(scene.lengths, curves), key="copies", config=_PLOT)
        st.caption("D of random letters and their exact copy.")


def _strings(scene: Strings, with_distances: bool) -> None:
    left, right = st.columns([3, 2], gap="large")
    left.table(
        [
            {"": name, "string": f"`{data.decode()}`", "K": f"{scene.size(name)}"}
            for name, data in scene.strings
        ]
    )
    names = [name for name, _ in scene.strings]
    right.table(
        [
            {"": f"{one} and {other}", "K of both": f"{scene.size(one, other)}"}
            | ({"D": f"{scene.distance(one, other):.3f}"} if with_distances else {})
            for one, other in combinations(names, 2)
        ]
    )
    st.caption(f"K in bytes, by {scene.compressor}.")


def _corpora(scene: Corpora, shown: Collection[str]) -> None:
    if "within" in shown:
        figure = spread_figure(scene.spread, scene.names, between="between" in shown)
        st.plotly_chart(figure, key="spread", config=_PLOT)
    if "labellings" in shown:
        st.plotly_chart(null_figure(scene.difference), key="null", config=_PLOT)
        st.caption("T of random dealings; the line is what was observed.")
    if "tests" in shown:
        picture(_drawing(scene), "styles_lesson")


@cache
def _drawing(scene: Corpora) -> bytes:
    sizes = (len(scene.items[0]), len(scene.items[1]))
    about = f"A: {scene.names[0]}, B: {scene.names[1]}"
    return draw_tests(*scene.tests, names=scene.names, sizes=sizes, about=about)[1]
