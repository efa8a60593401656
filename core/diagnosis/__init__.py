"""Diagnose a low score: its causes, the gain from fixing each cause, and a sentence."""

from core.diagnosis._results import KINDS, Cause, Diagnosis, Finding, Kind, Mark, Values
from core.diagnosis.diagnosing import chance_range, diagnose, fix

__all__ = [
    "KINDS",
    "Cause",
    "Diagnosis",
    "Finding",
    "Kind",
    "Mark",
    "Values",
    "chance_range",
    "diagnose",
    "fix",
]
