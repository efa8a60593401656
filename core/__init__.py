"""hierscope's core: hierarchies, files and scores, without a user interface."""

from core.compiled import ensure_folder

ensure_folder()
