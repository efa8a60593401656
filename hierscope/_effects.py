"""What each boundary of an estimate does to the score, and what each missing one would."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from core.align import names_of
from core.effects import Changes, Effects
from core.effects import effects as boundary_effects
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.notes import Note
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import VARIANTS
from core.windows import DEFAULT_WINDOW
from core.wording import counted, number, signed
from hierscope._reading import Source, convention_of, read_pair
from hierscope._shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class BoundaryEffects(Shown):
    """What edits of the estimate do to the score.

    Parameters
    ----------
    reference, estimate : Hierarchy
        As they were scored, of one span.
    found : Effects
        The changes as :func:`core.effects.effects` gives them.
    notes : tuple of Note
        What was changed on the way in, and which side is not nested.
    """

    reference: Hierarchy
    estimate: Hierarchy
    found: Effects
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.found.times)

    def to_pandas(self) -> DataFrame:
        """Give a row an edit, the largest gain of the reduced T_F first.

        Returns
        -------
        pandas.DataFrame
            ``edit`` (``"remove"`` or ``"add"``), ``level`` (1 = coarsest), ``time`` (seconds), and
            the changes ``recall_reduced``, ``precision_reduced``, ``f_measure_reduced``,
            ``slope_reduced`` (of T_F for each second that the boundary is moved later), and the
            same for ``full``.
        """
        from pandas import DataFrame

        found = self.found
        columns = {
            "edit": np.array(found.kinds, dtype=str),
            "level": found.levels,
            "time": found.times,
        } | {
            f"{field.name}_{variant}": getattr(getattr(found, variant), field.name)
            for variant in VARIANTS
            for field in fields(Changes)
        }
        ranked = found.ranked("reduced")
        return DataFrame(columns).iloc[ranked].reset_index(drop=True)

    def _headline(self) -> str:
        base = self.found.base
        words = base.convention.describe(self.found.window, base.frame_size or 0.0, base.words)
        value = number(base.reduced.counted("f_measure")[0])
        return (
            f"{names_of(self.reference, self.estimate)}: {counted(len(self), 'edit')}, "
            f"reduced {SYMBOLS['f_measure']} {value} as it is, {words}"
        )

    def _sentence(self) -> str:
        symbol = SYMBOLS["f_measure"]
        best = [
            f"Best: {row['edit']} {row['time']} on layer {row['level']}, {symbol} {row[symbol]}"
            for row in self._table()[:1]
        ]
        return "".join(best)

    def _table(self) -> list[dict[str, str]]:
        found = self.found
        return [
            {
                "edit": found.kinds[at],
                "level": str(found.levels[at]),
                "time": found.base.words.at(found.times[at]),
                **{
                    symbol: signed(getattr(found.reduced, name)[at])
                    for name, symbol in SYMBOLS.items()
                },
            }
            for at in found.ranked("reduced").tolist()
        ]


def effects(
    reference: Source,
    estimate: Source,
    window: float = DEFAULT_WINDOW,
    *,
    nested: bool = False,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> BoundaryEffects:
    """Score the estimate without each of its boundaries, and with each that it lacks.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`hierscope.score`.
    window : float
        Seconds; ``inf`` is the whole track.
    nested : bool
        Whether deeper layers of the estimate follow an edit, so that it stays nested.
    reference_annotation, estimate_annotation, keep_silent, convention, frame_size, beta
        As of :func:`hierscope.score`.

    Returns
    -------
    BoundaryEffects

    Raises
    ------
    ReadError, HierarchyError, ScoreError
        As :func:`hierscope.score`.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/figure6.jams")
    >>> found = hierscope.effects(reference, estimate, window=15)
    >>> found.to_pandas()[["edit", "level", "time", "f_measure_reduced"]].head(2).round(3)
         edit  level  time  f_measure_reduced
    0  remove      1  15.0              0.045
    1  remove      1  45.0              0.045
    """
    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    found = boundary_effects(
        pair.reference,
        pair.estimate,
        window,
        nested=nested,
        convention=convention_of(convention),
        frame_size=frame_size,
        beta=beta,
    )
    return BoundaryEffects(pair.reference, pair.estimate, found, pair.notes)
