"""How well all annotators of a track agree, each with each, and how well chance does."""

from core.agreement.annotators import Annotators, read_annotators
from core.agreement.corpus import REFERENCE, OverTracks, corpus_agreement
from core.agreement.results import KINDS, Agreement, Hole
from core.agreement.scoring import DRAWS, MOST_ANNOTATORS, agreement, mean_agreement

__all__ = [
    "DRAWS",
    "KINDS",
    "MOST_ANNOTATORS",
    "REFERENCE",
    "Agreement",
    "Annotators",
    "Hole",
    "OverTracks",
    "agreement",
    "corpus_agreement",
    "mean_agreement",
    "read_annotators",
]
