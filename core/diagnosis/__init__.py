"""Why a score is low: the causes, what mending each is worth, and a sentence."""

from core.diagnosis.api import diagnose, diagnose_variants, diagnose_windows, mend
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.results import Cause, Diagnosis, Finding, Mark, Values

__all__ = [
    "KINDS",
    "Cause",
    "Diagnosis",
    "Finding",
    "Kind",
    "Mark",
    "Values",
    "diagnose",
    "diagnose_variants",
    "diagnose_windows",
    "mend",
]
