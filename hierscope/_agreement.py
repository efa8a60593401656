"""The public function `agreement`: how well all annotators agree with each other."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from core.agreement import Agreement
from core.agreement.annotators import read_annotators
from core.agreement.matrix import agreement as agreement_of
from core.agreement.matrix import mean_agreement
from core.errors import HierscopeError, ReadError, ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.io import Choices
from core.notes import Note
from core.settings import Settings
from core.tmeasures import MIR_EVAL, Convention
from core.windows import DEFAULT_WINDOW
from hierscope._pair import windows_of
from hierscope._reading import Source, choices_of, path_of, read, settings_of


def agreement(
    source: Source,
    windows: float | Iterable[float | None] | None = DEFAULT_WINDOW,
    *,
    estimates: Mapping[str, Source] | None = None,
    tracks: bool = False,
    folders: bool = False,
    annotations: Iterable[int] = (),
    choices: str | Choices = "",
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Agreement:
    """Score all annotators of a track against each other, with the mean of the others and a floor.

    Parameters
    ----------
    source : path, paths, hierarchies, or mapping of str to any of these
        A file with several annotations, several files of one track, or results of
        :func:`hierscope.read`. The keys of a mapping name the annotators. If a file has several
        annotations by one annotator, the first is used.
    windows : float or iterable of float
        Seconds; ``inf`` is the whole track.
    estimates : mapping of str to path, paths or Hierarchy, optional
        Estimates by name. Each is scored against every annotator, for comparison with the floor
        and the mean of the others. One track only.
    tracks : bool
        Whether each path is a track. The result is the mean over tracks, with annotators matched
        by name. A track that can't be scored is left out, with a note.
    folders : bool
        Whether `source` and `estimates` are folders by annotator or method, with one file per
        track. A folder may end in a pattern, as ``"annotator/{track}.jams"``. The result is the
        mean over tracks.
    annotations : iterable of int
        The annotations of one file to use (1 = first); by default one per annotator.
    choices : str
        How files are read; see :func:`hierscope.read`.
    convention, frame_size, beta
        As in :func:`hierscope.score`.
    progress : callable
        Called with the number of finished tracks, and of all.

    Returns
    -------
    Agreement
        Its ``matrix(measure, part)`` has a row for each annotator as the reference and a column for
        each as the estimate.

    Raises
    ------
    ReadError, HierarchyError
        If a file can't be read or has only one annotation; names file and fix.
    ScoreError
        If a parameter is out of range, or nothing can be scored.

    Examples
    --------
    >>> import hierscope
    >>> annotators = hierscope.agreement("sample_data/ode_to_joy.jams")
    >>> annotators.sentences()[0]
    'T_F reduced, w = 15 s: mean of the others 0.820, nearest other annotator 0.820, floor 0.509'
    """
    wanted = windows_of(windows)
    settings = settings_of(convention, frame_size, beta)
    chosen = choices_of(choices, False, None)
    if folders:
        return _of_folders(source, estimates or {}, wanted, settings, chosen, progress)
    if tracks and (estimates or annotations):
        raise ScoreError("Estimates and annotations go with one track: leave out tracks=True.")
    beside = [
        (name, read(annotation, choices=chosen)) for name, annotation in (estimates or {}).items()
    ]
    score = partial(agreement_of, windows=wanted, estimates=beside, settings=settings)
    if isinstance(source, Mapping):
        return score([(name, read(side, choices=chosen)) for name, side in source.items()])
    alone = isinstance(source, str) or not isinstance(source, Iterable)
    listed: list[Any] = [source] if alone else [*source]
    if listed and all(isinstance(annotation, Hierarchy) for annotation in listed):
        return score([(annotation.name or "annotator", annotation) for annotation in listed])
    paths = [path_of(annotation) for annotation in listed]
    if not tracks:
        return _of_one(paths, chosen, [*annotations], score)
    scored: dict[str, Agreement] = {}
    notes: list[Note] = []
    for path in paths:
        try:
            scored_track = _of_one([path], chosen, [], score)
        except HierscopeError as error:
            notes.append(Note("not-scored", f"left out: {error}"))
        else:
            scored[path] = scored_track
            notes += scored_track.notes
    if not scored:
        raise ScoreError(". ".join(["No track can be scored", *(note.text for note in notes[:1])]))
    return replace(mean_agreement(scored), notes=tuple(notes))


def _of_folders(
    annotators: Mapping[str, Any],
    methods: Mapping[str, Any],
    windows: list[float],
    settings: Settings,
    choices: Choices,
    progress: Callable[[int, int], object],
) -> Agreement:
    """Match the files of folders (one folder per annotator), and score each track."""
    from core.agreement.corpus import corpus_agreement
    from core.corpus.sources.folders import from_folders
    from core.corpus.sources.patterns import DEFAULT_PATTERN, split_path

    (name, folder), *others = annotators.items()
    if not others:
        raise ReadError("one folder only", source=str(folder), advice="Use two or more annotators")
    first, pattern = split_path(path_of(folder), DEFAULT_PATTERN)
    every = {other: path_of(place) for other, place in (*others, *methods.items())}
    items = from_folders(first, every, reference_pattern=pattern)
    over = corpus_agreement(
        items.items,
        windows,
        methods=[other for other, _ in others],
        reference=name,
        choices=(choices, choices),
        progress=progress,
        settings=settings,
    )
    problems = (*items.problems, *over.problems)
    if over.mean is None:
        why = "".join(f": {problem}" for problem in problems[:1])
        raise ReadError(f"no track could be scored{why}", source=first)
    notes = tuple(Note("not-scored", f"{problem}") for problem in problems)
    return replace(over.mean, notes=notes)


def _of_one(
    paths: list[str], choices: Choices, numbers: list[int], score: Callable[..., Agreement]
) -> Agreement:
    track = read_annotators(paths, choices=choices, numbers=numbers)
    notes = [
        replace(note, text=f"{paths[0]}, {name}: {note.text}")
        for name, annotation in zip(track.names, track.annotations, strict=True)
        for note in annotation.notes
    ]
    if track.omission:
        notes.insert(0, Note("annotation-chosen", f"{paths[0]}: {track.omission}"))
    return replace(score(track.named), notes=tuple(notes))
