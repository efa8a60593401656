"""hierscope's core: hierarchies, their files, and the scores. No user interface in here."""

from core.compiled import ensure_folder

ensure_folder()
