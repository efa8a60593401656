"""Flat measures of a pair: each layer of the reference against each of the estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.align import names_of
from core.flat import FlatGrid, flat_grid
from core.hierarchy import Hierarchy
from core.notes import Note
from core.vocabulary import PARTS
from core.wording import number
from hierscope._reading import Source, read_pair
from hierscope._shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class FlatScores(Shown):
    """Flat measures of all pairs of layers.

    Parameters
    ----------
    reference, estimate : Hierarchy
        As they were scored, of one span.
    grid : FlatGrid
        The scores as :func:`core.flat.flat_grid` gives them.
    notes : tuple of Note
        What was changed on the way in, and which side is not nested.
    """

    reference: Hierarchy
    estimate: Hierarchy
    grid: FlatGrid
    notes: tuple[Note, ...] = ()

    def to_pandas(self) -> DataFrame:
        """Give a row a measure and pair of layers.

        Returns
        -------
        pandas.DataFrame
            ``measure`` (``"hit_rate_0.5"``, ``"hit_rate_0.5_trimmed"``, ``"hit_rate_3"``,
            ``"hit_rate_3_trimmed"``, ``"pairwise"``, ``"v_measure"``, ``"nce"``),
            ``reference_layer`` and ``estimate_layer`` (1 = coarsest), ``recall``, ``precision``,
            ``f_measure`` (NaN where there is no score), ``beta``.
        """
        from pandas import DataFrame

        return DataFrame(self.grid.rows()).astype(dict.fromkeys(PARTS, float))

    def _headline(self) -> str:
        _, *layers, _ = self.grid.values.shape
        return (
            f"{names_of(self.reference, self.estimate)}: flat measures of {layers[1]} by "
            f"{layers[0]} layers"
        )

    def _sentence(self) -> str:
        return " ".join(lack.sentence for lack in self.grid.lacks)

    def _lines(self) -> list[str]:
        best = [
            max(self._of(measure.key), key=lambda row: row["f_measure"] or 0.0)
            for measure in self.grid.measures
        ]
        said = [
            f"{measure.name}: best F {number(row['f_measure'])}, layer "
            f"{row['estimate_layer']} against layer {row['reference_layer']}"
            for measure, row in zip(self.grid.measures, best, strict=True)
            if row["f_measure"] is not None
        ]
        return [*said, *(lack.sentence for lack in self.grid.lacks)]

    def _of(self, key: str) -> list[dict[str, Any]]:
        return [row for row in self.grid.rows() if row["measure"] == key]

    def _table(self) -> list[dict[str, str]]:
        return [
            {
                "measure": measure.name,
                "reference": str(row["reference_layer"]),
                "estimate": str(row["estimate_layer"]),
                **{part: number(row[part]) for part in PARTS},
            }
            for measure in self.grid.measures
            for row in self._of(measure.key)
        ]


def flat(
    reference: Source,
    estimate: Source,
    *,
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    beta: float = 1.0,
) -> FlatScores:
    """Score each layer of the reference against each of the estimate, by flat measures.

    Hit rates at 0.5 and 3 s, with the ends and trimmed; pairwise scores, V-measure and normalised
    conditional entropies of labels, in frames of 0.1 s: all as mir_eval computes them.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`hierscope.score`.
    reference_annotation, estimate_annotation, keep_silent
        As of :func:`hierscope.score`.
    beta : float > 0
        Weight of recall in the F-measure.

    Returns
    -------
    FlatScores

    Raises
    ------
    ReadError, HierarchyError
        If a side can't be read; names file and mend.
    ScoreError
        If beta is out of range, or layers are too many.

    Examples
    --------
    >>> import hierscope
    >>> reference, estimate = hierscope.read_all("sample_data/pop_two_annotators.jams")
    >>> table = hierscope.flat(reference, estimate).to_pandas().query("measure == 'v_measure'")
    >>> table.pivot(index="reference_layer", columns="estimate_layer", values="f_measure").round(3)
    estimate_layer       1      2
    reference_layer
    1                0.840  0.880
    2                0.735  0.981
    """
    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    grid = flat_grid(pair.reference, pair.estimate, beta=beta)
    return FlatScores(pair.reference, pair.estimate, grid, pair.notes)
