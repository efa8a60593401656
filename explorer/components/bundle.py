"""The frontend's modules as one script a component, since inline scripts can't import each other.

Each file in `explorer/frontend` is a plain ES module. Here those that a component needs are put
one after the other, each without its imports and wrapped in a function that returns its exports,
so that only exported names must be unique.
"""

from __future__ import annotations

import re
from importlib.resources import files

_IMPORT = re.compile(r'^import .* from "\./(.+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function) (\w+))", re.MULTILINE)


def script(view: str) -> str:
    """Give the script of a component.

    Parameters
    ----------
    view : str
        The class that draws it; its module has the same name in lower case.
    """
    needed: list[str] = []
    for module in ("main", view.lower()):
        _collect(module, needed)
    return "\n".join([*map(_wrap, needed), f"export default component({view});"])


def style() -> str:
    """Give the style sheet of all components."""
    return (files("explorer") / "frontend" / "style.css").read_text("utf-8")


def _collect(name: str, needed: list[str]) -> None:
    """Add a module after those that it imports."""
    if name in needed:
        return
    for other in _IMPORT.findall(_module(name)):
        _collect(other, needed)
    needed.append(name)


def _module(name: str) -> str:
    return (files("explorer") / "frontend" / f"{name}.js").read_text("utf-8")


def _wrap(name: str) -> str:
    module = _module(name)
    names = ", ".join(_EXPORT.findall(module))
    body = _EXPORT.sub("", _IMPORT.sub("", module))
    return f"const {{ {names} }} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"
