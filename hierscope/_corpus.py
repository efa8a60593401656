"""The public function `corpus`: scores of a whole corpus."""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from numbers import Integral
from pathlib import Path
from tempfile import TemporaryDirectory

from core.corpus.baselines import with_baselines
from core.corpus.items import Item, Pairs
from core.corpus.job import Job, Outcome, every_flat, run
from core.corpus.results import Results
from core.corpus.sources.folders import data_set, from_folders
from core.corpus.sources.manifest import METHOD, from_manifest
from core.corpus.sources.patterns import DEFAULT_PATTERN
from core.corpus.sources.salami import ONE_ANNOTATION, from_salami
from core.corpus.store import read_results
from core.corpus.updating import own_paths, update_results
from core.corpus.versions import Changes
from core.corpus.versions import changes as compare_runs
from core.corpus.why import diagnosed_among
from core.errors import ReadError
from core.frames import DEFAULT_FRAME_SIZE
from core.io import Choices
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import SIDES, Part
from core.windows import CORPUS_WINDOWS, DEFAULT_WINDOW
from core.wording import counted
from hierscope._pair import measure_of, windows_of
from hierscope._reading import PathLike, Paths, is_same, path_of, paths_of, settings_of


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
    dataset: str = "",
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
) -> Results:
    """Score every pair of a corpus at many windows, or read the results of an earlier run.

    Give exactly one corpus: `references` and `estimates`, `manifest`, `salami`, `pairs` or
    `results`. Files without a match, or that can't be read, are left out; `notes` say why.

    Parameters
    ----------
    references : path, optional
        The folder of the references.
    estimates : path or mapping of str to path, optional
        The folder of the estimates, or one for each method. A folder may end in a pattern, as
        ``"estimates/a/{track}.jams"``.
    manifest : path, optional
        A CSV table with the columns ``track``, ``reference``, ``estimate``, optionally ``method``.
    salami : path, optional
        SALAMI's folder. The two annotators of each track are compared.
    pairs : mapping of str or int to (reference, estimate), optional
        The paths of each track's pair, or lists of its layers' paths. If both are the same file,
        its second annotation is the estimate.
    results : path, optional
        The results file of an earlier run (Parquet), which also has the settings.
    output : path, optional
        Where to save the results. Another run with it scores only changed pairs.
    windows : float or iterable of float
        Seconds, ``inf`` for the whole track; by default 60 from 0.5 s.
    dataset : {"harmonix", "isophonics", "jsd", "spam"}, optional
        The data set in the folder of references, instead of a `reference_pattern`.
    reference_pattern, estimate_pattern : str
        The names of files in folders; see :mod:`core.corpus.sources.patterns`.
    reference_annotation, estimate_annotation : int
        The annotation of each file in folders to use (1 = first).
    convention, frame_size, beta
        As in :func:`hierscope.score`.
    baselines : bool
        Whether to score baselines as further methods; see :mod:`core.corpus.baselines`.
    keep_silent : bool
        Whether to include layers with only silence; see :func:`hierscope.read`.
    choices : str or (str, str)
        How files are read, or references and estimates, as in :func:`hierscope.read`.
        ``"functions"`` gives SALAMI three layers.
    why : bool
        Whether to diagnose why each T_F is low, at up to eleven of the windows; see
        :meth:`Results.causes`.
    flat : bool
        Whether to score flat measures, too; see :meth:`Results.flat_table`.
    workers : int, optional
        Processes; by default one per processor for large corpora, none for small ones.
    progress : callable
        Called with the number of finished pairs, and of all.

    Raises
    ------
    ReadError
        If a folder or table can't be read, no pair can be scored, or an option does not apply to
        this corpus.
    ScoreError
        If a parameter is out of range.

    Examples
    --------
    >>> import hierscope
    >>> tunes = {name: f"sample_data/{name}.jams" for name in ("ode_to_joy", "minuet_in_g")}
    >>> pairs = {name: (path, path) for name, path in tunes.items()}
    >>> table = hierscope.corpus(pairs=pairs, windows=[15]).to_pandas()
    >>> table[["track", "method", "window", "measure", "f_measure"]].round(3)
             track    method  window  measure  f_measure
    0   ode_to_joy  estimate    15.0  reduced      0.820
    1   ode_to_joy  estimate    15.0     full      0.906
    2   ode_to_joy  estimate    15.0        l      0.915
    3  minuet_in_g  estimate    15.0  reduced      0.795
    4  minuet_in_g  estimate    15.0     full      0.870
    5  minuet_in_g  estimate    15.0        l      0.860
    """
    options = locals()
    if results is not None:
        defaults = {"references": None, "estimates": None, **(corpus.__kwdefaults__ or {})}
        del defaults["results"]
        if idle := [name for name, default in defaults.items() if options[name] is not default]:
            raise ReadError(
                f"can't be combined with {idle[0]}, because an earlier run has its own",
                source="results",
                advice=f"Leave out {idle[0]}",
            )
        return read_results(path_of(results))
    job = job_of(windows, convention, frame_size, beta, keep_silent, choices, why=why, flat=flat)
    path = None if output is None else path_of(output)
    matched = find_pairs(
        references,
        estimates,
        manifest,
        salami,
        pairs,
        dataset=dataset,
        patterns=(reference_pattern, estimate_pattern),
        annotations=(reference_annotation, estimate_annotation),
        baselines=baselines,
        without=() if path is None else own_paths(Path(os.path.abspath(path))),
    )
    scored = score_pairs(
        matched, job, output=path, scoring=partial(run, workers=workers), progress=progress
    )
    if not len(scored):
        bad = [problem for problem in scored.problems if problem.reason != ONE_ANNOTATION]
        raise ReadError(
            f"no pair could be scored: {counted(len(bad), 'problem')}, the first is {bad[0]}",
            source="corpus",
        )
    return scored


def changes(
    earlier: Results | PathLike,
    later: Results | PathLike,
    window: float | None = DEFAULT_WINDOW,
    *,
    measure: str = "reduced",
    part: Part = "f_measure",
) -> Changes:
    """Compare two runs of one corpus track by track, such as of two versions of a method.

    Methods are matched by name. If both runs have only one method, its name may differ.

    Parameters
    ----------
    earlier, later : Results or path
        Results of :func:`corpus`, or their files (Parquet).
    window : float or None
        Seconds; None or ``inf`` is the whole track. The nearest window of the results is used.
    measure : {"reduced", "full", "l"}
    part : {"recall", "precision", "f_measure"}

    Returns
    -------
    Changes
        One row per track, the largest change first. `methods` has the mean change of each method
        with its 95 % bootstrap interval, and Wilcoxon's p.

    Raises
    ------
    ReadError
        If a file can't be read.
    ScoreError
        If the runs have other settings or windows, or no method in common.

    Examples
    --------
    >>> import hierscope
    >>> folder = "sample_data/"
    >>> v1 = hierscope.corpus(pairs={"ode": (f"{folder}ode_to_joy.jams",) * 2}, windows=[15])
    >>> hierscope.changes(v1, v1).to_pandas().round(3)
         method track  before  after  change
    0  estimate   ode    0.82   0.82     0.0
    """
    before, after = (
        run if isinstance(run, Results) else read_results(path_of(run)) for run in (earlier, later)
    )
    width = math.inf if window is None else window
    return compare_runs(before, after, width, measure_of(measure), part)


def job_of(
    windows: float | Iterable[float],
    convention: str | Convention,
    frame_size: float,
    beta: float,
    keep_silent: bool,
    choices: str | tuple[str, str],
    *,
    why: bool,
    flat: bool,
) -> Job:
    """Combine the settings for scoring each pair; see :func:`corpus`."""
    wanted = tuple(windows_of(windows))
    return Job(
        wanted,
        settings_of(convention, frame_size, beta),
        keep_silent,
        diagnosed_among(wanted) if why else (),
        every_flat() if flat else (),
        *map(Choices.of, (choices, choices) if isinstance(choices, str) else choices),
    )


def find_pairs(
    references: PathLike | None = None,
    estimates: PathLike | Mapping[str, PathLike] | None = None,
    manifest: PathLike | None = None,
    salami: PathLike | None = None,
    pairs: object = None,
    *,
    dataset: str = "",
    patterns: tuple[str, str] = (DEFAULT_PATTERN, DEFAULT_PATTERN),
    annotations: tuple[int, int] = (1, 1),
    baselines: bool = False,
    without: Iterable[str | Path] = (),
) -> Pairs:
    """Find the pairs of one corpus, see :func:`corpus`; ignore the paths `without`."""
    named = {
        "references and estimates": references if estimates is None else estimates,
        "manifest": manifest,
        "salami": salami,
        "pairs": pairs,
    }
    source = [name for name, value in named.items() if value is not None]
    if len(source) != 1 or (references is None) != (estimates is None):
        raise ReadError(
            "needs exactly one corpus",
            source="corpus",
            advice=f"Set {', '.join(named)}, or results",
        )
    if references is not None and estimates is not None:
        for annotation in annotations:
            if not isinstance(annotation, Integral) or annotation < 1:
                raise ReadError(
                    f"there is no annotation {annotation!r}", source="corpus", advice="Count from 1"
                )
        matched = from_folders(
            path_of(references),
            {name: path_of(folder) for name, folder in estimates.items()}
            if isinstance(estimates, Mapping)
            else path_of(estimates),
            reference_pattern=patterns[0],
            estimate_pattern=patterns[1],
            reference_choice=annotations[0] - 1,
            estimate_choice=annotations[1] - 1,
            without={str(path) for path in without},
            of=data_set(dataset) if dataset else None,
        )
    else:
        for_folders: dict[str, tuple[object, object]] = {"dataset": (dataset, "")}
        for side, number, pattern in zip(SIDES, annotations, patterns, strict=True):
            for_folders[f"{side}_annotation"] = number, 1
            for_folders[f"{side}_pattern"] = pattern, DEFAULT_PATTERN
        for name, (value, default) in for_folders.items():
            if value != default:
                raise ReadError(
                    f"can't be combined with {name}, which is for folders only",
                    source=source[0],
                    advice=f"Leave out {name}",
                )
        if manifest is not None:
            matched = from_manifest(path_of(manifest))
        elif salami is not None:
            matched = from_salami(path_of(salami))
        else:
            matched = Pairs(_items(pairs))
    if not matched.items:
        first = f" ({matched.problems[0]})" if matched.problems else ""
        raise ReadError(
            f"there is no pair to score{first}",
            source=source[0],
            advice="Check the folders and the patterns",
        )
    return with_baselines(matched) if baselines else matched


def score_pairs(
    matched: Pairs,
    job: Job,
    *,
    output: PathLike | None,
    scoring: Callable[..., Iterator[Outcome]],
    fresh: bool = False,
    progress: Callable[[int, int], object],
    windows: Sequence[float] | None = None,
) -> Results:
    """Score pairs, save the results to `output`, if any, and return some of the windows."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "results.parquet") if output is None else output
        update = update_results(
            path,
            matched.items,
            job,
            problems=matched.problems,
            scoring=scoring,
            fresh=fresh,
            progress=progress,
        )
        return replace(read_results(path, windows), update=update)


def _items(pairs: object) -> tuple[Item, ...]:
    if not isinstance(pairs, Mapping):
        raise ReadError(
            "is not a mapping", source="pairs", advice="Use {track: (reference, estimate)}"
        )
    items = []
    for track, pair in pairs.items():
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise ReadError(
                f"{track}: is not a pair",
                source="pairs",
                advice="Use (reference, estimate) for each track",
            )
        first, second = ([*map(os.path.abspath, paths_of(side))] for side in pair)
        choice = int(is_same(first, second))
        items.append(Item(str(track), METHOD, tuple(first), tuple(second), 0, choice))
    return tuple(items)
