"""What a paper says of its methods: a passage, and the BibTeX of what it rests on."""

from core.citing.works import Citation

__all__ = ["Citation"]
