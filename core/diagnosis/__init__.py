"""Diagnose a low score: its causes, the gain from fixing each cause, and a sentence."""

from core.diagnosis.diagnosing import diagnose, fix
from core.diagnosis.kinds import KINDS, Kind
from core.diagnosis.results import Cause, Diagnosis, Finding, Mark, Values

__all__ = ["KINDS", "Cause", "Diagnosis", "Finding", "Kind", "Mark", "Values", "diagnose", "fix"]
