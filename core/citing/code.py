"""Write Python code that computes a score again: with hierscope, and with mir_eval."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from core.align import names_of
from core.conventions import CONVENTIONS, MIR_EVAL
from core.hierarchy import Pair
from core.measures import Measure
from core.settings import DEFAULT, Settings
from core.vocabulary import SIDES, Part
from core.windows import finite


@dataclass(frozen=True)
class Origin:
    """Where one side of a pair was read: a Python expression, and options of ``hierscope.read``."""

    source: str
    options: Mapping[str, Any]
    comment: str = ""  # what must be done first
    imports: str = ""  # the line that imports what the source needs

    @classmethod
    def of_sample(cls, id: str, annotation: int) -> Self:
        source = f"files('sample_data') / '{id}.jams'"
        imports = "from importlib.resources import files"
        return cls(source, {"annotation": annotation}, imports=imports)

    def __str__(self) -> str:
        """Return the call."""
        call = f"hierscope.read({', '.join([self.source, *_arguments(self.options)])})"
        return call + f"  # {self.comment}" * bool(self.comment)


def hierscope_code(
    origins: Sequence[Origin], settings: Settings, window: float, measure: Measure, part: Part
) -> str:
    """Return the lines that read a pair and print one of its scores, by hierscope."""
    imports, how = _settings(settings)
    reference, estimate = origins
    call = _arguments({"window": finite(window)} | how)
    return "\n".join(
        [
            *dict.fromkeys(origin.imports for origin in origins if origin.imports),
            *imports,
            f"reference = {reference}",
            f"estimate = {estimate}",
            f"scores = hierscope.score(reference, estimate, {', '.join(call)})",
            f"print(scores.of({measure.key!r}).{part})",
        ]
    )


def corpus_code(
    source: Mapping[str, Any], settings: Settings, window: float, measure: Measure, part: Part
) -> str:
    """Return the lines that score a corpus and print the mean of each method.

    `source` has arguments of ``hierscope.corpus``. The window is one of the results' windows.
    """
    imports, how = _settings(settings)
    call = _arguments({**source, **({} if "results" in source else how)})
    at = "float('inf')" if math.isinf(window) else repr(window)
    return "\n".join(
        [
            *imports,
            f"table = hierscope.corpus({', '.join(call)}).to_pandas()",
            f"rows = table[(table.window == {at}) & (table.measure == {measure.key!r})]",
            f"print(rows.groupby('method').{part}.mean())",
        ]
    )


def mir_eval_code(
    pair: Pair, settings: Settings, window: float, measure: Measure, part: Part
) -> str:
    """Return the lines that print one score of a pair by mir_eval, and where it must differ.

    The pair is written as it is scored: repaired, and cropped or extended to one span.
    """
    reasons = []
    if settings.convention != MIR_EVAL:
        reasons.append(f"It counts differently: {settings.describe(window, pair[0].notation)}.")
    if not measure.windowed and not math.isinf(window):
        reasons.append(f"mir_eval scores {measure.letter} of the whole track, without a window.")
    how: dict[str, Any] = {"window": finite(window), "frame_size": settings.frame_size}
    how |= {"beta": settings.beta}
    return "\n".join(
        [
            "import mir_eval",
            "",
            "intervals = mir_eval.util.boundaries_to_intervals",
            f"# {names_of(*pair)}".replace("\n", " "),
            *_sides(pair),
            "scores = mir_eval.hierarchy.evaluate(",
            f"    *zip(*reference), *zip(*estimate), {', '.join(_arguments(how))}",
            ")",
            *(f"# Not the score of hierscope: {reason}" for reason in reasons),
            "# mir_eval prints 0 where hierscope has no score.",
            f"print(scores[{measure.name(part)!r}])",
        ]
    )


def _settings(settings: Settings) -> tuple[list[str], dict[str, Any]]:
    """Return the imports and the arguments of hierscope's functions, without defaults."""
    convention, imports = settings.convention, ["import hierscope", ""]
    how: dict[str, Any] = {}
    if CONVENTIONS.get(convention.name) != convention:
        imports.insert(0, "from core.conventions import Convention")
        how["convention"] = convention
    elif convention != DEFAULT.convention:
        how["convention"] = convention.name
    return imports, how | {
        name: getattr(settings, name)
        for name in ("frame_size", "beta")
        if getattr(settings, name) != getattr(DEFAULT, name)
    }


def _sides(pair: Pair) -> list[str]:
    lines = []
    for name, side in zip(SIDES, pair, strict=True):
        layers = (
            f"    (intervals({layer.boundaries.tolist()}),\n     {list(layer.labels)}),"
            for layer in side.layers
        )
        lines += [f"{name} = [", *layers, "]"]
    return lines


def _arguments(values: Mapping[str, Any]) -> list[str]:
    return [f"{name}={value!r}" for name, value in values.items() if value or name == "window"]
