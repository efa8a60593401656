"""The frontend's modules as one, since inline component scripts can't import each other.

Each file in `explorer/frontend` is a plain ES module. Here its imports are dropped and it is
wrapped in a function that returns its exports, so that only exported names must be unique.
"""

from __future__ import annotations

import re
from importlib.resources import files

_ORDER = (
    "address", "bus", "pack", "draw", "term", "view", "triplets", "marks", "strips", "stack",
    "layers", "say", "readout", "curves", "window", "details", "save", "summary", "blocks",
    "matrix", "tree", "inspector", "edits", "desk", "editor", "board", "ledger", "sketch", "scope",
    "probe", "gallery", "chart-axis", "chart-legend", "chart-lines", "chart-spans", "chart",
)  # fmt: skip
_IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function) (\w+))", re.MULTILINE)


def script() -> str:
    """Give the script of all components."""
    wrapped = [_wrap(_module(name)) for name in _ORDER]
    return "\n".join([*wrapped, _IMPORT.sub("", _module("main"))])


def style() -> str:
    """Give the style sheet of all components."""
    return (files("explorer") / "frontend" / "style.css").read_text("utf-8")


def _module(name: str) -> str:
    return (files("explorer") / "frontend" / f"{name}.js").read_text("utf-8")


def _wrap(module: str) -> str:
    names = ", ".join(_EXPORT.findall(module))
    body = _EXPORT.sub("", _IMPORT.sub("", module))
    return f"const {{ {names} }} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
