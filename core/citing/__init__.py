"""Write a methods passage for a paper, with the BibTeX of the works to cite."""

from core.citing.works import Citation

__all__ = ["Citation"]
