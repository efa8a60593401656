"""Draw the map of the house from the house itself: `python docs/map.py` writes what has changed.

The floors are those of the import contracts in pyproject.toml; what is in a room, its own first
line says. A test compares what stands in `docs` with what this gives.
"""

from __future__ import annotations

import ast
import re
import tomllib
from html import escape
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "map.svg"
WORDS = ROOT / "docs" / "architecture.md"
HOUSES = ("hierscope", "explorer", "core")
BEGIN, END = "<!-- begin: docs/map.py -->\n", "<!-- end: docs/map.py -->\n"

_WIDTH, _ROW, _GAP, _LEFT = 940, 30, 8, 96


def floors(house: str) -> list[list[str]]:
    """Give the rooms of each floor, the highest first, as the contract has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        if contract.get("containers") == [house]:
            return [layer.replace("|", ":").split(" : ") for layer in contract["layers"]]
    raise LookupError(f"no contract has the floors of {house}")


def without_streamlit() -> set[str]:
    """Give the rooms of the explorer that need no Streamlit."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        module
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("forbidden_modules") == ["streamlit"]
        for module in contract["source_modules"]
    }


def first_line(path: Path) -> str:
    """Give the first line of what a module says of itself."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]


def rooms(folder: Path) -> list[tuple[str, str]]:
    """Give every module in a folder, as a path, and its first line; folders before their files."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        words = first_line(path)
        if path.name == "__init__.py":
            found.append((f"{name.removesuffix('__init__.py')}", words))
        else:
            found.append((name, words))
    frontend = sorted((folder / "frontend").rglob("*.js")) if folder.name == "explorer" else []
    for path in frontend:
        lines = takewhile(lambda line: line.startswith("//"), path.read_text("utf-8").splitlines())
        words = re.split(r"(?<=\.) ", " ".join(line[3:] for line in lines))[0]
        found.append((path.relative_to(ROOT).as_posix(), words))
    return sorted(found)


def listing() -> str:
    """Give all rooms of the houses, a table a house."""
    parts = []
    for house in HOUSES:
        rows = [f"| `{name}` | {words} |" for name, words in rooms(ROOT / house)]
        parts += [f"### {house}/\n", "| where | what |", "|---|---|", *rows, ""]
    return "\n".join(parts) + "\n"


def picture() -> str:
    """Draw the floors: who stands higher may import who stands lower, never the other way."""
    plain = without_streamlit()
    shapes, y = [], _GAP
    for house in HOUSES:
        rows = [["read, score, sweep, …"]] if house == "hierscope" else floors(house)
        middle = y + (len(rows) * (_ROW + _GAP) - _GAP) / 2
        shapes.append(f'<text class="house" x="8" y="{middle + 5:.0f}">{house}</text>')
        for row in rows:
            x = _LEFT
            free = (_WIDTH - _LEFT - _GAP * len(row)) / sum(len(name) + 3 for name in row)
            for name in row:
                width = (len(name) + 3) * free
                kind = "room" if f"{house}.{name}" not in plain and house == "explorer" else "plain"
                shapes.append(
                    f'<rect class="{kind}" x="{x:.0f}" y="{y}" width="{width:.0f}" '
                    f'height="{_ROW}" rx="4"/><text x="{x + width / 2:.0f}" y="{y + 20}" '
                    f'text-anchor="middle">{escape(name)}</text>'
                )
                x += width + _GAP
            y += _ROW + _GAP
        y += 2 * _GAP
    style = (
        "text{font:13px system-ui,sans-serif;fill:#1b1f24}.house{font-weight:600}"
        "rect{stroke:#8a94a3}.room{fill:#fde9d9}.plain{fill:#dcebf7}"
        "@media(prefers-color-scheme:dark){.house{fill:#e6e9ee}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" width="{_WIDTH}" '
        f'height="{y}" role="img" aria-label="The floors of the house"><style>{style}</style>\n'
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


def words() -> str:
    """Give the page of words with the listing as it is now."""
    text = WORDS.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{listing()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
    WORDS.write_text(words(), "utf-8")
