"""Read POP909's phrases: letters with numbers of bars, such as ``i4A4B8b4``.

The labels are from Dai, Zhang and Dannenberg (2020), Dsqvival/hierarchical-structure-analysis.
``i`` is the intro, ``o`` the outro; capital letters are phrases with a melody, others without.
"""

import re
from itertools import accumulate

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io._layers import Format, Order, Stack, runs, stack_of
from core.io.limits import MAX_SEGMENTS, refuse_more
from core.io.units import MEASURES
from core.notes import Note
from core.repair import RawLayer, Segment

_PHRASE = re.compile(r"([A-Za-z])(\d{1,4})", re.ASCII)
_PHRASES = re.compile(r"(?:[A-Za-z]\d{1,4}){2,}+", re.ASCII)
_NEARLY = re.compile(r"(?:[A-Za-z]\d{1,4}){3}[^,;\t]*", re.ASCII)


def _recognises(file: File) -> bool:
    """Recognize it by the first line; its own program writes costs below it."""
    return bool(_NEARLY.fullmatch(file.lines[0][1]) or _PHRASES.fullmatch(file.lines[0][1]))


def _read(file: File) -> list[Stack]:
    line, text = file.lines[0]
    if not _PHRASES.fullmatch(text):
        whole = _PHRASES.match(text)
        rest = text[whole.end() :] if whole else text
        problem = f"'{shortened(rest)}' is not a letter with a number of bars"
        raise ReadError(problem, line=line, advice="Write phrases such as i4A4B8")
    lengths = [(letter, int(bars)) for letter, bars in _PHRASE.findall(text)]
    refuse_more(len(lengths), MAX_SEGMENTS, "phrases", line=line)
    ends = list(accumulate(bars for _, bars in lengths))
    phrases: tuple[Segment, ...] = tuple(
        (float(end - bars), float(end), letter)
        for (letter, bars), end in zip(lengths, ends, strict=True)
    )
    sections, _ = runs(phrases, _section, again=True, named="".join)
    layers = [RawLayer(sections, "sections"), RawLayer(phrases, "phrases")]
    inferred = (
        "sections are built from phrases: adjacent ones with a melody, or without; a section "
        "starts again where its first phrase repeats"
    )
    notes = [Note("layer-inferred", inferred)]
    more = {"unit": MEASURES, "evidence": "numbers of bars", "detail": None}
    return [stack_of(layers, file, Order.COARSEST, notes, **more)]


def _section(letter: str) -> str:
    """Return the section of a phrase: intro, outro, or with or without melody by its case."""
    if letter in "io":
        return letter
    return "melody" if letter.isupper() else "no melody"


POP909 = Format(
    key="pop909",
    name="POP909",
    gist="phrases as letters and bars",
    about="`i4A4B8b4`, in measures; capitals are phrases with a melody; sections are built from "
    "the phrases",
    suffixes=(".txt",),
    recognises=_recognises,
    read=_read,
)
