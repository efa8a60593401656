"""Measure how well all annotators of a track agree with each other, compared with chance."""

from core.agreement.results import Agreement

__all__ = ["Agreement"]
