"""Triplets: which triplets disagree, where, why, and what they cost."""

from functools import partial

from explorer.corpus.tracks import way_back
from explorer.lessons.making import make_question
from explorer.pair.current import show_pair
from explorer.pair.heading import export_menu, heading
from explorer.pair.live import live
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import block_downloads


def _show(pair: ShownPair) -> None:
    live(*pair.aligned, mode="triplets", as_read=pair.as_read)
    export_menu(export, pair, partial(block_downloads, *pair.aligned))
    make_question(*pair.aligned)


export = heading(of_pair=True)
way_back()
show_pair(_show)
