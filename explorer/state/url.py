"""Read and write addresses: keys are the `url` of values, invalid values become defaults."""

from collections.abc import Mapping
from typing import Any

from core.files.names import escaped
from explorer.state.pages import PAGES
from explorer.state.pair import READINGS

LINK_LIMIT = 8000
"""Limit of characters of a pair or lesson in a link: nginx and Apache refuse more than 8 kB."""

_SHOWN = 40  # characters of an invalid value in a message

_OF_TABLE = {
    table: tuple(value for value in table.values() if value.url)
    for page in PAGES
    for table in page.tables
}

ADDRESSED = tuple(value for values in _OF_TABLE.values() for value in values)

OF_ALL = tuple(value for table, values in _OF_TABLE.items() if table.carried for value in values)
"""The values in every page's address, without folders (private) and lessons (long)."""

OF_PAGE = {
    page.title: (*OF_ALL, *(value for table in page.tables for value in _OF_TABLE[table]))
    for page in PAGES
}
"""The values in the address of each page."""


def from_url(query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    values, wrong = {}, []
    for value in ADDRESSED:
        values[value.key] = value.default
        if value.url in query:
            try:
                values[value.key] = value.parse(query[value.url])
            except ValueError:
                text = query[value.url]
                shown = escaped(text[:_SHOWN])
                wrong.append(f"{value.url}={shown}{'…' * (len(text) > _SHOWN)}")
    return values, wrong


def to_url(values: Mapping[str, Any], limit: float = LINK_LIMIT) -> dict[str, str]:
    """Return a URL's query of all changed values; a pair or lesson above `limit` is left out."""
    shown = dict(values)
    lesson = len(shown.get("questions", ""))
    if lesson > limit:
        shown["questions"], lesson = "", 0
    if len(shown["pair"]) + lesson > limit:
        shown["pair"] = ""
    elif shown["pair"]:
        if shown.get("swapped"):  # the packed pair is already exchanged
            shown["reference_read"], shown["estimate_read"] = (
                shown.get(value.key, value.default) for value in reversed(READINGS)
            )
        shown |= {"own": False, "sample": "", "swapped": False}
    return {
        value.url: value.format(shown[value.key])
        for value in ADDRESSED
        if value.key in shown and shown[value.key] not in (value.default, "")
    }
