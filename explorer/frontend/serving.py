"""The frontend's files, served as they are, and the scripts by which components load them.

Browsers load native ES modules, which import each other. Their address holds a digest of all of
them: a browser may keep them for good, and a new version has another address.
"""

import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from core.io.pair import describe
from core.samples import samples
from explorer.guide import lecture_plan
from explorer.messages.schema import SCHEMA
from explorer.palette import label_fills

ROUTE = "/hierscope/frontend/{digest}/{name:path}"
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",  # from others, unchanged
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_FOR_GOOD = "public, max-age=31536000, immutable"

FOLDER = Path(str(files("explorer") / "frontend"))
_PLOTLY = "figures/plotly.js"


def _contents() -> dict[str, bytes]:
    plotly = files("plotly") / "package_data" / "plotly.min.js"
    cards = [
        {
            "id": sample.id,
            "title": sample.title,
            "about": sample.about,
            "duration": sample.reference.end,
            "reference": describe(sample.reference),
            "estimate": describe(sample.estimate),
            "fills": label_fills(sample.reference, sample.estimate),
        }
        for sample in samples()
    ]
    plan = [part._asdict() for part in lecture_plan()]
    made = {"shared/samples.json": cards, "shared/schema.json": SCHEMA, "shared/plan.json": plan}
    on_disk = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in _TYPES
    }
    on_disk[_PLOTLY] = plotly.read_bytes()
    return {**on_disk, **{name: json.dumps(content).encode() for name, content in made.items()}}


FILES = _contents()  # all that is served, by name

PAGE_STYLE = re.sub(
    r"/\*.*?\*/|\s+", " ", FILES["shared/page.css"].decode("utf-8"), flags=re.DOTALL
)
"""What goes along with every run of a page: the style without what is for its readers."""

DIGEST = hashlib.sha256(
    b"".join(f"{name} {len(data)} ".encode() + data for name, data in FILES.items())
).hexdigest()[:16]
"""What all files are, in short."""

_OF_PAIRS = ("shared", "pair", "triplets", "edit", "diagnosis", "listen", "scape")
_LOADED: dict[str, tuple[str, ...]] = {
    "papers": ("shared",),
    "guide": ("shared",),
    "glossary": ("shared",),
    "corpus": ("shared", "figures"),
    "styles": ("shared", "figures"),
}  # folders by page; the other pages show pairs


def preloads(page: str) -> str:
    """Return links to the modules of a page, which it would load one after the other."""
    return "".join(
        f'<link rel="modulepreload" href="hierscope/frontend/{DIGEST}/{name}">'
        for name in FILES
        if name.endswith(".js") and name != _PLOTLY  # 4 MB would delay the page
        if name.split("/")[0] in _LOADED.get(page, _OF_PAIRS)
    )


async def module(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse("There is no such file.", 404)
    # A page of another version, such as a tab that was open before an update, keeps nothing.
    kept = _FOR_GOOD if request.path_params["digest"] == DIGEST else "no-store"
    kind = _TYPES[Path(name).suffix]
    return Response(FILES[name], media_type=kind, headers={"Cache-Control": kept})


def script(module: str) -> str:
    """Give the script of a component, which loads the modules that draw it.

    The base address is the document's, which holds whatever path the server is under.
    """
    # One line would be taken for the name of a file by Streamlit (1.67).
    return (
        f'const main = new URL("hierscope/frontend/{DIGEST}/shared/main.js", document.baseURI);\n'
        f'export default await (await import(main)).component("{module}");\n'
    )
