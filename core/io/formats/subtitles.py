"""Read subtitles and lyrics: SubRip, WebVTT, SubViewer, and LRC lines such as ``[00:12.50]Verse``.

A cue has a line ``start --> end`` and lines of text. LRC has points: each lasts to the next.
"""

import re
from dataclasses import replace
from html import unescape

from core.errors import ReadError
from core.io._columns import Row, row_of, segments_of, settled
from core.io._files import File
from core.io._layers import Flat, Format, Point, Stack, flat_of, lasting, layer_or_stack, layers_of
from core.io._text import parse_time

_ARROW = re.compile(r"\d+:[\d:.,]+\s*-->\s*\d+:[\d:.,]+(?:\s.*)?", re.ASCII)
_PAIR = re.compile(r"(\d+:\d+:[\d.]+),(\d+:\d+:[\d.]+)", re.ASCII)  # SubViewer, of YouTube
_FIRST = re.compile(r"\d{1,9}|WEBVTT.*|.{1,40}-->.*")
_CUE = re.compile(r"(\S*?)\s*-{1,2}>\s*(\S*)(?:\s.*)?")
_TAG = re.compile(r"<[^<>]*>")
_TIMED = re.compile(r"\[(\d{1,9}:[\d:.,]{1,12})\]", re.ASCII)
_NAMED = re.compile(r"\[[A-Za-z#]\w*:[^\]]*\]")  # LRC's title, artist and the like
_LENGTH = re.compile(r"\[length:\s*([\d:.]+)\s*\]", re.IGNORECASE | re.ASCII)
_LOOKED_AT = 20  # lines


def _recognises(file: File) -> bool:
    head = [content for _, content in file.lines[:_LOOKED_AT]]
    if _TIMED.match(head[0]) or _NAMED.fullmatch(head[0]):
        return any(map(_TIMED.match, head))
    if _PAIR.fullmatch(head[0]):
        return len(head) > 1 and not _PAIR.fullmatch(head[1])
    return bool(_FIRST.fullmatch(head[0])) and any(map(_ARROW.fullmatch, head))


def _read(file: File) -> list[Flat | Stack]:
    if any(_ARROW.fullmatch(text) or _PAIR.fullmatch(text) for _, text in file.lines):
        rows, notes = settled(_cues(file), file.display)
        read = layer_or_stack(layers_of(segments_of(rows), slips=True), file, notes)
        numbers = sum(content.isdecimal() for _, content in file.lines)
        return [replace(read, omitted=numbers)]
    points: list[Point] = []
    end = 0.0
    for line, content in file.lines:
        if length := _LENGTH.fullmatch(content):
            end = parse_time(length[1], line=line)
            continue
        times = []
        while timed := _TIMED.match(content):
            # Some programs write a colon before the hundredths.
            time = re.sub(r"(:\d+):(\d\d)$", r"\1.\2", timed[1])
            times.append(parse_time(time, line=line, decimal_comma=True))
            content = content[timed.end() :].lstrip()
        if not times and not _NAMED.fullmatch(content):
            raise ReadError("no time", line=line, advice="Expected lines such as [00:12.50]Verse")
        points += [(time, " ".join(_TAG.sub("", content).split())) for time in times]
    segments, ends = lasting(sorted(points), file.display, end=end)
    return [flat_of(file, segments, ends)]


def _cues(file: File) -> list[Row]:
    """Return the cues with the lines right below them; other lines are numbers and comments."""
    rows: list[Row] = []
    texts: list[list[str]] = []
    last = 0
    is_web = file.text.startswith("WEBVTT")
    for line, content in file.lines:
        if pair := _PAIR.fullmatch(content):
            content = f"{pair[1]} --> {pair[2]}"
        if cue := _CUE.fullmatch(content):
            if texts and texts[-1] and texts[-1][-1] == f"{len(rows) + 1}":
                texts[-1].pop()  # the number of this cue, without a blank line before it
            rows.append(row_of(cue[1], cue[2], "", line=line, decimal_comma=True))
            texts.append([])
            last = line
        elif texts and line == last + 1:
            text = _TAG.sub("", content).strip()
            texts[-1].append(unescape(text) if is_web else text)
            last = line
    return [row._replace(label=" ".join(text)) for row, text in zip(rows, texts, strict=True)]


SUBTITLES = Format(
    key="subtitles",
    name="Subtitles",
    gist=".srt, .vtt, .sbv, .lrc",
    about="cues of SubRip, WebVTT and SubViewer, as Audacity writes labels; LRC lines such as "
    "`[00:12.50]Verse`",
    suffixes=(".srt", ".vtt", ".sbv", ".lrc"),
    recognises=_recognises,
    read=_read,
    by_line=True,
)
