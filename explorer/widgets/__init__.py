"""The parts that pages have in common: fields, tables, advice, progress."""
