"""Draw the map of docs/architecture.md from the import contracts: `python docs/map.py`."""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "map.svg"
HOUSES = ("hierscope", "explorer", "core")

_WIDTH, _ROW, _GAP, _LEFT = 940, 30, 8, 96


def floors(house: str) -> list[list[str]]:
    """Return the rooms of each floor, the highest first, as the contract has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        if contract.get("containers") == [house]:
            return [layer.replace("|", ":").split(" : ") for layer in contract["layers"]]
    raise LookupError(f"no contract has the floors of {house}")


def without_streamlit() -> set[str]:
    """Return the rooms of the explorer that need no Streamlit."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        module
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("forbidden_modules") == ["streamlit"]
        for module in contract["source_modules"]
    }


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


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
