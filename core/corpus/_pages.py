"""The pages of a Parquet file, by their heads alone.

A column is a row of pages, each behind a head in Thrift's compact protocol (parquet-format,
``PageHeader``), which says how large the page is, packed and unpacked, and how many values it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any, NamedTuple

_HEAD = 65_536  # bytes; that of a page has some thirty, and statistics
_UNPACKED, _PACKED = 2, 3  # fields of a head
_CONTENTS = (5, 7, 8)  # a page of data, a dictionary, a page of data in its second version
_VALUES = 1  # their first field
_BOOLEANS, _BYTE, _WHOLE, _DOUBLE, _BINARY, _STRUCT = (1, 2), 3, (4, 5, 6), 7, 8, 12
_DEEPEST = 8


class PageError(Exception):
    """What is no row of pages."""


class Page(NamedTuple):
    """A page: how many values it has, and its bytes, unpacked."""

    values: int
    size: int


def pages(stream: IO[bytes], start: int, length: int) -> Iterator[Page]:
    """Go from page to page.

    Parameters
    ----------
    stream : file
    start, length : int
        Where the pages of a column are.

    Yields
    ------
    Page

    Raises
    ------
    PageError
        If they do not fill that place.
    """
    end = start + length
    while start < end:
        stream.seek(start)
        head = _Head(stream.read(min(_HEAD, end - start)))
        try:
            said = head.struct()
            packed, unpacked = said[_PACKED], said[_UNPACKED]
            values = max(said[each][_VALUES] for each in _CONTENTS if each in said)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise PageError from error
        if min(packed, unpacked, values) < 0:
            raise PageError
        yield Page(values, unpacked)
        start += head.at + packed
    if start != end:
        raise PageError


class _Head:
    """Reads a structure of Thrift's compact protocol; `at` is how far it came."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """Give whole numbers and structures by the number of their field; all else is passed by."""
        if depth > _DEEPEST:
            raise ValueError
        found: dict[int, Any] = {}
        field = 0
        while kind := self._byte():
            step, kind = kind >> 4, kind & 15
            field = field + step if step else self._whole()
            found[field] = self._value(kind, depth)
        return found

    def _byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def _plain(self) -> int:
        """A number in groups of seven bits."""
        number = 0
        for shift in range(0, 64, 7):
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError

    def _whole(self) -> int:
        number = self._plain()
        return number >> 1 ^ -(number & 1)

    def _value(self, kind: int, depth: int) -> Any:
        if kind in _BOOLEANS:
            return None
        if kind in _WHOLE:
            return self._whole()
        if kind == _STRUCT:
            return self.struct(depth + 1)
        if kind == _BINARY:
            size = self._plain()
            self.at += size
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _BYTE:
            self.at += 1
        else:  # a head has no lists
            raise ValueError
        return None
