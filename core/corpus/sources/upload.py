"""Read an uploaded corpus: files or an archive with one folder per annotator and method."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files as resources

from core.corpus.items import Pairs, Problem
from core.corpus.sources.folders import TABLE, paired, with_metadata
from core.corpus.sources.patterns import DEFAULT_PATTERN, Pattern, scan_names
from core.errors import ReadError
from core.files.folders import by_path
from core.files.names import escaped, is_hidden, is_text, natural, shortened
from core.io import File
from core.io.archives import is_zip, unpack_all
from core.io.limits import MAX_BYTES, MAX_UPLOADED, MAX_UPLOADED_FOLDERS

_REFERENCES = ("reference", "references", "ref", "annotations")


@dataclass(frozen=True, eq=False)
class Upload:
    files: Mapping[str, bytes]  # paths use `/`; see read_upload

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders of annotators and methods, in natural order."""
        names = {name.split("/")[0] for name in self.files if "/" in name}
        return tuple(sorted(names, key=natural))

    @property
    def reference(self) -> str:
        """The folder with a usual name of references, else the first folder."""
        named = (folder for folder in self.folders if folder.casefold() in _REFERENCES)
        return next(named, self.folders[0])

    def load(self, paths: Sequence[str]) -> list[File]:
        """Return some of the files, as :func:`core.corpus.reading.load_files` does."""
        for path in paths:
            if path not in self.files:
                raise ReadError("no such file", source=path, advice="Upload all files again")
        return [File(path.split("/")[-1], self.files[path]) for path in paths]


def read_upload(files: Sequence[tuple[str, bytes]]) -> Upload:
    """Read the files of a corpus, or an archive of them; ignore a folder around all files."""
    source = File(*files[0]).display if len(files) == 1 else "the folder"
    if len(files) == 1 and is_zip(archive := File(*files[0])):
        unpacked = unpack_all(archive, MAX_BYTES, MAX_UPLOADED)
        files = [("/".join(parts), data) for parts, data in unpacked]
    kept = {
        name: data
        for name, data in by_path(files).items()
        if not any(map(is_hidden, name.split("/")))
    }
    if len(kept) > MAX_UPLOADED or sum(map(len, kept.values())) > MAX_BYTES:
        raise ReadError(
            f"has more than the {MAX_UPLOADED:,} files, or {MAX_BYTES / 1e6:.0f} MB, allowed",
            source=source,
            advice="Score it with `hierscope corpus`, and upload the results",
        )
    for name in kept:
        if not is_text(name):
            raise ReadError("a name is not in UTF-8", source=escaped(name), advice="Rename it")
    corpus = Upload(kept)
    if not 2 <= len(corpus.folders) <= MAX_UPLOADED_FOLDERS:
        raise ReadError(
            f"has {len(corpus.folders)} folders; a corpus has 2 to {MAX_UPLOADED_FOLDERS}",
            source=source,
            advice="Put references into one folder, and the estimates of each method into another",
        )
    return corpus


def from_upload(
    corpus: Upload,
    reference: str,
    reference_pattern: str = DEFAULT_PATTERN,
    estimate_pattern: str = DEFAULT_PATTERN,
) -> Pairs:
    """Pair the files of the reference folder with files of the same track in other folders."""
    if reference not in corpus.folders:
        raise ReadError(
            f"has no folder '{shortened(reference)}'", source="the upload", advice="Choose another"
        )
    of_reference = Pattern(reference_pattern, "reference", ("track", "layer"))
    of_estimate = Pattern(estimate_pattern, "estimate", ("track", "layer"))
    pairs = paired(
        scan_names(corpus.files, reference, of_reference),
        {
            folder: scan_names(corpus.files, folder, of_estimate)
            for folder in corpus.folders
            if folder != reference
        },
    )
    problems = tuple(
        Problem("", name, "is not in a folder of an annotator or method")
        for name in corpus.files
        if "/" not in name and name != TABLE
    )
    pairs = Pairs(pairs.items, (*pairs.problems, *problems))
    content = corpus.files.get(TABLE)
    return pairs if content is None else with_metadata(pairs, TABLE, content)


ARCHIVE = "corpus.zip"  # the sample: two annotators, three methods


def sample_archive() -> bytes:
    """Return the archive of the sample corpus."""
    return (resources("sample_data") / ARCHIVE).read_bytes()
