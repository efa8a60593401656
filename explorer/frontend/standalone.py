"""A view as a document of its own: the modules that draw it and its message in one HTML file.

The reader needs a browser, and neither a server nor a network: the file asks for nothing. Modules
are given as ``data:`` addresses, which an import map names; what else they read is given by the
document, compressed. Modules of ``frontend/alone`` stand in for those of ``frontend/shared`` that
have the same name.
"""

import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from importlib.metadata import version
from posixpath import dirname, join, normpath
from urllib.parse import quote

from explorer.frontend.serving import FILES
from explorer.palette import grounds

_MAIN = "alone/main.js"
_READ = re.compile(r'\btext\("([^"]+)"\)')
_IMPORT = re.compile(r'^((?:import|export)\b[\w$*{},\s]*)"([^"\n]*)"', re.M)
# Comments, and indents: no string of the frontend goes over several lines.
_COMMENT = re.compile(r"^\s*//[^\n]*|/\*.*?\*/|^ +", re.M | re.S)
_PLAIN = " !$&'()*+,/:;=?@[]^`{|}"  # stays as it is in an address that a script's JSON names
_STRANGE = re.compile(r""".*\bimport\b.*|^\s*(?:\}|export\b).*\bfrom\s*["'`].*""", re.M)
"""What stands in no module once comments and imports that are understood are taken out."""

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="hierscope {version}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
<p>{about}</p>
<div id="view"><p>This is drawn by JavaScript, for browsers of 2023 and later.</p></div>
<footer>Made with hierscope {version}.</footer>
{files}
<script type="importmap">{modules}</script>
<script type="module">{start}</script>
</body>
</html>
"""


def standalone(
    module: str, message: bytes, title: str, about: str, more: Mapping[str, bytes] | None = None
) -> str:
    view = module.rpartition("/")[2].capitalize()
    start = (
        f'import {{ show }} from "{_MAIN}"; import {{ {view} }} from "{module}.js"; '
        f"await show({view});"
    )
    sources = modules_of(f"{module}.js")
    addresses = {name: f"data:text/javascript;charset=utf-8,{quote(source, safe=_PLAIN)}"
                 for name, source in sources.items()}  # fmt: skip
    modules = json.dumps({"imports": addresses})
    style = grounds() + FILES["alone/page.css"].decode()
    read = {name for source in sources.values() for name in _READ.findall(source)}
    files = {name: FILES.get(f"alone/{name}") or FILES[f"shared/{name}"] for name in sorted(read)}
    files |= {"message": message, **(more or {})}
    scripts = " ".join(map(_hashed, (modules, start)))
    return _PAGE.format(
        policy=f"default-src 'none'; script-src data: {scripts}; style-src {_hashed(style)}; "
        "img-src blob:; base-uri 'none'; form-action 'none'",
        version=version("hierscope"),
        title=escape(title),
        about=escape(about),
        style=style,
        files="\n".join(
            f'<script type="text/plain" id="{name}">{_text(zlib.compress(data, 9))}</script>'
            for name, data in files.items()
        ),
        modules=modules,
        start=start,
    )


def modules_of(name: str) -> dict[str, str]:
    """Give what a document of its own needs to draw with a module: sources, by name."""
    sources: dict[str, str] = {}
    wanted = [_MAIN, name]
    while wanted:
        module = wanted.pop()
        if module in sources:
            continue
        if module not in FILES:
            raise ValueError(f"The frontend has no module {module}.")
        sources[module], imported = named_imports(module, FILES[module].decode())
        wanted += imported
    return dict(sorted(sources.items()))


def named_imports(module: str, source: str) -> tuple[str, list[str]]:
    """Let a module import by name what it imports by place, without comments and indents."""
    imported = []

    def named(match: re.Match[str]) -> str:
        name = normpath(join(dirname(module), match[2]))
        instead = re.sub("^shared/", "alone/", name)
        imported.append(instead if instead in FILES else name)
        return f'{match[1]}"{imported[-1]}"'

    bare = _COMMENT.sub("", source)
    strange = _STRANGE.search(_IMPORT.sub("", bare))
    if strange:
        raise ValueError(f"{module} imports in a way that is not understood: {strange[0].strip()}")
    return _IMPORT.sub(named, bare), imported


def _text(data: bytes) -> str:
    return b64encode(data).decode()


def _hashed(text: str) -> str:
    return f"'sha256-{_text(hashlib.sha256(text.encode()).digest())}'"
