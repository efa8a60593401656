"""Keep what a visitor uploaded over a reload of the page, which starts another session."""

from collections.abc import Callable
from functools import partial
from typing import Any

from explorer import session
from explorer.session.remembered import at_end
from explorer.state.pages import OPENED
from explorer.state.value import Value

_kept: dict[str, dict[str, Any]] = {}  # by session, until it ends
_removers: dict[str, Callable[[Any], None]] = {}  # by the key of the upload

Remover = Callable[[Any], None]


def removed_by(*uploads: Value[Any]) -> Callable[[Remover], Remover]:
    """Register what removes the files of an upload that no session has anymore."""

    def register(remove: Remover) -> Remover:
        _removers.update((upload.key, remove) for upload in uploads)
        return remove

    return register


def keep_uploads() -> None:
    name, aside = session.visit.session, session.lessons.aside or {}
    if name not in _kept:
        at_end(partial(_keep, name, {}))
    opened = session.every.by_key(OPENED)
    _keep(name, {key: aside.get(key, value) for key, value in opened.items()})


def uploads_of(name: str) -> dict[str, Any]:
    """Return what the session with this secret name has opened."""
    return _kept.get(name, {})


def _keep(name: str, opened: dict[str, Any]) -> None:
    before = _kept.pop(name, {})
    if opened:
        _kept[name] = opened
    for key, remove in _removers.items():
        upload = before.get(key)
        if upload and upload not in [other[key] for other in [*_kept.values()]]:
            remove(upload)
