"""Whether two corpora differ in style, and whether they are equivalent (CAEMSI, ICCC 2018)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.caemsi import DifferenceTest, Distances, EquivalenceTest
from core.caemsi.comparing import Draws, measure, run_tests
from core.caemsi.distances import Order
from core.caemsi.equivalence import DEFAULT_MARGIN
from core.caemsi.equivalence import equivalence as equivalence_within
from core.caemsi.guessing import guess_representation, names_in
from core.caemsi.items import Corpus
from core.caemsi.margins import DEFAULT_ALPHA
from core.caemsi.reading import corpus_of_paths, read_corpus
from core.caemsi.representations import recommended_compressor
from core.caemsi.spreading import spread
from core.caemsi.verdict import Verdict, verdict
from core.caemsi.writing import warnings_of
from core.files.access import open_error
from core.showing import Column, Result, Row
from core.wording import counted
from hierscope._reading import Paths, path_of, paths_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from core.citing import Citation


@dataclass(frozen=True, eq=False, repr=False)
class StyleTests(Result):
    """Both tests of two corpora.

    Parameters
    ----------
    corpora : (Corpus, Corpus)
        A and B, with what was left out.
    representation : str
        What files were read as.
    distances : Distances
        Of the items of A, followed by those of B.
    difference : DifferenceTest
    equivalence : EquivalenceTest
    verdict : Verdict
        What both say together.
    notes : tuple of str
        What is to be known beside the verdict, and what was left out.
    """

    columns = (
        Column("test", "text", "difference or equivalence"),
        Column("statistic", "score", "T of the difference, or of the worse of both sides"),
        Column("p_value", "p", "of the test"),
        Column("significant", "flag", "whether p is below alpha"),
        Column("permutations", "count", "how many were tried"),
    )
    shown = ("test", "statistic", "p_value", "significant", "permutations")

    corpora: tuple[Corpus, Corpus]
    representation: str
    distances: Distances
    difference: DifferenceTest
    equivalence: EquivalenceTest
    verdict: Verdict
    notes: tuple[str, ...] = ()

    def rows(self) -> list[Row]:
        """Give a row a test, in the order of `columns`."""
        return [
            {
                "test": name,
                "statistic": test.statistic,
                "p_value": test.p_value,
                "significant": significant,
                "permutations": test.n_permutations,
            }
            for name, test, significant in (
                ("difference", self.difference, self.verdict.different),
                ("equivalence", self.equivalence, self.verdict.equivalent),
            )
        ]

    def cite(self) -> Citation:
        """Say how the corpora were compared, and what to cite; see :meth:`TMeasures.cite`."""
        from core.citing import cite_styles

        a, b = self.corpora
        return cite_styles(
            (len(a.items), len(b.items)),
            self.representation,
            self.distances,
            self.difference,
            self.equivalence,
            self.verdict.alpha,
        )

    def figure(self) -> Figure:
        """Draw the distances within and between."""
        from explorer.figures.styles import spread_figure

        a, b = self.corpora
        return spread_figure(spread(self.distances, len(a.items)), (a.name, b.name))

    def headline(self) -> str:
        """Say what was compared, and the verdict."""
        names = " and ".join(
            f"{corpus.name} ({counted(len(corpus.items), 'item')})" for corpus in self.corpora
        )
        how = f"{self.representation}, {self.distances.compressor}"
        return f"{names}: {self.verdict.name} ({how})"

    def sentences(self) -> list[str]:
        """Give the verdict in a sentence."""
        return [self.verdict.sentence]


def caemsi(
    a: Paths,
    b: Paths,
    *,
    representation: str | None = None,
    compressor: str | None = None,
    margin: float | tuple[float, float] = DEFAULT_MARGIN,
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
        A folder each, or its items: a file each, or for hierarchies also a folder of layers. None
        stands in both, at least 3 each.
    representation : str, optional
        What files are read as: ``"bytes"``, ``"image"``, ``"midi"``, ``"hierarchy"`` or
        ``"hierarchy-durations"``. By default what their names say.
    compressor : str, optional
        One of :data:`core.caemsi.COMPRESSORS`; by default zlib as in the paper, deflate for
        hierarchies.
    margin : float or (float, float)
        The equivalence range as a share of the distances compared, or the inferior and the superior
        one.
    alpha : float
        Level of each test.
    keep_duplicates : bool
        Whether to keep what the paper takes out: items with the title of another, or much like it.
    order : {"canonical", "mean"}
        Compress the smaller string of a pair first, or take the mean of both orders.
    permutations, seed, exact, equal_weight, plus_one
        See :class:`core.caemsi.comparing.Draws`.
    progress : callable
        Called with the number of distances that are measured, and of all.

    Returns
    -------
    StyleTests

    Raises
    ------
    ReadError
        If a folder or file can't be opened.
    StyleError
        If the corpora can't be compared as asked.

    Examples
    --------
    >>> import hierscope
    >>> from glob import glob
    >>> figures, songs = glob("sample_data/figure*.jams"), glob("sample_data/*_*.jams")
    >>> found = hierscope.caemsi(figures, songs, representation="hierarchy", keep_duplicates=True)
    >>> found.to_pandas().round(3)
              test  statistic  p_value  significant  permutations
    0   difference      2.255    0.006         True          1000
    1  equivalence     -0.558    1.000        False          1000
    """
    sides = {
        name: path_of(side) if isinstance(side, str | os.PathLike) else paths_of(side)
        for name, side in (("A", a), ("B", b))
    }
    if representation is None:
        representation = guess_representation(
            name
            for side in sides.values()
            for name in (names_in(side) if isinstance(side, str) else side)
        )
    first, second = (
        _read(name, side, representation, keep_duplicates) for name, side in sides.items()
    )
    used = compressor or recommended_compressor(representation)
    distances = measure(first, second, used, order=order, progress=progress)
    draws = Draws(permutations, seed, exact, equal_weight, plus_one)
    difference, ranked = run_tests(distances, len(first.items), draws)
    equivalence = equivalence_within(ranked, margin, plus_one=plus_one)
    found = verdict(difference, equivalence, alpha)
    sizes = len(first.items), len(second.items)
    left = [
        f"{corpus.name}: {what} {one.name}: {one.reason}"
        for corpus in (first, second)
        for what, several in (("left out", corpus.unreadable), ("took out", corpus.removed))
        for one in several
    ]
    notes = (*warnings_of(distances, difference, equivalence, sizes, alpha), *left)
    return StyleTests(
        (first, second), representation, distances, difference, equivalence, found, notes
    )


def _read(name: str, side: str | list[str], representation: str, keep_duplicates: bool) -> Corpus:
    once = not keep_duplicates
    if isinstance(side, str):
        return read_corpus(side, representation, titles=once, similar=once)
    for path in side:
        try:
            os.stat(path)
        except OSError as error:
            raise open_error(error, path) from error
    return corpus_of_paths(name, side, representation, titles=once, similar=once)
