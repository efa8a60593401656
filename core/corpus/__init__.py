"""Whole corpora: find the pairs, score them, keep the results, compare and explain them."""
