"""The owner's key; it is saved, so that tabs and addresses still work after a restart."""

import hmac
import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

CLASS = "hierscope-class"  # the cookie of a lecturer; it leaves the owner's alone
_LENGTH = 32  # characters


def own_key(place: Path | None = None) -> str:
    """Return the key; create a new one if there is none, or if others could read it."""
    path = place or _place()
    stored = _kept(path)
    if stored:
        return stored
    key = secrets.token_hex(_LENGTH // 2)
    if path.parts[0] == "~":  # there is no home folder
        return key
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{key[:8]}")
        try:
            # Created with its mode, so that others can never read it.
            number = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as stream:
                stream.write(key)
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
    return _kept(path) or key


def ticket(key: str, port: int) -> str:
    """Return the cookie for a browser, not the key itself, since other ports get cookies, too."""
    return hmac.new(key.encode(), f"hierscope:{port}".encode(), "sha256").hexdigest()


def is_ticket(shown: str, key: str, port: int) -> bool:
    return hmac.compare_digest(shown.encode(), ticket(key, port).encode())


def _place() -> Path:
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_STATE_HOME")
    return Path(named or os.path.expanduser("~/.local/state")) / "hierscope" / "key"


def _kept(path: Path) -> str:
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(number, encoding="ascii") as stream:
            state = os.fstat(number)
            private = sys.platform == "win32" or (
                state.st_uid == os.getuid() and not stat.S_IMODE(state.st_mode) & 0o077
            )
            text = stream.read(_LENGTH + 1) if private and stat.S_ISREG(state.st_mode) else ""
    except (OSError, ValueError):
        return ""
    return text if len(text) == _LENGTH and set(text) <= set("0123456789abcdef") else ""
