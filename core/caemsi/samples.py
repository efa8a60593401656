"""The embedded pairs of sample corpora for style tests (see `sample_data/README.md`)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as resources

from core.errors import check_known
from core.io import File
from core.io.archives import unpack_all
from core.io.limits import MAX_BYTES, MAX_UPLOADED

ARCHIVE = "styles.zip"

Files = tuple[tuple[str, bytes], ...]

_FOLDER = resources("sample_data")


@dataclass(frozen=True)
class StyleSample:
    """Two corpora that ship with hierscope."""

    id: str  # for addresses: lower-case letters, digits and hyphens
    title: str
    about: str
    """A short title, and a description of the data; neither gives the verdict away."""
    names: tuple[str, str]
    representation: str
    """One of :data:`core.caemsi.representations.REPRESENTATIONS`."""

    def files(self) -> tuple[Files, Files]:
        """Return the files of A and of B."""
        a, b = (
            tuple((name, data) for (*place, name), data in _unpacked() if place == [self.id, side])
            for side in "ab"
        )
        return a, b


STYLE_SAMPLES = {
    name: StyleSample(name, row["title"], row["about"], (*row["names"],), row["representation"])
    for name, row in tomllib.loads((_FOLDER / "styles.toml").read_text("utf-8")).items()
}


def style_sample(sample_id: str) -> StyleSample:
    """Return a sample by its id; raise StyleError if there is none."""
    check_known("sample", sample_id, STYLE_SAMPLES)
    return STYLE_SAMPLES[sample_id]


@cache
def _unpacked() -> list[tuple[list[str], bytes]]:
    archive = File(ARCHIVE, (_FOLDER / ARCHIVE).read_bytes())
    return unpack_all(archive, MAX_BYTES, MAX_UPLOADED)
