"""What a paper says of its methods: a passage, and the BibTeX of what it rests on."""

from core.citing.scores import cite_scores
from core.citing.styles import cite_styles
from core.citing.works import WORKS, Citation

__all__ = ["WORKS", "Citation", "cite_scores", "cite_styles"]
