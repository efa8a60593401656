"""T-measures of a whole corpus."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from numbers import Integral
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from core.corpus import DEFAULT_PATTERN, Found, Item, from_folders, from_manifest, from_salami
from core.corpus.baselines import with_baselines
from core.corpus.flat import every_flat
from core.corpus.job import Job
from core.corpus.parts import own_paths
from core.corpus.results import Results
from core.corpus.running import run
from core.corpus.sources.manifest import METHOD
from core.corpus.sources.salami import ONE_ANNOTATION
from core.corpus.store import read_results
from core.corpus.updating import update_results
from core.corpus.why import diagnosed_among
from core.errors import ReadError
from core.frames import DEFAULT_FRAME_SIZE
from core.io import Choices
from core.tmeasures import MIR_EVAL, Convention
from core.windows import CORPUS_WINDOWS
from core.wording import counted
from hierscope._pair import windows_of
from hierscope._reading import PathLike, Paths, convention_of, is_same, path_of, paths_of

if TYPE_CHECKING:
    pass


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
) -> Results:
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
        :meth:`Results.causes`.
    flat : bool
        Whether flat measures are scored, too; see :meth:`Results.flat_table`.
    workers : int, optional
        Processes; by default one a processor for large corpora, none for small ones.
    progress : callable
        Called with the number of pairs that are done, and of all.

    Returns
    -------
    Results

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
    >>> table[["track", "method", "window", "measure", "f_measure"]].round(3)
      track    method  window  measure  f_measure
    0   pop  estimate    15.0  reduced      0.871
    1   pop  estimate    15.0     full      0.922
    2   pop  estimate    15.0        l      0.946
    3  jazz  estimate    15.0  reduced      0.815
    4  jazz  estimate    15.0     full      0.852
    5  jazz  estimate    15.0        l        NaN
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
        return read_results(path_of(results))
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
    words = update.replaced.words(str(path)) if update.replaced else ""
    return replace(scored, replaced=words)


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
