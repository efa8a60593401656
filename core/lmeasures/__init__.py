"""L-measures: agreement of two hierarchical segmentations in their labels, counted in triplets."""
