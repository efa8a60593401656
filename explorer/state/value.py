"""Typed values with a default and an optional key in the address, and tables of them.

A table reads and writes a store, which is Streamlit's session or any dict. ``table.window`` is the
typed value, and ``Table.window`` its :class:`Value`. A value that the store lacks is the default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from core.errors import HierscopeError

T = TypeVar("T")
S = TypeVar("S", bound=str)
N = TypeVar("N", bound=float)


def _no_text(text: str) -> Any:
    raise ValueError("not a value in an address")


class Value(Generic[T]):
    def __init__(
        self, default: T, parse: Callable[[str], T] = _no_text, *, url: str = "", name: str = ""
    ) -> None:
        self.default = default
        self.parse = parse
        self.url = url
        self.name = name
        self.key = ""

    def __set_name__(self, table: type[Table], name: str) -> None:
        self.name = self.name or name
        self.key = table.prefix + self.name

    @overload
    def __get__(self, table: None, owner: type[Table]) -> Self: ...

    @overload
    def __get__(self, table: Table, owner: type[Table]) -> T: ...

    def __get__(self, table: Table | None, owner: type[Table]) -> Self | T:
        return self if table is None else table[self]

    def __set__(self, table: Table, to: T) -> None:
        table[self] = to

    def format(self, value: T) -> str:
        """Format a value as text for :attr:`parse`."""
        if isinstance(value, bool):
            return "1" if value else "0"
        if isinstance(value, (dict, tuple)):
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return "" if value is None else str(value)


class Choice(Value[S]):
    """One of several texts."""

    def __init__(self, default: S, options: Iterable[S], *, url: str = "", name: str = "") -> None:
        every = self.options = tuple(options)
        super().__init__(default, lambda text: every[every.index(text)], url=url, name=name)


class Switch(Value[bool]):
    def __init__(self, default: bool, *, url: str = "") -> None:
        super().__init__(default, lambda text: ("0", "1").index(text) == 1, url=url)


class Number(Value[N]):
    """A number from `least` to `most`, with the type of the default."""

    def __init__(self, default: N, least: N, most: N, *, url: str = "") -> None:
        self.least, self.most = least, most
        super().__init__(default, self._within, url=url)

    def _within(self, text: str) -> N:
        value = type(self.default)(text)
        if not (text.isascii() and self.least <= value <= self.most):
            raise ValueError(f"not between {self.least} and {self.most}")
        return value


def matching(pattern: str) -> Callable[[str], str]:
    """Return a parser of texts that match a whole pattern."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text, re.ASCII):
            raise ValueError(f"not like {pattern}")
        return text

    return read


def checked_by(check: Callable[[str], object]) -> Callable[[str], str]:
    """Return a parser of texts that pass a check or are empty."""

    def read(text: str) -> str:
        if text:
            try:
                check(text)
            except HierscopeError as error:
                raise ValueError(str(error)) from error
        return text

    return read


TIME = r"\d{1,7}(?:\.\d{1,6})?"  # the pattern of a time in seconds


def read_object(text: str) -> dict[str, Any]:
    """Read a JSON object; raise ValueError for other JSON, or if an address can't contain it."""
    try:
        content = json.loads(text)
        json.dumps(content, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(content, dict):
        raise ValueError("not an object")
    return content


def read_texts(text: str) -> dict[str, str]:
    """Read a JSON object of texts; raise ValueError for other JSON."""
    texts = read_object(text)
    if not all(isinstance(value, str) and "\0" not in value for value in texts.values()):
        raise ValueError("not texts by name")
    return texts


class Table:
    """Values as attributes in a store; a table without values accesses those of all tables."""

    prefix: ClassVar[str] = ""  # prefix of its values' keys in the store
    carried: ClassVar[bool] = False  # whether its values are in the address of every page

    def __init__(self, store: MutableMapping[str, Any]) -> None:
        self._store = store

    @classmethod
    def values(cls) -> tuple[Value[Any], ...]:
        return tuple(value for value in vars(cls).values() if isinstance(value, Value))

    def __getitem__(self, value: Value[T]) -> T:
        return self._store.get(value.key, value.default)

    def __setitem__(self, value: Value[T], to: T) -> None:
        self._store[value.key] = to

    def put(self, values: Mapping[str, Any]) -> None:
        self._store.update(values)

    def by_key(self, values: Iterable[Value[Any]]) -> dict[str, Any]:
        return {value.key: self[value] for value in values}

    def texts(self, values: Iterable[Value[Any]]) -> dict[str, str]:
        return {value.key: value.format(self[value]) for value in values}

    def copy(self, **changes: Any) -> Self:
        """Return a copy of the values outside the store, with some changes."""
        return type(self)(self.by_key(self.values()) | changes)

    def reset(self, values: Iterable[Value[Any]]) -> None:
        self.put({value.key: value.default for value in values})

    def pop(self, value: Value[T]) -> T:
        """Return a value, and reset it to its default."""
        popped = self[value]
        if popped != value.default:
            self[value] = value.default
        return popped

    def take(self, value: Value[Any], text: object) -> None:
        """Set a value from a text of the browser; ignore invalid values."""
        if isinstance(text, str):
            with suppress(ValueError):
                self[value] = value.parse(text)


class Form(Table):
    """Fields stored as texts in one value of another table; invalid texts become defaults."""

    def __init__(self, table: Table, value: Value[dict[str, str]]) -> None:
        self._table, self._value = table, value

    def __getitem__(self, value: Value[T]) -> T:
        try:
            return value.parse(self._table[self._value][value.name])
        except (KeyError, ValueError):
            return value.default

    def __setitem__(self, value: Value[T], to: T) -> None:
        texts = {field.name: field.format(self[field]) for field in self.values()}
        texts[value.name] = value.format(to)
        self._table[self._value] = {
            field.name: texts[field.name]
            for field in self.values()
            if texts[field.name] != field.format(field.default)
        }
