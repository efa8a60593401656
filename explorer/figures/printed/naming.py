"""Texts of a pair's figure for print: titles of sides, names of layers, and the caption."""

from collections.abc import Sequence

from core.align import names_of
from core.errors import ScoreError
from core.files.names import stem
from core.hierarchy import Hierarchy, Pair
from core.measures import caption
from core.tmeasures import TMeasures
from core.vocabulary import VARIANTS
from explorer.figures.printed.how import Print


def side_titles(pair: Pair) -> list[str]:
    sides = zip(("Reference", "Estimate"), pair, strict=True)
    return [f"{word} · {stem(side.name)}" if side.name else word for word, side in sides]


def layer_names(hierarchy: Hierarchy) -> list[str]:
    return [layer.name or f"layer {at}" for at, layer in enumerate(hierarchy.layers, 1)]


def figure_caption(pair: Pair, result: TMeasures, how: Print) -> str:
    """Name the pair, and measures, window, convention and frames if the figure shows them."""
    names, settings, units = how.name or names_of(*pair), result.settings, result.notation
    if "strips" in how.panels or how.query is not None:
        computed = settings.describe(how.window, units)
    elif {*how.panels} == {"layers"}:
        return names
    else:
        computed = settings.describe_frames(units)
    shaded = "chance" in how.panels and not {*VARIANTS}.isdisjoint(how.measures)
    gray = "; gray: 5 % to 95 % of F by chance" * shaded
    return caption(how.measures, names, f"{computed}{settings.describe_weight}{gray}")


def chosen_titles(pair: Pair, titles: Sequence[str]) -> Sequence[str]:
    if titles and len(titles) != len(pair):
        raise ScoreError(f"The number of titles is {len(titles)}. Give one per side: two.")
    return titles or side_titles(pair)


def chosen_layer_names(pair: Pair, names: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    own = [layer_names(side) for side in pair]
    counts = [len(side) for side in own]
    if names and [len(side) for side in names] != counts:
        raise ScoreError(
            f"The names of layers do not fit. Give {counts[0]} for the reference and {counts[1]} "
            "for the estimate."
        )
    return [*(names or own)]
