"""How well all annotators of a track agree, each with each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.agreement import KINDS, Agreement, mean_agreement, read_annotators
from core.agreement import agreement as agreement_of
from core.errors import HierscopeError, ScoreError
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.io import Choices
from core.notes import Note
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import PARTS
from core.windows import DEFAULT_WINDOW
from core.wording import counted, number
from hierscope._reading import Source, chosen, convention_of, path_of
from hierscope._scores import windows_of
from hierscope._shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame

    from core.citing import Citation


@dataclass(frozen=True, eq=False, repr=False)
class AnnotatorScores(Shown):
    """Scores of all annotators against each other.

    Parameters
    ----------
    agreement : Agreement
        The scores as :func:`core.agreement.agreement` gives them, and what sums them up.
    notes : tuple of Note
        What was changed on the way in, and what was left out.
    """

    agreement: Agreement
    notes: tuple[Note, ...] = ()

    def to_pandas(self) -> DataFrame:
        """Give a row a measure, window and pair, and what sums them up.

        Returns
        -------
        pandas.DataFrame
            ``measure``, ``window`` (seconds; inf is the whole track), ``kind`` (``"pair"``;
            ``"estimate"`` and ``"random"``, one and random boundaries against an annotator;
            ``"mean"`` of an estimate, ``"others"``, ``"nearest"`` and ``"floor"``), ``reference``
            and ``estimate`` (names; empty where all are meant), ``recall``, ``precision``,
            ``f_measure`` (NaN where there is no score), ``recall_tracks``, ``precision_tracks`` and
            ``f_measure_tracks`` (how many tracks have it), and how it was computed.
        """
        from pandas import DataFrame

        table = DataFrame(self.agreement.rows()).astype(dict.fromkeys(PARTS, float))
        return table.assign(window=table["window"].astype(float).fillna(float("inf")))

    def cite(self) -> Citation:
        """Say how the scores were computed, as a paper does, and what it has to cite."""
        from core.agreement.citing import cite_agreement

        return cite_agreement(self.agreement, self.agreement.measures)

    def _headline(self) -> str:
        found = self.agreement
        tracks = f", {counted(found.n_tracks, 'track')}" * (found.n_tracks > 1)
        frames = found.convention.describe_frames(found.frame_size or 0.0, found.words)
        return f"{counted(len(found.names), 'annotator')}{tracks}: {frames}"

    def _lines(self) -> list[str]:
        return [
            f"{row.pop('measure')}, w = {row.pop('w')}: "
            + ", ".join(f"{name} {value}" for name, value in row.items())
            for row in self._table()
        ]

    def _table(self) -> list[dict[str, str]]:
        found = self.agreement
        return [
            {
                "measure": measure.words("f_measure"),
                "w": found.words.width(window),
                **{
                    name: number(found.level(kind, measure.key, "f_measure", at))
                    + found.fewer(kind, measure.key, "f_measure", at)
                    for kind, name in KINDS.items()
                },
                **{
                    name: number(value)
                    for name, value in zip(
                        found.estimates,
                        found.stands(measure.key, "f_measure", at).tolist(),
                        strict=True,
                    )
                },
            }
            for measure in found.measures
            for at, window in enumerate(found.windows.tolist())
        ]


def agreement(
    source: Source | Iterable[Hierarchy],
    windows: float | Iterable[float] = DEFAULT_WINDOW,
    *,
    estimates: Mapping[str, Source] | None = None,
    tracks: bool = False,
    annotations: Iterable[int] = (),
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> AnnotatorScores:
    """Score all annotators of a track against each other, with the mean of the others and a floor.

    Parameters
    ----------
    source : path, paths or hierarchies
        A file with several annotations, several files of one track, or hierarchies as
        :func:`hierscope.read` gives them. Of an annotator with several annotations in a file the
        first is taken.
    windows : float or iterable of float
        Seconds; ``inf`` is the whole track.
    estimates : mapping of str to path, paths or Hierarchy, optional
        What is no annotation, by name: scored against each annotator, to be seen beside floor and
        mean of the others. Of one track only.
    tracks : bool
        Whether each path is a track with annotators of its own: the result is the mean over tracks,
        annotators told by their names. A track that can't be scored is left out, and a note says
        so.
    annotations : iterable of int
        Which annotations of one file are taken (1 = first); by default one of each annotator.
    keep_silent, convention, frame_size, beta
        As of :func:`hierscope.score`.

    Returns
    -------
    AnnotatorScores
        Its ``agreement`` has ``matrix(measure, part)``: a row an annotator as the reference, a
        column another as the estimate.

    Raises
    ------
    ReadError, HierarchyError
        If a file can't be read or holds one annotation only; names file and mend.
    ScoreError
        If a parameter is out of range, or nothing can be scored.

    Examples
    --------
    >>> import hierscope
    >>> hierscope.agreement("sample_data/pop_two_annotators.jams")
    2 annotators: 0.1 s frames, as mir_eval
      T_F reduced, w = 15 s: mean of the others 0.871, nearest other annotator 0.871, floor 0.442
      T_F full, w = 15 s: mean of the others 0.922, nearest other annotator 0.922, floor 0.481
      L_F, w = 15 s: mean of the others 0.946, nearest other annotator 0.946, floor 0.379
    """
    wanted = windows_of(windows)
    how: dict[str, Any] = {
        "convention": convention_of(convention),
        "frame_size": frame_size,
        "beta": beta,
    }
    others = [(name, chosen(each)) for name, each in (estimates or {}).items()]
    if others and tracks:
        raise ScoreError("Estimates are of one track: give them without tracks=True.")
    how["estimates"] = others
    listed = [source] if isinstance(source, str) or not isinstance(source, Iterable) else [*source]
    if listed and all(isinstance(each, Hierarchy) for each in listed):
        named = [(each.name or "annotator", each) for each in listed if isinstance(each, Hierarchy)]
        return AnnotatorScores(agreement_of(named, wanted, **how))
    paths = [path_of(each) for each in listed]
    choices = Choices(keep_silent=keep_silent)
    if not tracks:
        return _of_one(paths, wanted, how, choices, [*annotations])
    found: dict[str, Agreement] = {}
    notes: list[Note] = []
    for path in paths:
        try:
            one = _of_one([path], wanted, how, choices, [])
        except HierscopeError as error:
            notes.append(Note("not-scored", f"left out: {error}"))
        else:
            found[path] = one.agreement
            notes += one.notes
    if not found:
        raise ScoreError(". ".join(["No track can be scored", *(each.text for each in notes[:1])]))
    return AnnotatorScores(mean_agreement(found), tuple(notes))


def _of_one(
    paths: list[str],
    windows: list[float],
    how: dict[str, Any],
    choices: Choices,
    numbers: list[int],
) -> AnnotatorScores:
    """Read and score the annotators of one track."""
    read = read_annotators(paths, choices=choices, numbers=numbers)
    left_out = [Note("annotation-chosen", f"{paths[0]}: {read.words}")] if read.words else []
    told = [
        replace(note, text=f"{paths[0]}, {name}: {note.text}")
        for name, each in zip(read.names, read.annotations, strict=True)
        for note in each.notes
    ]
    return AnnotatorScores(agreement_of(read.named, windows, **how), (*left_out, *told))
