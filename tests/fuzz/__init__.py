"""Fuzzing: damaged and made-up input of every kind, and what may come of it.

`python3 run.py fuzz` runs it: `__main__.py` reads the command, `running.py` has processes try, one
input after the other, so that one that ends a process is known; `trying.py` says what may come of
an input: what was asked for, or an error of ours, in words fit for anyone, within the budget.

An input is a few named parts, made by a :class:`fuzz.target.Target` from nothing but its seed and
number. So the same numbers are the same inputs everywhere, and a failure is a small file.
"""
