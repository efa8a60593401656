"""Score a corpus: find its pairs, score them, store results, compare methods, explain losses."""
