"""The public function `caemsi`: tests of two corpora for difference and equivalence in style."""

import os
from collections.abc import Callable, Sequence
from itertools import chain

from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.distances import Order
from core.caemsi.equivalence import DEFAULT_MARGIN, equivalence
from core.caemsi.items import Corpus
from core.caemsi.reading import corpus_of_paths, guess_representation, names_in, read_corpus
from core.caemsi.representations import recommended_compressor
from core.caemsi.results import StyleTests
from core.caemsi.verdict import DEFAULT_ALPHA, verdict
from core.files.access import opening
from hierscope._reading import Paths, path_of, paths_of


def caemsi(
    a: Paths,
    b: Paths,
    *,
    representation: str | None = None,
    compressor: str | None = None,
    margin: float | Sequence[float] = DEFAULT_MARGIN,
    alpha: float = DEFAULT_ALPHA,
    keep_duplicates: bool = False,
    order: Order = "canonical",
    permutations: int = 1000,
    seed: int = 0,
    exact: bool = False,
    equal_weight: bool = False,
    plus_one: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> StyleTests:
    """Test whether two corpora differ in style, and whether they are equivalent within a margin.

    Parameters
    ----------
    a, b : path, or iterable of paths
        A folder, or its items: files or, for hierarchies, also folders of layers. At least 3 in
        each corpus, and none in both.
    representation : str, optional
        How files are read: ``"bytes"``, ``"image"``, ``"midi"``, ``"hierarchy"`` or
        ``"hierarchy-durations"``. By default decided by their names.
    compressor : str, optional
        One of :data:`core.caemsi.COMPRESSORS`; by default zlib, which the paper names, deflate for
        hierarchies.
    margin : float or (float, float)
        The equivalence margin as a share of the distances compared, or the inferior and the
        superior margin.
    alpha : float
        Level of each test.
    keep_duplicates : bool
        Whether to keep duplicates: items with the title of another, or very similar to it.
    order : {"canonical", "mean"}
        Compress the smaller string of a pair first, or average both orders.
    permutations, seed, exact, equal_weight, plus_one
        See :class:`core.caemsi.comparing.Draws`.
    progress : callable
        Called with the finished part and the size of each step: reading A, reading B, measuring
        the distances.

    Raises
    ------
    ReadError
        If a folder or file can't be opened.
    StyleError
        If the corpora can't be compared with these parameters.

    Examples
    --------
    >>> import hierscope
    >>> from glob import glob
    >>> figures, songs = glob("sample_data/figure*.jams"), glob("sample_data/*_*.jams")
    >>> tests = hierscope.caemsi(figures, songs, representation="hierarchy", keep_duplicates=True)
    >>> tests.to_pandas().round(3)
                   test  statistic  p_value  significant  permutations
    0        difference      2.429    0.006         True          1000
    1       equivalence     -0.577    1.000        False          1000
    2  equivalence of A     -0.577    1.000        False          1000
    3  equivalence of B      0.000    0.236        False          1000
    """
    sides = {
        name: path_of(side) if isinstance(side, str | os.PathLike) else paths_of(side)
        for name, side in (("A", a), ("B", b))
    }
    if representation is None:
        folders = (names_in(side) if isinstance(side, str) else side for side in sides.values())
        representation = guess_representation(chain.from_iterable(folders))
    first, second = (
        _read(name, side, representation, keep_duplicates, progress) for name, side in sides.items()
    )
    used = compressor or recommended_compressor(representation)
    distances = measure(first, second, used, order=order, progress=progress)
    draws = Draws(permutations, seed, exact, equal_weight, plus_one)
    difference, ranked = run_tests(distances, len(first.items), draws)
    test = equivalence(ranked, margin, plus_one=plus_one)
    both = verdict(difference, test, alpha)
    return StyleTests((first, second), representation, distances, difference, test, both, seed)


def _read(
    name: str,
    side: str | list[str],
    representation: str,
    keep_duplicates: bool,
    progress: Callable[[int, int], object],
) -> Corpus:
    once = not keep_duplicates
    if isinstance(side, str):
        return read_corpus(side, representation, titles=once, similar=once, progress=progress)
    for path in side:
        with opening(path):
            os.stat(path)
    return corpus_of_paths(name, side, representation, titles=once, similar=once, progress=progress)
