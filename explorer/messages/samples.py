"""The sample pairs as the gallery draws them; the browser reads ``shared/samples.json``."""

from __future__ import annotations

from typing import Any

from core.io import describe
from core.samples import samples


def sample_cards() -> list[dict[str, Any]]:
    """Give what there is to draw of each sample pair, in their order."""
    return [
        {
            "id": sample.id,
            "title": sample.title,
            "about": sample.about,
            "duration": sample.reference.end,
            "reference": describe(sample.reference),
            "estimate": describe(sample.estimate),
        }
        for sample in samples()
    ]
