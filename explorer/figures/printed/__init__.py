"""Draw figures for print with matplotlib: exact in size, with readable fonts."""
