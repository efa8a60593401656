"""Fuzzing: damaged and made-up input of every kind, and what may come of it.

A :class:`fuzz.trying.Target` makes an input, a few named parts, from random numbers alone, and
hands it to hierscope. `tests/test_fuzz.py` draws the numbers by hypothesis, which repeats what
failed; `trying.py` says what may come of an input: what was asked for, or an error of ours, in
words fit for anyone, within the budget.
"""
