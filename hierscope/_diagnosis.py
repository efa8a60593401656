"""Why the score of a pair is low: the causes, what mending each is worth, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.align import names_of
from core.diagnosis import Diagnosis
from core.diagnosis import diagnose as diagnosis_of
from core.frames import DEFAULT_FRAME_SIZE
from core.hierarchy import Hierarchy
from core.measures import SYMBOLS
from core.notes import Note
from core.tmeasures import MIR_EVAL, Convention
from core.vocabulary import PARTS, Part, Variant
from core.windows import DEFAULT_WINDOW
from core.wording import number, signed
from hierscope._reading import Source, convention_of, read_pair
from hierscope._shown import Shown

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False, repr=False)
class PairDiagnosis(Shown):
    """Why the score of a pair is low.

    Parameters
    ----------
    reference, estimate : Hierarchy
        Of one span.
    found : Diagnosis
        As :func:`core.diagnosis.diagnose` gives it.
    frame_size : float
        Seconds.
    notes : tuple of Note
        What was changed on the way in, and which side is not nested.
    """

    reference: Hierarchy
    estimate: Hierarchy
    found: Diagnosis
    frame_size: float
    notes: tuple[Note, ...] = ()

    @property
    def sentence(self) -> str:
        """All of it in two lines at most."""
        return self.found.sentence

    def to_pandas(self) -> DataFrame:
        """Give a row a cause, the most helpful first.

        Returns
        -------
        pandas.DataFrame
            ``kind``, ``side``, what mending it alone adds (``recall``, ``precision``,
            ``f_measure``), ``together`` (the score with it and all above mended), ``touched``
            (boundaries changed), ``overlaps`` and ``text``.
        """
        from pandas import DataFrame

        return DataFrame(
            [
                {
                    "kind": cause.kind,
                    "side": cause.side,
                    **cause.gain.document(),
                    "together": cause.together.part(self.found.part),
                    "touched": cause.touched,
                    "overlaps": cause.overlaps,
                    "text": cause.text,
                }
                for cause in self.found.causes
            ],
            columns=["kind", "side", *PARTS, "together", "touched", "overlaps", "text"],
        )

    def _headline(self) -> str:
        words = self.found.convention.describe(
            self.found.window, self.frame_size, self.reference.words
        )
        return f"{names_of(self.reference, self.estimate)}: {self.found.variant}, {words}"

    def _sentence(self) -> str:
        return self.sentence

    def _table(self) -> list[dict[str, str]]:
        return [
            {
                "cause": cause.text,
                **{SYMBOLS[part]: signed(cause.gain.part(part) or 0.0) for part in PARTS},
                "together": number(cause.together.part(self.found.part) or 0.0),
                "boundaries": str(cause.touched),
            }
            for cause in self.found.causes
        ]


def diagnose(
    reference: Source,
    estimate: Source,
    window: float = DEFAULT_WINDOW,
    *,
    variant: Variant = "reduced",
    part: Part = "f_measure",
    reference_annotation: int | None = None,
    estimate_annotation: int | None = None,
    keep_silent: bool = False,
    convention: str | Convention = MIR_EVAL,
    frame_size: float = DEFAULT_FRAME_SIZE,
    beta: float = 1.0,
) -> PairDiagnosis:
    """Say why the score of a pair is low.

    Parameters
    ----------
    reference, estimate : path, paths or Hierarchy
        As of :func:`hierscope.score`.
    window : float
        Seconds; ``inf`` is the whole track.
    variant : {"reduced", "full"}
    part : {"recall", "precision", "f_measure"}
        Whose loss is explained.
    reference_annotation, estimate_annotation, keep_silent, convention, frame_size, beta
        As of :func:`hierscope.score`.

    Returns
    -------
    PairDiagnosis

    Raises
    ------
    ReadError, HierarchyError, ScoreError
        As :func:`hierscope.score`.

    Examples
    --------
    >>> import hierscope
    >>> pop = "sample_data/pop_two_annotators.jams"
    >>> found = hierscope.diagnose(pop, pop, reference_annotation=1, estimate_annotation=2)
    >>> found.to_pandas()[["kind", "f_measure", "together", "touched"]].round(3)
              kind  f_measure  together  touched
    0  wrong_layer      0.112     0.983        4
    1      shifted      0.013     0.998       20
    """
    pair = read_pair(reference, estimate, reference_annotation, estimate_annotation, keep_silent)
    found = diagnosis_of(
        *(pair.given or (pair.reference, pair.estimate)),
        window,
        variant=variant,
        convention=convention_of(convention),
        frame_size=frame_size,
        beta=beta,
        part=part,
    )
    return PairDiagnosis(pair.reference, pair.estimate, found, frame_size, pair.notes)
