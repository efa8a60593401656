"""The parts of the pages that show one pair: Compare, Triplets and Draw."""
