"""Sources of a corpus's pairs. Every file without a pair is reported as a Problem."""
