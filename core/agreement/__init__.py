"""How well all annotators of a track agree, each with each, and how well chance does."""

from core.agreement.results import Agreement

__all__ = ["Agreement"]
