"""L-measures: agreement of two hierarchical segmentations in labels, counted by triplets."""
