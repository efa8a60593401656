"""Fuzzing: damaged and made-up input of every kind, and what may result from it.

A :class:`fuzz.trying.Target` names a way in. It has a hypothesis strategy for inputs, which are a
few named parts, and a function that hands them to hierscope. Hypothesis draws, shrinks and repeats;
`trying.py` checks the result: an answer, or one of our own errors, in words fit for anyone, within
the limits of time and memory.
"""
