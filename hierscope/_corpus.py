"""T-measures of a whole corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from numbers import Integral
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from core.corpus import DEFAULT_PATTERN, Found, Item, from_folders, from_manifest, from_salami
from core.corpus.baselines import with_baselines
from core.corpus.flat import every_flat
from core.corpus.job import Job
from core.corpus.latex import corpus_latex
from core.corpus.noting import noted
from core.corpus.parts import own_paths
from core.corpus.results import Results
from core.corpus.running import run
from core.corpus.sources.manifest import METHOD
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.store import read_results
from core.corpus.summary import describe, one_score, rows_by_method
from core.corpus.updating import update_results
from core.corpus.why import diagnosed_among
from core.errors import ReadError, ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.io import Choices
from core.latex import DIGITS
from core.notes import Note
from core.timewords import IN_SECONDS
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import Part
from core.windows import CORPUS_WINDOWS, landmarks
from core.wording import counted, number
from hierscope._reading import PathLike, Paths, convention_of, is_same, path_of, paths_of
from hierscope._scores import windows_of
from hierscope._shown import Drawn

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

    from core.citing import Citation


@dataclass(frozen=True, eq=False, repr=False)
class CorpusScores(Drawn):
    """T-measures of many pairs at many windows.

    Parameters
    ----------
    results : Results
        The scores as :func:`core.corpus.store.read_results` gives them, with what was left out.
    notes : tuple of Note
        What could not be scored and why, and what was changed on the way in.
    """

    results: Results
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.results)

    def to_pandas(self) -> DataFrame:
        """Give a row a pair, window and variant; see :meth:`core.corpus.results.Results.to_pandas`.

        Returns
        -------
        pandas.DataFrame
            ``track``, ``method``, ``baseline`` (whether the method is one), the track's duration
            and layers and what else is known of it, ``window`` (seconds; inf is the whole track),
            ``variant``, ``recall``, ``precision``, ``f_measure``, the shares of queries that have a
            triplet, and the convention; a score of which no query has one is NaN.
        """
        return self.results.to_pandas()

    def to_polars(self) -> Any:
        """Give the same as a polars.DataFrame, if polars is installed; such a score is null."""
        return self.results.to_polars()

    def causes(self) -> DataFrame:
        """Say why T_F is low: a row a pair, variant, window and cause, the most helpful first.

        Returns
        -------
        pandas.DataFrame
            See :func:`core.corpus.cause_table.cause_table`.

        Raises
        ------
        ReadError
            If the pairs were not diagnosed, as in results of earlier versions.
        """
        return self.results.causes()

    def flat(self) -> DataFrame:
        """Give flat measures: a row a pair, measure and choice of layers.

        Returns
        -------
        pandas.DataFrame
            ``track``, ``method``, ``baseline``, ``measure``, ``layers`` (``"coarsest"``,
            ``"finest"``, or ``"best"``, of all pairs of layers that with the best F), ``recall``,
            ``precision``, ``f_measure`` (NaN where there is no score), ``beta``.

        Raises
        ------
        ReadError
            If they were not scored, with ``flat=True``.
        """
        return self.results.flat_table()

    def to_latex(
        self,
        windows: Iterable[float] | None = None,
        caption: str = "",
        digits: int = DIGITS,
    ) -> str:
        """Give a table for a paper: the mean scores of each method, window by window.

        Parameters
        ----------
        windows : iterable of float, optional
            Some of those that were scored, in seconds; by default those that a notebook shows.
        caption : str
            Plain text.
        digits : int
            Decimals.

        Returns
        -------
        str
            A ``table`` for the package booktabs; see :func:`core.corpus.latex.corpus_latex`.

        Raises
        ------
        ScoreError
            If a window was not scored.
        """
        held = self.results.windows.tolist()
        wanted = landmarks(held) if windows is None else windows_of(windows)
        missing = [IN_SECONDS.width(each).capitalize() for each in wanted if each not in held]
        if missing:
            raise ScoreError(f"{missing[0]} was not scored. Choose among `results.windows`.")
        return corpus_latex(self.results, wanted, caption, digits=digits)

    def cite(self) -> Citation:
        """Say how the scores were computed, and what to cite; see :meth:`PairScores.cite`."""
        from core.corpus.citing import cite_corpus

        return cite_corpus(self.results)

    def figure(self, variant: str, part: Part) -> Figure:
        """Draw box plots of a score at every window, a row a method."""
        from explorer.figures.corpus import corpus_figure

        return corpus_figure(self.results, variant, part)

    def _headline(self) -> str:
        found = self.results
        return (
            f"corpus of {counted(len(set(found.tracks)), 'track')}, {counted(len(self), 'pair')} "
            f"by {counted(len(set(found.methods)), 'method')}, "
            f"{counted(len(found.windows), 'window')}, {found.job.words}"
        )

    def _table(self) -> list[dict[str, str]]:
        """Mean T_F with its interval, a row a method and variant, a column a window."""
        found = self.results
        windows = found.windows.tolist()
        shown = landmarks(windows)
        places = [windows.index(window) for window in shown]
        rows = []
        for method, members in rows_by_method(found).items():
            for measure in found.measures:
                scores = one_score(found.take(members), measure.key, "f_measure")[:, places]
                mean = describe(scores)
                cells = zip(
                    map(IN_SECONDS.width, shown), mean.mean, mean.low, mean.high, strict=True
                )
                counts = [f"{count:.0f}" for count in mean.count]
                alike = len({*counts}) == 1
                rows.append(
                    {
                        "method": method,
                        "mean F-measure": measure.title,
                        "n": counts[0] if alike else "",
                    }
                    | {
                        window: _interval(*numbers) + f", n = {count}" * (not alike)
                        for (window, *numbers), count in zip(cells, counts, strict=True)
                    }
                )
        return rows


def _interval(mean: float, low: float, high: float) -> str:
    interval = "" if low != low else f" ({number(low)}–{number(high)})"
    return f"{number(mean)}{interval}"


def corpus(
    references: PathLike | None = None,
    estimates: PathLike | Mapping[str, PathLike] | None = None,
    *,
    manifest: PathLike | None = None,
    salami: PathLike | None = None,
    pairs: Mapping[str, tuple[Paths, Paths]] | Mapping[int, tuple[Paths, Paths]] | None = None,
    results: PathLike | None = None,
    output: PathLike | None = None,
    windows: float | Iterable[float] = CORPUS_WINDOWS,
    reference_pattern: str = DEFAULT_PATTERN,
    estimate_pattern: str = DEFAULT_PATTERN,
    reference_annotation: int = 1,
    estimate_annotation: int = 1,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    baselines: bool = False,
    keep_silent: bool = False,
    choices: str | tuple[str, str] = "",
    why: bool = True,
    flat: bool = False,
    workers: int | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> CorpusScores:
    """Score every pair of a corpus at many windows, or read the results of an earlier run.

    Name one corpus: `references` and `estimates`, `manifest`, `salami`, `pairs` or `results`. What
    matches nothing or can't be read is left out, and `notes` say why.

    Parameters
    ----------
    references : path, optional
        The folder of the references.
    estimates : path or mapping of str to path, optional
        The folder of the estimates, or that of each method; it may end in a pattern of its own, as
        ``"estimates/a/{track}.jams"``.
    manifest : path, optional
        A table (CSV) with the columns ``track``, ``reference``, ``estimate``, and maybe ``method``.
    salami : path, optional
        SALAMI's folder, of which two annotators of each track are compared.
    pairs : mapping of str or int to (reference, estimate), optional
        The paths of each track's pair, or of the layers of each. Of one file on both sides the
        second annotation is the estimate.
    results : path, optional
        A file that an earlier run has written (Parquet); all settings are those of that run.
    output : path, optional
        Where to keep the results. Run again with it, only what changed is scored.
    windows : float or iterable of float
        Seconds, ``inf`` for the whole track; by default 60 from 0.5 s.
    reference_pattern, estimate_pattern : str
        How files in folders are called, of folders only; see :func:`core.corpus.from_folders`.
    reference_annotation, estimate_annotation : int
        Which annotation of each file in folders (1 = first), of folders only.
    convention, frame_size, beta
        As of :func:`hierscope.score`.
    baselines : bool
        Whether to score what methods have to beat, too, as further methods; see
        :mod:`core.corpus.baselines`.
    keep_silent : bool
        Whether layers that hold silence only are kept; see :func:`hierscope.read`.
    choices : str or (str, str)
        How files are read, or those of references and of estimates, as of :func:`hierscope.read`:
        ``"functions"`` gives SALAMI three layers.
    why : bool
        Whether it is also said why each T_F is low, at up to eleven of the windows; see
        :meth:`CorpusScores.causes`.
    flat : bool
        Whether flat measures are scored, too; see :meth:`CorpusScores.flat`.
    workers : int, optional
        Processes; by default one a processor for large corpora, none for small ones.
    progress : callable
        Called with the number of pairs that are done, and of all.

    Returns
    -------
    CorpusScores

    Raises
    ------
    ReadError
        If a folder or table can't be read, there is no pair to score or none can be scored, or an
        option is not of this corpus.
    ScoreError
        If a parameter is out of range.

    Examples
    --------
    >>> import hierscope
    >>> songs = {name: f"sample_data/{name}_two_annotators.jams" for name in ("pop", "jazz")}
    >>> pairs = {name: (path, path) for name, path in songs.items()}
    >>> table = hierscope.corpus(pairs=pairs, windows=[15]).to_pandas()
    >>> table[["track", "method", "window", "variant", "f_measure"]].round(3)
      track    method  window  variant  f_measure
    0   pop  estimate    15.0  reduced      0.871
    1   pop  estimate    15.0     full      0.922
    2   pop  estimate    15.0        L      0.946
    3  jazz  estimate    15.0  reduced      0.815
    4  jazz  estimate    15.0     full      0.852
    5  jazz  estimate    15.0        L        NaN
    """
    options = locals()
    named = {
        "references and estimates": references if estimates is None else estimates,
        "manifest": manifest,
        "salami": salami,
        "pairs": pairs,
        "results": results,
    }
    given = [name for name, value in named.items() if value is not None]
    if len(given) != 1 or (references is None) != (estimates is None):
        raise ReadError(
            "name one corpus",
            source="corpus",
            mend=f"Give {', '.join(list(named)[:-1])}, or results",
        )
    _refuse_idle(given[0], options)
    if results is not None:
        return _shown(read_results(path_of(results)))
    output = None if output is None else path_of(output)
    wanted = tuple(windows_of(windows))
    diagnosed = diagnosed_among(wanted) if why else ()
    job = Job(
        wanted,
        convention_of(convention),
        frame_size,
        beta,
        keep_silent,
        diagnosed,
        every_flat() if flat else (),
        *map(Choices.of, (choices, choices) if isinstance(choices, str) else choices),
    )
    if manifest is not None:
        found = from_manifest(path_of(manifest))
    elif salami is not None:
        found = from_salami(path_of(salami))
    elif references is not None and estimates is not None:
        found = _in_folders(
            references,
            estimates,
            output,
            (reference_pattern, estimate_pattern),
            (reference_annotation, estimate_annotation),
        )
    else:
        found = Found(_items(pairs))
    if baselines:
        found = with_baselines(found)
    if not found.items:
        first = f" ({found.problems[0]})" if found.problems else ""
        raise ReadError(
            f"there is no pair to score{first}",
            source=given[0],
            mend="Check the folders and the patterns",
        )
    with TemporaryDirectory() as folder:
        path = Path(folder, "results.parquet") if output is None else output
        scoring = partial(run, workers=workers)
        update = update_results(
            path, found.items, job, problems=found.problems, scoring=scoring, progress=progress
        )
        scored = read_results(path)
    bad = [each for each in scored.problems if each.reason != ONE_ANNOTATION]
    if not len(scored):
        raise ReadError(
            f"no pair could be scored: {counted(len(bad), 'problem')}, the first is {bad[0]}",
            source=given[0],
        )
    return _shown(
        scored, [Note("replaced", update.replaced.words(str(path)))] if update.replaced else []
    )


def _refuse_idle(source: str, options: Mapping[str, object]) -> None:
    """Raise if an option is given, but not by default, that this corpus does not take."""
    defaults = corpus.__kwdefaults__ or {}
    idle = {name for name in defaults if name.endswith(("_pattern", "_annotation"))}
    if source == "results":
        idle = defaults.keys() - {source}
    elif source not in ("manifest", "salami", "pairs"):
        idle = set()
    if wrong := [name for name in defaults if name in idle and options[name] is not defaults[name]]:
        whose = "an earlier run has its own" if source == "results" else "it is of folders only"
        raise ReadError(f"takes no {wrong[0]}, {whose}", source=source, mend="Leave it out")


def _in_folders(
    references: PathLike,
    estimates: PathLike | Mapping[str, PathLike],
    output: PathLike | None,
    patterns: tuple[str, str],
    annotations: tuple[int, int],
) -> Found:
    for each in annotations:
        if not isinstance(each, Integral) or each < 1:
            raise ReadError(
                f"there is no annotation {each!r}", source="corpus", mend="Count from 1"
            )
    own = () if output is None else own_paths(Path(os.path.abspath(output)))
    return from_folders(
        path_of(references),
        {name: path_of(each) for name, each in estimates.items()}
        if isinstance(estimates, Mapping)
        else path_of(estimates),
        reference_pattern=patterns[0],
        estimate_pattern=patterns[1],
        reference_choice=annotations[0] - 1,
        estimate_choice=annotations[1] - 1,
        without={str(path) for path in own},
    )


def _items(pairs: object) -> tuple[Item, ...]:
    if not isinstance(pairs, Mapping):
        raise ReadError("is no mapping", source="pairs", mend="Give {track: (reference, estimate)}")
    items = []
    for track, pair in pairs.items():
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise ReadError(
                f"{track}: is no pair", source="pairs", mend="Give (reference, estimate) a track"
            )
        first, second = ([*map(os.path.abspath, paths_of(side))] for side in pair)
        choice = int(is_same(first, second))
        items.append(Item(str(track), METHOD, tuple(first), tuple(second), 0, choice))
    return tuple(items)


def _shown(results: Results, first: Sequence[Note] = ()) -> CorpusScores:
    failed = [str(each) for each in results.problems if each.reason != ONE_ANNOTATION]
    alone = len(results.problems) - len(failed)
    own = results.without_baselines()
    notes = [*first, *(Note("not-scored", each) for each in failed)]
    if alone:
        notes.append(Note("one-annotation", f"{counted(alone, 'track')} with {ONE_ANNOTATION}"))
    notes += [replace(each.example, text=each.full, side="") for each in noted(own)]
    return CorpusScores(results, tuple(notes))
