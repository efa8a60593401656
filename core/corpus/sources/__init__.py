"""Where the pairs of a corpus come from. Nothing is dropped silently: see :class:`Found`."""

from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.patterns import DEFAULT_PATTERN
from core.corpus.sources.salami import ONE_ANNOTATION, from_salami

__all__ = [
    "DEFAULT_PATTERN",
    "ONE_ANNOTATION",
    "from_folders",
    "from_manifest",
    "from_salami",
]
