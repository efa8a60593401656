"""Widgets shared by pages: fields, tables, advice, progress."""
