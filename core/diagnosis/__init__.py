"""Why a score is low: the causes, what mending each is worth, and a sentence."""

from core.diagnosis.api import diagnose, mend
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.results import Cause, Diagnosis, Finding, Mark, Values

__all__ = ["KINDS", "Cause", "Diagnosis", "Finding", "Kind", "Mark", "Values", "diagnose", "mend"]
