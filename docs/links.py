"""Links and blocks of README.md, CONTRIBUTING.md and docs/, for the tests; and a hook of MkDocs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_OTHERS = ("README.md", "CONTRIBUTING.md", "sample_data/README.md")
PAGES = [*_OTHERS, *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """Return the code blocks of a kind, such as `python`, on all pages; each once."""
    pairs = [pair for page in PAGES for pair in _BLOCK.findall(read(page))]
    return sorted({code for language, code in pairs if language == kind})


def commands() -> list[str]:
    """Return all lines on all pages that call hierscope, with placeholders or without."""
    return sorted(
        {line for page in PAGES for line in re.findall(r"^ *(hierscope .*)", read(page), re.M)}
    )


def _anchors(page: str) -> list[str]:
    """Return the anchors of the headings, as GitHub and the site make them."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", _BLOCK.sub("", read(page)))
    headings = re.findall(r"^#+ (.*)", text, re.M)
    return [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in headings]


def broken(page: str) -> list[str]:
    """Return the links of a page that lead to no file here, or to no heading or several."""
    links = re.findall(r"\]\((?!https?:)([^)\s]+)\)", _BLOCK.sub("", read(page)))
    wrong = []
    for link in links:
        place, _, anchor = link.partition("#")
        target = (ROOT / page).parent / place if place else ROOT / page
        if not target.exists() or (anchor and _anchors(str(target)).count(anchor) != 1):
            wrong.append(f"{page}: {link}")
    return wrong


def on_page_markdown(markdown: str, **_: object) -> str:
    """Make text of links that lead out of docs/: the site has no such files."""
    return re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", markdown)


def on_page_content(html: str, **_: object) -> str:
    """Show names in docstrings, such as those after `:func:`, as code without their kind."""
    return re.sub(r":(?:attr|class|data|func|meth|mod):(?=<code>)", "", html)
