"""T-measures of a pair, at one window or many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.align import names_of
from core.corpus.job import without_uncounted
from core.errors import ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.latex import DIGITS, scores_latex
from core.measures import MEASURES, PLACES, VALUES
from core.notes import Note
from core.tmeasures import MIR_EVAL, Convention, Scores, TMeasures
from core.tmeasures import score as score_windows
from core.vocabulary import PARTS, Part
from core.windows import DEFAULT_WINDOW, landmarks
from core.windows import sweep as sweep_windows
from core.wording import number
from hierscope._reading import Source, convention_of, read_pair
from hierscope._shown import Drawn

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

    from core.citing import Citation


@dataclass(frozen=True, eq=False, repr=False)
class PairScores(Drawn):
    """T-measures of a pair.

    Parameters
    ----------
    reference, estimate : Hierarchy
        As they were scored, of one span.
    measures : TMeasures
        The scores as :func:`core.tmeasures.score` gives them.
    notes : tuple of Note
        What was changed on the way in, and which side is not nested.
    """

    reference: Hierarchy
    estimate: Hierarchy
    measures: TMeasures
    notes: tuple[Note, ...] = ()

    @property
    def reduced(self) -> Scores:
        """Of successive layers only, a number a window; NaN where no query has a triplet."""
        return self.measures.reduced.without_uncounted()

    @property
    def full(self) -> Scores:
        """Of all pairs of layers, a number a window; NaN where no query has a triplet."""
        return self.measures.full.without_uncounted()

    def to_pandas(self) -> DataFrame:
        """Give a row a window and variant.

        Returns
        -------
        pandas.DataFrame
            ``window`` (seconds; inf is the whole track), ``variant``, ``recall``, ``precision``,
            ``f_measure``, and the shares of queries that have a triplet; a score of which no query
            has one is NaN.
        """
        from pandas import DataFrame

        windows, each = self.measures.windows, len(MEASURES)
        return DataFrame(
            {
                "window": np.repeat(windows, each),
                "variant": [measure.title for measure in MEASURES] * len(windows),
                **dict(
                    zip(VALUES, self._counted()[:, PLACES].reshape(-1, len(VALUES)).T, strict=True)
                ),
            }
        )

    def to_latex(self, caption: str = "", digits: int = DIGITS) -> str:
        """Give a table for a paper, a row a window; see :func:`core.latex.scores_latex`.

        Parameters
        ----------
        caption : str
            Plain text.
        digits : int
            Decimals.

        Returns
        -------
        str
            A ``table`` for the package booktabs.
        """
        return scores_latex(self.measures, caption, digits=digits)

    def cite(self) -> Citation:
        """Say how the scores were computed, as a paper does, and what it has to cite.

        Returns
        -------
        Citation
            ``text`` is for the section on methods, ``bibtex`` for the references; printed, it is
            both.
        """
        from core.citing import cite_scores

        found = self.measures
        return cite_scores(found, found.measures, found.windows.tolist(), found.words)

    def figure(self, variant: str, part: Part) -> Figure:
        """Draw the layers over T(w); of a sweep, what the choice of a window rests on."""
        from explorer.figures import pair_figure
        from explorer.figures.windows import windows_figure

        found = self.measures
        if len(found.windows) > 1:
            return windows_figure(self.reference, self.estimate, found, variant=variant)
        curves = score_windows(
            self.reference,
            self.estimate,
            sweep_windows(self.reference.end),
            convention=found.convention,
            frame_size=found.frame_size or DEFAULT_FRAME_SIZE,
            beta=found.beta,
        )
        return pair_figure(self.reference, self.estimate, curves)

    def _counted(self) -> npt.NDArray[np.float64]:
        return without_uncounted(self.measures.table())

    def _headline(self) -> str:
        found, windows = self.measures, self.measures.windows
        size = found.frame_size or 0.0
        if len(windows) == 1:
            how = found.convention.describe(float(windows[0]), size, found.words)
        else:
            frames = found.convention.describe_frames(size, found.words)
            ends = " to ".join(found.words.width(windows[at]) for at in (0, -1))
            how = f"{len(windows)} windows, {ends}, {frames}"
        beta = "" if found.beta == 1 else f", β = {found.beta:g}"
        return f"{names_of(self.reference, self.estimate)}: {how}{beta}"

    def _lines(self) -> list[str]:
        if len(self.measures.windows) > 1:
            return []
        return [
            *(
                f"{measure.title}: "
                + ", ".join(f"{measure.symbol(part)} {row[part]}" for part in PARTS)
                for measure, row in zip(self.measures.measures, self._table(), strict=True)
            ),
            *self._causes(),
        ]

    def _sentence(self) -> str:
        return "; ".join(self._causes())

    def _causes(self) -> list[str]:
        """Say why a score of the one window is a dash."""
        if len(self.measures.windows) > 1:
            return []
        return [f"–: {cause}" for cause in self.measures.why_none()]

    def _table(self) -> list[dict[str, str]]:
        windows = self.measures.windows.tolist()
        table = self._counted()[:, PLACES]
        return [
            {"w": self.measures.words.width(window), "variant": measure.title}
            | {part: number(table[windows.index(window), at, VALUES.index(part)]) for part in PARTS}
            for at, measure in enumerate(MEASURES)
            if measure in self.measures.measures
            for window in landmarks(windows)
        ]


def windows_of(windows: float | Iterable[float]) -> list[float]:
    """Give windows sorted, each once; one may stand alone."""
    found = [*windows] if isinstance(windows, Iterable) else [windows]
    for each in found:
        if not isinstance(each, Real):
            raise ScoreError(f"A window is a number of seconds, not {each!r}.")
    return sorted({*found})


def score(
    reference: Source,
    estimate: Source,
    window: float = DEFAULT_WINDOW,
    *,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> PairScores:
    """Score an estimate against a reference, reduced and full.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As :func:`hierscope.read` takes them, or what it gives. Both are brought to the reference's
        span. One file with several annotations may be given twice: the estimate is the first that
        the reference is not.
    window : float
        Seconds; ``inf`` is the whole track.
    reference_annotation, estimate_annotation : int, optional
        Which one, where a side's file has several (1 = first).
    keep_silent : bool
        Whether layers of paths that hold silence only are kept; see :func:`hierscope.read`.
    convention : str or Convention
        ``"mir_eval"``, ``"paper-tables"``, ``"paper-equation"``, ``"frameless"`` or
        ``"lose-the-frames"``.
    frame_size : float > 0
        Seconds.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    PairScores

    Raises
    ------
    ReadError, HierarchyError
        If a side can't be read; names file and mend.
    ScoreError
        If a parameter is out of range.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> hierscope.score(reference, estimate, window=3).to_pandas().round(3)
       window  variant  recall  precision  f_measure  recall_share  precision_share
    0     3.0  reduced   0.987      0.562      0.716         0.285            0.763
    1     3.0     full   0.985      0.562      0.716         0.476            0.763
    2     3.0        L     NaN        NaN        NaN         0.000            0.000
    """
    if np.ndim(window):
        raise ScoreError("A score is of one window. Give several to sweep(..., windows=...).")
    return sweep(
        reference,
        estimate,
        [window],
        reference_annotation=reference_annotation,
        estimate_annotation=estimate_annotation,
        keep_silent=keep_silent,
        convention=convention,
        frame_size=frame_size,
        beta=beta,
    )


def sweep(
    reference: Source,
    estimate: Source,
    windows: float | Iterable[float] | None = None,
    *,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> PairScores:
    """Score an estimate against a reference at many windows: the curves T(w).

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`score`.
    windows : float or iterable of float, optional
        Seconds, in any order; by default about 200, from 0.1 s to the whole track.
    reference_annotation, estimate_annotation, keep_silent, convention, frame_size, beta
        As of :func:`score`.

    Returns
    -------
    PairScores

    Raises
    ------
    ReadError, HierarchyError, ScoreError
        As :func:`score`.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/pop_two_annotators.jams")
    >>> hierscope.sweep(reference, estimate)
    annotator 2 against annotator 1: 143 windows, 0.1 s to the whole track, 0.1 s frames, as
    mir_eval
    """
    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    measures = score_windows(
        pair.reference,
        pair.estimate,
        sweep_windows(pair.reference.end) if windows is None else windows_of(windows),
        convention=convention_of(convention),
        frame_size=frame_size,
        beta=beta,
    )
    return PairScores(pair.reference, pair.estimate, measures, pair.notes)
