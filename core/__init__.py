"""hierscope's core: hierarchies, their files, and the scores. No user interface in here."""

from core.compiled.folder import ensure_folder

ensure_folder()
