"""hierscope's core: hierarchies, their files, and the scores. No user interface in here."""
