"""Figures for print, by matplotlib: exact in size, with type that can be read at that size."""
