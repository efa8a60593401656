"""Make the pictures of README.md and docs/ from the running product: `python docs/pictures.py`.

It retakes the pictures whose pages have changed since; name some, or write `--all`, to retake
others. It needs the packages of the tests and Chromium (`HIERSCOPE_CHROMIUM`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from html import escape
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Page

from core.caemsi.verdict import ENOUGH, POWER
from explorer.server.classroom import qr_code
from hierscope.cli import main as command

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # which start servers and Chromium

from plain import plainly  # noqa: E402
from serving import PATIENCE, chromium, served, settled  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
MADE = FOLDER / "made.json"
AT_REST = 3.0
"""A page is finished when it has not changed for so many seconds."""
TUNE = "sample_data/ode_to_joy.jams"


def open_bad_file(page: Page) -> None:
    """Open a readable reference, and an estimate with a segment that ends before it starts."""
    page.get_by_test_id("stPopoverButton").filter(has_text="Open").click()
    files = page.locator("input[type=file]")
    files.nth(0).set_input_files([{"name": "song_ref.lab", "mimeType": "text/plain",
                                   "buffer": b"0 10 A\n10 20 B\n20 30 A\n"}])  # fmt: skip
    page.get_by_text("0:00.0 to 0:30.0").wait_for()
    files.nth(1).set_input_files([{"name": "song_est.lab", "mimeType": "text/plain",
                                   "buffer": b"0 10 A\n10 8 B\n20 30 A\n"}])  # fmt: skip
    page.get_by_test_id("stAlertContentError").wait_for()


def press_listen(page: Page) -> None:
    page.locator(".sentence:not(.late)").first.wait_for()
    page.get_by_role("button", name="listen").first.click()


def unfold_conventions(page: Page) -> None:
    page.get_by_text("Conventions side by side").click()
    page.locator(".st-key-conventions_fold path.line").first.wait_for(state="attached")


@dataclass(frozen=True)
class Picture:
    """A picture of a page, or an animation of one."""

    address: str
    height: int
    ready: str = ".sentence:not(.late)"  # an element that the finished page has
    width: int = 1280
    film: bool = False  # whether the slider of the window moves
    slow: bool = False  # whether its page takes more than a few seconds
    prepare: Callable[[Page], None] | None = None  # what to press first, in Streamlit's front end
    part: str = "[data-testid=stMain]"  # the element that must not change
    cut: bool = False  # whether the picture shows this element only


PICTURES = {
    "compare": Picture("?sample=ode_to_joy", 770),
    "triplets": Picture("triplets?sample=ode_to_joy", 1300),
    "draw": Picture("draw?sample=jingle_bells", 934, ".toolbar"),
    "windows": Picture("windows?sample=jingle_bells", 900, ".plane.recall[data-drawn]"),
    "corpus": Picture("corpus", 1200, ".figures[data-followed]", slow=True),
    "styles": Picture("styles", 900, ".styles[data-followed]"),
    "papers": Picture("papers", 640, "[data-testid=stMain] h2"),
    "open": Picture(
        "", 900, slow=True, prepare=open_bad_file, cut=True, part="[data-testid=stPopoverBody]"
    ),
    "listen": Picture("?sample=ode_to_joy", 870, slow=True, prepare=press_listen),
    "conventions": Picture(
        "windows?sample=ode_to_joy",
        900,
        slow=True,
        cut=True,
        prepare=unfold_conventions,
        part=".st-key-conventions_fold",
    ),
    "lesson": Picture("lessons?lesson=precision&step=2", 610, ".toolbar"),
    "slider": Picture("?sample=ode_to_joy", 700, width=1000, film=True),
}

MOMENTS = (("A", 0, 40), ("B", 40, 70), ("A", 70, 100)), (
    ("a", 0, 22), ("b", 22, 40), ("c", 40, 70), ("a", 70, 88), ("b", 88, 100)
)  # fmt: skip
"""The layers of the drawing of three moments: labels, beginnings and ends."""


def moments() -> str:
    """Draw three moments in two layers, and the arcs to the closer one and to the other."""
    palette = json.loads((ROOT / "explorer/frontend/shared/palette.json").read_text("utf-8"))
    light = palette["light"]
    colors = dict(zip("ABCabc", [palette["layers"][n] for n in (2, 4, 5, 0, 3, 5)], strict=True))
    parts = []

    def at(time: float) -> float:
        return 84 + 6.2 * time

    for number, layer in enumerate(MOMENTS, start=1):
        y = 40 * number - 12
        parts.append(f'<text x="70" y="{y + 23}" text-anchor="end">layer {number}</text>')
        for label, start, end in layer:
            x, width = at(start), 6.2 * (end - start)
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="36" '
                f'fill="{colors[label]}"/><text x="{x + width / 2:.1f}" y="{y + 23}" '
                f'text-anchor="middle">{label}</text>'
            )
    base, times = 116, {"q": 9, "i": 17, "j": 33}
    for name, depth, dashes in (("i", 20, ""), ("j", 52, "6 4")):
        low, start, end = base + depth * 4 / 3, at(times["q"]), at(times[name])
        parts.append(
            f'<path d="M{start:.1f} {base}C{start:.1f} {low:.1f} {end:.1f} {low:.1f} {end:.1f} '
            f'{base}" fill="none" stroke="{light[name]}" stroke-width="2.5" '
            f'stroke-dasharray="{dashes}"/>'
        )
    for name, moment in times.items():
        color = light.get(name, light["window"])
        parts.append(
            f'<path d="M{at(moment):.1f} 20V{base}" stroke="{color}"/>'
            f'<circle cx="{at(moment):.1f}" cy="{base}" r="5" fill="{color}"/>'
            f'<text x="{at(moment):.1f}" y="15" text-anchor="middle" font-weight="700" '
            f'font-style="italic" fill="{color}">{name}</text>'
        )
    for y, text in (
        (136, "q and i share a segment in both layers."),
        (158, "q and j share one in layer 1 only."),
        (180, "So i is closer to q than j is."),
    ):
        parts.append(f'<text x="{at(40):.1f}" y="{y}">{text}</text>')
    words = "Three moments in two layers: i is closer to q than j is"
    return drawing(720, 200, words, parts, 'font-family="system-ui,sans-serif" font-size="14"')


def drawing(width: int, height: int, words: str, parts: list[str], font: str) -> str:
    """Put shapes on the light ground of the pages; `words` are for screen readers."""
    light = json.loads((ROOT / "explorer/frontend/shared/palette.json").read_text("utf-8"))["light"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" {font} fill="{light["text"]}" role="img" aria-label="{words}">'
        f'<rect width="{width}" height="{height}" rx="8" fill="{light["background"]}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def terminal() -> str:
    """Draw a terminal after `hierscope score`."""
    words = ["score", TUNE, TUNE, "--window", "3", "15", "inf"]
    output = StringIO()
    with redirect_stdout(output):
        assert command([str(ROOT / word) if word == TUNE else word for word in words]) == 0
    lines = [f"$ hierscope {' '.join(words)}", *output.getvalue().splitlines()]
    parts = [
        f'<text x="16" y="{28 + 20 * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    font = 'font-family="ui-monospace,Menlo,Consolas,monospace" font-size="13"'
    width = 8 * max(map(len, lines)) + 32
    return drawing(width, 20 * len(lines) + 24, "A terminal with the scores of a tune", parts, font)


def classroom() -> str:
    """Draw what `hierscope --class` shows to scan, with an invented address."""
    address = "http://192.168.1.20:8501"
    code = qr_code(address)
    side = 7 * code.symbol_size()[0]
    image = code.svg_data_uri(light="white", scale=7)
    parts = [
        f'<image x="{(300 - side) / 2:.0f}" y="12" width="{side}" height="{side}" href="{image}"/>',
        f'<text x="150" y="{side + 32}" text-anchor="middle">{address}</text>',
    ]
    font = 'font-family="system-ui,sans-serif" font-size="15"'
    return drawing(300, side + 48, "An address as a QR code", parts, font)


def power() -> str:
    """Draw the share of identical corpora that are found equivalent, by items and margin."""
    palette = json.loads((ROOT / "explorer/frontend/shared/palette.json").read_text("utf-8"))
    parts = []

    def at(items: float, share: float) -> str:
        return f"{60 + 4 * items:.1f} {230 - 2.1 * share:.1f}"

    for share in (0, 20, 40, 60, ENOUGH, 100):
        dashes = "5 4" if share == ENOUGH else ""
        parts.append(
            f'<path d="M{at(0, share)}L{at(140, share)}" stroke="currentColor" opacity="0.4" '
            f'stroke-dasharray="{dashes}"/><text x="52" y="{235 - 2.1 * share:.0f}" '
            f'text-anchor="end">{share} %</text>'
        )
    for items in range(0, 141, 20):
        parts.append(f'<text x="{60 + 4 * items}" y="250" text-anchor="middle">{items}</text>')
    parts.append('<text x="340" y="272" text-anchor="middle">items in each corpus</text>')
    for (margin, shares), color in zip(
        POWER.items(), palette["light"]["numbered_lines"], strict=False
    ):
        line = "L".join(at(items, share) for items, share in shares.items())
        half = np.interp(50, [*shares.values()], [*shares])
        parts.append(
            f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2.5"/>'
            f'<text x="{64 + 4 * half:.0f}" y="136" fill="{color}" '
            f'font-weight="700">{margin:g}</text>'
        )
    words = "Share of identical corpora with p_eqv below 0.05, by items and margin"
    parts.append(f'<text x="60" y="12">{words}</text>')
    return drawing(660, 284, words, parts, 'font-family="system-ui,sans-serif" font-size="13"')


DRAWN = {"moments": moments, "terminal": terminal, "class": classroom, "power": power}
"""The pictures that need no page."""

CELLS = f"""import hierscope
reference, estimate = hierscope.read_all("{TUNE}")
hierscope.diagnose(reference, estimate)
---
hierscope.plot(hierscope.sweep(reference, estimate))"""


def notebook() -> tuple[str, str]:
    """Run two cells; return them as a page, and what it shows but for the figure."""
    scope: dict[str, object] = {}
    style = "body { font: 15px system-ui; margin: 16px } pre { background: #f4f4f2; padding: 10px }"
    style += "td, th { padding: 2px 10px; text-align: right } td:last-child { text-align: left }"
    shown, page = [], [f"<style>{style}</style>"]
    for cell in CELLS.split("---\n"):
        *before, last = cell.strip().splitlines()
        exec("\n".join(before).replace(TUNE, str(ROOT / TUNE)), scope)
        result = eval(last, scope)
        page.append(f"<pre>{escape(cell.strip())}</pre>")
        shown.append(page[-1])
        if hasattr(result, "to_html"):
            page.append(result.to_html(full_html=False, default_height=600))
        else:
            page.append(result._repr_html_())
            shown.append(page[-1])
    return "\n".join(page), sha256("\n".join(shown).encode()).hexdigest()[:16]


SHOWN = """(part) => {
  const lines = [];
  const color = (value) => value.startsWith("url") ? "pattern" : value;
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.replace(/\\s+/g, " ").trim();
      if (text) lines.push(text);
      return;
    }
    if (!node.checkVisibility?.({ visibilityProperty: true })) return;
    if (node.localName === "button" && node.textContent === "Stop") return; // while it computes
    const named = ["role", "aria-label", "aria-valuetext"].map((name) => node.getAttribute(name));
    const { fill, stroke } = getComputedStyle(node);
    const shape = node instanceof SVGGeometryElement ? [node.localName, color(fill), color(stroke)] : [];
    const line = [...named, node.value, ...shape].filter(Boolean).join(" ");
    if (line) lines.push(line);
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
  };
  walk(document.querySelector(part));
  return lines.join("\\n");
}"""  # noqa: E501
"""What a page shows: texts, names, values and the colors of shapes; no places and no sizes."""


def shown(page: Page, picture: Picture, wanted: str = "") -> str:
    """Give the hash of what a page shows once it is the wanted one, or without one, at rest."""
    page.locator(picture.ready).first.wait_for(state="attached")
    settled(page)
    if picture.prepare:
        picture.prepare(page)
    before, since = "", time.monotonic()
    deadline = since + PATIENCE
    while True:
        text, now = page.evaluate(SHOWN, picture.part), time.monotonic()
        if text != before:
            before, since = text, now
        digest = sha256(text.encode()).hexdigest()[:16]
        at_rest = not wanted and now - since > AT_REST  # a busy machine can rest before the end
        if digest == wanted or at_rest or now > deadline:
            return digest
        page.wait_for_timeout(50)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def quantized(picture: Image.Image) -> Image.Image:
    return picture.quantize(256, kmeans=1, dither=Image.Dither.NONE)


def film(page: Page, picture: Picture) -> list[Image.Image]:
    """Return stills while the slider moves to larger windows, all with one palette."""
    page.get_by_role("button", name="Hide this line").click()
    box = page.locator("#window").bounding_box()
    assert box
    y = box["y"] + box["height"] - 10
    clip = {"x": 0, "y": 56, "width": picture.width, "height": picture.height - 56}
    stills = []
    page.mouse.move(box["x"] + 0.63 * box["width"], y)
    page.mouse.down()
    for step in range(50, 83, 2):
        page.mouse.move(box["x"] + box["width"] * step / 100, y)
        page.wait_for_timeout(500)
        stills.append(opened(page.screenshot(clip=clip)))
    page.mouse.up()
    both = Image.new("RGB", (picture.width, 2 * stills[0].height))
    both.paste(stills[0])
    both.paste(stills[-1], (0, stills[0].height))
    palette = quantized(both)
    return [still.quantize(palette=palette, dither=Image.Dither.NONE) for still in stills]


def file_of(name: str) -> str:
    return f"{name}.gif" if PICTURES[name].film else f"{name}.png"


def take(page: Page, name: str) -> None:
    """Write the picture of a finished page."""
    page.mouse.move(0, 0)
    if not PICTURES[name].film:
        cut = page.locator(PICTURES[name].part) if PICTURES[name].cut else page
        quantized(opened(cut.screenshot())).save(FOLDER / file_of(name), optimize=True)
        return
    there = film(page, PICTURES[name])
    first, *others = [*there, *there[-2:0:-1]]
    times = [150] * len(others)
    times[len(there) - 2] = 1500
    how = {"save_all": True, "append_images": others, "duration": [1500, *times], "loop": 0}
    first.save(FOLDER / file_of(name), optimize=True, **how)


def made() -> dict[str, dict[str, str]]:
    """Return the hash of what the page of each picture showed, and the date."""
    return json.loads(MADE.read_text("utf-8")) if MADE.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PICTURES, "notebook"])
    parser.add_argument("--all", action="store_true", help="also those whose pages are the same")
    options = parser.parse_args()
    known = made()
    for name, draw in DRAWN.items():
        (FOLDER / f"{name}.svg").write_text(draw(), "utf-8")
    with (
        tempfile.TemporaryDirectory() as kept,
        served(environment={**os.environ, "HIERSCOPE_CACHE": kept}) as address,
        plainly(address) as plain_address,
        chromium() as browser,
    ):

        def at(server: str, picture: Picture) -> Page:
            page = browser.new_page(
                viewport={"width": picture.width, "height": picture.height}, color_scheme="light"
            )
            page.set_default_timeout(PATIENCE * 1000)
            page.goto(f"{server}/{picture.address}")
            return page

        def save(name: str, digest: str) -> None:
            known[name] = {"shows": digest, "date": date.today().isoformat()}
            MADE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")

        def wanted(name: str, digest: str) -> bool:
            same = digest == known.get(name, {}).get("shows")
            return not same or options.all or name in options.names

        names = options.names or [*PICTURES, "notebook"]
        content, digest = notebook()
        if "notebook" in names and wanted("notebook", digest):
            page = browser.new_page(viewport={"width": 900, "height": 100})
            page.set_content(content)
            page.locator(".plotly .main-svg").first.wait_for()
            quantized(opened(page.screenshot(full_page=True))).save(
                FOLDER / "notebook.png", optimize=True
            )
            page.close()
            save("notebook", digest)
        for name in [name for name in names if name in PICTURES]:
            picture = PICTURES[name]
            page = at(address if picture.prepare else plain_address, picture)
            digest = shown(page, picture)
            if wanted(name, digest):
                print(name, flush=True)
                if not picture.prepare:
                    page.close()
                    page = at(address, picture)
                    shown(page, picture)
                take(page, name)
                save(name, digest)
            page.close()


if __name__ == "__main__":
    main()
