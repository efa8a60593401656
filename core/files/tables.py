"""Tables that list files: CSV with a header."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.errors import ReadError
from core.files.access import open_error
from core.files.names import escaped, is_text, shortened


class Row(NamedTuple):
    """A row of a table.

    Parameters
    ----------
    line : int
        In which it ends, 1 = first.
    cells : dict of str to str
        By column, without white space around them; what the row lacks is not there.
    surplus : bool
        Whether there are more cells than columns.
    """

    line: int
    cells: dict[str, str]
    surplus: bool


def read_table(
    path: str, needed: Sequence[str], optional: Sequence[str] = (), *, spaced: bool = False
) -> Iterator[Row]:
    """Read a table with a header, separated by commas, in UTF-8.

    Parameters
    ----------
    path : str
    needed, optional : sequence of str
        Columns, which the header may write in any case. The names of others stay as they are.
    spaced : bool
        Whether a quoted cell may stand after a space.

    Yields
    ------
    Row
        A cell in another encoding has surrogates (:func:`core.files.names.is_text` is False), so
        that it can be a problem of its row.

    Raises
    ------
    ReadError
        If the file can't be opened, is no CSV, or lacks a column or has one twice.
    """
    try:
        with open(path, encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            reader = csv.DictReader(stream, skipinitialspace=spaced, strict=True)
            try:
                given = [name.strip() for name in reader.fieldnames or ()]
                names = [name.lower() for name in given]
                _check_header(names, path, needed, optional)
                own = {*needed, *optional}
                reader.fieldnames = [
                    name if name in own else as_given
                    for name, as_given in zip(names, given, strict=True)
                ]
                for row in reader:
                    cells = {name: cell.strip() for name, cell in row.items() if name and cell}
                    yield Row(reader.line_num, cells, None in row)
            except csv.Error as error:
                raise ReadError(
                    f"is no CSV ({escaped(str(error))})",
                    source=path,
                    line=reader.line_num + 1,
                    mend="Put text with quotes or line breaks into quotes, and write quotes in it "
                    'as ""',
                ) from error
    except OSError as error:
        raise open_error(error, path) from error


def _check_header(
    names: Sequence[str], path: str, needed: Sequence[str], optional: Sequence[str]
) -> None:
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise ReadError(
            f"has two columns {shortened(twice[0])}", source=path, line=1, mend="Rename one of them"
        )
    if not is_text("".join(names)):
        raise ReadError("is not in UTF-8", source=path, line=1, mend="Save it as UTF-8")
    lacking = [name for name in needed if name not in names]
    if lacking:
        raise ReadError(
            f"has no column {' and no column '.join(lacking)}",
            source=path,
            line=1,
            mend=f"Begin with a line such as: {','.join((*needed, *optional[:1]))}",
        )
